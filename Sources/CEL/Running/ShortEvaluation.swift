package import Values

/// A formula that only calculates with, compares and decides on scalars that are always read, ready to be evaluated
/// again and again by one host. Faster than `Program.evaluate`, which it agrees with: nil where that has to be asked.
package final class ShortEvaluation {
  /// What is read, by the host's slots, in the order in which it is read first.
  package let slots: [Int]
  /// What evaluating takes off a budget whatever is decided.
  private let leastCost: Int
  /// What the last evaluation has cost besides.
  private var paid = 0
  private let registers: ScalarRegisters
  private let instructions: Held<ScalarCode.Instruction>
  private let result: Int32

  /// Nil where the formula is none of that kind.
  package init?(_ program: Program) {
    guard program.isScalar, let code = ScalarCode(program) else { return nil }
    slots = code.slots
    leastCost = code.cost
    result = code.result
    registers = ScalarRegisters(count: code.count)
    for (place, literal) in code.literals.enumerated() {
      registers[Int32(code.slots.count + place)] = literal
    }
    instructions = Held(code.instructions)
  }

  /// What the last evaluation takes off a budget.
  @inline(__always)
  package var cost: Int { leastCost + paid }

  /// Says what stands in one of the slots.
  @inline(__always)
  package func set(_ place: Int, _ value: ScalarValue) {
    registers[Int32(truncatingIfNeeded: place)] = value
  }

  /// What the formula gives.
  package func evaluate() -> ScalarValue? {
    let instructions = instructions.window
    paid = 0
    var place = 0
    while place < instructions.count {
      let instruction = instructions[place]
      if _fastPath(instruction.form == .binary) {
        guard
          let value = Arithmetic.fast(
            instruction.sign, registers[instruction.left], registers[instruction.right])
        else { return nil }
        registers[instruction.target] = value
        place &+= 1
      } else {
        guard let next = take(instruction, at: place) else { return nil }
        place = next
      }
    }
    return registers[result]
  }

  /// Does what an instruction of another form says, and gives the place of the next one.
  @inline(__always)
  private func take(_ instruction: ScalarCode.Instruction, at place: Int) -> Int? {
    switch instruction.form {
    case .binary: return nil
    case .not, .keepBool, .negate, .keepNumber:
      guard let value = Arithmetic.fast(instruction.form, registers[instruction.left]) else {
        return nil
      }
      registers[instruction.target] = value
    case .move: registers[instruction.target] = registers[instruction.left]
    case .jump: return Int(instruction.target)
    case .jumpIfTrue, .jumpIfFalse:
      guard case .bool(let isTrue) = registers[instruction.left] else { return nil }
      if isTrue == (instruction.form == .jumpIfTrue) { return Int(instruction.target) }
    case .pay: paid &+= Int(instruction.left)
    }
    return place &+ 1
  }
}
