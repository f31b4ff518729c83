// Derived cells of the dynamic kind that the graph works out by itself: a sum, a difference, a product or a
// comparison of two Ints, or one alone, each of which stands in a cell or is given. Nobody is called for them.
// Computations likewise that do nothing but to emit what such a formula gives: it is put into a row, which whoever
// made them takes from there.
//
// Whoever says that a node is one counts what it costs: the graph takes it off `Meter.credit` as long as that lasts,
// and has the node's own rule do the rest, which comes to the same.
package import Values

/// What a graph may work out by itself, and what it has.
@frozen
@usableFromInline
package struct Meter: BitwiseCopyable {
  /// What that may still cost, in the unit in which `IntFormula.cost` is given.
  package var credit = 0
  /// How many formulas have been worked out.
  package var count = 0
  /// How many emissions there may be in the row.
  package var room = 0

  @inlinable
  package init() {}
}

/// A formula that a graph works out by itself.
package struct IntFormula {
  /// Where an operand stands. What a cell holds must stay there for as long as the graph may be flushed.
  package enum Operand {
    case given(Int64)
    case cell(RecordCell)
    case derived(Derived<Value>)
  }

  package let operation: IntOperation
  package let left: Operand
  /// The same as `left` for one alone.
  package let right: Operand
  /// More than 0.
  package let cost: Int

  package init(_ operation: IntOperation, _ left: Operand, _ right: Operand, cost: Int) {
    (self.operation, self.left, self.right, self.cost) = (operation, left, right, cost)
  }
}

/// The same as the graph keeps it, by the number of its node.
struct KeptFormula: BitwiseCopyable {
  struct Operand: BitwiseCopyable {
    /// A `Box` or, where that is none, a `RecordCell`, which the graph or the formula's owner keeps; none for a
    /// given Int.
    var box = ErasedReference()
    var record = ErasedReference()
    var given: Int64 = 0
  }

  var operation = IntOperation.first
  var left = Operand()
  var right = Operand()
  /// 0 where there is none.
  var cost = 0
  /// How often it has been worked out.
  var runs = 0
  /// What a computation emits under.
  var number = 0
  /// What it reads: one node, which stands here twice, or two.
  var first: UInt32 = 0
  var second: UInt32 = 0
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

extension Kernel {
  /// Says how a derived node with a value is worked out as long as it is promoted, or a computation as long as it
  /// emits. False where that cannot be known, since an operand has never had a value.
  func keep(_ formula: IntFormula, for id: UInt32, emittingUnder number: Int = 0) -> Bool {
    guard let left = operand(formula.left), let right = operand(formula.right) else { return false }
    if Int(id) >= state.pointee.formulas.count {
      // Records know where they stand.
      state.pointee.topology &+= 1
      while state.pointee.formulas.count <= Int(id) { state.pointee.formulas.append(KeptFormula()) }
    }
    let kept = state.pointee.formulas.address(Int(id))
    kept.pointee.operation = formula.operation
    kept.pointee.left = left
    kept.pointee.right = right
    kept.pointee.cost = formula.cost
    kept.pointee.number = number
    return true
  }

  private func operand(_ operand: IntFormula.Operand) -> KeptFormula.Operand? {
    var kept = KeptFormula.Operand()
    switch operand {
    case .given(let int): kept.given = int
    case .cell(let record): kept.record = ErasedReference(record)
    case .derived(let derived):
      // A node that has had a value keeps the box in which it stands.
      guard let box = Payload.anyBox(node(derived.id).pointee.payload) else { return nil }
      kept.box = ErasedReference(box)
    }
    return kept
  }

  /// It is not worked out so any more.
  func giveUpFormula(of id: UInt32) {
    formula(of: id)?.pointee.cost = 0
  }

  /// The formula by which a node may be worked out; nil where there is none, or it has been given up.
  func usableFormula(of id: UInt32) -> Address<KeptFormula>? {
    formula(of: id).flatMap { $0.pointee.cost > 0 ? $0 : nil }
  }

  /// How often a node has been worked out by its formula.
  func formulaRuns(of id: UInt32) -> Int {
    formula(of: id)?.pointee.runs ?? 0
  }

  /// Works out a promoted node whose inputs are up to date and values, and says whether it has changed. Nil where
  /// its rule has to do it, and nothing has happened.
  @inline(__always)
  func workOut(_ id: UInt32) -> Bool? {
    guard let formula = formula(of: id) else { return nil }
    return workOut(formula, node(id).pointee.payload)
  }

  /// The same of a node with that formula and payload.
  @inline(__always)
  func workOut(_ formula: Address<KeptFormula>, _ payload: UInt64) -> Bool? {
    guard isAffordable(formula), let left = int(formula.pointee.left) else { return nil }
    guard let int = calculate(formula, left) else { return compare(formula, left, payload) }
    take(formula)
    return Payload.replaceInt(payload, by: int)
  }

  /// The same of one that is perhaps a comparison.
  @inline(never)
  private func compare(_ formula: Address<KeptFormula>, _ left: Int64, _ payload: UInt64) -> Bool? {
    guard let isTrue = comparison(formula, left) else { return nil }
    take(formula)
    return Payload.replaceScalar(payload, by: .bool(isTrue))
  }

