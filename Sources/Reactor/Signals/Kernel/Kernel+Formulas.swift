// How the graph works out nodes by formulas (`Formulas.swift`).
import Values

/// A formula as the graph keeps it, by the number of its node.
struct KeptFormula: BitwiseCopyable {
  let operation: ScalarOperation
  /// Whether of Ints it is a sum; beside that, for most are, and to choose among all takes as long as to add.
  let isSum: Bool
  /// Where what it takes stands, in objects that the graph or the formula's owner keeps.
  var left: Address<Value>
  var right: Address<Value>
  /// Where what it gives stands; of a computation the same as `left`.
  var result: Address<Value>
  /// A `FormulaEvaluator` where it is more than one operation; whoever said so keeps it.
  var evaluator = ErasedReference()
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

/// A scalar that is given to formulas, by its kind and its bits.
struct GivenScalar: Hashable {
  private let kind: UInt8
  private let bits: UInt64

  init(_ scalar: ScalarValue) {
    switch scalar {
    case .null: (kind, bits) = (0, 0)
    case .bool(let isTrue): (kind, bits) = (1, isTrue ? 1 : 0)
    case .int(let int): (kind, bits) = (2, UInt64(bitPattern: int))
    case .double(let double): (kind, bits) = (3, double.bitPattern)
    }
  }
}

extension Kernel {
  /// Says how a derived node with a value is worked out as long as it is promoted, or a computation as long as it
  /// emits. False where that cannot be known, since an operand has never had a value.
  func keep(_ formula: SingleFormula, for id: UInt32, emittingUnder number: Int = 0) -> Bool {
    let isDerived = node(id).pointee.flags.has(.derived)
    // Of Ints, to pass one on is to add nothing to it.
    let isPassing = isDerived && formula.operation == .first
    guard let left = place(of: formula.left),
      let right = isPassing ? place(of: .given(.int(0))) : place(of: formula.right),
      let result = isDerived ? valuePlace(of: id) : left
    else { return false }
    var kept = KeptFormula(
      operation: formula.operation, isSum: isPassing || formula.operation == .sum, left: left,
      right: right, result: result)
    (kept.cost, kept.number) = (formula.cost, number)
    keep(kept, for: id)
    return true
  }

  /// The same of one that an evaluator works out.
  func keep(_ evaluator: FormulaEvaluator, for id: UInt32) -> Bool {
    guard let result = valuePlace(of: id), let none = place(of: .given(.null)) else { return false }
    // No Ints are its operands.
    var kept = KeptFormula(
      operation: .first, isSum: false, left: none, right: none, result: result)
    (kept.evaluator, kept.cost) = (ErasedReference(evaluator), evaluator.cost)
    keep(kept, for: id)
    return true
  }

  private func keep(_ formula: KeptFormula, for id: UInt32) {
    if Int(id) >= state.pointee.formulas.count {
      // Records know where they stand.
      state.pointee.topology &+= 1
      var none = formula
      none.cost = KeptFormula.unaffordable
      while state.pointee.formulas.count <= Int(id) { state.pointee.formulas.append(none) }
    }
    let place = state.pointee.formulas.address(Int(id))
    let runs = place.pointee.runs
    place.pointee = formula
    place.pointee.runs = runs
  }

