// Derived cells of the dynamic kind that the graph brings up to date without a call of their rules: their formulas read
// nothing but cells. It works out itself what only calculates with scalars, compares and decides; any other formula its
// host evaluates, who sees what stands in the cells without being tracked. Computations likewise that do nothing but to
// emit what such a formula gives, a scalar or a short text: it is put into a row, which whoever made them takes from there.
//
// Whoever says that a node is one counts what it costs: the graph takes it off `Meter.credit` as long as that lasts,
// and has the node's own rule do the rest, which comes to the same. So it does where a formula fails, or comes to read
// something else than it has read: only its rule finds out what it depends on.
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

/// A formula that the graph cannot see through: its host evaluates it.
package protocol HostFormula: AnyObject {
  /// How many cells and paths of cells it reads where it reads what it is known to read.
  var readCount: Int { get }

  /// What it gives of what the cells hold now, all of which are up to date and values; nil where it has to be evaluated
  /// as any other, since it gives none, costs too much, or reads something else than it is known to read. The graph
  /// is not told of what is read, and nothing else happens.
  /// - Parameter credit: from which is taken what it costs beyond the least.
  func evaluate(_ credit: inout Int) -> Value?

  /// From now on it is known to read what it reads now. False where it gives no value.
  func learn() -> Bool
}