  /// Works out a computation that emits, and puts that into the row. False where its rule has to do it, and nothing has
  /// happened.
  @inline(__always)
  func emit(_ id: UInt32, in run: UInt32) -> Bool {
    let formula = state.pointee.formulas.address(Int(id))
    let (first, second) = (node(formula.pointee.first), node(formula.pointee.second))
    guard !first.pointee.flags.union(second.pointee.flags).has(.unreadable),
      state.pointee.emitted.count < state.pointee.meter.room, isAffordable(formula),
      let scalar = emission(formula)
    else { return false }
    take(formula)
    // As of a promoted node (`noteReads`).
    first.pointee.stamp = run
    second.pointee.stamp = run
    state.pointee.emitted.push(EmittedScalar(number: formula.pointee.number, scalar: scalar))
    return true
  }

  @inline(__always)
  private func emission(_ formula: Address<KeptFormula>) -> ScalarValue? {
    if case .first = formula.pointee.operation { return scalar(formula.pointee.left) }
    guard let left = int(formula.pointee.left) else { return nil }
    if let int = calculate(formula, left) { return .int(int) }
    return comparison(formula, left).map { .bool($0) }
  }

  /// Where the formula of a node stands, if it ever had one.
  @inline(__always)
  func formula(of id: UInt32) -> Address<KeptFormula>? {
    Int(id) < state.pointee.formulas.count ? state.pointee.formulas.address(Int(id)) : nil
  }

  /// Whether it has not been given up, and the credit is enough for it.
  @inline(__always)
  private func isAffordable(_ formula: Address<KeptFormula>) -> Bool {
    let cost = formula.pointee.cost
    return cost > 0 && cost <= state.pointee.meter.credit
  }

  /// What comes of Ints that are up to date; nil where it is no Int.
  @inline(__always)
  private func calculate(_ formula: Address<KeptFormula>, _ left: Int64) -> Int64? {
    if case .first = formula.pointee.operation { return left }
    guard let right = int(formula.pointee.right) else { return nil }
    let (int, isBeyond): (Int64, Bool)
    switch formula.pointee.operation {
    case .sum: (int, isBeyond) = left.addingReportingOverflow(right)
    case .difference: (int, isBeyond) = left.subtractingReportingOverflow(right)
    case .product: (int, isBeyond) = left.multipliedReportingOverflow(by: right)
    case .first, .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
    }
    return _slowPath(isBeyond) ? nil : int
  }

  /// The same of a comparison.
  @inline(__always)
  private func comparison(_ formula: Address<KeptFormula>, _ left: Int64) -> Bool? {
    guard let right = int(formula.pointee.right) else { return nil }
    switch formula.pointee.operation {
    case .first, .sum, .difference, .product: return nil
    case .equal: return left == right
    case .unequal: return left != right
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    case .greaterOrEqual: return left >= right
    }
  }

  /// Takes a formula off the credit, for which that is enough.
  @inline(__always)
  private func take(_ formula: Address<KeptFormula>) {
    state.pointee.meter.credit &-= formula.pointee.cost
    state.pointee.meter.count &+= 1
    formula.pointee.runs &+= 1
  }

  @inline(__always)
  private func int(_ operand: KeptFormula.Operand) -> Int64? {
    if case .int(let int)? = scalar(operand) { int } else { nil }
  }

  @inline(__always)
  private func scalar(_ operand: KeptFormula.Operand) -> ScalarValue? {
    if operand.box.isThere {
      operand.box.unretained(as: Box<Values.Value>.self).lend { ScalarValue($0.value) }
    } else if operand.record.isThere {
      operand.record.unretained(as: RecordCell.self).lend { $0.scalarStanding }
    } else {
      .int(operand.given)
    }
  }
}

extension Graph {
  /// What the graph may work out by itself, and what it has.
  @inlinable
  package var meter: Meter {
    @inline(__always)
    get { kernel.state.pointee.meter }
    @inline(__always)
    set { kernel.state.pointee.meter = newValue }
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
  /// As long as the cell is steady (`isSteady`) and its operands are Ints, the graph works it out by itself. It must
  /// have a value. False where that cannot be.
  package func isWorkedOut(by formula: IntFormula) -> Bool { kernel.keep(formula, for: id) }

  /// The graph works it out no longer.
  package func isWorkedOutNoLonger() { kernel.giveUpFormula(of: id) }

  /// How often the graph has worked it out by itself.
  package var formulaRuns: Int { kernel.formulaRuns(of: id) }
}

extension Computation {
  /// As long as it is steady and its operands are Ints, or the one that it passes on is a scalar, the graph works it
  /// out by itself, and emits that. False where that cannot be.
  package func isWorkedOut(by formula: IntFormula, emittingUnder number: Int) -> Bool {
    kernel.isPresent(self) && kernel.keep(formula, for: id, emittingUnder: number)
  }

  /// The graph works it out no longer.
  package func isWorkedOutNoLonger() {
    if kernel.isPresent(self) { kernel.giveUpFormula(of: id) }
  }

  /// Says at the end of its body that it has emitted what its formula gives, and nothing else, from so many others that
  /// it has read: it reads the same ones until it runs as a whole again. Nothing happens where that is not so.
  package func isSteady(reading count: Int) {
    if kernel.isPresent(self) { kernel.noteEmitting(id, reading: count) }
  }
}
