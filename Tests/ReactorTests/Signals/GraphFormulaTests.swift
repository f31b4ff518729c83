import TestSupport
import Testing
import Values

@testable import Reactor

/// The same records, derived cells and computations twice: once the graph may work out by itself what only calculates
/// with scalars, and emit that, once it may not.
struct GraphFormulaTests {
  private struct Wrong: Error {}

  /// What a node makes of others, which are the slots.
  private struct Plan {
    let formula: ScalarFormula
    /// What comes of it where the formula gives nothing: an error, or a text.
    var fails = false
    /// Which it reads in place of all that where the first slot holds no even int. Then it is no formula.
    var other: Int?
  }

  private final class Side: RecordGraph {
    private let plan: [Plan]
    private let isWorkedOut: Bool
    private var ownEvaluations: [Int]
    private var evaluators: [FormulaEvaluator?]
    /// The places of those that are no formulas, in the order in which they were evaluated.
    private(set) var order: [Int] = []

    init(_ records: Int, _ plan: [Plan], _ watched: [Int], isWorkedOut: Bool) throws {
      (self.plan, self.isWorkedOut) = (plan, isWorkedOut)
      ownEvaluations = plan.map { _ in 0 }
      evaluators = plan.map { _ in nil }
      super.init(records)
      for place in plan.indices {
        add { [unowned self] in
          ownEvaluations[place] += 1
          if plan[place].other != nil { order.append(place) }
          let value = try evaluate(plan[place])
          noteSteady(place)
          return value
        }
      }
      try watch(watched)
    }

    private func evaluate(_ plan: Plan) throws -> Value {
      if let other = plan.other {
        guard case .int(let int) = try read(plan.formula.slots[0]), int % 2 == 0 else {
          return try read(other)
        }
      }
      return try evaluate(plan.formula) ?? (plan.fails ? { throw Wrong() }() : .string("none"))
    }

    /// Reads what is come to.
    private func evaluate(_ formula: ScalarFormula) throws -> Value? {
      var inputs: [Value?] = formula.slots.map { _ in nil }
      while true {
        let row = ScalarRow(formula, inputs)
        if let (value, _) = row.evaluate(0) { return value }
        guard let missing = row.missing, missing < inputs.count else { return nil }
        inputs[missing] = try read(formula.slots[missing])
      }
    }

    private func noteSteady(_ place: Int) {
      if !isWorkedOut || plan[place].other != nil { return }
      if evaluators[place] == nil {
        let evaluator = evaluator(of: plan[place], costing: 1 + place % 3)
        if let evaluator, derived[place].adopt(evaluator) {
          evaluators[place] = evaluator
        }
      }
      guard let evaluator = evaluators[place], derived[place].hasReadValues else { return }
      if evaluator.trial() != .given, !evaluator.readsAlways { return }
      derived[place].noteSteady(reading: evaluator.readCount)
    }

    private func evaluator(of plan: Plan, costing cost: Int) -> FormulaEvaluator? {
      FormulaEvaluator(
        plan.formula, reading: plan.formula.slots.map(operand), in: graph,
        costing: cost - plan.formula.cost)
    }

    /// The computations that emit, and how often their bodies have been called.
    private(set) var emitters: [Computation] = []
    private(set) var calls = 0

    /// Makes a computation that emits under a number. Nothing of it is left where its first run fails.
    func emit(_ plan: Plan, under number: Int) {
      let log = log
      var evaluator: FormulaEvaluator?
      let body: (Computation) throws -> Void = { [unowned self] computation in
        calls += 1
        let value = try evaluate(plan)
        guard FormulaEvaluator.isEmittable(value) else { return log("\(number): too long") }
        graph.emit(value, under: number)
        guard isWorkedOut else { return }
        if computation.isFirstRun {
          evaluator = self.evaluator(of: plan, costing: 2)
          guard let evaluator, computation.adopt(evaluator, emittingUnder: number)
          else { return }
        }
        guard let evaluator, computation.hasReadValues else { return }
        if evaluator.trial(isEmitted: true) != .given, !evaluator.readsAlways { return }
        computation.noteSteady(reading: evaluator.readCount)
      }
      do {
        emitters.append(
          try graph.computation(onError: { error, _ in log("\(number): \(error)") }, body))
      } catch {
        log("\(number) begins with \(error)")
      }
    }

