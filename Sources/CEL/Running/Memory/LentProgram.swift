// The room of programs that are being evaluated.
//
// Layout: the address of a `Program`, whose references are not counted.
//
// Why it is sound: it is made by `Program.withMachine`, which keeps the program alive for the length of
// the call, and stands in the machine of that call, which nobody keeps. Counting would cost two
// atomic operations, a tenth of what a small formula costs.

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
