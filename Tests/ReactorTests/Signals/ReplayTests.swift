import Testing
import Values

@testable import Reactor

/// Flushes that begin as one before them: what they evaluate is known. That it is the same as ever, the walks
/// show; here stands what they hardly come to.
struct ReplayTests {
  private let graph = Graph()

  private func chain(_ head: Cell<Int>, _ length: Int, _ body: @escaping (Int, Int) throws -> Int)
    -> [Derived<Int>]
  {
    var nodes = [graph.map(head) { try body(0, $0) }]
    for place in 1..<length { nodes.append(graph.map(nodes[place - 1]) { try body(place, $0) }) }
    return nodes
  }

  private var recorded: [Int] {
    (0..<graph.kernel.state.pointee.traces.count).compactMap { place in
      let trace = graph.kernel.state.pointee.traces.address(place)
      return trace.pointee.progress == .recorded ? trace.pointee.entries.count : nil
    }
  }

  private func write(_ cell: Cell<Int>, _ values: some Sequence<Int>) throws {
    for value in values {
      cell.value = value
      try graph.flush()
      graph.checkInvariants()
    }
  }

  @Test func `what comes the third time is known`() throws {
    let head = graph.cell(0)
    let nodes = chain(head, 20) { $1 + 1 }
    var seen: [Int] = []
    try graph.observe(nodes[19]) { seen.append($0) }
    try write(head, [1])
    #expect(recorded == [])
    try write(head, [2])
    #expect(recorded == [20])
    try write(head, 3...9)
    #expect(recorded == [20])
    #expect(seen == Array(20...29))
  }

  /// A chain of which each node is observed, after it has become known.
  private func observed(
    _ head: Cell<Int>, _ length: Int, _ body: @escaping (Int, Int) throws -> Int,
    _ take: @escaping (Int, Int) throws -> Void
  ) throws -> [Computation] {
    let computations = try chain(head, length, body).enumerated().map { place, node in
      try graph.observe(node) { try take(place, $0) }
    }
    try write(head, 1...3)
    #expect(recorded == [length])
    return computations
  }

  /// They are neither marked nor queued as long as nobody looks, and whoever looks sees that they wait.
  @Test(arguments: 0..<12) func `whoever is told is seen to wait`(_ place: Int) throws {
    let head = graph.cell(0)
    var (computations, waiting, seen) = ([Computation](), [Int](), [Int]())
    func look() {
      waiting.append(computations.indices.count { computations[$0].isInvalidated })
    }
    computations = try observed(head, 12) { at, value in
      if at == place { look() }
      return value + 1
    } _: { at, _ in
      seen.append(at)
      if at == place { look() }
    }
    (waiting, seen) = ([], [])
    try write(head, 4...5)
    #expect(waiting == [place, 11 - place, place, 11 - place])
    #expect(seen == Array(0..<12) + Array(0..<12))
  }

  @Test(arguments: 0..<12) func `whoever is told may stop the others`(_ place: Int) throws {
    let head = graph.cell(0)
    var (computations, seen) = ([Computation](), [Int]())
    computations = try observed(head, 12) {
      $1 + 1
    } _: { at, value in
      seen.append(at)
      if at == place, value > 10 + at { for other in computations { other.stop() } }
    }
    seen = []
    try write(head, 10...12)
    #expect(seen == Array(0...place))
    #expect(computations.allSatisfy { $0.isStopped })
  }

  @Test(arguments: 0..<12) func `whoever is told may write`(_ place: Int) throws {
    let head = graph.cell(0)
    let other = graph.cell(0)
    var seen: [Int] = []
    try graph.observe(other) { seen.append(100 + $0) }
    _ = try observed(head, 12) {
      $1 + 1
    } _: { at, value in
      seen.append(at)
      if at == place { other.value = value }
    }
    seen = []
    try write(head, [10])
    #expect(seen == Array(0..<12) + [100 + 11 + place])
    seen = []
    try write(head, [11])
    #expect(seen == Array(0..<12) + [100 + 12 + place])
  }

