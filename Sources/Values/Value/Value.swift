/// One value of the world: what a cell holds, a formula gives, an action carries.
///
/// The cases are CEL's types. Aggregates are boxed, so that a value stays within 17 bytes and a
/// copy costs one retain at most. Values are immutable; every list and map knows how deep and how
/// large it is (`Measure`), so that no value can grow beyond `ValueLimits`.
///
/// Three relations hold between values, and must not be mixed up:
/// * `isIdentical(to:)` is what change detection uses: same type, same value, NaN equals NaN.
/// * `isEqual(to:)` is CEL's `==`: numbers compare across types, NaN equals nothing.
/// * `matches(_:)` is what expectations use: numbers by value, maps by the keys they name.
@frozen
public enum Value: Sendable {
  /// Nothing, which is a value too.
  case null
  /// True or false.
  case bool(Bool)
  /// A signed number of 64 bits; operations that overflow are errors.
  case int(Int64)
  /// An unsigned number of 64 bits, another type than `int`.
  case uint(UInt64)
  /// A floating-point number of 64 bits.
  case double(Double)
  /// A text, compared by its code points.
  case string(String)
  /// Octets.
  case bytes(Bytes)
  /// Values in order.
  case list(List)
  /// Values by keys, which are bools, ints, uints or strings.
  case map(Map)
  /// A point of time, to the nanosecond.
  case timestamp(Timestamp)
  /// A length of time, to the nanosecond.
  case duration(Duration)
  /// A type, by its name.
  case type(TypeName)
  /// A value that may not be there.
  case optional(OptionalValue)
  /// Something of the host that formulas pass around and cannot look into.
  case opaque(OpaqueValue)
}

/// A sequence of octets.
@frozen
public struct Bytes: Hashable, Sendable {
  /// What they are, in order.
  public let octets: [UInt8]

  /// These octets.
  @inlinable
  public init(_ octets: [UInt8]) { self.octets = octets }
}

/// A CEL type as a value, by the name CEL prints: `int`, `null_type`, `google.protobuf.Duration`.
@frozen
public struct TypeName: Hashable, Sendable {
  /// As CEL calls it: `int`, `list`.
  public let name: String

  /// A type of this name.
  @inlinable
  public init(_ name: String) { self.name = name }
}

/// CEL's optional: a value, or none. `Value.optional(of:)` makes one that holds a value.
public final class OptionalValue: Sendable {
  /// One that holds nothing.
  public static let absent = OptionalValue(nil)

  /// The value; nil where there is none.
  public let wrapped: Value?
  @usableFromInline let measure: Measure

  /// For a value that stands in a list or map already, and so is far from the limits; any other is
  /// wrapped by `Value.optional(of:)`, which measures it.
  package init(_ wrapped: Value?) {
    self.wrapped = wrapped
    var measure = Measure()
    if let wrapped {
      measure.add(wrapped)
      measure.depth += 1
    }
    self.measure = measure
  }
}

extension Value {
  /// The name of the value's CEL type, as `type(x)` prints it.
  public var typeName: String {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .list: "list"
    case .map: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .type: "type"
    case .optional: "optional_type"
    case .opaque(let opaque): opaque.typeName
    }
  }
}
