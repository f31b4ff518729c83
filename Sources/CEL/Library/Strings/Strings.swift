internal import Values

extension Library {
  /// The functions on texts of cel-go's extension of that name. Positions count code points.
  static let strings = Library(
    "strings",
    functions: positions + parts + [
      text(
        "lowerAscii",
        """
        the text with the letters A to Z in lower case
        'TacoCÆt Xii'.lowerAscii() => "tacocÆt xii"
        """
      ) { TextEdit.mapped($0, 65...90, by: 32) },
      text(
        "upperAscii",
        """
        the text with the letters a to z in upper case
        'TacoCÆt Xii'.upperAscii() => "TACOCÆT XII"
        """
      ) { TextEdit.mapped($0, 97...122, by: -32) },
      text(
        "trim",
        """
        the text without the white space of Unicode at its ends
        '  trim '.trim() => "trim"
        """
      ) { TextEdit.trimmed($0) },
      text(
        "reverse",
        """
        the characters in reverse order
        'gums'.reverse() => "smug"
        """
      ) { text in
        var reversed = String.UnicodeScalarView()
        reversed.append(contentsOf: text.unicodeScalars.reversed())
        return String(reversed)
      },
      quote, joined(arity: 1), joined(arity: 2), format,
    ])

  /// A method from text to text of about the same length.
  private static func text(
    _ name: String, _ documentation: Documentation,
    _ body: @escaping @Sendable (String) -> String
  ) -> Function {
    Function(
      name, isMethod: true, arity: 1, "string -> string", documentation,
      .unary { (value, budget) throws(Fault) in
        guard case .string(let text) = value else { throw .noOverload }
        try budget.charge(making: text.utf8.count)
        return .string(body(text))
      })
  }

  /// A method on a text that takes some more arguments.
  private static func method(
    _ name: String, arity: Int, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping @Sendable (String, [Value], inout Budget) throws(Fault) -> Value
  ) -> Function {
    Function(
      name, isMethod: true, arity: arity, overloads, documentation,
      .variadic { (arguments, budget) throws(Fault) in
        let text = try arguments[0].asText()
        try budget.charge(scanning: text.utf8.count)
        return try body(text, arguments, &budget)
      })
  }

  private static let positions: [Function] = [
    method(
      "charAt", arity: 2, "string, int -> string",
      """
      the character at a position; the empty text at the end
      'hello'.charAt(4) => "o"
      'hello'.charAt(5) => ""
      """
    ) { (text, arguments, _) throws(Fault) in
      let index = try arguments[1].asInt()
      let start = try offset(of: index, in: text)
      return .string(TextEdit.slice(text, start, TextEdit.next(text, start)))
    },
    method(
      "substring", arity: 2, "string, int -> string",
      """
      the text from a position on
      'tacocat'.substring(4) => "cat"
      """
    ) { (text, arguments, budget) throws(Fault) in
      let start = try offset(of: try arguments[1].asInt(), in: text)
      try budget.charge(making: text.utf8.count - start)
      return .string(TextEdit.slice(text, start, text.utf8.count))
    },
    method(
      "substring", arity: 3, "string, int, int -> string",
      """
      the text from one position up to another, which is left out
      'tacocat'.substring(0, 4) => "taco"
      """
    ) { (text, arguments, budget) throws(Fault) in
      let (first, last) = (try arguments[1].asInt(), try arguments[2].asInt())
      let start = try offset(of: first, in: text)
      let end = try offset(of: last, in: text)
      if end < start {
        throw Fault(.badArgument, "the substring from \(first) to \(last) ends before it starts")
      }
      try budget.charge(making: end - start)
      return .string(TextEdit.slice(text, start, end))
    },
    method(
      "indexOf", arity: 2, "string, string -> int",
      """
      the position of the first occurrence of a text, -1 where there is none
      'hello mellow'.indexOf('ello') => 1
      'hello mellow'.indexOf('jello') => -1
      """
    ) { (text, arguments, budget) throws(Fault) in
      try find(arguments, in: text, from: 0, &budget)
    },
    method(
      "indexOf", arity: 3, "string, string, int -> int",
      """
      the same, from a position on
      'hello mellow'.indexOf('ello', 2) => 7
      """
    ) { (text, arguments, budget) throws(Fault) in
      let start = try offset(of: try arguments[2].asInt(), in: text)
      return try find(arguments, in: text, from: start, &budget)
    },
    method(
      "lastIndexOf", arity: 2, "string, string -> int",
      """
      the position of the last occurrence of a text, -1 where there is none
      'hello mellow'.lastIndexOf('ello') => 7
      """
    ) { (text, arguments, budget) throws(Fault) in
      try findLast(arguments, in: text, upTo: text.utf8.count, &budget)
    },
    method(
      "lastIndexOf", arity: 3, "string, string, int -> int",
      """
      the same, beginning at a position or before it
      'hello mellow'.lastIndexOf('ello', 6) => 1
      """
    ) { (text, arguments, budget) throws(Fault) in
      let last = try offset(of: try arguments[2].asInt(), in: text)
      return try findLast(arguments, in: text, upTo: last, &budget)
    },
  ]