  @Test func `handlers come before all who are told run again`() throws {
    let head = graph.cell(0)
    var seen: [Int] = []
    let computations = try observed(head, 12) {
      $1 + 1
    } _: { at, _ in
      seen.append(at)
    }
    for place in [7, 3] { computations[place].onInvalidate { seen.append(100 + place) } }
    seen = []
    try write(head, 4...6)
    #expect(seen == [103, 107] + Array(0..<12) + Array(0..<12) + Array(0..<12))
  }

  @Test(arguments: 0..<12) func `a flush may end before all run who are told`(_ most: Int)
    throws
  {
    let head = graph.cell(0)
    var seen: [Int] = []
    _ = try observed(head, 100) {
      $1 + 1
    } _: { at, _ in
      seen.append(at)
    }
    seen = []
    head.value = 10
    // The last turns of a flush are noted, and those before are not.
    let turns = KernelState.turnsKept + 1 + most
    var limit = 100 + turns
    #expect(throws: BudgetError.self) { try graph.flush(limit: &limit) }
    graph.checkInvariants()
    #expect(seen == Array(0..<turns))
    try graph.flush()
    #expect(seen == Array(0..<100))
    try write(head, 11...12)
    #expect(seen.count == 300)
  }

  /// Such a node is evaluated at its turn as long as nothing has told its reader to run, and is left to it otherwise.
  @Test func `what a reader may turn away from is not evaluated before it`() throws {
    let head = graph.cell(0)
    let tens = graph.map(head) { $0 / 10 }
    var evaluations = 0
    let twice = graph.map(head) { head -> Int in
      evaluations += 1
      return 2 * head
    }
    let chosen = graph.derived { try tens.value % 2 == 0 ? try twice.value : -1 }
    var seen: [Int] = []
    try graph.observe(chosen) { seen.append($0) }
    try write(head, 1...12)
    #expect(seen == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, -1])
    #expect(evaluations == 10)
  }

  @Test(arguments: 0..<12) func `a body may make so much that all nodes move`(_ place: Int) throws {
    let head = graph.cell(0)
    var made: [Cell<Int>] = []
    let nodes = chain(head, 12) { [graph] number, value in
      if number == place, value > 20 {
        for number in 0..<5_000 { made.append(graph.cell(number)) }
      }
      return value + 1
    }
    var seen: [Int] = []
    try graph.observe(nodes[11]) { seen.append($0) }
    try write(head, [1, 2, 3, 30, 4, 40, 5])
    #expect(seen == [12, 13, 14, 15, 42, 16, 52, 17])
    #expect(made.count >= 5_000)
  }

  @Test(arguments: 0..<12) func `a body may write, read and fail`(_ place: Int) throws {
    struct Wrong: Error {}
    let (head, side) = (graph.cell(0), graph.cell(0))
    let twice = graph.map(side) { 2 * $0 }
    var isFailing = false
    var isWriting = false
    let nodes = chain(head, 12) { number, value in
      if number == place {
        if isFailing { throw Wrong() }
        if isWriting {
          side.value = value
          _ = try twice.value
        }
      }
      return value + 1
    }
    var (seen, sides, errors) = ([Int](), [Int](), 0)
    graph.onError = { _, _ in errors += 1 }
    try graph.observe(nodes[11]) { seen.append($0) }
    try graph.observe(twice) { sides.append($0) }
    try write(head, [1, 2, 3])
    isWriting = true
    try write(head, [4, 5])
    isWriting = false
    isFailing = true
    try write(head, [6, 7])
    #expect(errors == 2)
    isFailing = false
    try write(head, [8, 9, 10])
    #expect(seen == [12, 13, 14, 15, 16, 17, 20, 21, 22])
    #expect(sides == [0, 2 * (4 + place), 2 * (5 + place)])
  }

  @Test func `what fails and is no Int fails who takes it`() throws {
    struct Wrong: Error, Equatable {}
    let head = graph.cell(0)
    let text = graph.map(chain(head, 8) { $1 + 1 }[7]) { (value: Int) throws -> String in
      if value == 58 { throw Wrong() }
      return String(value)
    }
    let length = graph.map(text) { $0.count }
    let twice = graph.map(length) { 2 * $0 }
    var (seen, errors) = ([Int](), 0)
    graph.onError = { _, _ in errors += 1 }
    try graph.observe(twice) { seen.append($0) }
    try write(head, [1, 200, 2])
    #expect(recorded == [11])
    try write(head, [50])
    #expect(errors == 1)
    #expect(throws: Wrong()) { try length.value }
    try write(head, [300, 3])
    #expect(seen == [2, 6, 4, 6, 4])
  }