    var row: String {
      var row: [EmittedScalar] = []
      var texts = graph.moveEmitted(to: &row)[...]
      return row.enumerated().map { place, emission in
        let text = texts.first.flatMap { $0.place == place ? texts.removeFirst().text : nil }
        return "\(emission.number) emits \(text ?? Value(emission.scalar))"
      }.joined(separator: ", ")
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
    let plan = plans(2 + random.below(14), behind: records, isMixed: seed % 2 == 0, &random)
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
      #expect(mine.order == theirs.order, "seed \(seed), step \(step): \(plan)")
    }
    #expect(
      mine.worked.cost == spent && mine.worked.count == mine.graph.meter.count, "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what the graph emits by itself is what the bodies emit`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let records = 1 + random.below(3)
    let plan = plans(1 + random.below(8), behind: records, isMixed: seed % 2 == 0, &random)
    let nodes = records + plan.count
    let mine = try Side(records, plan, [], isWorkedOut: true)
    let theirs = try Side(records, plan, [], isWorkedOut: false)
    let sides = [mine, theirs]
    for number in 0...random.below(8) {
      let plan = self.plan(nodes, isMixed: false, &random)
      for side in sides { side.emit(plan, under: number) }
    }
    for step in 0..<150 {
      mine.graph.meter.credit = random.chance(30) ? random.below(9) : 1_000
      mine.graph.meter.room = random.chance(20) ? random.below(5) : 1_000
      for _ in 0...random.below(2) {
        let (record, value) = (random.below(records), self.value(&random))
        for side in sides { try side.records[record].write([], value) }
      }
      if random.chance(15) {
        let one = random.below(max(1, mine.emitters.count))
        let what = mine.emitters.isEmpty ? 3 : random.below(4)
        let plan = self.plan(nodes, isMixed: false, &random)
        for side in sides {
          switch what {
          case 0: side.emitters[one].stop()
          case 1: side.emitters[one].invalidate()
          case 2: side.emitters[one].onInvalidate { side.log("\(one) is invalid") }
          default: side.emit(plan, under: side.emitters.count)
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

  /// Long chains of sums, of something else now and then, which come to numbers beyond all, to what is no int, to the
  /// end of the credit, and to what they gave before.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a chain of sums gives what its rules give`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let plan = (0..<24).map { place in
      let operation = random.chance(8) ? self.operation(&random) : .sum
      let right = operation == .first ? place + 1 : random.chance(20) ? random.below(2) : nil
      return Plan(formula: single(operation, place + 1, right))
    }
    let watched = (0...random.below(3)).map { _ in 2 + random.below(plan.count) }
    let sides = try [true, false].map { isWorkedOut in
      try Side(2, plan, watched + [25], isWorkedOut: isWorkedOut)
    }
    for step in 0..<120 {
      let credit = random.chance(20) ? random.below(60) : 1_000
      sides[0].graph.meter.credit = credit
      let value: Value = random.chance(60) ? .int(Int64(step % 7)) : self.value(&random)
      let beyond = Value.int(.max - 3 * Int64(random.below(30)))
      let (record, written) = (random.below(2), random.chance(10) ? beyond : value)
      for side in sides { try side.records[record].write([], written) }
      if random.chance(20) {
        let node = 2 + random.below(plan.count)
        #expect("\(Result { try sides[0].read(node) })" == "\(Result { try sides[1].read(node) })")
      }
      for side in sides { try side.graph.flush() }
      sides[0].graph.checkInvariants()
      #expect(sides[0].graph.meter.credit >= 0)
      #expect(sides[0].log.take() == sides[1].log.take(), "seed \(seed), step \(step)")
      #expect(sides[0].evaluations == sides[1].evaluations, "seed \(seed), step \(step)")
    }
  }

  /// Operations on Ints that read one another and are emitted or left to one another, so that settlings are swept: up to
  /// what is beyond all, no int, the same as before, or read meanwhile, to computations that do more, and to the end of
  /// credit and room.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is swept gives what its rules give`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let plan = (2..<20).map { node in
      let isSum = !random.chance([3, 0, 30, 0][Int(seed % 4)])
      let left = node < 8 ? random.below(2) : random.below(node)
      let right = isSum && random.chance(70) ? nil : random.below(node)
      let other = seed % 4 == 2 ? .difference : operation(&random)
      return Plan(formula: single(isSum ? .sum : other, left, right))
    }
    let sides = try [true, false].map { try Side(2, plan, [], isWorkedOut: $0) }
    for side in sides { (side.graph.meter.credit, side.graph.meter.room) = (.max - 1, .max) }
    var order = Array(2..<20)
    if random.chance(50) {
      for place in order.indices { order.swapAt(place, random.below(place + 1)) }
    }
    for node in order.prefix(random.chance(70) ? 18 : 9) {
      let plan = Plan(formula: single(.first, node, nil))
      for side in sides { side.emit(plan, under: node) }
    }
    for step in 0..<150 {
      let isLent = random.chance(10)
      sides[0].graph.meter.credit = isLent ? random.below(90) : .max - 1
      sides[0].graph.meter.room = random.chance(5) ? random.below(18) : .max
      let record = random.chance(80) ? 0 : 1
      let value: Value = random.chance(85) ? .int(Int64(step)) : self.value(&random)
      for side in sides { try side.records[record].write([], value) }
      if random.chance(seed % 4 == 3 ? 90 : 10) {
        for side in sides { try side.records[1 - record].write([], .int(Int64(step % 3))) }
      }
      if random.chance(8) {
        let node = random.below(20)
        #expect("\(Result { try sides[0].read(node) })" == "\(Result { try sides[1].read(node) })")
      }
      if random.chance(3), !sides[0].emitters.isEmpty {
        let (one, what) = (random.below(sides[0].emitters.count), random.below(3))
        for side in sides {
          switch what {
          case 0: side.emitters[one].stop()
          case 1: side.emitters[one].invalidate()
          default: side.emitters[one].onInvalidate { side.log("\(one) is invalid") }
          }
        }
      }
      for side in sides { try side.graph.flush() }
      sides[0].graph.checkInvariants()
      #expect(sides[0].graph.meter.credit >= 0)
      #expect(sides[0].row == sides[1].row, "seed \(seed), step \(step)")
      #expect(sides[0].log.take() == sides[1].log.take(), "seed \(seed), step \(step)")
      #expect(sides[0].evaluations == sides[1].evaluations, "seed \(seed), step \(step)")
    }
  }

