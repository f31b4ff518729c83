/// How deep and how large a value is, counted as if nothing in it were shared.
///
/// Kept by every list and map, so that a value's own measure costs nothing to ask for.
@frozen
public struct Measure: Sendable, Equatable {
  /// Levels of lists, maps and optionals; 0 for a scalar.
  public var depth: Int
  /// Elements and entries in all levels together.
  public var elements: Int
  /// UTF-8 bytes of text, and octets of bytes, in all levels together.
  public var text: Int

  /// A measure; by default that of a scalar.
  @inlinable
  public init(depth: Int = 0, elements: Int = 0, text: Int = 0) {
    self.depth = depth
    self.elements = elements
    self.text = text
  }
}

/// The most that one value may hold. A list, a map or an optional beyond them cannot be made: freeing,
/// printing or comparing it would exhaust the process. A text or octets alone are as long as whoever makes them lets
/// them be; they are measured where they come to stand in another value, which throws.
public enum ValueLimits {
  /// How many lists, maps and optionals may stand in each other.
  public static let depth = 128
  /// How many elements and keys a value may hold, at all depths together.
  public static let elements = 100_000
  /// How many bytes of text a value may hold, at all depths together.
  public static let text = 1 << 20
}

/// Why a value could not be made.
public enum ValueFault: Error, Equatable, Sendable {
  /// Lists, maps and optionals would stand in each other too deeply.
  case tooDeep
  /// It would hold more elements and keys than may be.
  case tooManyElements
  /// It would hold more bytes of text than may be.
  case tooMuchText
  /// The same key is there twice; the text shows it.
  case duplicateKey(String)
  /// A key of a type that no key can be, which is named.
  case badKeyType(String)

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .tooDeep: "the value nests more than \(ValueLimits.depth) levels deep"
    case .tooManyElements: "the value holds more than \(ValueLimits.elements) elements"
    case .tooMuchText: "the value holds more than \(ValueLimits.text) bytes of text"
    case .duplicateKey(let key): "duplicate map key \(key)"
    case .badKeyType(let type): "a map key must be a bool, int, uint or string, not \(type)"
    }
  }
}

extension ValueFault: CustomStringConvertible {
  public var description: String { message }
}

extension Measure {
  /// Adds a child's measure, counting the child itself as one element.
  @inlinable
  mutating func add(_ value: Value) {
    elements += 1
    switch value {
    case .string(let string): text += string.utf8.count
    case .bytes(let bytes): text += bytes.octets.count
    case .list(let list): add(list.measure)
    case .map(let map): add(map.measure)
    case .optional(let optional): add(optional.measure)
    case .opaque(let opaque): add(opaque.content.measure)
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: break
    }
  }

  @usableFromInline
  mutating func add(_ inner: Measure) {
    depth = max(depth, inner.depth)
    elements += inner.elements
    text += inner.text
  }

  /// An element is another one, or is new. The depth is the caller's affair, or `redeepen`'s.
  mutating func replace(_ old: Measure?, by new: Measure) {
    elements += new.elements - (old?.elements ?? -1)
    text += new.text - (old?.text ?? 0)
  }

  /// The depth after an element has become another one; `deepest` looks at all elements, and is asked
  /// only where the deepest may be gone.
  mutating func redeepen(from old: Measure, to new: Measure, _ deepest: () -> Int) {
    if new.depth + 1 >= depth {
      depth = new.depth + 1
    } else if old.depth + 1 == depth {
      depth = deepest() + 1
    }
  }

  @inlinable
  func checked() throws(ValueFault) -> Measure {
    if depth > ValueLimits.depth { throw .tooDeep }
    if elements > ValueLimits.elements { throw .tooManyElements }
    if text > ValueLimits.text { throw .tooMuchText }
    return self
  }
}

extension Value {
  /// An optional that holds the value; throws where it would exceed `ValueLimits`.
  public static func optional(of value: Value) throws(ValueFault) -> Value {
    let optional = OptionalValue(value)
    _ = try optional.measure.checked()
    return .optional(optional)
  }
}

extension Value {
  /// How deep and how large the value is. Constant time.
  public var measure: Measure {
    switch self {
    case .string(let string): Measure(text: string.utf8.count)
    case .bytes(let bytes): Measure(text: bytes.octets.count)
    case .list(let list): list.measure
    case .map(let map): map.measure
    case .optional(let optional): optional.measure
    case .opaque(let opaque): opaque.content.measure
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: Measure()
    }
  }
}
