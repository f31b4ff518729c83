public import Values

/// A value that a body gives from what it reads: evaluated when read, or before a flush re-runs
/// anything, at most once for one set of inputs, and only if something that it read has changed.
///
/// What its body throws is its value: kept, and thrown to every reader, until an input changes. A
/// body that comes to read its own cell gets a `CycleError`.
@frozen
public struct Derived<Value> {
  @usableFromInline let kernel: Kernel
  @usableFromInline let id: UInt32

  @usableFromInline
  init(kernel: Kernel, id: UInt32) {
    self.kernel = kernel
    self.id = id
  }

  /// Always up to date, also before a flush and in the middle of a batch or a body. Where that
  /// finds the value changed, the computations that read it are invalidated now.
  @inlinable
  public var value: Value {
    @inline(__always)
    get throws {
      if _fastPath(kernel.isPlain(id)), kernel.isTracked(id) {
        return kernel.value(of: id, as: Value.self)
      }
      return try kernel.readValue(of: id, as: Value.self)
    }
  }

  /// The value, without depending on it.
  @inlinable
  public func peek() throws -> Value {
    if !kernel.isPlain(id) { try kernel.untracked { try kernel.read(id) } }
    return kernel.value(of: id, as: Value.self)
  }

  /// Whether it is kept up to date, has a value, and can be read without evaluating anything.
  package var isSettled: Bool { kernel.isPlain(id) }

  /// Whether it is known to be up to date, and can be read without evaluating anything.
  package var isCurrent: Bool { kernel.isCurrent(id) }

  /// Invalidates its readers as if it had changed. It is not evaluated for that.
  public func changed() { kernel.changed(id) }
}

extension Derived<Values.Value> {
  /// Says of a cell that may be worked out by a formula, at the end of its body, that as long as it gives values it
  /// reads the same again: so many others. False, and nothing has happened, where it has read more or fewer.
  @discardableResult
  package func noteSteady(reading count: Int) -> Bool { kernel.promote(id, reading: count) }

  /// Whether it is said to read the same again, and has.
  package var isSteady: Bool { kernel.node(id).pointee.flags.isPromoted }

  /// Whether nothing has failed that it has read in its run, which is at its end: only then may a formula be tried.
  package var hasReadValues: Bool { kernel.hasReadValues(id) }

  /// The body is always called, until the cell is steady again.
  package func noteUnsteady() { kernel.demote(id) }

  /// The last value that is not an error, up to date or not; nil where there was none.
  package var lastValue: Values.Value? {
    let payload = kernel.node(id).pointee.payload
    return payload == 0 ? nil : Payload.value(payload, as: Values.Value.self)
  }

  /// What stands there, where that is a scalar and can be read without evaluating anything, on which the body under
  /// way depends; where it is nil that may depend on it all the same.
  @inlinable
  package var settledScalar: ScalarValue? {
    @inline(__always)
    get {
      guard _fastPath(kernel.isPlain(id)) else { return nil }
      kernel.track(id)
      return Payload.scalar(kernel.node(id).pointee.payload)
    }
  }
}
