/// A value written from outside. Reading it in a body makes the body depend on it.
@frozen
public struct Cell<Value> {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32

  @usableFromInline
  init(kernel: Kernel, id: UInt32) {
    self.kernel = kernel
    self.id = id
  }

  /// A write that its cutoff lets through invalidates the computations that read it, at once and in
  /// the order in which they were made, and makes derived cells stale. A later write that undoes it
  /// revives none.
  @inlinable
  public var value: Value {
    @inline(__always)
    get {
      if !kernel.isTracked(id) { return kernel.trackedValue(of: id, as: Value.self) }
      return kernel.value(of: id, as: Value.self)
    }
    @inline(__always)
    nonmutating set {
      if isUnchanged(newValue) { return }
      kernel.put(newValue, in: id)
      kernel.changed(id)
    }
  }

  @inlinable
  @inline(__always)
  func isUnchanged(_ new: Value) -> Bool {
    let node = kernel.node(id)
    if Payload.isUnboxed(Value.self), node.pointee.flags.has([.int, .double, .bool]) {
      if Value.self == Double.self {
        let old = Double(bitPattern: node.pointee.payload)
        let new = Payload.double(new)
        return new == old || (new.isNaN && old.isNaN)
      }
      return node.pointee.payload == Payload.bits(new)
    }
    return isCutOff(new)
  }

  /// The same where there is more to be asked: beside the short way, which would have to make room for what is lent.
  @inlinable
  @inline(never)
  func isCutOff(_ new: Value) -> Bool {
    LentValue.lend(kernel.value(of: id, as: Value.self)) { old in
      LentValue.lend(new) { new in kernel.cutsOff(id, old, new) }
    }
  }

  /// The value, without depending on it.
  @inlinable
  public func peek() -> Value { kernel.value(of: id, as: Value.self) }

  /// Changes a copy of the value, which is read without depending on it, and writes that: one write, and none where
  /// the closure throws. As the cell holds the value meanwhile, the first change of an array or a dictionary copies it.
  @inlinable
  public func update(_ change: (inout Value) throws -> Void) rethrows {
    var new = peek()
    try change(&new)
    value = new
  }

  /// Invalidates who read it as if it had changed.
  public func changed() { kernel.changed(id) }
}
