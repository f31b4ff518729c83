/// What computations and derived cells can depend on: a `Cell`, a `Derived` or a `Dependency`.
public protocol Dependable {
  /// Which node of which graph it is.
  var reference: NodeReference { get }
}

extension Dependable {
  /// Whether a valid computation depends on it, or a derived cell on behalf of any, be that one to run again.
  public var hasDependents: Bool { reference.kernel.hasDependents(reference.id) }

  /// Calls a hook whenever a computation comes to depend on it, directly or through derived cells,
  /// on which none depended before: for beginning work that is of use only then. It is called in the
  /// flush, when no invalid computation is left; what is observed by then, and was not when the hooks
  /// were called last, counts. Reads outside of computations observe nothing. Untracked; an error goes
  /// to the graph's error handler. Where it is observed already, the next flush calls it.
  public func onObserved(_ hook: @escaping () throws -> Void) {
    reference.kernel.addHook(to: reference.id, forObserved: true, hook)
  }

  /// Calls a hook, likewise, whenever no computation depends on it any more.
  public func onUnobserved(_ hook: @escaping () throws -> Void) {
    reference.kernel.addHook(to: reference.id, forObserved: false, hook)
  }
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
