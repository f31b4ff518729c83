// Typed values in untyped nodes: an Int, a Double or a Bool in the payload itself, anything else in
// an object. The checks of `Value` against a type vanish where the caller is specialised.
import Values

extension Kernel {
  /// What a node holds. It must hold something.
  @inlinable
  @inline(__always)
  func value<Value>(of id: UInt32, as _: Value.Type) -> Value {
    Payload.value(node(id).pointee.payload, as: Value.self)
  }

  /// The value of a derived node after all that reading it may take.
  @inlinable
  @inline(__always)
  func readValue<Value>(of id: UInt32, as _: Value.Type) throws -> Value {
    if Value.self == Int.self {
      return Payload.value(UInt64(bitPattern: Int64(try readInt(id))), as: Value.self)
    }
    return try readOther(id, as: Value.self)
  }

  /// The same of what is no Int.
  @inlinable
  @inline(never)
  func readOther<Value>(_ id: UInt32, as _: Value.Type) throws -> Value {
    try read(id)
    return value(of: id, as: Value.self)
  }

  /// The value of a cell whose read puts in a link.
  @inlinable
  @inline(never)
  func trackedValue<Value>(of id: UInt32, as _: Value.Type) -> Value {
    trackNew(id)
    return value(of: id, as: Value.self)
  }

  @inlinable
  @inline(__always)
  func put<Value>(_ value: Value, in id: UInt32) {
    if Payload.isUnboxed(Value.self) {
      node(id).pointee.payload = Payload.bits(value)
    } else if node(id).pointee.payload == 0 {
      node(id).pointee.payload = Payload.boxed(value)
      node(id).pointee.flags.insert(.boxed)
    } else {
      Payload.replace(node(id).pointee.payload, with: value)
    }
  }

  /// Takes what a derived node's body gave: true where it is a change.
  @inlinable
  func store<Value>(_ new: Value, in id: UInt32, _ cutoff: Cutoff<Value>) -> Bool {
    // After an error any value is a change.
    if !node(id).pointee.flags.has([.unset, .failed]) {
      let old = value(of: id, as: Value.self)
      let isCutOff = untracked { cutoff.cutsOff(old, new) }
      if isCutOff { return false }
    }
    put(new, in: id)
    return true
  }

  /// The same of a value of the dynamic kind, which is a change where it is not identical: to compare
  /// reads nothing, so that it need not be untracked. What is identical in a changed record stays as it was.
  func storeIdentical(_ new: Values.Value, in id: UInt32) -> Bool {
    guard !node(id).pointee.flags.has([.unset, .failed]),
      let box = Payload.anyBox(node(id).pointee.payload)
    else {
      put(new, in: id)
      return true
    }
    return Payload.replace(at: Payload.place(in: box), by: new)
  }
}

// What the typed layer asks of cells and rules.
extension Kernel {
  @usableFromInline
  func setRule(_ id: UInt32, storing body: consuming @escaping StoringBody) {
    node(id).put(StoringRule(body: body))
  }

  @usableFromInline
  func setRule(_ id: UInt32, int body: consuming @escaping () throws -> Int) {
    node(id).put(IntRule(body: body))
  }

  @usableFromInline
  func setRule(_ id: UInt32, bool body: consuming @escaping () throws -> Bool) {
    node(id).put(BoolRule(body: body))
  }

  @usableFromInline
  func setRule(_ id: UInt32, cutoff body: consuming @escaping (LentValue, LentValue) -> Bool) {
    node(id).put(CutoffRule(body: body))
  }

  /// Whether a cell's own cutoff drops a change. A cell without one drops none.
  @usableFromInline
  func cutsOff(_ id: UInt32, _ old: LentValue, _ new: LentValue) -> Bool {
    if node(id).pointee.rule.0 == 0 { return false }
    state.pointee.calls += 1
    defer { state.pointee.calls -= 1 }
    return untracked { node(id).rule(as: CutoffRule.self).pointee.call(old, new) }
  }

  /// Whether anyone will be told of a change: a live derived node or a valid computation.
  func hasDependents(_ id: UInt32) -> Bool {
    disturb()
    return dependents(of: id).contains { dependent in
      let flags = node(dependent).pointee.flags
      return flags.has(.derived)
        || !flags.has([.invalid, .stopped]) && (!flags.has(.running) || hasRead(dependent, id))
    }
  }
}
