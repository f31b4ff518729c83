import TestSupport
import Testing
import Values

@testable import Reactor

/// The same records, derived cells and computations twice: once the graph may work out by itself what only calculates
/// with scalars, and emit what is one operation, once it may not.
struct GraphFormulaTests {
  private struct Plan {
    let operation: ScalarOperation
    let left: Int
    /// Less than 0 for a given int.
    let right: Int
    /// What is done in place of that; what it reads are nodes.
    var several: ScalarFormula?

    var inputs: Set<Int> { several.map { Set($0.slots) } ?? (right < 0 ? [left] : [left, right]) }
  }

  private final class Side: RecordGraph {
    private let plan: [Plan]
    private let isWorkedOut: Bool
    private var kept: Set<Int> = []
    private var ownEvaluations: [Int]
    private var evaluators: [FormulaEvaluator] = []

    init(_ records: Int, _ plan: [Plan], _ watched: [Int], isWorkedOut: Bool) throws {
      (self.plan, self.isWorkedOut) = (plan, isWorkedOut)
      ownEvaluations = plan.map { _ in 0 }
      super.init(records)
      for place in plan.indices {
        add { [unowned self] run in
          if run.takeShort() { return run.refuse() }
          ownEvaluations[place] += 1
          let value = try evaluate(place)
          noteSteady(place)
          return run.store(value)
        }
      }
      try watch(watched)
    }

    private func evaluate(_ place: Int) throws -> Value { try evaluate(plan[place]) }

    private func evaluate(_ plan: Plan) throws -> Value {
      if let several = plan.several {
        let places = ScalarRow(several, try several.slots.map { ScalarValue(try read($0)) })
        var rest = 0
        guard let scalar = places.evaluate(to: several.result, paying: &rest) else {
          return .string("none")
        }
        return Value(scalar)
      }
      let left = try read(plan.left)
      let right = plan.right < 0 ? .int(3) : try read(plan.right)
      guard let a = ScalarValue(left), let b = ScalarValue(right),
        let scalar = plan.operation.apply(a, b)
      else { return .string("\(left)") }
      return Value(scalar)
    }

    private func noteSteady(_ place: Int) {
      guard isWorkedOut else { return }
      let plan = plan[place]
      derived[place].isSteady(reading: plan.inputs.count)
      if kept.contains(place) { return }
      if isWorkedOut(plan, derived[place], cost: 1 + place % 3) { kept.insert(place) }
    }

    private func isWorkedOut(_ plan: Plan, _ derived: Derived<Value>, cost: Int) -> Bool {
      guard let several = plan.several else {
        return derived.isWorkedOut(by: formula(plan, cost: cost))
      }
      guard
        let evaluator = FormulaEvaluator(
          several, reading: several.slots.map(operand), in: graph, costing: cost - several.cost)
      else { return false }
      evaluators.append(evaluator)
      return derived.isWorkedOut(by: evaluator)
    }

    private func formula(_ plan: Plan, cost: Int) -> SingleFormula {
      let right = plan.right < 0 ? FormulaOperand.given(.int(3)) : operand(plan.right)
      return SingleFormula(plan.operation, operand(plan.left), right, cost: cost)
    }

    /// The computations that emit, and how often their bodies have been called.
    private(set) var emitters: [Computation] = []
    private(set) var calls = 0

    /// Makes a computation that emits under a number.
    func emit(_ plan: Plan, under number: Int) throws {
      emitters.append(
        try graph.computation(onError: { [unowned self] error, _ in log("\(number): \(error)") }) {
          [unowned self] computation in
          calls += 1
          // Any scalar is passed on.
          let value = try plan.operation == .first ? read(plan.left) : evaluate(plan)
          guard let scalar = ScalarValue(value) else { return log("\(number): none") }
          graph.emit(EmittedScalar(number: number, scalar: scalar))
          guard isWorkedOut else { return }
          if computation.isFirstRun {
            guard computation.isWorkedOut(by: formula(plan, cost: 2), emittingUnder: number) else {
              return
            }
          }
          computation.isSteady(reading: plan.inputs.count)
        })
    }

