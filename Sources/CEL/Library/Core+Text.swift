internal import Values

extension Library {
  /// `size`, and what asks about texts.
  static let coreText: [Function] =
    [false, true].map { isMethod in
      Function(
        "size", isMethod: isMethod, arity: 1, "string | bytes | list(T) | map(K, V) -> int",
        """
        how many characters, bytes, elements or entries there are
        size('één') => 3
        [1, 2].size() => 2
        """, .unary(size))
    } + [
      textMethod(
        "contains",
        """
        whether a text stands within the text
        'tacocat'.contains('coca') => true
        """
      ) { TextSearch.find($1, in: $0) != nil },
      textMethod(
        "startsWith",
        """
        whether the text begins with another
        'tacocat'.startsWith('taco') => true
        """
      ) { TextSearch.starts($0, with: $1) },
      textMethod(
        "endsWith",
        """
        whether the text ends with another
        'tacocat'.endsWith('cat') => true
        """
      ) { TextSearch.ends($0, with: $1) },
    ]
    + [false, true].map { isMethod in
      Function(
        "matches", isMethod: isMethod, arity: 2, "string, string -> bool",
        """
        whether a part of the text matches a regular expression in the syntax of RE2
        'order-17'.matches('^[a-z]+-[0-9]+$') => true
        """, .binary(matches), prepare: preparedMatches)
    }

  @Sendable
  private static func size(_ value: Value, _ budget: inout Budget) throws(Fault) -> Value {
    switch value {
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      return .int(Int64(TextSearch.codePoints(text)))
    case .bytes(let bytes): return .int(Int64(bytes.octets.count))
    case .list(let list): return .int(Int64(list.count))
    case .map(let map): return .int(Int64(map.count))
    default: throw .noOverload
    }
  }

  private static func textMethod(
    _ name: String, _ documentation: Documentation,
    _ test: @escaping @Sendable (String, String) -> Bool
  ) -> Function {
    Function(
      name, isMethod: true, arity: 2, "string, string -> bool", documentation,
      .binary { (left, right, budget) throws(Fault) in
        guard case .string(let text) = left, case .string(let part) = right else {
          throw .noOverload
        }
        try budget.charge(scanning: text.utf8.count + part.utf8.count)
        return .bool(test(text, part))
      })
  }

  @Sendable
  private static func matches(
    _ left: Value, _ right: Value, _ budget: inout Budget
  ) throws(Fault) -> Value {
    guard case .string(let text) = left, case .string(let pattern) = right else {
      throw .noOverload
    }
    let compiled = try RegularExpressions.compile(pattern, &budget)
    try chargeMatch(text, pattern, compiled, &budget)
    return .bool(compiled.isFound(in: text))
  }

  /// Compiles a pattern that stands in the formula's text once for all.
  @Sendable
  private static func preparedMatches(_ known: [Value?]) throws(Fault) -> Function.Body? {
    guard case .string(let pattern)? = known[1] else { return nil }
    let compiled = try RegularExpressions.compile(pattern)
    return .binary { (left, _, budget) throws(Fault) in
      guard case .string(let text) = left else { throw .noOverload }
      try chargeMatch(text, pattern, compiled, &budget)
      return .bool(compiled.isFound(in: text))
    }
  }

  private static func chargeMatch(
    _ text: String, _ pattern: String, _ compiled: RegularExpressions.Engine,
    _ budget: inout Budget
  ) throws(Fault) {
    let perByte = max(pattern.utf8.count / 4, compiled.size / 16) + 1
    try budget.charge((text.utf8.count / 10 + 1) * perByte)
  }
}
