// Derived cells of the dynamic kind that the graph works out by itself, without a call of their rules: they only
// calculate with scalars that stand in cells. Computations likewise that do nothing but to emit what such a formula
// gives: it is put into a row, which whoever made them takes from there.
//
// Whoever says that a node is one counts what it costs: the graph takes it off `Meter.credit` as long as that lasts,
// and has the node's own rule do the rest, which comes to the same.
package import Values

/// What a graph may work out by itself, and what it has.
@frozen
@usableFromInline
package struct Meter: BitwiseCopyable {
  /// What that may still cost, in the unit in which formulas are said to cost; less than the highest Int.
  @usableFromInline package var credit = 0
  /// How many formulas have been worked out.
  package var count = 0
  /// How many emissions there may be in the row.
  package var room = 0

  @inlinable
  package init() {}
}

/// What a formula reads. What a cell holds must stay there for as long as the graph may be flushed.
package enum FormulaOperand {
  case cell(RecordCell)
  case derived(Derived<Value>)
}

/// A formula, with the places of what it reads in one graph.
package final class FormulaEvaluator: ScalarPlaces {
  /// What it costs at least.
  let cost: Int
  /// How many cells it reads.
  package let readCount: Int
  private let result: Int32
  private let instructions: Stack<ScalarFormula.Instruction>
  /// Where what is at a place of the formula stands.
  private let places: Stack<Address<Value>>
  /// The places that no cell keeps.
  private let own: ScalarBlock
  private var refusals = 0

  /// Nil where an operand has never had a value.
  /// - Parameters:
  ///   - inputs: what the formula reads, as its slots say.
  ///   - cost: what is to be taken for it besides its own cost.
  package init?(
    _ formula: ScalarFormula, reading inputs: [FormulaOperand], in graph: Graph, costing cost: Int
  ) {
    var places = Stack<Address<Value>>(capacity: max(1, formula.count))
    for input in inputs {
      guard let place = graph.kernel.place(of: input) else { return nil }
      places.push(place)
    }
    let ownCount = formula.count - inputs.count
    own = ScalarBlock(formula.literals, nulls: ownCount - formula.literals.count)
    for place in 0..<ownCount { places.push(own.address(place)) }
    var instructions = Stack<ScalarFormula.Instruction>(
      capacity: max(1, formula.instructions.count))
    for instruction in formula.instructions { instructions.push(instruction) }
    self.places = places
    self.instructions = instructions
    self.cost = formula.cost + cost
    readCount = inputs.count
    result = formula.result
  }

  /// The operation, and where its operands stand, where it is only one.
  var single: (operation: ScalarOperation, left: Address<Value>, right: Address<Value>)? {
    if instructions.count == 0 { return (.first, places[Int(result)], places[Int(result)]) }
    let first = instructions[0]
    guard instructions.count == 1, case .operate = first.form, first.target == result else {
      return nil
    }
    return (first.operation, places[Int(first.left)], places[Int(first.right)])
  }

  /// What it gives of what stands there, which must be up to date and values; nil where it must be evaluated as any
  /// other. Nothing else happens.
  /// - Parameter credit: from which is taken what it costs beyond the least. It may become less than 0.
  func evaluate(_ credit: inout Int) -> ScalarValue? {
    evaluate(to: result, paying: &credit)
  }

  /// What it would have come to if the graph had worked out what its host has just evaluated.
  package enum Trial {
    case given
    /// It gives nothing of what stands there.
    case refused
    /// That was so nine times: what it reads is mostly something else than scalars.
    case refusedTooOften
  }

  /// Tries it. How often it refuses hangs on values alone, not on what the graph could do.
  package func trial() -> Trial {
    var credit = 0
    if case _? = evaluate(&credit) { return .given }
    refusals += 1
    return refusals <= FormulaEvaluator.mostRefusals ? .refused : .refusedTooOften
  }

  private static let mostRefusals = 8

  @inline(__always)
  package var instructionCount: Int { instructions.count }

  @inline(__always)
  package func instruction(_ number: Int) -> ScalarFormula.Instruction { instructions[number] }

  @inline(__always)
  package func scalar(at place: Int32) -> ScalarValue? {
    ScalarValue(places[Int(place)].pointee)
  }

  @inline(__always)
  package func int(at place: Int32) -> Int64? {
    if case .int(let int) = places[Int(place)].pointee { int } else { nil }
  }

  @inline(__always)
  package func put(_ scalar: ScalarValue, at place: Int32) {
    Payload.putScalar(scalar, at: places[Int(place)])
  }
}

/// A scalar that a computation has emitted. Nothing in it is counted or freed.
package struct EmittedScalar: BitwiseCopyable {
  /// The computation's, which its host has given to it.
  package let number: Int
  package let scalar: ScalarValue

  @inlinable
  @inline(__always)
  package init(number: Int, scalar: ScalarValue) { (self.number, self.scalar) = (number, scalar) }
}

extension Graph {
  /// What the graph may work out by itself, and what it has.
  @inlinable
  package var meter: Meter {
    @inline(__always)
    get { kernel.state.pointee.meter }
    @inline(__always)
    set {
      assert(newValue.credit < .max, "credit for what is not to be worked out")
      kernel.state.pointee.meter = newValue
    }
  }

  /// How many emissions stand in the row.
  package var emittedCount: Int { kernel.state.pointee.emitted.count }

  /// Puts another one there, for which there must be room.
  package func emit(_ emission: EmittedScalar) { kernel.state.pointee.emitted.push(emission) }

  /// Moves them behind others, in the order in which they came.
  package func moveEmitted(to row: inout [EmittedScalar]) {
    kernel.state.pointee.emitted.copy(to: &row)
    kernel.state.pointee.emitted.removeLast(downTo: 0)
  }
}

extension Derived<Values.Value> {
  /// As long as the cell is steady (`isSteady`) and what it reads are scalars, the graph works it out by itself. The
  /// evaluator must be kept as long as the cell, or until it is worked out no longer. False where the cell has no value.
  package func isWorkedOut(by evaluator: FormulaEvaluator) -> Bool {
    kernel.keep(evaluator, for: id)
  }

  /// The graph works it out no longer.
  package func isWorkedOutNoLonger() { kernel.giveUpFormula(of: id) }

  /// How often the graph has worked it out by itself.
  package var formulaRuns: Int { kernel.formulaRuns(of: id) }
}

extension Computation {
  /// As long as it is steady and what it reads are scalars, the graph works it out by itself, and emits that. The
  /// evaluator must be kept as long as its body. False where the computation has been stopped.
  package func isWorkedOut(by evaluator: FormulaEvaluator, emittingUnder number: Int) -> Bool {
    kernel.isPresent(self) && kernel.keep(evaluator, for: id, emittingUnder: number)
  }

  /// The graph works it out no longer.
  package func isWorkedOutNoLonger() {
    if kernel.isPresent(self) { kernel.giveUpFormula(of: id) }
  }

  /// Says at the end of its body that it has emitted what its formula gives, and nothing else, from so many others that
  /// it has read: it reads the same ones until it runs as a whole again. False, and nothing has happened, where that is
  /// not so, or it is not to be worked out.
  @discardableResult
  package func isSteady(reading count: Int) -> Bool {
    kernel.isPresent(self) && kernel.noteEmitting(id, reading: count)
  }
}