  /// The UTF-8 offset of a position; the end counts as one.
  private static func offset(of index: Int64, in text: String) throws(Fault) -> Int {
    guard let index = Int(exactly: index), let offset = TextEdit.offset(of: index, in: text) else {
      throw Fault(
        .outOfRange,
        "position \(index) is out of range: the text has "
          + "\(TextSearch.codePoints(text)) characters")
    }
    return offset
  }

  private static func find(
    _ arguments: [Value], in text: String, from start: Int, _ budget: inout Budget
  ) throws(Fault) -> Value {
    let part = try arguments[1].asText()
    try budget.charge(scanning: part.utf8.count)
    return position(TextSearch.find(part, in: text, from: start), in: text)
  }

  private static func findLast(
    _ arguments: [Value], in text: String, upTo last: Int, _ budget: inout Budget
  ) throws(Fault) -> Value {
    let part = try arguments[1].asText()
    try budget.charge(scanning: part.utf8.count)
    return position(TextSearch.findLast(part, in: text, upTo: last), in: text)
  }

  private static func position(_ offset: Int?, in text: String) -> Value {
    .int(offset.map { Int64(TextSearch.codePoints(TextEdit.slice(text, 0, $0))) } ?? -1)
  }

  private static let parts: [Function] = [
    method(
      "replace", arity: 3, "string, string, string -> string",
      """
      the text with all occurrences of one text replaced by another
      'hello hello'.replace('he', 'we') => "wello wello"
      """
    ) { (text, arguments, budget) throws(Fault) in
      try replaced(text, arguments, -1, &budget)
    },
    method(
      "replace", arity: 4, "string, string, string, int -> string",
      """
      the same for so many occurrences; for all where the number is negative
      'hello hello'.replace('he', 'we', 1) => "wello hello"
      """
    ) { (text, arguments, budget) throws(Fault) in
      try replaced(text, arguments, try arguments[3].asInt(), &budget)
    },
    method(
      "split", arity: 2, "string, string -> list(string)",
      """
      what stands between the occurrences of a separator
      'hello hello hello'.split(' ') => ["hello", "hello", "hello"]
      """
    ) { (text, arguments, budget) throws(Fault) in
      try split(text, arguments, -1, &budget)
    },
    method(
      "split", arity: 3, "string, string, int -> list(string)",
      """
      the same in at most so many pieces; in all where the number is negative
      'hello hello hello'.split(' ', 2) => ["hello", "hello hello"]
      """
    ) { (text, arguments, budget) throws(Fault) in
      try split(text, arguments, try arguments[2].asInt(), &budget)
    },
  ]

