// Typed values in untyped nodes: an Int, a Double or a Bool in the payload itself, anything else in
// an object. The checks of `Value` against a type vanish where the caller is specialised.
extension Kernel {
  /// Whether values of a type stand in the payload itself.
  @inlinable
  @inline(__always)
  static func isUnboxed<Value>(_: Value.Type) -> Bool {
    Value.self == Int.self || Value.self == Double.self || Value.self == Bool.self
  }

  /// What a node holds. It must hold something.
  @inlinable
  @inline(__always)
  func value<Value>(of id: UInt32, as _: Value.Type) -> Value {
    let payload = node(id).pointee.payload
    if Value.self == Int.self {
      return unsafeBitCast(Int(truncatingIfNeeded: payload), to: Value.self)
    }
    if Value.self == Double.self {
      return unsafeBitCast(Double(bitPattern: payload), to: Value.self)
    }
    if Value.self == Bool.self { return unsafeBitCast(payload != 0, to: Value.self) }
    return box(payload, Value.self)._withUnsafeGuaranteedRef { $0.value }
  }

  /// The value of a derived node after all that reading it may take.
  @inlinable
  @inline(never)
  func readValue<Value>(of id: UInt32, as _: Value.Type) throws -> Value {
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
    if Kernel.isUnboxed(Value.self) {
      node(id).pointee.payload = Kernel.bits(value)
    } else if node(id).pointee.payload == 0 {
      let object = Unmanaged.passRetained(Box(value)).toOpaque()
      node(id).pointee.payload = UInt64(UInt(bitPattern: object))
      node(id).pointee.flags.insert(.boxed)
    } else {
      box(node(id).pointee.payload, Value.self)._withUnsafeGuaranteedRef { $0.value = value }
    }
  }

  @inlinable
  @inline(__always)
  static func bits<Value>(_ value: Value) -> UInt64 {
    if Value.self == Int.self {
      return UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self)))
    }
    if Value.self == Double.self { return unsafeBitCast(value, to: Double.self).bitPattern }
    return unsafeBitCast(value, to: Bool.self) ? 1 : 0
  }

  @inlinable
  @inline(__always)
  func box<Value>(_ payload: UInt64, _: Value.Type) -> Unmanaged<Box<Value>> {
    guard let object = UnsafeRawPointer(bitPattern: UInt(payload)) else {
      preconditionFailure("read of a value whose graph has been closed")
    }
    return Unmanaged<Box<Value>>.fromOpaque(object)
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
}

/// A value that does not fit a payload.
@usableFromInline
final class Box<Value> {
  @exclusivity(unchecked)
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}

// What the typed layer asks of cells and rules.
extension Kernel {
  @usableFromInline
  func setRule(_ id: UInt32, storing body: @escaping StoringBody) {
    node(id).rule(as: StoringRule.self).initialize(to: StoringRule(body: body))
  }

  @usableFromInline
  func setRule(_ id: UInt32, int body: @escaping () throws -> Int) {
    node(id).rule(as: IntRule.self).initialize(to: IntRule(body: body))
  }

  @usableFromInline
  func setRule(_ id: UInt32, bool body: @escaping () throws -> Bool) {
    node(id).rule(as: BoolRule.self).initialize(to: BoolRule(body: body))
  }

  @usableFromInline
  func setRule(
    _ id: UInt32, cutoff body: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    node(id).rule(as: CutoffRule.self).initialize(to: CutoffRule(body: body))
  }

  /// Whether a cell's own cutoff drops a change. A cell without one drops none.
  @usableFromInline
  func cutsOff(_ id: UInt32, _ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool {
    if node(id).pointee.rule.0 == 0 { return false }
    return untracked { node(id).rule(as: CutoffRule.self).pointee.call(old, new) }
  }

  /// Whether anyone will be told of a change: a live derived node or a valid computation.
  func hasDependents(_ id: UInt32) -> Bool {
    var index = node(id).pointee.firstDependent
    while index != 0 {
      let dependent = link(index).pointee.dependent
      let flags = node(dependent).pointee.flags
      if flags.has(.derived) { return true }
      if !flags.has([.invalid, .stopped]), !flags.has(.running) || hasRead(dependent, id) {
        return true
      }
      index = link(index).pointee.next
    }
    return false
  }
}