  /// Of so many derived cells behind the records.
  private func plans(
    _ count: Int, behind records: Int, isMixed: Bool, _ random: inout Seeded
  ) -> [Plan] {
    (0..<count).map { plan(records + $0, isMixed: isMixed, &random) }
  }

  /// Now and then of several operations; where the world is mixed, of something that fails, or is no formula, too.
  private func plan(_ nodes: Int, isMixed: Bool, _ random: inout Seeded) -> Plan {
    var plan = Plan(
      formula: random.chance(30) ? several(nodes, &random) : single(nodes, &random))
    if isMixed {
      plan.fails = random.chance(20)
      if random.chance(15) { plan.other = random.below(nodes) }
    }
    return plan
  }

  /// Mostly of what was made last.
  private func single(_ nodes: Int, _ random: inout Seeded) -> ScalarFormula {
    let left = max(0, nodes - 1 - random.below(3))
    let operation = self.operation(&random)
    let right = operation == .first ? left : random.chance(50) ? nil : random.below(nodes)
    return single(operation, left, right)
  }

  /// One operation on two nodes, or one and 3.
  private func single(_ operation: ScalarOperation, _ left: Int, _ right: Int?) -> ScalarFormula {
    if operation == .first {
      return formula(slots: [left], literals: [], [], result: 0, count: 1, cost: 1)
    }
    let slots = right == nil || right == left ? [left] : [left, right ?? left]
    let literals: [Value] = right == nil ? [.int(3)] : []
    let count = slots.count + literals.count
    return formula(
      slots: slots, literals: literals,
      [
        ScalarFormula.Instruction(
          .operate, operation, 0, right == left ? 0 : 1, target: Int32(count))
      ], result: Int32(count), count: count + 1, cost: 3)
  }

  private func operation(_ random: inout Seeded) -> ScalarOperation {
    let operations = ScalarOperation.allCases
    return operations[random.below(random.chance(70) ? 4 : operations.count)]
  }

