// How the graph works out nodes by formulas (`Formulas.swift`).
import Values

/// A formula as the graph keeps it, by the number of its node.
struct KeptFormula: BitwiseCopyable {
  /// What it does where it is one operation. Else it passes on nothing, which is no Int.
  let operation: ScalarOperation
  /// Whether of Ints it is a sum; beside that, for most are, and to choose among all takes as long as to add.
  let isSum: Bool
  /// Where what it takes stands, in objects that the graph or the evaluator's owner keeps.
  let left: Address<Value>
  let right: Address<Value>
  /// Where what it gives stands; of a computation the same as `left`.
  let result: Address<Value>
  /// A `FormulaEvaluator` where it is more than one operation; whoever said so keeps it.
  let evaluator: ErasedReference
  /// `unaffordable` where it is not to be worked out.
  var cost: Int
  /// How often it has been worked out.
  var runs = 0
  /// What a computation emits under.
  let number: Int
  /// What a computation reads first.
  var input: UInt32 = 0

  /// - Parameters:
  ///   - none: a place where nothing stands.
  ///   - result: where what a derived node gives stands.
  init(
    _ evaluator: FormulaEvaluator, none: Address<Value>, result: Address<Value>?, number: Int
  ) {
    let single = evaluator.single
    (operation, left, right) = single ?? (.first, none, none)
    if case .sum = operation { isSum = true } else { isSum = false }
    self.evaluator = single == nil ? ErasedReference(evaluator) : ErasedReference()
    self.result = result ?? left
    (cost, self.number) = (evaluator.cost, number)
  }

  /// More than there ever is credit.
  static let unaffordable = Int.max

  var isUsable: Bool { cost != KeptFormula.unaffordable }
}

extension Kernel {
  /// Says how a derived node with a value is worked out as long as it is promoted, or a computation as long as it
  /// emits. False where the node has never had a value.
  func adopt(_ evaluator: FormulaEvaluator, for id: UInt32, emittingUnder number: Int = 0) -> Bool {
    let result = valuePlace(of: id)
    if node(id).pointee.flags.has(.derived), result == nil { return false }
    let formula = KeptFormula(
      evaluator, none: Payload.place(in: state.pointee.none), result: result, number: number)
    if Int(id) >= state.pointee.formulas.count {
      // Records know where they stand.
      state.pointee.topology &+= 1
      var unusable = formula
      unusable.cost = KeptFormula.unaffordable
      while state.pointee.formulas.count <= Int(id) { state.pointee.formulas.append(unusable) }
    }
    state.pointee.formulaChanges &+= 1
    let place = state.pointee.formulas.address(Int(id))
    let runs = place.pointee.runs
    place.pointee = formula
    place.pointee.runs = runs
    return true
  }

  /// Where an operand stands; nil where it has never had a value.
  func place(of operand: FormulaOperand) -> Address<Value>? {
    switch operand {
    case .cell(let record): record.place
    case .derived(let derived): valuePlace(of: derived.id)
    }
  }

  /// Where the value of a derived node of the dynamic kind stands; nil where it has never had one. It stays there.
  private func valuePlace(of id: UInt32) -> Address<Value>? {
    guard node(id).pointee.flags.has(.derived) else { return nil }
    return Payload.anyBox(node(id).pointee.payload).map(Payload.place(in:))
  }

  /// It is not worked out so any more.
  func giveUpFormula(of id: UInt32) {
    guard let formula = usableFormula(of: id) else { return }
    state.pointee.formulaChanges &+= 1
    formula.pointee.cost = KeptFormula.unaffordable
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
  func int(at place: Address<Value>) -> Int64? {
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
    let result = formula.pointee.result
    let evaluator = formula.pointee.evaluator
    if evaluator.isThere {
      return evaluator.unretained(as: FormulaEvaluator.self).lend {
        $0.store(at: result, paying: &credit)
      }.map { ($0, credit) }
    }
    if case .first = formula.pointee.operation {
      return (Payload.replace(at: result, byThatAt: formula.pointee.left), credit)
    }
    return single(of: formula, paying: &credit).map {
      (Payload.replace(&result.pointee, by: $0), credit)
    }
  }

  /// What comes of one operation that is worth no more than a credit.
  private func single(
    of formula: Address<KeptFormula>, paying credit: inout Int
  ) -> ScalarValue? {
    let (left, right) = (formula.pointee.left, formula.pointee.right)
    if let left = ScalarValue(left.pointee), let right = ScalarValue(right.pointee) {
      return formula.pointee.operation.apply(left, right)
    }
    let found = formula.pointee.operation.compare(left.pointee, right.pointee, paying: &credit)
    return credit < 0 ? nil : found
  }

  /// Works out a computation that emits, and puts that into the row. False where its rule has to do it, and nothing has
  /// happened.
  @inline(__always)
  func emit(_ id: UInt32, in run: UInt32) -> Bool {
    let formula = state.pointee.formulas.address(Int(id))
    var credit = state.pointee.meter.credit &- formula.pointee.cost
    guard state.pointee.emitted.count < state.pointee.meter.room, credit >= 0 else { return false }
    // Most pass an Int on, which is read where the formula says.
    if case .first = formula.pointee.operation, let int = int(at: formula.pointee.left) {
      let input = node(formula.pointee.input)
      if input.pointee.flags.has(.unreadable) { return false }
      input.pointee.stamp = run
      state.pointee.emitted.push(
        EmittedScalar(number: formula.pointee.number, scalar: .int(int)))
    } else {
      guard areReadable(inputsOf: id), let value = emission(of: formula, paying: &credit) else {
        return false
      }
      noteReads(of: id, in: run)
      putEmission(value, under: formula.pointee.number)
    }
    noteFormula(formula, leaving: credit)
    return true
  }

  /// Puts a scalar or a short text into the row.
  func putEmission(_ value: Value, under number: Int) {
    let scalar = ScalarValue(value)
    if scalar == nil {
      let place = state.pointee.emitted.count
      state.pointee.emittedTexts.append(EmittedText(place: place, text: value))
      state.pointee.meter.room -= EmittedText.room
    }
    state.pointee.emitted.push(EmittedScalar(number: number, scalar: scalar ?? .null))
  }

  /// What a computation emits, where that is worth no more than a credit, and may be emitted by the graph.
  private func emission(of formula: Address<KeptFormula>, paying credit: inout Int) -> Value? {
    let evaluator = formula.pointee.evaluator
    if evaluator.isThere {
      return evaluator.unretained(as: FormulaEvaluator.self).lend {
        $0.emission(paying: &credit)
      }
    }
    if case .first = formula.pointee.operation {
      let place = formula.pointee.left
      return FormulaEvaluator.isEmittable(place.pointee) ? place.pointee : nil
    }
    return single(of: formula, paying: &credit).map(Value.init)
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
