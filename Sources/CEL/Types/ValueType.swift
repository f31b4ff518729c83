public import Values

/// The type of a value as far as the text of a formula tells it.
public enum ValueType: String, Sendable, Hashable {
  /// Nothing is known.
  case any = "dyn"
  /// The types of values, as CEL names them.
  case null, bool, int, uint, double, string, bytes, list, map, timestamp, duration, type, optional
  /// A value of a library's own type.
  case opaque

  /// The type of a value.
  public init(_ value: Value) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .int: .int
      case .uint: .uint
      case .double: .double
      case .string: .string
      case .bytes: .bytes
      case .list: .list
      case .map: .map
      case .timestamp: .timestamp
      case .duration: .duration
      case .type: .type
      case .optional: .optional
      case .opaque: .opaque
      }
  }
}
