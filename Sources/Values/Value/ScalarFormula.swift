/// A formula that calculates with scalars, compares, and decides, as instructions over places: first come those of what
/// is read, then those of the literals, then those of what is worked out, which are scalars. Texts may be compared, and
/// be what comes out.
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
      /// What comes now may be left out: what it costs, and the slots that it reads, as bits, are said in place of operands.
      case pay
      /// What stands at the left place is what comes out.
      case give
    }

    @usableFromInline package let form: Form
    @usableFromInline package let operation: ScalarOperation
    @usableFromInline package var left: Int32
    @usableFromInline package var right: Int32
    @usableFromInline package var target: Int32

    package init(
      _ form: Form, _ operation: ScalarOperation, _ left: Int32, _ right: Int32, target: Int32
    ) {
      (self.form, self.operation, self.left, self.right) = (form, operation, left, right)
      self.target = target
    }
  }

  /// What is read at a place.
  package struct Read: Sendable {
    /// The number of the instruction before which that is; as many as there are is at the end.
    package let instruction: Int
    /// Which of the slots.
    package let place: Int32

    package init(before instruction: Int, _ place: Int32) {
      (self.instruction, self.place) = (instruction, place)
    }
  }

  /// What is read, by the host's slots, each once, in the order in which it is read first.
  package let slots: [Int]
  /// Scalars and texts.
  package let literals: [Value]
  package let instructions: [Instruction]
  /// Where that stands which comes out, if nothing else is given.
  package let result: Int32
  /// How many places there are. What is worked out may stand where something else stood that is needed no more.
  package let count: Int
  /// What evaluating costs besides what is paid for on the way.
  package let cost: Int
  /// The slots that it does not always read, as bits.
  package let optional: UInt32
  /// The first read of each slot, on each way that decisions may take: in the order in which the formula stands there,
  /// for what fails reads nothing behind it, and that is not always the order of the operands of instructions. Those
  /// before an instruction come before those of later ones.
  package let reads: [Read]

  /// How many slots there may be.
  package static let mostSlots = 16

  package init(
    slots: [Int], literals: [Value], _ instructions: [Instruction], result: Int32, count: Int,
    cost: Int, reads: [Read], optional: UInt32 = 0
  ) {
    assert(slots.count <= ScalarFormula.mostSlots, "more slots than an instruction has bits")
    (self.slots, self.literals, self.instructions) = (slots, literals, instructions)
    (self.result, self.count, self.cost) = (result, count, cost)
    (self.reads, self.optional) = (reads, optional)
  }

  /// What evaluating takes and sees on its way.
  @frozen
  @usableFromInline
  package struct Evaluation: BitwiseCopyable {
    /// From which is taken what is paid for; it may become less than 0.
    @usableFromInline package var credit: Int
    /// Which slots have been read that are not always read.
    @usableFromInline package var seen: UInt32 = 0

    @inlinable
    package init(credit: Int) { self.credit = credit }
  }
}

/// Where the values of a formula stand.
@usableFromInline
package protocol ScalarPlaces {
  /// Nil where there is no scalar.
  func scalar(at place: Int32) -> ScalarValue?
  /// Nil where there is no int.
  func int(at place: Int32) -> Int64?
  /// Nil where there is no double.
  func double(at place: Int32) -> Double?
  /// What comes of two values that are not both scalars; see `ScalarOperation.compare`.
  func compare(
    _ operation: ScalarOperation, _ left: Int32, _ right: Int32, paying credit: inout Int
  ) -> ScalarValue?
  /// Only of what is worked out.
  func put(_ scalar: ScalarValue, at place: Int32)
  /// Of so many instructions.
  func instruction(_ number: Int) -> ScalarFormula.Instruction
  var instructionCount: Int { get }
}

extension ScalarPlaces {
  /// Does the instructions.
  /// - Parameter result: the place of what comes out, where nothing else is given.
  /// - Returns: That place. Nil where one of them cannot be done: the formula must be evaluated as any other.
  @inlinable
  @inline(__always)
  package func evaluate(to result: Int32, _ evaluation: inout ScalarFormula.Evaluation) -> Int32? {
    var number = 0
    while number < instructionCount {
      let instruction = instruction(number)
      if instruction.form == .give { return instruction.left }
      guard let next = go(from: number, &evaluation) else { return nil }
      number = next
    }
    return result
  }

  /// Does an instruction.
  /// - Returns: The number of the next one; behind the last where something is given. Nil where it cannot be done.
  @inlinable
  @inline(__always)
  package func go(from number: Int, _ evaluation: inout ScalarFormula.Evaluation) -> Int? {
    let instruction = instruction(number)
    switch instruction.form {
    case .operate:
      guard let scalar = operate(instruction, &evaluation) else { return nil }
      put(scalar, at: instruction.target)
    case .jump: return Int(instruction.target)
    case .jumpIfTrue, .jumpIfFalse:
      guard case .bool(let isTrue)? = scalar(at: instruction.left) else { return nil }
      if isTrue == (instruction.form == .jumpIfTrue) { return Int(instruction.target) }
    case .pay:
      evaluation.credit &-= Int(instruction.left)
      evaluation.seen |= UInt32(truncatingIfNeeded: instruction.right)
    case .give: return instructionCount
    }
    return number &+ 1
  }

  @inlinable
  @inline(__always)
  package func operate(
    _ instruction: ScalarFormula.Instruction, _ evaluation: inout ScalarFormula.Evaluation
  ) -> ScalarValue? {
    if let left = int(at: instruction.left), let right = int(at: instruction.right) {
      return instruction.operation.apply(left, right)
    }
    return operateOthers(instruction, paying: &evaluation.credit)
  }

  /// The same of what are not both ints: elsewhere, for it would take the registers.
  @inlinable
  @inline(never)
  package func operateOthers(
    _ instruction: ScalarFormula.Instruction, paying credit: inout Int
  ) -> ScalarValue? {
    if let left = double(at: instruction.left), let right = double(at: instruction.right) {
      return instruction.operation.apply(left, right)
    }
    guard let left = scalar(at: instruction.left), let right = scalar(at: instruction.right) else {
      return compare(instruction.operation, instruction.left, instruction.right, paying: &credit)
    }
    return instruction.operation.apply(left, right)
  }
}
