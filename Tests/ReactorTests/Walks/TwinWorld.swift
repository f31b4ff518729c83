/// What the engine must do, written the slow way: no lists of dependents, no ranks, no queue of
/// dirty nodes. Who depends on what is found by looking at everybody, and staleness by comparing
/// the version of each dependency with the one last seen.
final class TwinWorld: World {
  struct Seen {
    let node: Int
    let version: Int
  }

  final class Node {
    var value: Result<Int, Failure> = .success(0)
    var version = 0
    var seen: [Seen] = []
    var isSet = false
    var evaluations = 0
  }

  final class Computation {
    let body: Program.Body
    /// Whether its inputs are named.
    let isMapped: Bool
    var seen: [Seen] = []
    var isInvalid = false
    /// Found out of date by the settling under way.
    var isDoomed = false
    var isStopped = false
    var isRunning = false
    var isFirst = true
    var runs = 0
    /// The runs in which its inputs had values.
    var calls = 0
    var onInvalidate: [Handler] = []
    var onStop: [Program.Body] = []

    init(_ body: Program.Body, isMapped: Bool) {
      self.body = body
      self.isMapped = isMapped
    }

    /// What is invalid depends on nothing until it has run again, unless that is known before.
    func forget() {
      if !isMapped || isStopped { seen = [] }
    }
  }

  enum Handler {
    case body(Program.Body)
    case child(Int)
  }

  /// Whose reads are tracked.
  enum Reader {
    case derived(Int)
    case computation(Int)
  }

  var log: [String] = [] { didSet { if let last = log.last { trace.append(last) } } }
  var trace: [String] = []
  let program: Program
  private(set) var nodes: [Node]
  private(set) var computations: [Computation?] = []
  private var pending: [Int] = []
  private var afterFlushes: [Program.Body] = []
  private var readers: [Reader?] = [nil]
  private var remaining = Int.max
  private var depth = 0
  private var writes = 0
  private var postponed: [Int] = []
  private var found: [Int] = []
  private var isFlushing = false

  init(_ program: Program) {
    self.program = program
    nodes = (0..<(program.cells.count + program.derived.count)).map { _ in Node() }
    for (index, cell) in program.cells.enumerated() { nodes[index].value = .success(cell.value) }
  }

  // Values.

  func read(_ node: Int) throws -> Int {
    var before: Int
    repeat {
      before = writes
      refresh(node)
      if depth == 0 { invalidatePostponed() }
    } while writes != before
    let seen = Seen(node: node, version: nodes[node].version)
    switch readers[readers.count - 1] {
    case .derived(let reader)?: nodes[reader].seen.append(seen)
    case .computation(let reader)?: computations[reader]?.seen.append(seen)
    case nil: break
    }
    return try nodes[node].value.get()
  }

  func quietly(_ node: Int) throws -> Int { try untracked { try read(node) } }

  private func untracked<Result>(_ body: () throws -> Result) rethrows -> Result {
    readers.append(nil)
    defer { readers.removeLast() }
    return try body()
  }

  private func isStale(_ seen: Seen) -> Bool { nodes[seen.node].version != seen.version }

  private func refresh(_ id: Int) {
    guard id >= program.cells.count else { return }
    if !nodes[id].isSet || nodes[id].seen.contains(where: isStale) { return evaluate(id) }
    for seen in nodes[id].seen {
      refresh(seen.node)
      if isStale(seen) { return evaluate(id) }
    }
  }