    var row: String {
      var row: [EmittedScalar] = []
      graph.moveEmitted(to: &row)
      return row.map { "\($0.number) emits \($0.scalar)" }.joined(separator: ", ")
    }

    private func operand(_ node: Int) -> FormulaOperand {
      node < records.count ? .cell(records[node]) : .derived(derived[node - records.count])
    }

    var evaluations: [Int] { zip(ownEvaluations, derived).map { $0 + $1.formulaRuns } }

    /// What those have cost that were worked out, which were so many.
    var worked: (cost: Int, count: Int) {
      let runs = derived.map(\.formulaRuns)
      return (
        runs.enumerated().reduce(0) { $0 + (1 + $1.offset % 3) * $1.element }, runs.reduce(0, +)
      )
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what the graph works out by itself is what the rules give`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let records = 1 + random.below(4)
    let plan = (0..<2 + random.below(14)).map { self.plan(records + $0, several: 30, &random) }
    let nodes = records + plan.count
    let watched = (0...random.below(4)).map { _ in random.below(nodes) }
    let mine = try Side(records, plan, watched, isWorkedOut: true)
    let theirs = try Side(records, plan, watched, isWorkedOut: false)
    var spent = 0
    for step in 0..<150 {
      let lent = random.below(3) == 0 ? random.below(12) : 1_000
      mine.graph.meter.credit = lent
      for _ in 0...random.below(2) {
        let record = random.below(records)
        let value = self.value(&random)
        try mine.records[record].write([], value)
        try theirs.records[record].write([], value)
      }
      if random.chance(80) {
        try mine.graph.flush()
        try theirs.graph.flush()
      }
      if random.chance(15) {
        let node = random.below(nodes)
        #expect(
          "\(Result { try mine.read(node) })" == "\(Result { try theirs.read(node) })",
          "seed \(seed), step \(step)")
      }
      #expect(mine.graph.meter.credit >= 0)
      spent += lent - mine.graph.meter.credit
      mine.graph.checkInvariants()
      #expect(mine.log.take() == theirs.log.take(), "seed \(seed), step \(step): \(plan)")
      #expect(mine.evaluations == theirs.evaluations, "seed \(seed), step \(step): \(plan)")
    }
    #expect(
      mine.worked.cost == spent && mine.worked.count == mine.graph.meter.count, "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what the graph emits by itself is what the bodies emit`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let records = 1 + random.below(3)
    let plan = (0..<1 + random.below(8)).map { self.plan(records + $0, several: 20, &random) }
    let nodes = records + plan.count
    let mine = try Side(records, plan, [], isWorkedOut: true)
    let theirs = try Side(records, plan, [], isWorkedOut: false)
    let sides = [mine, theirs]
    for number in 0...random.below(8) {
      let plan = self.plan(nodes, &random)
      for side in sides { try side.emit(plan, under: number) }
    }
    for step in 0..<150 {
      mine.graph.meter.credit = random.chance(30) ? random.below(9) : 1_000
      mine.graph.meter.room = random.chance(20) ? random.below(5) : 1_000
      for _ in 0...random.below(2) {
        let (record, value) = (random.below(records), self.value(&random))
        for side in sides { try side.records[record].write([], value) }
      }
      if random.chance(15) {
        let (one, what) = (random.below(mine.emitters.count), random.below(4))
        let plan = self.plan(nodes, &random)
        for side in sides {
          switch what {
          case 0: side.emitters[one].stop()
          case 1: side.emitters[one].invalidate()
          case 2: side.emitters[one].onInvalidate { side.log("\(one) is invalid") }
          default: try side.emit(plan, under: side.emitters.count)
          }
        }
      }
      if random.chance(80) { for side in sides { try side.graph.flush() } }
      if random.chance(40) {
        // What nobody watches is evaluated by who reads it, and knows versions that come back.
        let node = random.below(nodes)
        #expect("\(Result { try mine.read(node) })" == "\(Result { try theirs.read(node) })")
      }
      #expect(mine.evaluations == theirs.evaluations, "seed \(seed), step \(step)")
      #expect(mine.row == theirs.row, "seed \(seed), step \(step)")
      #expect(mine.log.take() == theirs.log.take(), "seed \(seed), step \(step)")
      mine.graph.checkInvariants()
    }
    #expect(mine.calls <= theirs.calls)
  }

