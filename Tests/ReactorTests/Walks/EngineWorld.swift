import Values

@testable import Reactor

/// What a node holds, as the programs know it.
private protocol Number {
  var number: Int { get }
}

extension Int: Number {
  fileprivate var number: Int { self }
}

extension Value: Number {
  fileprivate init(_ number: Int) {
    self = number % 5 == 4 ? .string("\(number)") : .int(Int64(number))
  }

  fileprivate var number: Int {
    switch self {
    case .int(let number): Int(number)
    case .string(let text): Int(text) ?? -1
    default: -1
    }
  }
}

private protocol NumberNode: Readable where Value: Number {}

extension NumberNode {
  fileprivate func number() throws -> Int { try read().number }
}

extension Cell<Int>: NumberNode {}

extension Derived: NumberNode where Value: Number {}

/// The engine running a program.
final class EngineWorld: World {
  var log: [String] = [] { didSet { if let last = log.last { trace.append(last) } } }
  var trace: [String] = []
  let graph = Graph()
  private var cells: [Cell<Int>] = []
  private var derived: [any NumberNode] = []
  private var computations: [Computation?] = []
  private(set) var evaluations: [Int: Int] = [:]

  init(_ program: Program) {
    graph.onError = { [unowned self] error, _ in log.append("reported \(error)") }
    for cell in program.cells {
      cells.append(
        cell.cut == .equal
          ? graph.cell(cell.value)
          : graph.cell(cell.value, cutoff: EngineWorld.cutoff(cell.cut)))
    }
    for (index, node) in program.derived.enumerated() {
      let body: () throws -> Int = { [unowned self] in
        evaluations[index, default: 0] += 1
        trace.append("evaluate \(index)")
        return try run(node.body, number: -2, name: "d\(index)")
      }
      if node.isMapped {
        derived.append(mapped(index, node.body))
        continue
      }
      if node.isSteady {
        derived.append(steady(index, node.body))
        continue
      }
      derived.append(
        node.cut == .equal
          ? graph.derived(body) : graph.derived(cutoff: EngineWorld.cutoff(node.cut), body))
    }
  }

  private func inputs(of body: Program.Body) -> [any NumberNode] {
    body.compactMap { step in
      guard case .read(let node) = step else { return nil }
      return node < cells.count ? cells[node] : derived[node - cells.count]
    }
  }

  /// One that says that it reads the same again, mostly, but is worked out by no formula.
  private func steady(_ index: Int, _ body: Program.Body) -> Derived<Value> {
    let count = Set(body.compactMap { if case .read(let node) = $0 { node } else { nil } }).count
    return graph.derived { [unowned self] () -> Value in
      evaluations[index, default: 0] += 1
      trace.append("evaluate \(index)")
      let number = try run(body, number: -2, name: "d\(index)")
      if let this = derived[index] as? Derived<Value> {
        if number % 11 == 5 { this.noteUnsteady() } else { this.noteSteady(reading: count) }
      }
      return Value(number)
    }
  }

  /// One whose inputs are named. Its body gets their values in the order of its first reads.
  private func mapped(_ index: Int, _ body: Program.Body) -> Derived<Int> {
    let inputs = inputs(of: body)
    let evaluate = { [unowned self] (values: [Int]) throws -> Int in
      evaluations[index, default: 0] += 1
      trace.append("evaluate \(index)")
      var accumulator = values.reduce(1, Program.combine)
      for step in body.dropFirst(values.count) {
        if case .fold(let mask) = step { accumulator &= mask }
        if case .failIfDivisible(let divisor) = step, accumulator % divisor == 0 {
          throw Failure(number: accumulator)
        }
      }
      return accumulator
    }
    func one(_ input: some Readable<Int>) -> Derived<Int> {
      graph.map(input) { try evaluate([$0]) }
    }
    func two(_ first: some Readable<Int>, _ second: some Readable<Int>) -> Derived<Int> {
      graph.map(first, second) { try evaluate([$0, $1]) }
    }
    func anyOne(_ input: some NumberNode) -> Derived<Int> {
      graph.map(input) { try evaluate([$0.number]) }
    }
    func anyTwo(_ first: some NumberNode, _ second: some NumberNode) -> Derived<Int> {
      graph.map(first, second) { try evaluate([$0.number, $1.number]) }
    }
    func three(
      _ first: some NumberNode, _ second: some NumberNode, _ third: some NumberNode
    ) -> Derived<Int> {
      graph.map(first, second, third) { try evaluate([$0.number, $1.number, $2.number]) }
    }
    let ints = inputs.compactMap { $0 as? any Readable<Int> }
    return switch (inputs.count, ints.count) {
    case (1, 1): one(ints[0])
    case (1, _): anyOne(inputs[0])
    case (2, 2): two(ints[0], ints[1])
    case (2, _): anyTwo(inputs[0], inputs[1])
    default: three(inputs[0], inputs[1], inputs[2])
    }
  }