  /// Where an operand stands; nil where it has never had a value.
  func place(of operand: FormulaOperand) -> Address<Value>? {
    switch operand {
    case .given(let scalar):
      let given = GivenScalar(scalar)
      let box = state.pointee.givens[given] ?? Box(Value(scalar))
      state.pointee.givens[given] = box
      return Payload.place(in: box)
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
    guard let formula = formula(of: id) else { return nil }
    let credit = state.pointee.meter.credit &- formula.pointee.cost
    if credit < 0 { return nil }
    if let int = int(of: formula) {
      noteFormula(formula, leaving: credit)
      return store(int, of: formula)
    }
    guard let other = storesOther(of: formula, leaving: credit) else { return nil }
    noteFormula(formula, leaving: other.credit)
    return other.isChanged
  }

  /// What comes of a formula whose inputs are up to date and values, where it is one operation on Ints, and gives one;
  /// otherwise nil.
  @inline(__always)
  func int(of formula: Address<KeptFormula>) -> Int64? {
    guard let left = int(at: formula.pointee.left), let right = int(at: formula.pointee.right)
    else { return nil }
    if _fastPath(formula.pointee.isSum) {
      let (sum, isBeyond) = left.addingReportingOverflow(right)
      return _slowPath(isBeyond) ? nil : sum
    }
    if case .int(let int)? = formula.pointee.operation.apply(left, right) { return int }
    return nil
  }

  @inline(__always)
  private func int(at place: Address<Value>) -> Int64? {
    if case .int(let int) = place.pointee { int } else { nil }
  }

  /// Stores it, and says whether that is a change.
  @inline(__always)
  func store(_ int: Int64, of formula: Address<KeptFormula>) -> Bool {
    Payload.replaceInt(at: formula.pointee.result, by: int)
  }

  /// Stores what comes of any other formula: whether that is a change, and what is left of a credit then. Nil, and
  /// nothing has happened, where nothing comes of it, or the credit is not enough.
  @inline(never)
  func storesOther(
    of formula: Address<KeptFormula>, leaving credit: Int
  ) -> (isChanged: Bool, credit: Int)? {
    var credit = credit
    let scalar =
      formula.pointee.evaluator.isThere
      ? formula.pointee.evaluator.unretained(as: FormulaEvaluator.self).lend {
        $0.evaluate(&credit)
      } : scalar(of: formula)
    guard let scalar, credit >= 0 else { return nil }
    if case .int(let int) = scalar { return (store(int, of: formula), credit) }
    return (Payload.replace(&formula.pointee.result.pointee, by: scalar), credit)
  }

  /// What comes of one operation.
  @inline(never)
  private func scalar(of formula: Address<KeptFormula>) -> ScalarValue? {
    guard let left = ScalarValue(formula.pointee.left.pointee),
      let right = ScalarValue(formula.pointee.right.pointee)
    else { return nil }
    return formula.pointee.operation.apply(left, right)
  }

  /// Works out a computation that emits, and puts that into the row. False where its rule has to do it, and nothing has
  /// happened.
  @inline(__always)
  func emit(_ id: UInt32, in run: UInt32) -> Bool {
    let formula = state.pointee.formulas.address(Int(id))
    let (first, second) = (node(formula.pointee.first), node(formula.pointee.second))
    let credit = state.pointee.meter.credit &- formula.pointee.cost
    guard !first.pointee.flags.union(second.pointee.flags).has(.unreadable),
      state.pointee.emitted.count < state.pointee.meter.room, credit >= 0,
      let scalar = emission(formula)
    else { return false }
    noteFormula(formula, leaving: credit)
    // As of a promoted node (`noteReads`).
    first.pointee.stamp = run
    second.pointee.stamp = run
    state.pointee.emitted.push(EmittedScalar(number: formula.pointee.number, scalar: scalar))
    return true
  }

  @inline(__always)
  private func emission(_ formula: Address<KeptFormula>) -> ScalarValue? {
    // Most pass an Int on.
    if case .first = formula.pointee.operation, let int = int(at: formula.pointee.left) {
      return .int(int)
    }
    return scalar(of: formula)
  }

  /// Where the formula of a node stands, if it ever had one.
  @inline(__always)
  func formula(of id: UInt32) -> Address<KeptFormula>? {
    Int(id) < state.pointee.formulas.count ? state.pointee.formulas.address(Int(id)) : nil
  }

  /// Takes so many formulas off the credit, of which so much is left.
  @inline(__always)
  func noteFormulas(_ count: Int, leaving credit: Int) {
    state.pointee.meter.credit = credit
    state.pointee.meter.count &+= count
  }

  /// The same of one, whose run is counted, too.
  @inline(__always)
  private func noteFormula(_ formula: Address<KeptFormula>, leaving credit: Int) {
    noteFormulas(1, leaving: credit)
    formula.pointee.runs &+= 1
  }
}
