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
  /// What that may still cost, in the unit in which `IntFormula.cost` is given; less than the highest Int.
  @usableFromInline package var credit = 0
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
  let operation: IntOperation
  /// Whether it is a sum; beside that, for most are, and to choose among all takes as long as to add.
  let isSum: Bool
  /// Where what it takes stands, in objects that the graph or the formula's owner keeps.
  var left: Address<Value>
  var right: Address<Value>
  /// Where what it gives stands; of a computation the same as `left`.
  var result: Address<Value>
  /// `unaffordable` where it is not to be worked out.
  var cost = KeptFormula.unaffordable
  /// How often it has been worked out.
  var runs = 0
  /// What a computation emits under.
  var number = 0
  /// What it reads: one node, which stands here twice, or two.
  var first: UInt32 = 0
  var second: UInt32 = 0

  /// More than there ever is credit.
  static let unaffordable = Int.max

  var isUsable: Bool { cost != KeptFormula.unaffordable }
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
    let isDerived = node(id).pointee.flags.has(.derived)
    // Of Ints, to pass one on is to add nothing to it.
    let isPassing = isDerived && formula.operation == .first
    guard let left = place(of: formula.left),
      let right = isPassing ? place(of: .given(0)) : place(of: formula.right),
      let result = isDerived ? valuePlace(of: id) : left
    else { return false }
    let operation: IntOperation = isPassing ? .sum : formula.operation
    var kept = KeptFormula(
      operation: operation, isSum: operation == .sum, left: left, right: right, result: result)
    if Int(id) >= state.pointee.formulas.count {
      // Records know where they stand.
      state.pointee.topology &+= 1
      while state.pointee.formulas.count <= Int(id) { state.pointee.formulas.append(kept) }
    }
    let place = state.pointee.formulas.address(Int(id))
    (kept.cost, kept.number, kept.runs) = (formula.cost, number, place.pointee.runs)
    place.pointee = kept
    return true
  }

  private func place(of operand: IntFormula.Operand) -> Address<Value>? {
    switch operand {
    case .given(let int):
      if let given = state.pointee.givens[int] { return Payload.place(in: given) }
      let given = Box(Value.int(int))
      state.pointee.givens[int] = given
      return Payload.place(in: given)
    case .cell(let record): return record.place
    case .derived(let derived): return valuePlace(of: derived.id)
    }
  }

  /// Where the value of a node of the dynamic kind stands; nil where it has never had one. It stays there.
  private func valuePlace(of id: UInt32) -> Address<Value>? {
    Payload.anyBox(node(id).pointee.payload).map(Payload.place(in:))
  }

  /// It is not worked out so any more.
  func giveUpFormula(of id: UInt32) {
    formula(of: id)?.pointee.cost = KeptFormula.unaffordable
  }

  /// The formula by which a node may be worked out; nil where there is none, or it has been given up.
  func usableFormula(of id: UInt32) -> Address<KeptFormula>? {
    formula(of: id).flatMap { $0.pointee.isUsable ? $0 : nil }
  }

  /// How often a node has been worked out by its formula.
  func formulaRuns(of id: UInt32) -> Int {
    formula(of: id)?.pointee.runs ?? 0
  }

  /// Works out a promoted node whose inputs are up to date and values, and says whether it has changed. Nil where
  /// its rule has to do it, and nothing has happened.
  @inline(__always)
  func workOut(_ id: UInt32) -> Bool? {
    guard let formula = formula(of: id), isAffordable(formula) else { return nil }
    if let int = int(of: formula) {
      take(formula)
      return store(int, of: formula)
    }
    guard let isTrue = bool(of: formula) else { return nil }
    take(formula)
    return store(isTrue, of: formula)
  }

  /// What comes of a formula whose inputs are up to date and values; nil where that is no Int.
  @inline(__always)
  func int(of formula: Address<KeptFormula>) -> Int64? {
    guard let left = int(formula.pointee.left), let right = int(formula.pointee.right) else {
      return nil
    }
    if _fastPath(formula.pointee.isSum) {
      let (sum, isBeyond) = left.addingReportingOverflow(right)
      return _slowPath(isBeyond) ? nil : sum
    }
    return calculate(formula.pointee.operation, left, right)
  }

  /// The same of a comparison.
  @inline(never)
  func bool(of formula: Address<KeptFormula>) -> Bool? {
    guard let left = int(formula.pointee.left), let right = int(formula.pointee.right) else {
      return nil
    }
    return comparison(formula.pointee.operation, left, right)
  }

  /// Stores what has come of a formula, and says whether that is a change.
  @inline(__always)
  func store(_ int: Int64, of formula: Address<KeptFormula>) -> Bool {
    Payload.replaceInt(at: formula.pointee.result, by: int)
  }

  /// The same of a comparison.
  @inline(__always)
  func store(_ isTrue: Bool, of formula: Address<KeptFormula>) -> Bool {
    Payload.replace(&formula.pointee.result.pointee, by: .bool(isTrue))
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
    if case .first = formula.pointee.operation {
      // Most are Ints.
      if let int = int(formula.pointee.left) { return .int(int) }
      return ScalarValue(formula.pointee.left.pointee)
    }
    if let int = int(of: formula) { return .int(int) }
    return bool(of: formula).map { .bool($0) }
  }

  /// Where the formula of a node stands, if it ever had one.
  @inline(__always)
  func formula(of id: UInt32) -> Address<KeptFormula>? {
    Int(id) < state.pointee.formulas.count ? state.pointee.formulas.address(Int(id)) : nil
  }

  /// Whether the credit is enough for it.
  @inline(__always)
  private func isAffordable(_ formula: Address<KeptFormula>) -> Bool {
    formula.pointee.cost <= state.pointee.meter.credit
  }

  @inline(__always)
  private func int(_ place: Address<Value>) -> Int64? {
    if case .int(let int) = place.pointee { int } else { nil }
  }

  /// What comes of Ints; nil where it is no Int.
  @inline(__always)
  private func calculate(_ operation: IntOperation, _ left: Int64, _ right: Int64) -> Int64? {
    let (int, isBeyond): (Int64, Bool)
    switch operation {
    case .sum: (int, isBeyond) = left.addingReportingOverflow(right)
    case .difference: (int, isBeyond) = left.subtractingReportingOverflow(right)
    case .product: (int, isBeyond) = left.multipliedReportingOverflow(by: right)
    case .first: return left
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
    }
    return _slowPath(isBeyond) ? nil : int
  }

  /// The same of a comparison.
  @inline(__always)
  private func comparison(_ operation: IntOperation, _ left: Int64, _ right: Int64) -> Bool? {
    switch operation {
    case .first, .sum, .difference, .product: nil
    case .equal: left == right
    case .unequal: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// Takes so many formulas off the credit, of which so much is left.
  @inline(__always)
  func noteFormulas(_ count: Int, leaving credit: Int) {
    state.pointee.meter.credit = credit
    state.pointee.meter.count &+= count
  }

  /// Takes a formula off the credit, for which that is enough.
  @inline(__always)
  private func take(_ formula: Address<KeptFormula>) {
    state.pointee.meter.credit &-= formula.pointee.cost
    state.pointee.meter.count &+= 1
    formula.pointee.runs &+= 1
  }
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