  @Test func `who comes to read what is recorded is told`() throws {
    let head = graph.cell(0)
    let nodes = chain(head, 6) { $1 + 1 }
    var (seen, more) = ([Int](), [Int]())
    try graph.observe(nodes[5]) { seen.append($0) }
    try write(head, 1...4)
    let computation = try graph.computation { _ in more.append(try nodes[2].value) }
    try write(head, 5...9)
    computation.stop()
    try write(head, 10...12)
    #expect(seen == Array(6...18))
    #expect(more == Array(7...12))
  }

  @Test func `who reads what is in the middle is told, whatever it is made of`() throws {
    let head = graph.cell(0)
    let texts = graph.map(head) { "\($0)" }
    let longer = graph.map(texts) { $0 + "!" }
    let count = graph.map(longer, head) { $0.utf8.count + $1 }
    let twice = graph.map(count, head) { $0 + $1 }
    let last = graph.map(twice) { $0 }
    var seen: [String: [String]] = [:]
    try graph.observe(texts) { seen["texts", default: []].append($0) }
    try graph.observe(longer) { seen["longer", default: []].append($0) }
    try graph.observe(count) { seen["count", default: []].append("\($0)") }
    try graph.observe(twice) { seen["twice", default: []].append("\($0)") }
    try graph.observe(last) { seen["last", default: []].append("\($0)") }
    try write(head, 1...8)
    #expect(recorded == [5])
    #expect(seen["texts"] == (0...8).map { "\($0)" })
    #expect(seen["longer"] == (0...8).map { "\($0)!" })
    #expect(seen["count"] == (0...8).map { "\(2 + $0)" })
    #expect(seen["twice"] == (0...8).map { "\(2 + 2 * $0)" })
    #expect(seen["last"] == seen["twice"])
  }

  /// A cell that mostly decides for nobody.
  @Test func `a record of what hardly ever changes is given up`() throws {
    let head = graph.cell(0)
    let bit = graph.map(head) { $0 >> 4 }
    var runs = 0
    var nodes = [bit]
    for _ in 0..<200 {
      nodes.append(
        graph.map(nodes[nodes.count - 1]) {
          runs += 1
          return $0 + 1
        })
    }
    var seen: [Int] = []
    try graph.observe(nodes[200]) { seen.append($0) }
    // Recorded when all follows.
    try write(head, [16, 32])
    #expect(recorded == [201])
    runs = 0
    try write(head, [33, 34])
    #expect(recorded == [1])
    #expect(runs == 0)
    try write(head, [48, 49])
    #expect(runs == 200)
    #expect(seen == [200, 201, 202, 203])
  }

  @Test func `records take no more room than nodes`() throws {
    let heads = (0..<9).map { graph.cell($0) }
    var last = graph.map(heads[0]) { $0 }
    for head in heads.dropFirst() { last = graph.map(last, head) { $0 + $1 } }
    for _ in 0..<200 { last = graph.map(last) { $0 + 1 } }
    var seen: [Int] = []
    try graph.observe(last) { seen.append($0) }
    for _ in 0..<3 {
      for head in heads { try write(head, head.value + 1...head.value + 3) }
    }
    #expect(recorded.count >= 1)
    #expect(recorded.reduce(0, +) <= Int(graph.kernel.state.pointee.nodeCount))
    #expect(seen == Array(236...236 + 81))
  }

  @Test(arguments: 1...16) func `a flush ends where its turns are used up, and the next goes on`(
    _ limit: Int
  ) throws {
    let head = graph.cell(0)
    let nodes = chain(head, 12) { $1 + 1 }
    var seen: [Int] = []
    try graph.observe(nodes[11]) { seen.append($0) }
    try write(head, 1...3)
    head.value = 4
    var left = limit
    if limit < 13 {
      #expect(throws: BudgetError.self) { try graph.flush(limit: &left) }
      #expect(left == 0)
    } else {
      try graph.flush(limit: &left)
      #expect(left == limit - 13)
    }
    graph.checkInvariants()
    try graph.flush()
    #expect(seen == [12, 13, 14, 15, 16])
  }