  private static func replaced(
    _ text: String, _ arguments: [Value], _ most: Int64, _ budget: inout Budget
  ) throws(Fault) -> Value {
    try budget.charge(making: text.utf8.count)
    let old = try arguments[1].asText()
    try budget.charge(scanning: old.utf8.count)
    let pieces = TextEdit.pieces(
      of: text, by: old, most: most < 0 ? .max : most, isReplacing: true)
    let new = try arguments[2].asText()
    let kept = pieces.reduce(0) { $0 + $1.utf8.count }
    try budget.charge(making: kept + new.utf8.count * (pieces.count - 1))
    return .string(pieces.joined(separator: new))
  }

  private static func split(
    _ text: String, _ arguments: [Value], _ count: Int64, _ budget: inout Budget
  ) throws(Fault) -> Value {
    let separator = try arguments[1].asText()
    if count == 0 { return .list(.empty) }
    try budget.charge(making: text.utf8.count)
    try budget.charge(scanning: separator.utf8.count)
    let pieces = TextEdit.pieces(
      of: text, by: separator, most: count < 0 ? .max : count - 1,
      isReplacing: false)
    return try budget.list(pieces.map { .string($0) })
  }

  private static func joined(arity: Int) -> Function {
    Function(
      "join", isMethod: true, arity: arity,
      arity == 2 ? "list(string), string -> string" : "list(string) -> string",
      arity == 2
        ? """
        all texts of the list in one, a separator between them
        ['hello', 'mellow'].join(' ') => "hello mellow"
        """
        : """
        all texts of the list in one
        ['hello', 'mellow'].join() => "hellomellow"
        """,
      .variadic { (arguments, budget) throws(Fault) in
        guard case .list(let list) = arguments[0] else { throw .noOverload }
        var separator = ""
        if arity == 2 {
          guard case .string(let text) = arguments[1] else { throw .noOverload }
          separator = text
        }
        var texts: [String] = []
        texts.reserveCapacity(list.count)
        for element in list.elements {
          guard case .string(let text) = element else {
            throw Fault(
              .noSuchOverload, "join takes a list of texts, not of \(ValueType(element).rawValue)",
              help: "write list.map(x, string(x)).join()")
          }
          texts.append(text)
        }
        try budget.charge(list.count)
        let gaps = max(0, list.count - 1) * separator.utf8.count
        try budget.charge(making: texts.reduce(gaps) { $0 + $1.utf8.count })
        return .string(texts.joined(separator: separator))
      })
  }

  private static let quote = Function(
    "strings.quote", arity: 1, "string -> string",
    """
    the text in double quotes, with escapes for what would not print
    strings.quote('say "hi"') => "\\"say \\\\\\"hi\\\\\\"\\""
    """,
    .unary { (value, budget) throws(Fault) in
      guard case .string(let text) = value else { throw .noOverload }
      try budget.charge(scanning: text.utf8.count)
      let quoted = TextEdit.quoted(text)
      try budget.charge(making: quoted.utf8.count)
      return .string(quoted)
    })

  private static let format = method(
    "format", arity: 2, "string, list(dyn) -> string",
    """
    the text with %s %d %f %e %b %o %x %X replaced by the elements of a list, %% by %
    '%s is %d, %.2f in all'.format(['x', 3, 7.5]) => "x is 3, 7.50 in all"
    """
  ) { (text, arguments, budget) throws(Fault) in
    guard case .list(let list) = arguments[1] else { throw .noOverload }
    try budget.charge(making: text.utf8.count)
    var formatter = Formatter(text, list.elements.array)
    return .string(try formatter.run(&budget))
  }
}

extension Value {
  fileprivate func asInt() throws(Fault) -> Int64 {
    guard case .int(let int) = self else { throw .noOverload }
    return int
  }

  fileprivate func asText() throws(Fault) -> String {
    guard case .string(let text) = self else { throw .noOverload }
    return text
  }
}
