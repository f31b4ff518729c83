/// What has a value that bodies can depend on: a `Cell` or a `Derived`. A layer of one's own that is generic
/// over it costs nothing over the handles themselves, since it is specialised where it is used.
public protocol Readable<Value>: Dependable {
  /// What is read.
  associatedtype Value

  /// The value; the body under way depends on it. Throws where it is an error.
  func read() throws -> Value
}

extension Cell: Readable {
  /// The value, tracked: what `value` gives.
  @inlinable
  @inline(__always)
  public func read() -> Value { value }

  /// Which node of which graph it is.
  @inlinable
  public var reference: NodeReference { NodeReference(kernel, id) }
}

extension Derived: Readable {
  /// The value, tracked and brought up to date, or the error that stands in its place: what `value` gives.
  @inlinable
  @inline(__always)
  public func read() throws -> Value { try value }

  /// Which node of which graph it is.
  @inlinable
  public var reference: NodeReference { NodeReference(kernel, id) }
}
