import Reactor
import TestSupport
import Testing

/// A random graph of up to ten thousand nodes and the same as plain data, whose values are made anew
/// behind each step. What is evaluated in a step is compared with what must be: each derived cell at most
/// once, with inputs that are right already, and only where something that it read has changed.
private final class LargeWorld {
  enum Rule {
    case sum([Int])
    /// The second where the first is odd, else the third.
    case choose(Int, Int, Int)
    /// The low bits, so that most changes end there.
    case low(Int)
    case map(Int)
    case pair(Int, Int)
  }

  private enum Handle {
    case cell(Cell<Int>)
    case derived(Derived<Int>)
  }

  let graph = Graph()
  let cellCount: Int
  private var rules: [Rule] = []
  private var handles: [Handle] = []
  /// What each node must have.
  private(set) var expected: [Int]
  /// What each derived node read when it was evaluated last.
  private var seen: [[Int: Int]]
  /// In the step under way.
  private var evaluated: [Int] = []
  private var runs: [Int] = []
  private var watched: [[Int]] = []
  private var shown: [[Int]] = []
  var problems: [String] = []

  init(_ random: inout Seeded, nodes: Int) throws {
    cellCount = max(1, nodes / 5)
    expected = [Int](repeating: 0, count: nodes)
    seen = [[Int: Int]](repeating: [:], count: nodes)
    for id in 0..<cellCount {
      expected[id] = id
      handles.append(.cell(graph.cell(id)))
    }
    for id in cellCount..<max(cellCount, nodes) { make(id, &random) }
    recompute()
    for number in 0..<(1 + random.below(4)) {
      let count = min(nodes, 1 + random.below(6))
      watched.append((0..<count).map { _ in random.below(nodes) })
      shown.append([])
      try graph.computation { [unowned self] _ in
        runs.append(number)
        shown[number] = try watched[number].map { try read($0) }
      }
    }
    endStep("start")
  }

  private func make(_ id: Int, _ random: inout Seeded) {
    func any(_ random: inout Seeded) -> Int {
      random.chance(60) ? max(0, id - 1 - random.below(min(id, 8))) : random.below(id)
    }
    let rule: Rule =
      switch random.below(10) {
      case 0...3: .sum((0..<(1 + random.below(4))).map { _ in any(&random) })
      case 4, 5: .choose(any(&random), any(&random), any(&random))
      case 6: .low(any(&random))
      case 7, 8: .map(any(&random))
      default: .pair(any(&random), any(&random))
      }
    rules.append(rule)
    let node: Derived<Int>
    switch rule {
    case .map(let input): node = map(input) { [unowned self] in end(id, [input: $0]) }
    case .pair(let first, let second):
      node = pair(first, second) { [unowned self] in
        end(id, first == second ? [first: $0] : [first: $0, second: $1])
      }
    case .sum, .choose, .low:
      node = graph.derived { [unowned self] in
        var read: [Int: Int] = [:]
        let value = try evaluate(rule) {
          read[$0] = try self.read($0)
          return read[$0] ?? 0
        }
        note(id, read)
        return value
      }
    }
    handles.append(.derived(node))
  }

  private func map(_ input: Int, _ body: @escaping (Int) -> Int) -> Derived<Int> {
    switch handles[input] {
    case .cell(let cell): graph.map(cell, body)
    case .derived(let derived): graph.map(derived, body)
    }
  }

  private func pair(_ first: Int, _ second: Int, _ body: @escaping (Int, Int) -> Int) -> Derived<
    Int
  > {
    switch (handles[first], handles[second]) {
    case (.cell(let a), .cell(let b)): graph.map(a, b, body)
    case (.cell(let a), .derived(let b)): graph.map(a, b, body)
    case (.derived(let a), .cell(let b)): graph.map(a, b, body)
    case (.derived(let a), .derived(let b)): graph.map(a, b, body)
    }
  }

  private func end(_ id: Int, _ read: [Int: Int]) -> Int {
    note(id, read)
    return evaluate(rules[id - cellCount]) { read[$0] ?? 0 }
  }