  /// Some operations on up to four nodes, and perhaps a decision at the end, by which one more may be read.
  private func several(_ nodes: Int, _ random: inout Seeded) -> ScalarFormula {
    var slots: [Int] = []
    for _ in 0...random.below(4) {
      let node = max(0, nodes - 1 - random.below(5))
      if !slots.contains(node) { slots.append(node) }
    }
    let always = slots.count
    let another = random.below(nodes)
    if random.chance(50), !slots.contains(another) { slots.append(another) }
    let literals: [Value] = [.int(2), .double(0.5), .bool(true), .string("four"), .string("five")]
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
    for place in 0..<always { operate(random.chance(50) ? .first : .equal, place, place) }
    for _ in 0...random.below(3) {
      operate(operation(&random), place(of: count, always, slots.count, &random), count - 1)
    }
    if random.chance(40) {
      operate(
        .less, place(of: count, always, slots.count, &random),
        place(of: count, always, slots.count, &random))
      let (condition, target) = (count - 1, count)
      jump(random.chance(50) ? .jumpIfFalse : .jumpIfTrue, on: condition, by: 2)
      operate(.first, place(of: target, always, slots.count, &random), 0)
      jump(.jump, on: 0, by: 1)
      count = target
      operate(.first, place(of: target, always, slots.count, &random), 0)
    }
    if always < slots.count {
      operate(.less, random.below(always), slots.count)
      jump(.jumpIfFalse, on: count - 1, by: 2)
      instructions.append(
        ScalarFormula.Instruction(.pay, .first, 0, 1 << Int32(always), target: 0))
      instructions.append(give(always))
    }
    if random.chance(30) {
      instructions.append(
        give(random.chance(50) ? place(of: count, always, slots.count, &random) : 0))
    }
    return formula(
      slots: slots, literals: literals, instructions, result: Int32(count - 1), count: count,
      cost: random.below(3), optional: always < slots.count ? 1 << UInt32(always) : 0)
  }

  /// Any but that of what is not always read.
  private func place(of count: Int, _ always: Int, _ slots: Int, _ random: inout Seeded) -> Int {
    let place = random.below(count)
    return place == always && always < slots ? 0 : place
  }

  /// What is read as the instructions stand there.
  private func formula(
    slots: [Int], literals: [Value], _ instructions: [ScalarFormula.Instruction], result: Int32,
    count: Int, cost: Int, optional: UInt32 = 0
  ) -> ScalarFormula {
    var reads: [ScalarFormula.Read] = []
    func read(_ places: [Int32], before number: Int) {
      for place in places where place < slots.count {
        reads.append(ScalarFormula.Read(before: number, place))
      }
    }
    for (number, instruction) in instructions.enumerated() {
      switch instruction.form {
      case .operate: read([instruction.left, instruction.right], before: number)
      case .jumpIfTrue, .jumpIfFalse, .give: read([instruction.left], before: number)
      case .jump, .pay: break
      }
    }
    read([result], before: instructions.count)
    return ScalarFormula(
      slots: slots, literals: literals, instructions, result: result, count: count, cost: cost,
      reads: reads, optional: optional)
  }

  private func give(_ place: Int) -> ScalarFormula.Instruction {
    ScalarFormula.Instruction(.give, .first, Int32(place), Int32(place), target: Int32(place))
  }

  private func value(_ random: inout Seeded) -> Value {
    if random.chance(5) { return .string("four") }
    if random.chance(2) { return .string(String(repeating: "f", count: 62 + random.below(4))) }
    if random.chance(5) { return .double(0.5) }
    return .int(random.chance(5) ? .max - Int64(random.below(9)) : Int64(random.below(4)))
  }

  /// A chain of sums that is emitted at its end, and a cell that is passed on: once known, no body is called.
  @Test func `no body is called for what the graph emits`() throws {
    let side = try Side(
      1, (0..<20).map { Plan(formula: single(.sum, $0, nil)) }, [], isWorkedOut: true)
    side.graph.meter.credit = .max - 1
    side.graph.meter.room = .max
    for number in 0..<10 {
      side.emit(Plan(formula: single(.first, 20 - number, nil)), under: number)
    }
    for step in 1...30 {
      try side.records[0].write([], .int(Int64(step)))
      try side.graph.flush()
    }
    #expect(side.calls == 10)
    var row: [EmittedScalar] = []
    _ = side.graph.moveEmitted(to: &row)
    #expect(row.count == 10 * 31)
    // There is room for three: the others are called, and emit all the same.
    side.graph.meter.room = 3
    try side.records[0].write([], .int(99))
    try side.graph.flush()
    #expect(side.calls == 10 + 7)
    #expect(side.graph.emittedCount == 10)
  }