  @Test(arguments: 0..<12) func `what a body does besides changes no count of turns`(_ place: Int)
    throws
  {
    let (head, side) = (graph.cell(0), graph.cell(0))
    var isWriting = false
    let nodes = chain(head, 12) { number, value in
      if isWriting, number == place { side.value = value }
      return value + 1
    }
    var seen: [Int] = []
    try graph.observe(nodes[11]) { seen.append($0) }
    try write(head, 1...3)
    isWriting = true
    head.value = 4
    var left = 100
    try graph.flush(limit: &left)
    #expect(left == 100 - 13)
    #expect(seen == [12, 13, 14, 15, 16])
  }

  @Test func `what tracks is known, too, when the graph has settled often enough`() throws {
    let head = graph.cell(0)
    var nodes = [graph.derived { head.value }]
    for place in 1..<10 {
      nodes.append(graph.derived { [nodes] in try nodes[place - 1].value + 1 })
    }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try nodes[9].value) }
    try write(head, 1...8)
    #expect(recorded == [])
    try write(head, 9...17)
    #expect(recorded == [10])
    #expect(seen == Array(9...26))
  }

  /// Five sides of a sum that finds them by itself: it runs when the first has changed, and the others are left to it.
  @Test func `what is left to others is left to them again`() throws {
    let (head, pick) = (graph.cell(0), graph.cell(5))
    var evaluated = 0
    let sides = (0..<5).map { number in
      graph.derived {
        evaluated += 1
        return head.value + number
      }
    }
    let sum = graph.derived {
      var sum = 0
      for side in sides.prefix(pick.value) { sum += try side.value }
      return sum
    }
    var seen: [Int] = []
    graph.kernel.makeTraces()
    try graph.computation { _ in seen.append(try sum.value) }
    try write(head, 1...9)
    #expect(recorded == [6])
    #expect(evaluated == 50)
    // What it no longer reads stays as it was.
    pick.value = 1
    try write(head, [10, 11, 12])
    #expect(evaluated == 53)
    #expect(seen == (0...9).map { 5 * $0 + 10 } + [10, 11, 12])
  }

  @Test func `what was left to a reader that is not going to run this time is evaluated`() throws {
    let head = graph.cell(0)
    let tens = graph.derived { head.value / 10 }
    let ones = graph.derived { head.value % 10 }
    let both = graph.derived { 100 * (try tens.value) + (try ones.value) }
    var seen: [Int] = []
    graph.kernel.makeTraces()
    try graph.computation { _ in seen.append(try both.value) }
    try write(head, [11, 22, 33])
    #expect(recorded == [3])
    try write(head, [34, 45, 46])
    #expect(seen == [0, 101, 202, 303, 304, 405, 406])
  }

  /// A chain, all of which and its head a sum reads: it runs at once, and all of the chain is left to it, as long as
  /// nothing of that has failed.
  @Test func `what is between what is left and its reader is left with it`() throws {
    struct Wrong: Error {}
    let head = graph.cell(0)
    var evaluated: [Int] = []
    var nodes = [graph.derived { head.value }]
    for place in 1..<9 {
      nodes.append(
        graph.derived { [nodes] in
          evaluated.append(place)
          let value = try nodes[place - 1].value
          if place == 4, value == 23 { throw Wrong() }
          return value + 1
        })
    }
    let sum = graph.derived { [nodes] in
      var sum = head.value
      for node in nodes { sum += (try? node.value) ?? -1000 }
      return sum
    }
    var seen: [Int] = []
    graph.kernel.makeTraces()
    try graph.computation { _ in seen.append(try sum.value) }
    try write(head, [1, 2])
    #expect(recorded == [2])
    evaluated = []
    try write(head, [3, 4])
    #expect(evaluated == Array(1...8) + Array(1...8))
    // From the fifth of the chain on all fail of 20; the next time that is looked for anew.
    try write(head, [20, 5, 6])
    #expect(recorded == [2])
    #expect(seen == (0...4).map { 10 * $0 + 36 } + [20 + 20 + 21 + 22 + 23 - 5000, 86, 96])
  }

  /// The sum reads the side that changes first behind all that are left to it.
  @Test func `what is left to a sum is left again, in whatever order it reads`() throws {
    let head = graph.cell(0)
    let sides = (0..<100).map { number in graph.derived { head.value + number } }
    let sum = graph.derived {
      var sum = 0
      for side in sides.reversed() { sum += try side.value }
      return sum
    }
    var seen: [Int] = []
    graph.kernel.makeTraces()
    try graph.computation { _ in seen.append(try sum.value) }
    try write(head, 1...9)
    #expect(recorded == [101])
    #expect(seen == (0...9).map { 100 * $0 + 4_950 })
  }

  /// Its body is not marked as running; what the body holds must not go before it is over.
  @Test func `a computation that stops itself lasts until its body is over`() throws {
    final class Held {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log("gone") }
    }
    let (head, log) = (graph.cell(0), Log())
    var own: Computation?
    do {
      let held = Held(log)
      own = try graph.observe(head) { value in
        if value < 3 { return }
        own?.stop()
        held.log("still there")
      }
    }
    try write(head, 1...4)
    #expect(log.take() == ["still there", "gone"])
  }

  /// A write that is taken back leaves its readers waiting, who have nothing to do then.
  @Test func `who waits and is not recorded is evaluated where it has to be`() throws {
    let head = graph.cell(0)
    let record = graph.record(try .record([("age", .int(36))]))
    let twice = graph.map(head) { 2 * $0 }
    let age: Derived<Int> = graph.derived {
      if case .int(let age) = record.read(["age"]).value { Int(age) } else { -1 }
    }
    var seen: [String] = []
    try graph.observe(twice) { seen.append("twice \($0)") }
    try graph.observe(age) { seen.append("age \($0)") }
    for value in 1...4 {
      try record.write(["age"], .int(37))
      try record.write(["age"], .int(36))
      try write(head, [value])
    }
    #expect(recorded == [1])
    seen = []
    try record.write(["age"], .int(38))
    try write(head, [5])
    #expect(seen == ["twice 10", "age 38"])
  }

  /// Which reads one branch and then another: what it no longer reads is left behind, as ever.
  @Test func `what a reader of several may leave behind is not recorded`() throws {
    let (head, pick) = (graph.cell(0), graph.cell(true))
    var evaluated: [String] = []
    let sign = graph.map(head) { $0 % 2 }
    let left = graph.map(head) { value in
      evaluated.append("left")
      return value
    }
    var seen: [Int] = []
    try graph.computation { _ in
      if try pick.value && sign.value == 0 {
        seen.append(try left.value)
      } else {
        seen.append(-1)
      }
    }
    try write(head, [2, 4, 6, 8])
    evaluated = []
    try write(head, [9])
    #expect(evaluated == [])
    try write(head, [10, 11, 12])
    #expect(seen == [0, 2, 4, 6, 8, -1, 10, -1, 12])
  }

  @Test func `bodies begin in the order in which they would without a record`() throws {
    let cell = graph.cell(0)
    var begun: [String] = []
    // There are records only where something is named.
    _ = graph.map(cell) { $0 }
    let first = graph.derived { cell.value }
    var loose: Derived<Int>?
    let early = graph.derived { () -> Double in
      let value = try first.value
      begun.append("early")
      if value > 5 { _ = try loose?.peek() }
      return Double(value)
    }
    let late = graph.derived { () -> Int in
      begun.append("late")
      return try first.value
    }
    let last = graph.derived { () -> Int in
      begun.append("last")
      return try late.value + first.value
    }
    loose = graph.derived { try last.value }
    try graph.computation { _ in _ = try early.value }
    try graph.computation { _ in _ = try late.value }
    try graph.computation { _ in
      _ = try last.value
      _ = try loose?.peek()
    }
    try write(cell, 1...4)
    begun = []
    try write(cell, [6])
    #expect(begun == ["early", "last", "late"])
  }

  @Test func `a node that comes to be watched is known again`() throws {
    let head = graph.cell(0)
    let nodes = chain(head, 20) { $1 + 1 }
    try graph.observe(nodes[19]) { _ in }
    try write(head, 1...4)
    #expect(recorded == [20])
    nodes[10].onObserved {}
    try write(head, 5...9)
    #expect(recorded == [20])
    #expect(try nodes[19].peek() == 29)
  }
}