  func observe(_ body: Program.Body) {
    let number = computations.count
    computations.append(nil)
    var runs = 0
    let inputs = inputs(of: body)
    let perform = { [unowned self] (values: [Int]) throws in
      runs += 1
      log.append("run \(number) \(runs == 1 ? "first" : "again")")
      let accumulator = values.reduce(1, Program.combine)
      _ = try run(
        Array(body.dropFirst(values.count)), number: number, name: "o\(number)",
        startingWith: accumulator)
    }
    func one(_ input: some Readable<Int>) throws -> Computation {
      try graph.observe(input) { try perform([$0]) }
    }
    func anyOne(_ input: some NumberNode) throws -> Computation {
      try graph.observe(input) { try perform([$0.number]) }
    }
    func two(_ first: some NumberNode, _ second: some NumberNode) throws -> Computation {
      try graph.observe(first, second) { try perform([$0.number, $1.number]) }
    }
    do {
      computations[number] =
        if inputs.count > 1 {
          try two(inputs[0], inputs[1])
        } else if let input = inputs[0] as? any Readable<Int> {
          try one(input)
        } else {
          try anyOne(inputs[0])
        }
    } catch {
      log.append("thrown \(error)")
    }
  }

  private static func cutoff(_ cut: Program.Cut) -> Cutoff<Int> {
    cut == .never ? .never : .custom { old, new in Program.isCutOff(cut, old, new) }
  }

  func read(_ node: Int) throws -> Int {
    node < cells.count ? cells[node].value : try derived[node - cells.count].number()
  }

  func write(_ cell: Int, _ value: Int) { cells[cell].value = value }

  func quietly(_ node: Int) throws -> Int { try graph.nonreactive { try read(node) } }

  func flush(limit: Int) -> String {
    var limit = limit
    do {
      try graph.flush(limit: &limit)
      return "done"
    } catch {
      return "\(type(of: error))"
    }
  }

  func compute(_ body: Program.Body) {
    let number = computations.count
    computations.append(nil)
    guard number < 400 else { return }
    var runs = 0
    do {
      // Neither a label nor a handler of errors makes a difference to when it runs.
      let label = number % 3 == 1 ? "c\(number)" : nil
      let onError: ((any Error, Computation) -> Void)? =
        number % 3 == 2 ? { [unowned self] error, _ in log.append("reported \(error)") } : nil
      try graph.computation(label: label, onError: onError) { [unowned self] computation in
        computations[number] = computation
        runs += 1
        log.append("run \(number) \(computation.isFirstRun ? "first" : "again")")
        _ = try run(body, number: number, name: "c\(number)", runs: runs)
      }
    } catch {
      log.append("thrown \(error)")
    }
  }

  func stop(_ number: Int) {
    guard number < computations.count, let computation = computations[number] else { return }
    computation.stop()
  }

  func invalidate(_ number: Int) {
    guard number < computations.count, let computation = computations[number] else { return }
    computation.invalidate()
  }

  func onInvalidate(_ number: Int, _ body: Program.Body) {
    computations[number]?.onInvalidate { [unowned self] in
      log.append("invalidated \(number)")
      _ = try run(body, number: -1, name: "i\(number)")
    }
  }

  func onStop(_ number: Int, _ body: Program.Body) {
    computations[number]?.onStop { [unowned self] in
      log.append("stopped \(number)")
      _ = try run(body, number: -1, name: "s\(number)")
    }
  }

  func afterFlush(_ body: Program.Body) {
    graph.afterFlush { [unowned self] in _ = try run(body, number: -1, name: "after") }
  }
}
