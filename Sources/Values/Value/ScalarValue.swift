/// A value that is a single word, as most of arithmetic and most conditions work on: it is copied without
/// counting anything.
@frozen
public enum ScalarValue: Sendable {
  /// Nothing, which is a value too.
  case null
  /// True or false.
  case bool(Bool)
  /// A signed number of 64 bits.
  case int(Int64)
  /// A floating-point number of 64 bits.
  case double(Double)

  /// Nil where the value is of another kind.
  @inlinable
  @inline(__always)
  public init?(_ value: borrowing Value) {
    switch copy value {
    case .int(let int): self = .int(int)
    case .bool(let bool): self = .bool(bool)
    case .double(let double): self = .double(double)
    case .null: self = .null
    case .uint, .string, .bytes, .list, .map, .timestamp, .duration, .type, .optional, .opaque:
      return nil
    }
  }
}

extension ScalarValue {
  /// As of values: the same type and the same bits; NaN is identical to NaN.
  @inlinable
  @inline(__always)
  public func isIdentical(to other: ScalarValue) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): return a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.double(let a), .double(let b)):
      return a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
    case (.null, _), (.bool, _), (.int, _), (.double, _): return false
    }
  }
}

extension Value {
  /// A scalar as any other value.
  @inlinable
  @inline(__always)
  public init(_ scalar: ScalarValue) {
    switch scalar {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double(let double): self = .double(double)
    }
  }
}
