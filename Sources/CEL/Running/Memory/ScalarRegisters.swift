// The room of registers.
//
// Layout: a block of scalars, which are all initialised when it is made.
//
// Why it is sound: the block belongs to one object, which frees it when it goes. A scalar owns nothing. Places
// are checked in every build, since those of what is read come from a host.

internal import Values

/// What a `ShortEvaluation` works on.
@safe
final class ScalarRegisters {
  private let scalars: UnsafeMutablePointer<ScalarValue>
  private let count: UInt

  init(count: Int) {
    unsafe scalars = .allocate(capacity: count)
    unsafe scalars.initialize(repeating: .null, count: count)
    self.count = UInt(count)
  }

  deinit { unsafe scalars.deallocate() }

  subscript(place: Int32) -> ScalarValue {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: Int(place)) < count, "no register")
      return unsafe scalars[Int(place)]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: Int(place)) < count, "no register")
      unsafe scalars[Int(place)] = newValue
    }
  }
}
