// Derived cells of the dynamic kind that the graph works out by itself: a sum, a difference, a product or a
// comparison of two Ints, or one alone, each of which stands in a cell or is given. Nobody is called for them.
//
// Whoever says that a cell is one counts what it costs: the graph takes it off `Meter.credit` as long as that lasts,
// and has the cell's own rule do the rest, which comes to the same.
package import Values

/// What a graph may work out by itself, and what it has.
@frozen
@usableFromInline
package struct Meter: BitwiseCopyable {
  /// What that may still cost, in the unit in which `IntFormula.cost` is given.
  package var credit = 0
  /// How many formulas have been worked out.
  package var count = 0

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
}

extension Kernel {
  /// Says how a derived node with a value is worked out as long as it is promoted. False where that cannot be
  /// known, since an operand has never had a value.
  func keep(_ formula: IntFormula, for id: UInt32) -> Bool {
    guard let left = operand(formula.left), let right = operand(formula.right) else { return false }
    while state.pointee.formulas.count <= Int(id) { state.pointee.formulas.append(KeptFormula()) }
    let kept = state.pointee.formulas.address(Int(id))
    kept.pointee.operation = formula.operation
    kept.pointee.left = left
    kept.pointee.right = right
    kept.pointee.cost = formula.cost
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
    if Int(id) < state.pointee.formulas.count {
      state.pointee.formulas.address(Int(id)).pointee.cost = 0
    }
  }

  /// How often a node has been worked out by its formula.
  func formulaRuns(of id: UInt32) -> Int {
    Int(id) < state.pointee.formulas.count ? state.pointee.formulas[Int(id)].runs : 0
  }

  /// Works out a promoted node whose inputs are up to date and values, and says whether it has changed. Nil where
  /// its rule has to do it, and nothing has happened.
  @inline(__always)
  func workOut(_ id: UInt32) -> Bool? {
    if Int(id) >= state.pointee.formulas.count { return nil }
    let formula = state.pointee.formulas.address(Int(id))
    let cost = formula.pointee.cost
    guard cost > 0, cost <= state.pointee.meter.credit, let left = int(formula.pointee.left) else {
      return nil
    }
    let isAlone = if case .first = formula.pointee.operation { true } else { false }
    guard let right = isAlone ? left : self.int(formula.pointee.right) else { return nil }
    let int: Int64
    let isBeyond: Bool
    switch formula.pointee.operation {
    case .first: (int, isBeyond) = (left, false)
    case .sum: (int, isBeyond) = left.addingReportingOverflow(right)
    case .difference: (int, isBeyond) = left.subtractingReportingOverflow(right)
    case .product: (int, isBeyond) = left.multipliedReportingOverflow(by: right)
    case .equal: return answer(left == right, id)
    case .unequal: return answer(left != right, id)
    case .less: return answer(left < right, id)
    case .lessOrEqual: return answer(left <= right, id)
    case .greater: return answer(left > right, id)
    case .greaterOrEqual: return answer(left >= right, id)
    }
    if _slowPath(isBeyond) { return nil }
    take(formula)
    return Payload.replaceInt(node(id).pointee.payload, by: int)
  }

  /// The end of a comparison.
  @inline(never)
  private func answer(_ isTrue: Bool, _ id: UInt32) -> Bool {
    take(state.pointee.formulas.address(Int(id)))
    return Payload.replaceScalar(node(id).pointee.payload, by: .bool(isTrue))
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
    let value: ScalarValue? =
      if operand.box.isThere {
        operand.box.unretained(as: Box<Values.Value>.self).lend { ScalarValue($0.value) }
      } else if operand.record.isThere {
        operand.record.unretained(as: RecordCell.self).lend { $0.scalarStanding }
      } else {
        .int(operand.given)
      }
    if case .int(let int)? = value { return int }
    return nil
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