  private func evaluate(_ id: Int, isSettling: Bool = false) {
    let node = nodes[id]
    let definition = program.derived[id - program.cells.count]
    node.evaluations += 1
    trace.append("evaluate \(id - program.cells.count)")
    remaining -= 1
    node.seen = []
    readers.append(.derived(id))
    depth += 1
    var new: Result<Int, Failure>
    do {
      new = .success(try run(definition.body, number: -2, name: "d"))
    } catch let failure as Failure {
      new = .failure(failure)
    } catch {
      fatalError("\(error)")
    }
    readers.removeLast()
    depth -= 1
    if isSettling, !postponed.isEmpty {
      tellFound()
      invalidatePostponed()
    }
    if node.isSet, case .success(let old) = node.value, case .success(let value) = new,
      Program.isCutOff(definition.cut, old, value)
    {
      return
    }
    node.value = new
    node.isSet = true
    node.version += 1
    if isSettling {
      for number in affected(by: id) {
        computations[number]?.isDoomed = true
        found.append(number)
      }
    } else {
      postponed += affected(by: id)
    }
  }

  /// What a read finds is told when the outermost one is over, in order of creation.
  private func invalidatePostponed() {
    let numbers = postponed.sorted()
    postponed = []
    for number in numbers { invalidate(number) }
  }

  /// What a settling finds is told when it ends, in order of creation.
  private func tellFound() {
    let numbers = found.sorted()
    found = []
    for number in numbers { computations[number]?.isDoomed = false }
    for number in numbers { invalidate(number) }
  }

  func write(_ cell: Int, _ value: Int) {
    guard case .success(let old) = nodes[cell].value,
      !Program.isCutOff(program.cells[cell].cut, old, value)
    else { return }
    nodes[cell].value = .success(value)
    nodes[cell].version += 1
    writes += 1
    invalidateReaders(of: cell)
  }

  // Computations.

  private func invalidateReaders(of id: Int) {
    for number in affected(by: id) { invalidate(number) }
  }

  private func affected(by id: Int) -> [Int] {
    computations.indices.filter { number in
      guard let computation = computations[number], !computation.isInvalid, !computation.isDoomed
      else { return false }
      return computation.seen.contains { $0.node == id && isStale($0) }
    }
  }

  func compute(_ body: Program.Body) { compute(body, isMapped: false) }

  func observe(_ body: Program.Body) { compute(body, isMapped: true) }

  private func compute(_ body: Program.Body, isMapped: Bool) {
    let number = computations.count
    let computation = Computation(body, isMapped: isMapped)
    guard number < 400 else {
      computations.append(nil)
      return
    }
    computations.append(computation)
    do {
      try run(number)
    } catch {
      stop(number)
      log.append("thrown \(error)")
      return
    }
    guard case .computation(let parent)? = readers[readers.count - 1],
      let owner = computations[parent], !computation.isStopped
    else { return }
    if owner.isInvalid {
      stop(number)
    } else {
      owner.onInvalidate.append(.child(number))
    }
  }

  private func run(_ number: Int) throws {
    guard let computation = computations[number] else { return }
    computation.isInvalid = false
    computation.seen = []
    computation.onStop = []
    computation.isRunning = true
    computation.runs += 1
    remaining -= 1
    readers.append(.computation(number))
    defer {
      readers.removeLast()
      computation.isRunning = false
      computation.isFirst = false
      if computation.isInvalid { computation.forget() }
    }
    if computation.isMapped { return try runMapped(computation, number) }
    log.append("run \(number) \(computation.isFirst ? "first" : "again")")
    _ = try run(computation.body, number: number, name: "c\(number)", runs: computation.runs)
  }

  private func runMapped(_ computation: Computation, _ number: Int) throws {
    let inputs = computation.body.compactMap { step -> Int? in
      if case .read(let node) = step { node } else { nil }
    }
    let values = inputs.map { input in Result { try read(input) } }
    let accumulator = try values.reduce(1) { Program.combine($0, try $1.get()) }
    computation.calls += 1
    log.append("run \(number) \(computation.calls == 1 ? "first" : "again")")
    try untracked {
      _ = try run(
        Array(computation.body.dropFirst(inputs.count)), number: number, name: "o\(number)",
        startingWith: accumulator)
    }
  }

