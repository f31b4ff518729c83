internal import Values

extension Library {
  /// `int(x)`, `string(x)` and the like.
  static let coreConversions: [Function] = [
    conversion(
      "int", "int | uint | double | string | timestamp -> int",
      """
      the int that a value stands for: truncated, read from digits, or seconds since 1970
      int(2.9) => 2
      int('42') => 42
      int(timestamp('1970-01-01T00:01:00Z')) => 60
      """
    ) { (value, budget) throws(Fault) in .int(try Conversion.int(value, &budget))
    },
    conversion(
      "uint", "uint | int | double | string -> uint",
      """
      the uint that a value stands for: truncated, or read from decimal digits
      uint(7) => 7u
      uint('42') => 42u
      """
    ) { (value, budget) throws(Fault) in .uint(try Conversion.uint(value, &budget))
    },
    conversion(
      "double", "double | int | uint | string -> double",
      """
      the double that a value stands for
      double(1) => 1.0
      double('1e3') => 1000.0
      """
    ) { (value, budget) throws(Fault) in .double(try Conversion.double(value, &budget))
    },
    conversion(
      "string",
      """
      string | bool | int | uint | double | bytes | timestamp | duration | net.IP | net.CIDR
      -> string
      """,
      """
      the value as text; bytes must be UTF-8
      string(1.0) => "1"
      string(duration('90s')) => "90s"
      string(ip('192.168.0.1')) => "192.168.0.1"
      """
    ) { (value, budget) throws(Fault) in .string(try Conversion.string(value, &budget)) },
    conversion(
      "bytes", "bytes | string -> bytes",
      """
      the text's bytes in UTF-8
      bytes('é') => b"\\xc3\\xa9"
      """
    ) { (value, budget) throws(Fault) in
      guard case .string(let text) = value else {
        guard case .bytes = value else { throw .noOverload }
        return value
      }
      try budget.charge(making: text.utf8.count)
      return .bytes(Bytes(Array(text.utf8)))
    },
    conversion(
      "bool", "bool | string -> bool",
      """
      the bool that a text names: true, t and 1, or false, f and 0
      bool('true') => true
      """
    ) { (value, budget) throws(Fault) in
      .bool(try Conversion.bool(value, &budget))
    },
    conversion(
      "timestamp", "timestamp | string | int -> timestamp",
      """
      the moment that a text names by RFC 3339, or that is so many seconds after 1970
      timestamp('2026-01-01T12:00:00Z') => timestamp("2026-01-01T12:00:00Z")
      timestamp(60) => timestamp("1970-01-01T00:01:00Z")
      """
    ) { (value, budget) throws(Fault) in
      .timestamp(try Conversion.timestamp(value, &budget))
    },
    conversion(
      "duration", "duration | string -> duration",
      """
      the span of time that a text names, in h, m, s, ms, us and ns
      duration('1h30m') => duration("5400s")
      """
    ) { (value, budget) throws(Fault) in
      .duration(try Conversion.duration(value, &budget))
    },
    conversion(
      "dyn", "dyn -> dyn",
      """
      the value itself, of a type that no check looks at
      dyn(1) => 1
      """
    ) { (value, _) throws(Fault) in value },
    conversion(
      "type", "T -> type(T)",
      """
      the value's type
      type(1) => int
      type(1.5) == double => true
      """
    ) { (value, _) throws(Fault) in
      .type(TypeName(value.typeName))
    },
  ]

  private static func conversion(
    _ name: String, _ overloads: Overloads, _ documentation: Documentation,
    _ body: @escaping Function.Unary
  ) -> Function {
    Function(name, arity: 1, overloads, documentation, .unary(body))
  }
}

/// CEL's conversions between types. What the target cannot hold is an error.
enum Conversion {
  /// Bytes that a double or a time is written with, about.
  private static let longestNumber = 20

  static func int(_ value: Value, _ budget: inout Budget) throws(Fault) -> Int64 {
    switch value {
    case .int(let int): return int
    case .uint(let uint):
      guard let int = Int64(exactly: uint) else { throw .overflow("int") }
      return int
    case .double(let double):
      // Both ends are refused: 2^63 as a double may stand for a rounded greater number.
      guard double > -0x1p63, double < 0x1p63 else { throw .overflow("int") }
      return Int64(double)
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      guard isDecimal(text, signs: "+-"), let int = Int64(text) else {
        throw unreadable(value, "an int", help: help(forInt: text))
      }
      return int
    case .timestamp(let timestamp): return timestamp.seconds
    default: throw .noOverload
    }
  }