  /// With a chance of so many in a hundred of several operations.
  private func plan(_ nodes: Int, several chance: Int, _ random: inout Seeded) -> Plan {
    random.chance(chance) ? several(nodes, &random) : plan(nodes, &random)
  }

  /// Mostly of what was made last.
  private func plan(_ nodes: Int, _ random: inout Seeded) -> Plan {
    let left = max(0, nodes - 1 - random.below(3))
    let operation = self.operation(&random)
    let right = random.chance(50) ? -1 : random.below(nodes)
    return Plan(operation: operation, left: left, right: operation == .first ? left : right)
  }

  private func operation(_ random: inout Seeded) -> ScalarOperation {
    let operations = ScalarOperation.allCases
    return operations[random.below(random.chance(70) ? 4 : operations.count)]
  }

  /// Some operations on up to four nodes, and perhaps a decision at the end.
  private func several(_ nodes: Int, _ random: inout Seeded) -> Plan {
    var slots: [Int] = []
    for _ in 0...random.below(4) {
      let node = max(0, nodes - 1 - random.below(5))
      if !slots.contains(node) { slots.append(node) }
    }
    let literals: [ScalarValue] = [.int(2), .double(0.5), .bool(true)]
    var count = slots.count + literals.count
    var instructions: [ScalarFormula.Instruction] = []
    func operate(_ operation: ScalarOperation, _ left: Int, _ right: Int) {
      instructions.append(
        ScalarFormula.Instruction(
          .operate, operation, Int32(left), Int32(right), target: Int32(count)))
      count += 1
    }
    func jump(_ form: ScalarFormula.Instruction.Form, on place: Int, by steps: Int) {
      instructions.append(
        ScalarFormula.Instruction(
          form, .first, Int32(place), Int32(place),
          target: Int32(instructions.count + 1 + steps)))
    }
    // All are read in any case.
    for place in slots.indices { operate(.first, place, place) }
    for _ in 0...random.below(3) {
      operate(operation(&random), random.below(count), count - 1)
    }
    if random.chance(40) {
      operate(.less, random.below(count), random.below(count))
      let (condition, target) = (count - 1, count)
      jump(random.chance(50) ? .jumpIfFalse : .jumpIfTrue, on: condition, by: 2)
      operate(.first, random.below(target), 0)
      jump(.jump, on: 0, by: 1)
      count = target
      operate(.first, random.below(target), 0)
    }
    return Plan(
      operation: .first, left: 0, right: 0,
      several: ScalarFormula(
        slots: slots, literals: literals, instructions, result: Int32(count - 1), count: count,
        cost: random.below(3)))
  }

  private func value(_ random: inout Seeded) -> Value {
    if random.chance(5) { return .string("four") }
    if random.chance(5) { return .double(0.5) }
    return .int(random.chance(5) ? .max - Int64(random.below(9)) : Int64(random.below(4)))
  }

  /// A chain of sums that is emitted at its end, and a cell that is passed on: once known, no body is called.
  @Test func `no body is called for what the graph emits`() throws {
    let side = try Side(
      1, (0..<20).map { Plan(operation: .sum, left: $0, right: -1) }, [], isWorkedOut: true)
    side.graph.meter.credit = .max - 1
    side.graph.meter.room = .max
    for number in 0..<10 {
      try side.emit(Plan(operation: .first, left: 20 - number, right: 20 - number), under: number)
    }
    for step in 1...30 {
      try side.records[0].write([], .int(Int64(step)))
      try side.graph.flush()
    }
    #expect(side.calls == 10)
    var row: [EmittedScalar] = []
    side.graph.moveEmitted(to: &row)
    #expect(row.count == 10 * 31)
    // There is room for three: the others are called, and emit all the same.
    side.graph.meter.room = 3
    try side.records[0].write([], .int(99))
    try side.graph.flush()
    #expect(side.calls == 10 + 7)
    #expect(side.graph.emittedCount == 10)
  }

