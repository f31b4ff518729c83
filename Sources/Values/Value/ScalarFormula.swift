/// A formula in which only scalars occur and all that it reads is always read, in one order, as instructions over places:
/// first come those of what is read, then those of the literals, then those of what is worked out. What decides may
/// leave parts out, but none that is the first to read something, unless the other part reads the same.
@usableFromInline
package struct ScalarFormula: Sendable {
  @frozen
  @usableFromInline
  package struct Instruction: BitwiseCopyable, Sendable {
    @frozen
    @usableFromInline
    package enum Form: UInt8, BitwiseCopyable, Sendable {
      /// Puts what comes of an operation into the target.
      case operate
      /// Goes on at the instruction that is the target: always, or where a bool is true, or false. No way leads back.
      case jump, jumpIfTrue, jumpIfFalse
      /// What comes now costs so much, which is said in place of an operand.
      case pay
    }

    @usableFromInline package let form: Form
    @usableFromInline package let operation: ScalarOperation
    @usableFromInline package var left: Int32
    @usableFromInline package let right: Int32
    @usableFromInline package var target: Int32

    package init(
      _ form: Form, _ operation: ScalarOperation, _ left: Int32, _ right: Int32, target: Int32
    ) {
      (self.form, self.operation, self.left, self.right) = (form, operation, left, right)
      self.target = target
    }
  }

  /// What is read, by the host's slots, each once, in the order in which it is read first.
  package let slots: [Int]
  package let literals: [ScalarValue]
  package let instructions: [Instruction]
  package let result: Int32
  /// How many places there are. What is worked out may stand where something else stood that is needed no more.
  package let count: Int
  /// What evaluating costs besides what is paid for on the way.
  package let cost: Int

  package init(
    slots: [Int], literals: [ScalarValue], _ instructions: [Instruction], result: Int32, count: Int,
    cost: Int
  ) {
    (self.slots, self.literals, self.instructions) = (slots, literals, instructions)
    (self.result, self.count, self.cost) = (result, count, cost)
  }
}

/// Where the scalars of a formula stand.
@usableFromInline
package protocol ScalarPlaces {
  /// Nil where there is no scalar.
  func scalar(at place: Int32) -> ScalarValue?
  /// Nil where there is no int.
  func int(at place: Int32) -> Int64?
  /// Only of what is worked out.
  func put(_ scalar: ScalarValue, at place: Int32)
  /// Of so many instructions.
  func instruction(_ number: Int) -> ScalarFormula.Instruction
  var instructionCount: Int { get }
}

extension ScalarPlaces {
  /// Does the instructions, and gives what stands at a place then. Nil where one of them cannot be done: the formula
  /// must be evaluated as any other.
  /// - Parameter credit: from which is taken what is paid for on the way.
  @inlinable
  @inline(__always)
  package func evaluate(to result: Int32, paying credit: inout Int) -> ScalarValue? {
    var number = 0
    while number < instructionCount {
      let instruction = instruction(number)
      number &+= 1
      switch instruction.form {
      case .operate:
        guard let scalar = operate(instruction) else { return nil }
        put(scalar, at: instruction.target)
      case .jump: number = Int(instruction.target)
      case .jumpIfTrue, .jumpIfFalse:
        guard case .bool(let isTrue)? = scalar(at: instruction.left) else { return nil }
        if isTrue == (instruction.form == .jumpIfTrue) { number = Int(instruction.target) }
      case .pay: credit &-= Int(instruction.left)
      }
    }
    return scalar(at: result)
  }

  @inlinable
  @inline(__always)
  package func operate(_ instruction: ScalarFormula.Instruction) -> ScalarValue? {
    if let left = int(at: instruction.left), let right = int(at: instruction.right) {
      return instruction.operation.apply(left, right)
    }
    guard let left = scalar(at: instruction.left), let right = scalar(at: instruction.right) else {
      return nil
    }
    return instruction.operation.apply(left, right)
  }
}
