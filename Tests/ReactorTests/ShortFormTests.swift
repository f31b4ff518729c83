import TestSupport
import Testing
import Values

@testable import Reactor

/// The same records, derived cells and computations twice: once the derived cells have a short form, once they
/// have not. Whoever looks must see the same, as often.
struct ShortFormTests {
  private struct Wrong: Error {}

  private final class Side: RecordGraph {
    private let canFail: Bool
    /// What is made of one number, in the place of what is made of several.
    private let rule: ((_ place: Int, _ number: Int64) -> Int64)?
    private(set) var evaluations: [Int] = []
    /// The places that have been evaluated, in the order in which they came to their end.
    private(set) var order: [Int] = []
    private(set) var shortEvaluations = 0

    init(
      _ records: Int, _ plan: [[Int]], _ watched: [Int], hasShortForms: Bool, canFail: Bool = true,
      making rule: ((_ place: Int, _ number: Int64) -> Int64)? = nil
    ) throws {
      self.canFail = canFail
      self.rule = rule
      evaluations = plan.map { _ in 0 }
      super.init(records)
      for (place, inputs) in plan.enumerated() {
        add { [unowned self] run in
          if run.takeShort() {
            guard let number = shortly(place, inputs) else { return run.refuse() }
            order.append(place)
            evaluations[place] += 1
            shortEvaluations += 1
            return run.store(ScalarValue.int(number))
          }
          evaluations[place] += 1
          defer { order.append(place) }
          let value = try evaluate(place, inputs)
          if hasShortForms { derived[place].isSteady(reading: Set(inputs).count) }
          return run.store(value)
        }
      }
      try watch(watched)
    }

    /// What is made of values: a text now and then, or an error.
    private func evaluate(_ place: Int, _ inputs: [Int]) throws -> Value {
      if let rule {
        let values = try inputs.map { try read($0) }
        if inputs.count == 1, case .int(let number) = values[0] {
          return .int(rule(place, number))
        }
      }
      var sum: Int64 = 1
      for input in inputs {
        switch try read(input) {
        case .int(let number): sum = (sum * 3 + number) % 23
        case .string(let text): sum = (sum * 3 + Int64(text.utf8.count)) % 23
        default: if canFail { throw Wrong() }
        }
      }
      if canFail, sum % 11 == 10 { throw Wrong() }
      return sum % 7 == 6 ? .string(String(repeating: "x", count: Int(sum))) : .int(sum)
    }

    private func shortly(_ place: Int, _ inputs: [Int]) -> Int64? {
      if let rule, inputs.count == 1 {
        guard case .int(let number)? = scalar(inputs[0]) else { return nil }
        return rule(place, number)
      }
      var sum: Int64 = 1
      for input in inputs {
        guard case .int(let number)? = scalar(input) else { return nil }
        sum = (sum * 3 + number) % 23
      }
      return canFail && sum % 11 == 10 || sum % 7 == 6 ? nil : sum
    }

    private func scalar(_ node: Int) -> ScalarValue? {
      node < records.count
        ? ScalarValue(records[node].root) : derived[node - records.count].scalarStanding
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a short form changes nothing that can be seen`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let records = 1 + random.below(4)
    let plan = (0..<2 + random.below(12)).map { place in
      (0...random.below(3)).map { _ in
        random.chance(60) ? max(0, records + place - 1 - random.below(3)) : random.below(records)
      }
    }
    let nodes = records + plan.count
    let watched = (0...random.below(4)).map { _ in random.below(nodes) }
    let canFail = seed % 2 == 0
    let short = try Side(
      records, plan, watched, hasShortForms: true, canFail: canFail)
    let whole = try Side(
      records, plan, watched, hasShortForms: false, canFail: canFail)
    for step in 0..<150 {
      // A few values, so that they come back.
      for _ in 0...random.below(2) {
        let record = random.below(records)
        let value =
          random.chance(6)
          ? Value.string("four") : .int(Int64(random.below(random.chance(50) ? 2 : 4)))
        try short.records[record].write([], value)
        try whole.records[record].write([], value)
      }
      if random.chance(80) {
        try short.graph.flush()
        try whole.graph.flush()
      }
      if random.chance(15) {
        let node = random.below(nodes)
        let (mine, theirs) = (Result { try short.read(node) }, Result { try whole.read(node) })
        #expect("\(mine)" == "\(theirs)", "seed \(seed), step \(step): \(node) of \(plan)")
      }
      short.graph.checkInvariants()
      #expect(short.log.take() == whole.log.take(), "seed \(seed), step \(step): \(plan)")
      #expect(short.evaluations == whole.evaluations, "seed \(seed), step \(step): \(plan)")
      let isInOrder = short.order == whole.order
      #expect(isInOrder, "seed \(seed), step \(step): \(plan)")
      if !isInOrder { return }
    }
  }

  /// A flush that begins as one before it may find a reader stale that was not: what it reads is left to it.
  @Test func `what is evaluated again in a row is so in the order of its reads`() throws {
    // The first changes once in four writes, the last reads it before the second.
    let plan: [[Int]] = [[0], [0], [0], [1, 2]]
    func side(_ hasShortForms: Bool) throws -> Side {
      try Side(1, plan, [3, 4], hasShortForms: hasShortForms, canFail: false) { place, number in
        place == 0 ? number / 4 : number
      }
    }
    let (short, whole) = (try side(true), try side(false))
    for number in 1...40 {
      for side in [short, whole] {
        try side.records[0].write([], .int(Int64(number)))
        try side.graph.flush()
      }
      let isInOrder = short.order == whole.order
      #expect(isInOrder, "\(number)")
    }
    #expect(short.shortEvaluations > 100)
  }

  @Test func `values that come back are seen`() throws {
    let side = try Side(1, [[0]], [1], hasShortForms: true)
    var shown: [String] = []
    for number in [2, 3, 4, 2, 3, 4, 2, 3, 3, 4] {
      try side.records[0].write([], .int(Int64(number)))
      try side.graph.flush()
      shown += side.log.take()
    }
    #expect(shown.count == 10)
    #expect(side.evaluations == [10])
    #expect(side.shortEvaluations == 6)
  }

  @Test func `who has read more than it says has no short form`() throws {
    let graph = Graph()
    let cells = (1...2).map { graph.record(.int($0)) }
    var made: Derived<Value>?
    var short = 0
    let sum = graph.derived(rank: graph.reserveRanks(1)) { run in
      if run.takeShort() { short += 1 }
      let values = cells.map { cell -> Int64 in
        if case .int(let number) = cell.value { number } else { 0 }
      }
      made?.isSteady(reading: 1)
      return run.store(Value.int(values.reduce(0, +)))
    }
    made = sum
    var shown: [String] = []
    try graph.computation { _ in shown.append("\(try sum.value)") }
    for number in 3...9 {
      try cells[number % 2].write([], .int(Int64(number)))
      try graph.flush()
    }
    #expect(shown == ["3", "4", "7", "9", "11", "13", "15", "17"])
    #expect(short == 0)
  }
}
