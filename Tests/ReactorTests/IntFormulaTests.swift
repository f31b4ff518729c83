import TestSupport
import Testing
import Values

@testable import Reactor

/// The same records, derived cells and computations twice: once the graph may work out by itself what adds and
/// passes on ints, and emit it, once it may not.
struct IntFormulaTests {
  private struct Plan {
    let operation: IntOperation
    let left: Int
    /// Less than 0 for a given int.
    let right: Int

    var inputs: Set<Int> { right < 0 ? [left] : [left, right] }
  }

  private final class Side: RecordGraph {
    private let plan: [Plan]
    private let isWorkedOut: Bool
    private var kept: Set<Int> = []
    private var ownEvaluations: [Int]

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
      let left = try read(plan.left)
      let right = plan.right < 0 ? .int(3) : try read(plan.right)
      guard case .int(let a) = left, case .int(let b) = right else { return .string("\(left)") }
      return switch plan.operation {
      case .first: .int(a)
      case .sum: value(a.addingReportingOverflow(b))
      case .difference: value(a.subtractingReportingOverflow(b))
      case .product: value(a.multipliedReportingOverflow(by: b))
      case .equal: .bool(a == b)
      case .unequal: .bool(a != b)
      case .less: .bool(a < b)
      case .lessOrEqual: .bool(a <= b)
      case .greater: .bool(a > b)
      case .greaterOrEqual: .bool(a >= b)
      }
    }

    private func value(_ result: (partialValue: Int64, overflow: Bool)) -> Value {
      result.overflow ? .string("beyond") : .int(result.partialValue)
    }

    private func noteSteady(_ place: Int) {
      guard isWorkedOut else { return }
      let plan = plan[place]
      derived[place].isSteady(reading: plan.inputs.count)
      if kept.contains(place) { return }
      if derived[place].isWorkedOut(by: formula(plan, cost: 1 + place % 3)) { kept.insert(place) }
    }

    private func formula(_ plan: Plan, cost: Int) -> IntFormula {
      let right = plan.right < 0 ? IntFormula.Operand.given(3) : operand(plan.right)
      return IntFormula(plan.operation, operand(plan.left), right, cost: cost)
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

    private func operand(_ node: Int) -> IntFormula.Operand {
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
    let plan = (0..<2 + random.below(14)).map { place in
      let recent = max(0, records + place - 1 - random.below(3))
      let operations = IntOperation.allCases
      let operation = operations[random.below(random.chance(70) ? 4 : operations.count)]
      let right = random.chance(50) || operation == .first ? -1 : random.below(records + place)
      return Plan(
        operation: operation, left: recent, right: operation == .first ? recent : right)
    }
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
        let value =
          random.chance(5)
          ? Value.string("four")
          : .int(random.chance(5) ? .max - Int64(random.below(9)) : Int64(random.below(4)))
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
    let plan = (0..<1 + random.below(8)).map { self.plan(records + $0, &random) }
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

  /// Mostly of what was made last.
  private func plan(_ nodes: Int, _ random: inout Seeded) -> Plan {
    let left = max(0, nodes - 1 - random.below(3))
    let operations = IntOperation.allCases
    let operation = operations[random.below(random.chance(70) ? 4 : operations.count)]
    let right = random.chance(50) ? -1 : random.below(nodes)
    return Plan(operation: operation, left: left, right: operation == .first ? left : right)
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

  @Test func `a computation that reads more than its formula is called`() throws {
    let graph = Graph()
    let (cell, other) = (graph.record(.int(1)), graph.record(.int(2)))
    graph.meter.credit = .max - 1
    graph.meter.room = .max
    let log = Log()
    try graph.computation { computation in
      log("\(cell.value) \(other.value)")
      if computation.isFirstRun {
        let formula = IntFormula(.first, .cell(cell), .cell(cell), cost: 1)
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
