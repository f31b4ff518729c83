package import Values

/// A formula that only calculates and compares scalars that are always read, ready to be evaluated again and
/// again by one host. Faster than `Program.evaluate`, which it agrees with: nil where that has to be asked.
package final class ShortEvaluation {
  /// What is read, by the host's slots, in the order in which it is read first.
  package let slots: [Int]
  /// What evaluating takes off a budget.
  package let cost: Int
  private let registers: ScalarRegisters
  private let instructions: Held<ScalarCode.Instruction>
  private let result: Int32

  /// Nil where the formula is none of that kind.
  package init?(_ program: Program) {
    guard program.isScalar, let code = ScalarCode(program) else { return nil }
    slots = code.slots
    cost = code.cost
    result = code.result
    registers = ScalarRegisters(count: code.count)
    for (place, literal) in code.literals.enumerated() {
      registers[Int32(code.slots.count + place)] = literal
    }
    instructions = Held(code.instructions)
  }

  /// Says what stands in one of the slots.
  @inline(__always)
  package func set(_ place: Int, _ value: ScalarValue) {
    registers[Int32(truncatingIfNeeded: place)] = value
  }

  /// What the formula gives.
  package func evaluate() -> ScalarValue? {
    let instructions = instructions.window
    for place in 0..<instructions.count {
      let instruction = instructions[place]
      let left = registers[instruction.left]
      let value =
        instruction.form == .binary
        ? Arithmetic.fast(instruction.sign, left, registers[instruction.right])
        : Arithmetic.fast(instruction.form, left)
      guard let value else { return nil }
      registers[instruction.target] = value
    }
    return registers[result]
  }
}