  /// What nobody watches has to know whether somebody has seen what stood in a cell meanwhile.
  @Test(arguments: [0, 1])
  func `what the graph emits has read both of its operands`(_ record: Int) throws {
    let evaluations = try [true, false].map { isWorkedOut in
      let side = try Side(
        2, [Plan(operation: .first, left: record, right: record)], [], isWorkedOut: isWorkedOut)
      side.graph.meter.credit = .max - 1
      side.graph.meter.room = .max
      try side.emit(Plan(operation: .sum, left: 0, right: 1), under: 0)
      for _ in 0..<5 {
        _ = try side.read(2)
        for value in [7, 0] {
          try side.records[record].write([], .int(Int64(value)))
          try side.graph.flush()
        }
      }
      return side.evaluations
    }
    #expect(evaluations[0] == evaluations[1])
  }

  /// What a decision costs besides is known only when it is made: a credit that is not enough is left alone.
  @Test(arguments: [9, 10, 11])
  func `what is paid for on the way is taken off the credit`(_ credit: Int) throws {
    let graph = Graph()
    let cell = graph.record(.int(1))
    let formula = ScalarFormula(
      slots: [0], literals: [],
      [
        ScalarFormula.Instruction(.pay, .first, 7, 0, target: 0),
        ScalarFormula.Instruction(.operate, .sum, 0, 0, target: 1),
      ], result: 1, count: 2, cost: 1)
    let evaluator = try #require(
      FormulaEvaluator(formula, reading: [.cell(cell)], in: graph, costing: 2))
    var (calls, made) = (0, Derived<Value>?.none)
    let derived = graph.derived(rank: graph.reserveRanks(1)) { run in
      if run.takeShort() { return run.refuse() }
      calls += 1
      guard case .int(let int) = cell.value else { return run.store(Value.null) }
      defer { made?.isSteady(reading: 1) }
      return run.store(Value.int(int + int))
    }
    made = derived
    let log = Log()
    try graph.computation { _ in log("\(try derived.value)") }
    #expect(derived.isWorkedOut(by: evaluator))
    try cell.write([], .int(2))
    try graph.flush()
    graph.meter.credit = credit
    try cell.write([], .int(3))
    try graph.flush()
    #expect(log.take() == ["2", "4", "6"])
    #expect(calls == (credit < 10 ? 3 : 2))
    #expect(graph.meter.credit == (credit < 10 ? credit : credit - 10))
    #expect(derived.formulaRuns == 3 - calls)
  }

  /// All that adds to one record is left to the last of it, which evaluates it as bodies would that nest.
  @Test func `what is left nests no deeper than bodies may`() throws {
    let logs = try [true, false].map { isWorkedOut in
      let side = try Side(
        1, (0..<12).map { Plan(operation: .sum, left: $0, right: 0) }, [],
        isWorkedOut: isWorkedOut)
      side.graph.meter.credit = .max - 1
      for node in 1...12 { _ = try side.read(node) }
      try side.watch([12])
      for step in 1...16 {
        if step == 10 { side.graph.depthLimit = 4 }
        if step == 14 { side.graph.depthLimit = 1000 }
        try side.records[0].write([], .int(Int64(step)))
        try side.graph.flush()
        side.graph.checkInvariants()
      }
      return (log: side.log.take(), runs: side.derived.map(\.formulaRuns).reduce(0, +))
    }
    #expect(logs[0].log == logs[1].log)
    #expect(logs[0].log.contains { $0.contains("more than 4 levels deep") })
    #expect(logs[0].runs > 60)
  }

  @Test func `a computation that reads more than its formula is called`() throws {
    let graph = Graph()
    let (cell, other) = (graph.record(.int(1)), graph.record(.int(2)))
    graph.meter.credit = .max - 1
    graph.meter.room = .max
    let log = Log()
    try graph.computation { computation in
      log("\(cell.value) \(other.value)")
      if computation.isFirstRun {
        let formula = SingleFormula(.first, .cell(cell), .cell(cell), cost: 1)
        #expect(computation.isWorkedOut(by: formula, emittingUnder: 0))
      }
      computation.isSteady(reading: 1)
    }
    try cell.write([], .int(3))
    try graph.flush()
    try other.write([], .int(4))
    try graph.flush()
    #expect(log.take() == ["1 2", "3 2", "3 4"])
    #expect(graph.emittedCount == 0)
  }
}