  /// What nobody watches has to know whether somebody has seen what stood in a cell meanwhile.
  @Test(arguments: [(0, true), (1, true), (0, false)])
  func `what the graph emits has read all of its operands`(_ record: Int, isSum: Bool) throws {
    let evaluations = try [true, false].map { isWorkedOut in
      let side = try Side(
        2, [Plan(formula: single(.first, record, nil))], [], isWorkedOut: isWorkedOut)
      side.graph.meter.credit = .max - 1
      side.graph.meter.room = .max
      side.emit(
        Plan(formula: isSum ? single(.sum, 0, 1) : single(.first, 0, nil)), under: 0)
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
    let formula = formula(
      slots: [0], literals: [],
      [
        ScalarFormula.Instruction(.pay, .first, 7, 0, target: 0),
        ScalarFormula.Instruction(.operate, .sum, 0, 0, target: 1),
      ], result: 1, count: 2, cost: 1)
    let evaluator = try #require(
      FormulaEvaluator(formula, reading: [.cell(cell)], in: graph, costing: 2))
    var (calls, made) = (0, Derived<Value>?.none)
    let derived = graph.derived { () -> Value in
      calls += 1
      guard case .int(let int) = cell.value else { return .null }
      defer { made?.noteSteady(reading: 1) }
      return .int(int + int)
    }
    made = derived
    let log = Log()
    try graph.computation { _ in log("\(try derived.value)") }
    #expect(derived.adopt(evaluator))
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
        1, (0..<12).map { Plan(formula: single(.sum, $0, 0)) }, [],
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

  @Test func `values that come back are seen`() throws {
    let side = try Side(1, [Plan(formula: single(.sum, 0, nil))], [1], isWorkedOut: true)
    side.graph.meter.credit = .max - 1
    var shown: [String] = []
    for number in [2, 3, 4, 2, 3, 4, 2, 3, 3, 4] {
      try side.records[0].write([], .int(Int64(number)))
      try side.graph.flush()
      shown += side.log.take()
    }
    #expect(shown.count == 10)
    #expect(side.evaluations == [10])
    #expect(side.derived[0].formulaRuns == 8)
  }

  @Test func `who has read more than it says is not worked out`() throws {
    let graph = Graph()
    graph.meter.credit = .max - 1
    let cells = (1...2).map { graph.record(.int($0)) }
    let evaluator = try #require(
      FormulaEvaluator(single(.first, 0, nil), reading: [.cell(cells[0])], in: graph, costing: 1))
    var made: Derived<Value>?
    let sum = graph.derived { () -> Value in
      let values = cells.map { cell -> Int64 in
        if case .int(let number) = cell.value { number } else { 0 }
      }
      made?.noteSteady(reading: 1)
      return .int(values.reduce(0, +))
    }
    made = sum
    let log = Log()
    try graph.computation { _ in log("\(try sum.value)") }
    #expect(sum.adopt(evaluator))
    for number in 3...9 {
      try cells[number % 2].write([], .int(Int64(number)))
      try graph.flush()
    }
    #expect(log.take() == ["3", "4", "7", "9", "11", "13", "15", "17"])
    #expect(sum.formulaRuns == 0)
  }

  @Test func `a computation that reads more than its formula is called`() throws {
    let graph = Graph()
    let (cell, other) = (graph.record(.int(1)), graph.record(.int(2)))
    graph.meter.credit = .max - 1
    graph.meter.room = .max
    let log = Log()
    var evaluator: FormulaEvaluator?
    try graph.computation { computation in
      log("\(cell.value) \(other.value)")
      if computation.isFirstRun {
        evaluator = FormulaEvaluator(
          single(.first, 0, nil), reading: [.cell(cell)], in: graph, costing: 1)
        let isWorkedOut = try computation.adopt(#require(evaluator), emittingUnder: 0)
        #expect(isWorkedOut)
      }
      computation.noteSteady(reading: 1)
    }
    try cell.write([], .int(3))
    try graph.flush()
    try other.write([], .int(4))
    try graph.flush()
    #expect(log.take() == ["1 2", "3 2", "3 4"])
    #expect(graph.emittedCount == 0)
  }
}
