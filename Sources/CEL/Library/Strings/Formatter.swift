internal import Values

/// `format`: `%s %d %f %e %b %o %x %X %%`, with `%.3f` and `%.3e`.
struct Formatter {
  private let template: [Unicode.Scalar]
  private let arguments: [Value]
  private var output = ""
  private var used = 0
  /// Digits behind the point that may be asked for.
  private static let mostDigits = 100

  init(_ template: String, _ arguments: [Value]) {
    self.template = Array(template.unicodeScalars)
    self.arguments = arguments
  }

  mutating func run(_ budget: inout Budget) throws(Fault) -> String {
    var index = 0
    while index < template.count {
      let scalar = template[index]
      index += 1
      guard scalar == "%" else {
        output.unicodeScalars.append(scalar)
        continue
      }
      if index < template.count, template[index] == "%" {
        output += "%"
        index += 1
        continue
      }
      let piece = try clause(&index, &budget)
      try budget.charge(making: piece.utf8.count)
      output += piece
      if output.utf8.count > ValueLimits.text { throw Fault(ValueFault.tooMuchText) }
    }
    try budget.charge(making: output.utf8.count)
    return output
  }

  /// One argument, by the letters behind its `%`.
  private mutating func clause(
    _ index: inout Int, _ budget: inout Budget
  ) throws(Fault) -> String {
    var digits: Int?
    if index < template.count, template[index] == "." {
      index += 1
      var number = 0
      while index < template.count, ("0"..."9").contains(template[index]),
        number <= Formatter.mostDigits
      {
        let digit = Int(template[index].value) - 48
        number = number * 10 + digit
        index += 1
      }
      guard number <= Formatter.mostDigits else {
        throw Fault(.badArgument, "more than \(Formatter.mostDigits) digits are asked for")
      }
      digits = number
    }
    guard index < template.count else {
      throw Fault(.badArgument, "the text to format ends within a clause", help: "write %% for %")
    }
    let letter = template[index]
    index += 1
    guard "sdfeboxX".unicodeScalars.contains(letter) else {
      throw Fault(
        .badArgument, "unknown clause %\(SafeText.shown(String(letter)))",
        help: "there are %s %d %f %e %b %o %x %X and %%")
    }
    guard used < arguments.count else {
      throw Fault(.outOfRange, "there are only \(arguments.count) values to format")
    }
    let value = arguments[used]
    used += 1
    if letter == "s" { return try FormatText.plain(value, &budget) }
    guard let text = Formatter.text(value, letter, digits ?? 6) else {
      throw Fault(.badArgument, "%\(letter) cannot format \(value.withArticle)")
    }
    return text
  }

  private static func text(_ value: Value, _ letter: Unicode.Scalar, _ digits: Int) -> String? {
    switch (letter, value) {
    case ("d", .int(let int)): return String(int)
    case ("d", .uint(let uint)): return String(uint)
    case ("d", .double(let double)): return double.isFinite ? nil : DoubleText.plain(double)
    case ("b", .bool(let bool)): return bool ? "1" : "0"
    case ("b", .int(let int)): return String(int, radix: 2)
    case ("b", .uint(let uint)): return String(uint, radix: 2)
    case ("o", .int(let int)): return String(int, radix: 8)
    case ("o", .uint(let uint)): return String(uint, radix: 8)
    case ("x", _), ("X", _): return hexadecimal(value, uppercase: letter == "X")
    case ("f", _), ("e", _):
      let double: Double
      switch value {
      case .double(let value): double = value
      case .int(let int): double = Double(int)
      case .uint(let uint): double = Double(uint)
      default: return nil
      }
      guard double.isFinite else { return DoubleText.plain(double) }
      return FormattedDouble.text(double, letter == "f" ? .fixed : .scientific, digits: digits)
    default: return nil
    }
  }

  private static func hexadecimal(_ value: Value, uppercase: Bool) -> String? {
    func text(_ octets: some Sequence<UInt8>) -> String {
      octets.map { octet in
        (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: uppercase)
      }.joined()
    }
    return switch value {
    case .int(let int): String(int, radix: 16, uppercase: uppercase)
    case .uint(let uint): String(uint, radix: 16, uppercase: uppercase)
    case .string(let string): text(string.utf8)
    case .bytes(let bytes): text(bytes.octets)
    default: nil
    }
  }
}

/// What `%s` makes of a value.
enum FormatText {
  static func plain(_ value: Value, _ budget: inout Budget) throws(Fault) -> String {
    try budget.charge(1)
    switch value {
    case .null: return "null"
    case .type(let type): return type.name
    case .bytes(let bytes): return String(decoding: bytes.octets, as: UTF8.self)
    case .list(let list):
      var texts: [String] = []
      for element in list.elements { texts.append(try plain(element, &budget)) }
      return "[" + texts.joined(separator: ", ") + "]"
    case .map(let map):
      var entries: [(key: String, text: String)] = []
      for (key, value) in zip(map.keys, map.values) {
        let key = try plain(key, &budget)
        entries.append((key, "\(key): \(try plain(value, &budget))"))
      }
      entries.sort { Text.compare($0.key, $1.key) < 0 }
      return "{" + entries.map(\.text).joined(separator: ", ") + "}"
    case .optional: throw Fault(.badArgument, "%s cannot format an optional")
    default: return try Conversion.string(value, &budget)
    }
  }
}