/// A formula, with the places of what it reads in one graph.
package final class FormulaEvaluator: ScalarPlaces {
  /// What it costs at least.
  let cost: Int
  /// What evaluates it where the graph cannot.
  private let host: (any HostFormula)?
  private let inputCount: Int
  private let result: Int32
  private let instructions: Stack<ScalarFormula.Instruction>
  /// Where what is at a place of the formula stands.
  private let places: Stack<Address<Value>>
  /// The nodes of the cells that it reads; 0 of those that are not derived.
  private let inputs: [UInt32]
  private let reads: [ScalarFormula.Read]
  /// The places that no cell keeps.
  private let own: ScalarBlock
  /// What it does not always read, and which of that it is known to read, as bits.
  private let optional: UInt32
  private var expected: UInt32 = 0
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
    (inputCount, result, optional) = (inputs.count, formula.result, formula.optional)
    // Of one operation all is read before it is done.
    self.inputs =
      formula.instructions.count > 1
      ? inputs.map { if case .derived(let derived) = $0 { derived.id } else { 0 } } : []
    reads = formula.reads
    host = nil
  }

  /// One that its host evaluates.
  /// - Parameter cost: what is to be taken for it at least.
  package init(_ host: any HostFormula, costing cost: Int) {
    (self.host, self.cost, inputCount, result, optional) = (host, cost, 0, 0, 0)
    instructions = Stack(capacity: 1)
    places = Stack(capacity: 1)
    own = ScalarBlock([], nulls: 0)
    (inputs, reads) = ([], [])
  }

  /// Whether its host evaluates it.
  package var isOfHost: Bool { host != nil }

  /// Whether it reads the same whatever it comes to, so that what it reads is known also where it gives nothing.
  package var readsAlways: Bool { host == nil && optional == 0 }

  /// How many cells, and paths of cells, it is known to read.
  package var readCount: Int {
    host?.readCount ?? inputCount - (optional & ~expected).nonzeroBitCount
  }

  /// The operation, and where its operands stand, where it is only one.
  var single: (operation: ScalarOperation, left: Address<Value>, right: Address<Value>)? {
    if host != nil { return nil }
    if instructions.count == 0 { return (.first, places[Int(result)], places[Int(result)]) }
    let first = instructions[0]
    guard instructions.count == 1, case .operate = first.form, first.target == result else {
      return nil
    }
    return (first.operation, places[Int(first.left)], places[Int(first.right)])
  }

  /// Puts what it gives of what stands there, which must be up to date and values, where another value stands, and says
  /// whether that is a change. Nil, and nothing has happened, where it must be evaluated as any other, or costs more
  /// than the credit, from which is taken what it costs beyond the least.
  func store(at target: Address<Value>, paying credit: inout Int) -> Bool? {
    if _slowPath(host != nil) {
      return hostValue(paying: &credit).map { Payload.replace(at: target, by: $0) }
    }
    guard let place = evaluate(&credit) else { return nil }
    if case .int(let int) = place.pointee { return Payload.replaceInt(at: target, by: int) }
    return Payload.replace(at: target, byThatAt: place)
  }

  /// Puts its operations behind others, where it is nothing but several of them that give numbers.
  func copyOperations(to row: inout Stack<Sweep.Operation>) {
    guard host == nil, instructions.count > 0,
      instructions[instructions.count - 1].target == result
    else { return }
    for number in 0..<instructions.count {
      let instruction = instructions[number]
      guard instruction.form == .operate, instruction.operation.isArithmetic else { return }
    }
    for number in 0..<instructions.count {
      let instruction = instructions[number]
      row.push(
        Sweep.Operation(
          operation: instruction.operation, left: places[Int(instruction.left)],
          right: places[Int(instruction.right)], target: places[Int(instruction.target)]))
    }
  }

  /// What it gives, where that is an Int; nil otherwise, as above.
  func int(paying credit: inout Int) -> Int64? {
    guard let place = evaluate(&credit), case .int(let int) = place.pointee else { return nil }
    return int
  }

  /// The same as what is emitted; nil also where it is neither a scalar nor a short text.
  func emission(paying credit: inout Int) -> Value? {
    if _slowPath(host != nil) {
      guard let value = hostValue(paying: &credit), FormulaEvaluator.isEmittable(value) else {
        return nil
      }
      return value
    }
    guard let place = evaluate(&credit), FormulaEvaluator.isEmittable(place.pointee) else {
      return nil
    }
    return place.pointee
  }

  /// Whether the graph may emit it.
  package static func isEmittable(_ value: borrowing Value) -> Bool {
    if ScalarValue(value) != nil { return true }
    if case .string(let text) = copy value { return text.utf8.count <= EmittedText.mostBytes }
    return false
  }

  /// What its host gives.
  private func hostValue(paying credit: inout Int) -> Value? {
    guard let value = host?.evaluate(&credit), credit >= 0 else { return nil }
    return value
  }

  /// The place of what it gives.
  @inline(__always)
  private func evaluate(_ credit: inout Int) -> Address<Value>? {
    var evaluation = ScalarFormula.Evaluation(credit: credit)
    guard let place = evaluate(to: result, &evaluation) else { return nil }
    guard evaluation.credit >= 0, evaluation.seen == expected else { return nil }
    credit = evaluation.credit
    return places[Int(place)]
  }

  /// Has all brought up to date that evaluating it reads, as far as it comes, in that order. False where something is not,
  /// or it does not come to its end.
  /// - Parameter settle: brings a derived node up to date. False where that is not possible, or it is no value.
  func settleReads(_ settle: (UInt32) -> Bool) -> Bool {
    if host != nil || inputs.isEmpty { return false }
    var (number, next) = (0, 0)
    var evaluation = ScalarFormula.Evaluation(credit: 0)
    while true {
      // They stand in the order of the instructions, of which a jump leaves some out.
      while next < reads.count, reads[next].instruction <= number {
        let input = reads[next].instruction < number ? 0 : inputs[Int(reads[next].place)]
        next += 1
        if input != 0, !settle(input) { return false }
      }
      // What comes now reads nothing new. At the end nothing is left.
      if next == reads.count { return true }
      guard let following = go(from: number, &evaluation) else { return false }
      number = following
    }
  }

  /// What it would have come to if the graph had worked out what its host has just evaluated.
  package enum Trial {
    case given
    /// It gives nothing of what stands there.
    case refused
    /// That was so too often, or it reads something else too often.
    case refusedTooOften
  }

  /// Tries it, where nothing has failed that it reads; from now on it is known to read what it reads now. How often it
  /// refuses hangs on values alone, not on what the graph could do.
  /// - Parameters:
  ///   - runs: how often the graph has worked it out.
  ///   - isEmitted: whether it has to give what the graph may emit. One that its host evaluates is not asked for that: it
  ///     is taken for refused where it is evaluated.
  package func trial(behind runs: Int = 0, isEmitted: Bool = false) -> Trial {
    if let host {
      refusals += 1
      if isFickle(behind: runs) { return .refusedTooOften }
      return host.learn() ? .given : .refused
    }
    var evaluation = ScalarFormula.Evaluation(credit: 0)
    let place = evaluate(to: result, &evaluation)
    guard let place, !isEmitted || FormulaEvaluator.isEmittable(places[Int(place)].pointee) else {
      refusals += 1
      return refusals <= FormulaEvaluator.mostRefusals ? .refused : .refusedTooOften
    }
    if evaluation.seen != expected {
      expected = evaluation.seen
      refusals += 1
      if isFickle(behind: runs) { return .refusedTooOften }
    }
    return .given
  }

  /// Whether it reads something else so often that it takes longer to try than that saves.
  private func isFickle(behind runs: Int) -> Bool {
    refusals > FormulaEvaluator.mostRefusals && runs < refusals * FormulaEvaluator.leastRuns
  }

  private static let mostRefusals = 8
  /// How often it must have been worked out for each time.
  private static let leastRuns = 4

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
  package func double(at place: Int32) -> Double? {
    if case .double(let double) = places[Int(place)].pointee { double } else { nil }
  }

  @inline(never)
  package func compare(
    _ operation: ScalarOperation, _ left: Int32, _ right: Int32, paying credit: inout Int
  ) -> ScalarValue? {
    operation.compare(
      places[Int(left)].pointee, places[Int(right)].pointee, paying: &credit)
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

/// A short text that stands in the place of a scalar among what has been emitted.
package struct EmittedText {
  /// Its place in the row.
  package let place: Int
  package let text: Value

  /// How many bytes one may have: it costs as much as a scalar then.
  package static let mostBytes = 63
  /// How much room it takes besides, in that of scalars.
  static let room = 2
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

  /// Puts another one there, for which there must be room: a scalar or a short text.
  package func emit(_ value: Value, under number: Int) {
    assert(FormulaEvaluator.isEmittable(value), "neither a scalar nor a short text")
    kernel.putEmission(value, under: number)
  }

  /// Whether texts stand in it.
  package var hasEmittedTexts: Bool { !kernel.state.pointee.emittedTexts.isEmpty }

  /// Counts the emissions in the row, which holds no texts, by their numbers, and puts the last of each where it
  /// stands, in the place of what is none.
  package func noteEmitted(
    counting counts: inout [Int], last: inout [ScalarValue?], _ others: inout [Value]
  ) {
    assert(!hasEmittedTexts, "a text is no scalar")
    kernel.state.pointee.emitted.tally(counting: &counts, last: &last, &others)
  }

  /// Empties the row, of which nobody wants more.
  package func dropEmitted() {
    kernel.state.pointee.emitted.removeLast(downTo: 0)
    if hasEmittedTexts { kernel.state.pointee.emittedTexts = [] }
  }

  /// Moves them behind others, in the order in which they came.
  /// - Returns: The texts that stand among them, likewise; their places are counted from the first one moved.
  package func moveEmitted(to row: inout [EmittedScalar]) -> [EmittedText] {
    kernel.state.pointee.emitted.copy(to: &row)
    kernel.state.pointee.emitted.removeLast(downTo: 0)
    if kernel.state.pointee.emittedTexts.isEmpty { return [] }
    let texts = kernel.state.pointee.emittedTexts
    kernel.state.pointee.emittedTexts = []
    return texts
  }
}

extension Derived<Values.Value> {
  /// As long as the cell is steady (`isSteady`), the graph works it out by itself, wherever the evaluator can. That
  /// one must be kept as long as the cell, or until it is worked out no longer. False where the cell has no value.
  package func adopt(_ evaluator: FormulaEvaluator) -> Bool {
    kernel.adopt(evaluator, for: id)
  }

  /// The graph works it out no longer.
  package func giveUpFormula() { kernel.giveUpFormula(of: id) }

  /// How often the graph has worked it out by itself.
  package var formulaRuns: Int { kernel.formulaRuns(of: id) }
}

extension Computation {
  /// As long as it is steady, the graph works it out by itself, wherever the evaluator can, and emits that. The
  /// evaluator must be kept as long as its body. False where the computation has been stopped.
  package func adopt(_ evaluator: FormulaEvaluator, emittingUnder number: Int) -> Bool {
    kernel.isPresent(self) && kernel.adopt(evaluator, for: id, emittingUnder: number)
  }

  /// The graph works it out no longer.
  package func giveUpFormula() {
    if kernel.isPresent(self) { kernel.giveUpFormula(of: id) }
  }

  /// Whether it is there, and nothing has failed that it has read in its run, which is at its end: only then may a formula
  /// be tried.
  package var hasReadValues: Bool { kernel.isPresent(self) && kernel.hasReadValues(id) }

  /// How often the graph has worked it out by itself.
  package var formulaRuns: Int { kernel.isPresent(self) ? kernel.formulaRuns(of: id) : 0 }

  /// Says at the end of its body that it has emitted what its formula gives, and nothing else, from so many others that
  /// it has read: it reads the same ones until it runs as a whole again. False, and nothing has happened, where that is
  /// not so, or it is not to be worked out.
  @discardableResult
  package func noteSteady(reading count: Int) -> Bool {
    kernel.isPresent(self) && kernel.noteEmitting(id, reading: count)
  }
}
