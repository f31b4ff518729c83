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

  /// Whether a valid computation depends on it, or a derived cell on behalf of any, be that one to run again.
  public var hasDependents: Bool { kernel.hasDependents(id) }

  /// Calls a hook whenever a computation comes to depend on it, directly or through derived cells,
  /// on which none depended before: for beginning work that is of use only then. It is called in the
  /// flush, when no invalid computation is left; what is observed by then, and was not when the hooks
  /// were called last, counts. Reads outside of computations observe nothing. Untracked; an error goes
  /// to the graph's error handler. Where it is observed already, the next flush calls it.
  public func onObserved(_ hook: @escaping () throws -> Void) {
    kernel.addHook(to: id, forObserved: true, hook)
  }

  /// Calls a hook, likewise, whenever no computation depends on it any more.
  public func onUnobserved(_ hook: @escaping () throws -> Void) {
    kernel.addHook(to: id, forObserved: false, hook)
  }
}
