/// Something that computations and derived cells can depend on and that has no value: whoever owns
/// the value says when it has changed.
public struct Dependency {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32

  /// Makes the body under way depend on it. True where that is new to this run; false also where
  /// nothing is tracked.
  @discardableResult
  public func depend() -> Bool {
    let isNew = kernel.isNewRead(id)
    kernel.track(id)
    return isNew
  }

  /// Invalidates who depends on it, at once and in the order in which they were made.
  public func changed() { kernel.changed(id) }
}

extension Dependency: Dependable {
  /// Which node of which graph it is.
  public var reference: NodeReference { NodeReference(kernel, id) }
}
