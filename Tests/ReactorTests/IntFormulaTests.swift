import TestSupport
import Testing
import Values

@testable import Reactor

/// The same records, derived cells and computations twice: once the graph may work out by itself what adds and
/// passes on ints, once it may not.
struct IntFormulaTests {
  private struct Plan {
    let operation: IntOperation
    let left: Int
    /// Less than 0 for a given int.
    let right: Int
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

    private func evaluate(_ place: Int) throws -> Value {
      let plan = plan[place]
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
      let inputs: Set<Int> = plan.right < 0 ? [plan.left] : [plan.left, plan.right]
      derived[place].isSteady(reading: inputs.count)
      if kept.contains(place) { return }
      let right = plan.right < 0 ? IntFormula.Operand.given(3) : operand(plan.right)
      let formula = IntFormula(plan.operation, operand(plan.left), right, cost: 1 + place % 3)
      if derived[place].isWorkedOut(by: formula) { kept.insert(place) }
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
}