  static func uint(_ value: Value, _ budget: inout Budget) throws(Fault) -> UInt64 {
    switch value {
    case .uint(let uint): return uint
    case .int(let int):
      guard let uint = UInt64(exactly: int) else { throw .overflow("uint") }
      return uint
    case .double(let double):
      guard double >= 0, double < 0x1p64 else { throw .overflow("uint") }
      return UInt64(double)
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      guard isDecimal(text, signs: "+"), let uint = UInt64(text) else {
        let isOutside = isDecimal(text, signs: "+-")
        throw unreadable(
          value, "a uint",
          help: isOutside ? "a uint is at least 0, and at most \(UInt64.max)" : "such as 42")
      }
      return uint
    default: throw .noOverload
    }
  }

  static func double(_ value: Value, _ budget: inout Budget) throws(Fault) -> Double {
    switch value {
    case .double(let double): return double
    case .int(let int): return Double(int)
    case .uint(let uint): return Double(uint)
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      guard let double = double(text) else {
        throw unreadable(value, "a double", help: "such as 1.5, -7 or 2e9")
      }
      return double
    default: throw .noOverload
    }
  }

  static func string(_ value: Value, _ budget: inout Budget) throws(Fault) -> String {
    switch value {
    case .double, .timestamp, .duration: try budget.charge(longestNumber)
    default: break
    }
    switch value {
    case .string(let string): return string
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return String(uint)
    case .double(let double): return DoubleText.plain(double)
    case .bytes(let bytes):
      try budget.charge(making: bytes.octets.count)
      guard let text = String(validating: bytes.octets, as: UTF8.self) else {
        throw Fault(.conversion, "the bytes are not UTF-8 and cannot become a string")
      }
      return text
    case .timestamp(let timestamp): return timestamp.description
    case .duration(let duration): return duration.description
    case .opaque(let opaque): return opaque.text
    default: throw .noOverload
    }
  }

  static func bool(_ value: Value, _ budget: inout Budget) throws(Fault) -> Bool {
    switch value {
    case .bool(let bool): return bool
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      switch text {
      case "true", "True", "TRUE", "t", "1": return true
      case "false", "False", "FALSE", "f", "0": return false
      default: throw unreadable(value, "a bool", help: "such as true or false")
      }
    default: throw .noOverload
    }
  }

  static func timestamp(_ value: Value, _ budget: inout Budget) throws(Fault) -> Timestamp {
    switch value {
    case .timestamp(let timestamp): return timestamp
    case .int(let seconds):
      guard let timestamp = Timestamp(secondsSinceEpoch: seconds) else {
        throw .overflow("timestamp")
      }
      return timestamp
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      guard let timestamp = Timestamp(rfc3339: text) else {
        throw unreadable(value, "a timestamp", help: "such as 2026-01-01T12:00:00Z")
      }
      return timestamp
    default: throw .noOverload
    }
  }

  static func duration(_ value: Value, _ budget: inout Budget) throws(Fault) -> Duration {
    switch value {
    case .duration(let duration): return duration
    case .string(let text):
      try budget.charge(scanning: text.utf8.count)
      guard let duration = Duration(text) else {
        throw unreadable(value, "a duration", help: help(forDuration: text))
      }
      return duration
    default: throw .noOverload
    }
  }

  private static func unreadable(_ value: Value, _ type: String, help: String? = nil) -> Fault {
    Fault(.conversion, "cannot read \(value.shortText) as \(type)", help: help)
  }

  /// What to write where a text is no int: of another number the whole part, where an int can hold that.
  private static func help(forInt text: String) -> String {
    if isDecimal(text, signs: "+-") {
      return "an int is at least \(Int64.min), and at most \(Int64.max)"
    }
    guard let double = double(text), double > -0x1p63, double < 0x1p63 else {
      return "such as 42 or -7"
    }
    return "write int(double(x))"
  }

  private static func help(forDuration text: String) -> String {
    if Duration.isTooLong(text, { Duration($0) }) { return Duration.longestWords }
    return text.hasSuffix("d")
      ? "the longest unit is the hour: a day is 24h" : "such as 1h30m, 1.5s or 300ms"
  }

  private static func isDecimal(_ text: String, signs: String) -> Bool {
    var digits = text.utf8[...]
    if let first = digits.first, signs.utf8.contains(first) { digits = digits.dropFirst() }
    return !digits.isEmpty && digits.allSatisfy { ASCII.isDigit($0) }
  }

  /// Decimal notation, `NaN`, `Infinity`, and their like; nothing else that Swift would take.
  private static func double(_ text: String) -> Double? {
    switch text {
    case "NaN", "nan": return .nan
    case "Infinity", "+Infinity", "inf", "+inf", "Inf", "+Inf": return .infinity
    case "-Infinity", "-inf", "-Inf": return -.infinity
    default: break
    }
    var hasDigit = false
    for byte in text.utf8 {
      switch byte {
      case 48...57: hasDigit = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
        UInt8(ascii: "E"):
        break
      default: return nil
      }
    }
    guard hasDigit, let double = Double(text), double.isFinite else { return nil }
    return double
  }
}
