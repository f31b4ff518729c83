// The room of programs that are being evaluated, and of their hosts.
//
// Layout: the address of a `Program`, whose references are not counted; and the address of a place that
// holds a host.
//
// Why it is sound: both are made by `Program.withMachine`, and that of a host also by `Program.scalar`, which keep the
// program alive, and the place, for the length of the call, and stand in the machine of that call, which nobody keeps.
// Counting would cost two atomic operations, a tenth of what a small formula costs. A host that is loaded from memory
// is counted around each call of it, but by a `borrowing` method of a holder that cannot be copied.

internal import Values

/// A program for the length of one evaluation.
@safe
struct LentProgram {
  private let reference: Unmanaged<Program>

  init(_ program: Program) { unsafe reference = .passUnretained(program) }

  /// Passes the program on, neither retained nor released.
  @inline(__always)
  func lend<Result>(_ body: (Program) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }
}

/// A host for the length of one evaluation.
struct HeldActivation: ~Copyable {
  let activation: any Activation

  @inline(__always)
  borrowing func resolve(slot: Int, path: [String]) -> Resolution {
    activation.resolve(slot: slot, path: path)
  }

  @inline(__always)
  borrowing func scalar(slot: Int, path: [String]) -> ScalarValue? {
    activation.scalar(slot: slot, path: path)
  }

  /// Passes on where a host is held.
  @inline(__always)
  static func lend<Result>(
    _ activation: any Activation, _ body: (LentActivation) -> Result
  ) -> Result {
    // A holder is laid out as what it holds; where it is seen nothing is released.
    unsafe withUnsafePointer(to: activation) { place in
      unsafe body(
        LentActivation(
          pointer: UnsafeRawPointer(place).assumingMemoryBound(to: HeldActivation.self)))
    }
  }
}

/// Where a host is held.
@safe
struct LentActivation {
  fileprivate let pointer: UnsafePointer<HeldActivation>

  /// What the host says.
  @inline(__always)
  func resolve(slot: Int, path: [String]) -> Resolution {
    unsafe pointer.pointee.resolve(slot: slot, path: path)
  }

  /// The same of a scalar.
  @inline(__always)
  func scalar(slot: Int, path: [String]) -> ScalarValue? {
    unsafe pointer.pointee.scalar(slot: slot, path: path)
  }
}