  private func evaluate(_ rule: Rule, _ read: (Int) throws -> Int) rethrows -> Int {
    switch rule {
    case .sum(let inputs): try inputs.reduce(1) { try $0 &* 3 &+ read($1) } & 0xffff
    case .choose(let test, let odd, let even): try read(read(test) & 1 == 1 ? odd : even) &+ 1
    case .low(let input): try read(input) & 3
    case .map(let input): try read(input) &+ 7
    case .pair(let first, let second): try (read(first) ^ read(second)) & 0xffff
    }
  }

  /// A body has run with these inputs.
  private func note(_ id: Int, _ read: [Int: Int]) {
    if evaluated.contains(id) { problems.append("\(id) was evaluated twice") }
    evaluated.append(id)
    for (input, value) in read where expected[input] != value {
      problems.append("\(id) read \(value) from \(input), not \(expected[input])")
    }
    // Who is not watched may have missed that something changed and changed back.
    if case .derived(let node) = handles[id], node.hasDependents,
      seen[id].allSatisfy({ expected[$0.key] == $0.value })
    {
      problems.append("\(id) was evaluated though nothing that it read has changed")
    }
    seen[id] = read
  }

  func read(_ id: Int) throws -> Int {
    switch handles[id] {
    case .cell(let cell): cell.value
    case .derived(let derived): try derived.value
    }
  }

  private func recompute() {
    for id in cellCount..<max(cellCount, expected.count) {
      expected[id] = evaluate(rules[id - cellCount]) { expected[$0] }
    }
  }

  /// Writes some cells, flushes, and reads some nodes from outside.
  func step(_ random: inout Seeded) throws {
    evaluated = []
    runs = []
    var writes: [(Int, Int)] = []
    for _ in 0...random.below(4) {
      let id = random.below(cellCount)
      // Each once: a later write that undoes one revives none that it has invalidated.
      if !writes.contains(where: { $0.0 == id }) { writes.append((id, random.below(64))) }
    }
    // Whom a write reaches at once runs in the order of writes, the others in that of creation.
    var order: [Int] = []
    for (id, value) in writes where expected[id] != value {
      for number in watched.indices where watched[number].contains(id) && !order.contains(number) {
        order.append(number)
      }
    }
    for (id, value) in writes { expected[id] = value }
    recompute()
    for (id, value) in writes {
      if case .cell(let cell) = handles[id] { cell.value = value }
    }
    let before = shown
    try graph.flush()
    for number in Set(runs) where before[number] == shown[number] {
      // One that reads the same has run only where a read in between was another: there is none.
      problems.append("computation \(number) ran though what it reads is the same")
    }
    order += Set(runs).subtracting(order).sorted()
    if runs != order { problems.append("runs \(runs), not \(order)") }
    for _ in 0..<random.below(4) {
      let id = random.chance(50) ? expected.count - 1 : random.below(expected.count)
      let value = try read(id)
      if value != expected[id] { problems.append("\(id) is \(value), not \(expected[id])") }
    }
    endStep("\(writes)")
  }

  private func endStep(_ what: String) {
    for (number, values) in shown.enumerated() where values != watched[number].map({ expected[$0] })
    {
      problems.append("computation \(number) shows \(values)")
    }
    evaluated = []
    if !problems.isEmpty { problems.insert("behind \(what)", at: 0) }
  }
}

/// `LONG` takes a million steps.
struct LargeWalkTests {
  @Test func `large graphs hold what evaluation anew gives, each cell evaluated at most once`()
    throws
  {
    var remaining = environment("LONG") == nil ? 4_000 : 1_000_000
    var seed: UInt64 = 0
    while remaining > 0 {
      seed += 1
      var random = Seeded(seed)
      // As many graphs of ten as of thousands.
      let nodes = min(10_000, (1 << random.below(14)) + random.below(1 << random.below(13)))
      let world = try LargeWorld(&random, nodes: nodes)
      for _ in 0..<max(8, min(400, 20_000 / nodes)) {
        try world.step(&random)
        remaining -= 1
        guard world.problems.isEmpty else {
          Issue.record("seed \(seed), \(nodes) nodes: \(world.problems.prefix(4))")
          return
        }
      }
      world.graph.checkInvariants()
    }
  }
}