  func invalidate(_ number: Int) {
    guard number < computations.count, let computation = computations[number],
      !computation.isInvalid
    else { return }
    computation.isInvalid = true
    if !computation.isRunning { computation.forget() }
    if !computation.isRunning || computation.isFirst { pending.append(number) }
    fire(computation, number)
  }

  private func fire(_ computation: Computation, _ number: Int) {
    let handlers = computation.onInvalidate
    computation.onInvalidate = []
    for handler in handlers {
      switch handler {
      case .child(let child): stop(child)
      case .body(let body): call(body, "invalidated \(number)", "i\(number)")
      }
    }
  }

  private func call(_ body: Program.Body, _ entry: String?, _ name: String) {
    untracked {
      if let entry { log.append(entry) }
      do {
        _ = try run(body, number: -1, name: name)
      } catch {
        log.append("reported \(error)")
      }
    }
  }

  func stop(_ number: Int) {
    guard number < computations.count, let computation = computations[number],
      !computation.isStopped
    else { return }
    let wasInvalid = computation.isInvalid
    computation.isStopped = true
    computation.isInvalid = true
    let handlers = computation.onStop
    computation.onStop = []
    if !wasInvalid { fire(computation, number) }
    for body in handlers { call(body, "stopped \(number)", "s\(number)") }
    if !computation.isRunning { computation.forget() }
  }

  func onInvalidate(_ number: Int, _ body: Program.Body) {
    guard let computation = computations[number] else { return }
    if computation.isInvalid {
      call(body, "invalidated \(number)", "i\(number)")
    } else {
      computation.onInvalidate.append(.body(body))
    }
  }

  func onStop(_ number: Int, _ body: Program.Body) {
    guard let computation = computations[number] else { return }
    if computation.isStopped {
      call(body, "stopped \(number)", "s\(number)")
    } else {
      computation.onStop.append(body)
    }
  }

  func afterFlush(_ body: Program.Body) { afterFlushes.append(body) }

  // The flush.

  /// The live derived node of the lowest rank that is stale and needed, if any.
  private func nextToSettle() -> Int? {
    let derived = program.cells.count..<nodes.count
    func readers(of id: Int) -> [Int] {
      derived.filter { other in nodes[other].seen.contains { $0.node == id } }
    }
    func isDirty(_ id: Int) -> Bool { nodes[id].seen.contains(where: isStale) }
    /// Whether it reads all that it has read before it does anything else.
    func isSure(_ id: Int) -> Bool { program.derived[id - program.cells.count].isMapped }
    func isNeeded(_ id: Int) -> Bool {
      for case let computation? in computations
      where !computation.isInvalid && !computation.isDoomed
        || computation.isMapped && !computation.isStopped
      {
        if computation.seen.contains(where: { $0.node == id }) { return true }
      }
      return readers(of: id).contains { (!isDirty($0) || isSure($0)) && isNeeded($0) }
    }
    return derived.first { nodes[$0].isSet && isDirty($0) && isNeeded($0) }
  }

  private func settle() {
    while remaining > 0, let id = nextToSettle() { evaluate(id, isSettling: true) }
    tellFound()
  }

  func flush(limit: Int) -> String {
    if isFlushing || readers.count > 1 { return "FlushError" }
    isFlushing = true
    remaining = limit
    defer {
      isFlushing = false
      remaining = .max
    }
    while true {
      settle()
      if !pending.isEmpty {
        if remaining <= 0 { return "BudgetError" }
        rerun(pending.removeFirst())
      } else if nextToSettle() != nil {
        return "BudgetError"
      } else if !afterFlushes.isEmpty {
        call(afterFlushes.removeFirst(), nil, "after")
      } else {
        return "done"
      }
    }
  }

  private func rerun(_ number: Int) {
    guard let computation = computations[number], !computation.isStopped else { return }
    do {
      try run(number)
    } catch {
      log.append("reported \(error)")
    }
    if computation.isInvalid, !computation.isStopped { pending.insert(number, at: 0) }
  }
}
