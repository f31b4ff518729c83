/// Which types of arguments a function takes, and what it gives for them, as a text:
///
///     "string | bytes, int -> string; list(T), int -> T"
///
/// Overloads are separated by `;`, parameters by commas, types that will do alike by `|`. A method's
/// target comes first; `...` behind the last parameter lets it repeat. Types are CEL's (`list(T)`,
/// `map(K, V)`, `optional(T)`, `type(T)`, `wrapper(int)`, `null`, `dyn`), `number` for
/// `int | uint | double`, a single capital letter for any type that is the same wherever the letter
/// stands, and the names of a library's own types.
///
/// The text is read where types are looked at, not where functions are made: most runs of a program
/// never look. A text that cannot be read is a programming error and traps there.
public struct Overloads: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// As it was written.
  public let text: String

  /// Signatures, separated by semicolons; a mistake in them stops the program when they are first
  /// read.
  public init(stringLiteral text: String) { self.text = text }

  /// In the order of the text.
  public var signatures: [Signature] {
    var reader = SignatureReader(text)
    return reader.overloads()
  }
}

/// One overload's types.
public struct Signature: Sendable, Hashable {
  /// A method's target comes first.
  public let parameters: [StaticType]
  /// The last parameter's type is that of any number of arguments, one at least.
  public let isVariadic: Bool
  /// The type of what it gives.
  public let result: StaticType

  /// The type of an argument.
  func parameter(_ index: Int) -> StaticType { parameters[min(index, parameters.count - 1)] }
}

/// Reads the text of overloads, byte by byte.
struct SignatureReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func overloads() -> [Signature] {
    if bytes.isEmpty { return [] }
    var signatures: [Signature] = []
    repeat { signatures.append(signature()) } while accept(";")
    precondition(position == bytes.count, "no signature: \(rest)")
    return signatures
  }

  private mutating func signature() -> Signature {
    var parameters: [StaticType] = []
    var isVariadic = false
    if !accept("->") {
      repeat { parameters.append(parameter()) } while accept(",")
      isVariadic = accept("...")
      precondition(accept("->"), "no signature: \(rest)")
    }
    return Signature(parameters: parameters, isVariadic: isVariadic, result: type())
  }

  private mutating func parameter() -> StaticType {
    var types: [StaticType] = []
    repeat { types.append(type()) } while accept("|")
    return types.count == 1 ? types[0] : .union(types)
  }

  mutating func type() -> StaticType {
    let name = word()
    var parameters: [StaticType] = []
    if accept("(") {
      repeat { parameters.append(type()) } while accept(",")
      precondition(accept(")"), "no signature: \(rest)")
    }
    switch (name, parameters.count) {
    case ("dyn", 0): return .dyn
    case ("null", 0), ("null_type", 0): return .null
    case ("bool", 0): return .bool
    case ("int", 0): return .int
    case ("uint", 0): return .uint
    case ("double", 0): return .double
    case ("string", 0): return .string
    case ("bytes", 0): return .bytes
    case ("timestamp", 0): return .timestamp
    case ("duration", 0): return .duration
    case ("number", 0): return .union([.int, .uint, .double])
    case ("type", 0): return .type(.dyn)
    case ("type", 1): return .type(parameters[0])
    case ("list", 1): return .list(parameters[0])
    case ("map", 2): return .map(parameters[0], parameters[1])
    case ("optional", 1), ("optional_type", 1): return .optional(parameters[0])
    case ("wrapper", 1): return .nullable(parameters[0])
    default: return .named(name, parameters)
    }
  }

  /// A name, dots included.
  private mutating func word() -> String {
    skipBlanks()
    let start = position
    while position < bytes.count,
      ASCII.isNamePart(bytes[position])
        || bytes[position] == UInt8(ascii: ".") && isNamePart(position + 1)
    {
      position += 1
    }
    precondition(position > start, "no signature: \(rest)")
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isNamePart(_ position: Int) -> Bool {
    position < bytes.count && ASCII.isNamePart(bytes[position])
  }

  /// Passes the sign, if it comes next.
  private mutating func accept(_ sign: StaticString) -> Bool {
    skipBlanks()
    let sign = Window(sign)
    guard bytes[position...].starts(with: sign) else { return false }
    position += sign.count
    return true
  }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0a {
      position += 1
    }
  }

  private var rest: String { String(decoding: bytes[position...], as: UTF8.self) }
}
