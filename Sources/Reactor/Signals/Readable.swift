/// What has a value that bodies can depend on: a `Cell` or a `Derived`. A layer of one's own that is generic
/// over it costs nothing over the handles themselves, since it is specialised where it is used.
public protocol Readable<Value> {
  /// What is read.
  associatedtype Value

  /// The value; the body under way depends on it. Throws where it is an error.
  func read() throws -> Value

  /// Which node of which graph it is.
  var reference: NodeReference { get }
}

/// A node of a graph.
@frozen
public struct NodeReference {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32

  @inlinable
  init(_ kernel: Kernel, _ id: UInt32) {
    self.kernel = kernel
    self.id = id
  }
}

extension NodeReference: Hashable {
  public static func == (left: NodeReference, right: NodeReference) -> Bool {
    left.id == right.id && left.kernel.state == right.kernel.state
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
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
