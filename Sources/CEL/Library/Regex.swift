internal import Values

extension Library {
  /// The functions on regular expressions of cel-go's extension of that name.
  static let regex = Library(
    "regex",
    functions: [
      method(
        "regex.replace", arity: 3, "string, string, string -> string",
        """
        the text with each match of a pattern replaced; \\1 to \\9 are its groups, \\0 is all of it
        regex.replace('hello world hello', 'hello', 'hi') => "hi world hi"
        regex.replace('foo bar', '(fo)o (ba)r', r'\\2 \\1') => "ba fo"
        """
      ) { (search, arguments, budget) throws(Fault) in
        try replaced(search, arguments[2], .int(-1), &budget)
      },
      method(
        "regex.replace", arity: 4, "string, string, string, int -> string",
        """
        the same for so many matches; for all where the number is negative
        regex.replace('banana', 'a', 'x', 2) => "bxnxna"
        """
      ) { (search, arguments, budget) throws(Fault) in
        try replaced(search, arguments[2], arguments[3], &budget)
      },
      method(
        "regex.extract", arity: 2, "string, string -> optional(string)",
        """
        the first match of a pattern, or what its one group takes, as an optional
        regex.extract('item-A, item-B', r'item-(\\w+)') => optional.of("A")
        regex.extract('HELLO', 'hello') => optional.none()
        """
      ) { (search, _, budget) throws(Fault) in
        var search = search
        try search.demandOneGroup()
        guard let match = try search.next(&budget), let text = try search.taken(match, &budget)
        else { return .optional(OptionalValue(nil)) }
        return try budget.optional(.string(text))
      },
      method(
        "regex.extractAll", arity: 2, "string, string -> list(string)",
        """
        every match of a pattern, or what its one group takes
        regex.extractAll('id:123, id:456', r'id:\\d+') => ["id:123", "id:456"]
        regex.extractAll('Files: f_1.txt, f_2.csv', r'f_(\\d+)') => ["1", "2"]
        """
      ) { (search, _, budget) throws(Fault) in
        var search = search
        try search.demandOneGroup()
        var texts: [Value] = []
        while let match = try search.next(&budget) {
          if let text = try search.taken(match, &budget) { texts.append(.string(text)) }
        }
        return try budget.list(texts)
      },
    ])

  private typealias Body =
    @Sendable (PatternSearch, [Value], inout Budget) throws(Fault) -> Value

  /// A function of a text, a pattern and more. A pattern that stands in the formula is compiled
  /// once for all.
  private static func method(
    _ name: String, arity: Int, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping Body
  ) -> Function {
    Function(
      name, arity: arity, overloads, documentation,
      .variadic { (arguments, budget) throws(Fault) in
        guard case .string(let text) = arguments[0], case .string(let pattern) = arguments[1] else {
          throw .noOverload
        }
        let compiled = try RegularExpressions.compile(pattern, &budget)
        return try body(PatternSearch(text, compiled), arguments, &budget)
      },
      prepare: { (known) throws(Fault) in
        guard case .string(let pattern)? = known[1] else { return nil }
        let compiled = try RegularExpressions.compile(pattern)
        return .variadic { (arguments, budget) throws(Fault) in
          guard case .string(let text) = arguments[0] else { throw .noOverload }
          return try body(PatternSearch(text, compiled), arguments, &budget)
        }
      })
  }

  private static func replaced(
    _ search: PatternSearch, _ replacement: Value, _ count: Value, _ budget: inout Budget
  ) throws(Fault) -> Value {
    guard case .string(let replacement) = replacement, case .int(let count) = count else {
      throw .noOverload
    }
    var search = search
    let pieces = try ReplacementPieces(replacement, groups: search.pattern.groups)
    var result = ""
    var end = 0
    var replaced: Int64 = 0
    while replaced != count, let match = try search.next(&budget) {
      result += search.text(end..<match.whole.lowerBound)
      try budget.charge(making: match.whole.lowerBound - end)
      for piece in pieces.pieces {
        let text =
          switch piece {
          case .text(let text): text
          case .group(let group): match.spans[group].map { search.text($0) } ?? ""
          }
        // Charged before it grows, so that nothing beyond the limit is ever made.
        try budget.charge(making: text.utf8.count)
        if result.utf8.count + text.utf8.count > ValueLimits.text {
          throw Fault(ValueFault.tooMuchText)
        }
        result += text
      }
      end = match.whole.upperBound
      replaced += 1
    }
    result += search.text(end..<search.count)
    try budget.charge(making: search.count - end)
    return .string(result)
  }
}

/// The matches of a pattern in a text, from the first on, none of them overlapping. An empty match
/// that touches the one before it is passed over.
struct PatternSearch {
  let pattern: RegularExpressions.Engine
  private let whole: String
  let count: Int
  private var start = 0
  private var lastEnd = -1

  init(_ text: String, _ pattern: RegularExpressions.Engine) {
    whole = text
    count = text.utf8.count
    self.pattern = pattern
  }

  func text(_ range: Range<Int>) -> String {
    TextEdit.slice(whole, range.lowerBound, range.upperBound)
  }

  mutating func next(_ budget: inout Budget) throws(Fault) -> PatternMatch? {
    while start <= count {
      try charge(&budget)
      guard let match = pattern.match(in: whole, from: start) else {
        start = count + 1
        return nil
      }
      let range = match.whole
      let isRepeated = range.isEmpty && range.lowerBound == lastEnd
      lastEnd = range.upperBound
      if !range.isEmpty {
        start = range.upperBound
      } else {
        start = range.upperBound < count ? TextEdit.next(whole, range.upperBound) : count + 1
      }
      if !isRepeated { return match }
    }
    return nil
  }

  /// The first search may read the whole text, and so may every further one the rest of it; that
  /// they do is rare, so that these are charged less.
  private func charge(_ budget: inout Budget) throws(Fault) {
    let weight = pattern.size / 16 + 1
    try budget.charge(((count - start) / (start == 0 ? 10 : 50) + 1) * weight)
  }

  func demandOneGroup() throws(Fault) {
    if pattern.groups > 1 {
      throw Fault(
        .badArgument, "the regular expression has \(pattern.groups) capturing groups, not one",
        help: "a group that does not capture is written (?:…)")
    }
  }

  /// What the one group took, the whole match where there is none; nil for an empty group.
  func taken(_ match: PatternMatch, _ budget: inout Budget) throws(Fault) -> String? {
    guard let range = match.spans.count > 1 ? match.spans[1] : match.whole else { return nil }
    if match.spans.count > 1, range.isEmpty { return nil }
    try budget.charge(making: range.count)
    return text(range)
  }
}

/// A replacement's text, taken apart: `\1` stands for a group and `\\` for a backslash.
private struct ReplacementPieces {
  enum Piece {
    case text(String)
    case group(Int)
  }

  private(set) var pieces: [Piece] = []

  init(_ text: String, groups: Int) throws(Fault) {
    var plain = ""
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      switch scalars.next() {
      case "\\"?: plain += "\\"
      case .some(let digit) where ("0"..."9").contains(digit):
        let group = Int(digit.value) - 48
        guard group <= groups else {
          throw Fault(
            .badArgument, "the replacement speaks of group \(group), the pattern has \(groups)")
        }
        pieces += [.text(plain), .group(group)]
        plain = ""
      default:
        throw Fault(
          .badArgument, "the replacement has a backslash without a group's number behind it",
          help: "write \\\\ for a backslash")
      }
    }
    pieces.append(.text(plain))
  }
}
