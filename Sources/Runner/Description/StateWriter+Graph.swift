import Reactor
import Scenarios
import Values

// Cells, derived cells and computations.
extension StateWriter {
  func writeCells() {
    for (index, cell) in world.model.cells.enumerated() {
      switch world.cells[index] {
      case .input(let record):
        let path = "cell \(cell.name.text)"
        add(path, text(record.peek().value ?? .null))
        writeReturns(record, path)
      case .waiting, .starting:
        guard case .input = cell.source else { continue }
        add("cell \(cell.name.text)", world.restingValue(index).map { text($0) } ?? "not made")
      case .derived: break
      }
    }
    writeDerived()
  }

  /// What derived cells hold, where that can make a difference.
  func writeDerived() {
    for derived in toldDerived { write(derived) }
  }

  /// Whether it makes a difference what a derived cell holds on which nothing depends.
  var tellsUnwatched: Bool { toldDerived.contains { !$0.isLive } }

  /// Those of the file in its order, whichever was made first; then those of their paths that are read.
  private var toldDerived: [DerivedStanding] {
    let numbers = Dictionary(
      world.model.cells.enumerated().map { ($0.element.name.text, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var declared: [(number: Int, derived: DerivedStanding)] = []
    var others: [DerivedStanding] = []
    for derived in world.graph.derivedCells {
      if let number = numbers[derived.label] {
        declared.append((number, derived))
      } else {
        others.append(derived)
      }
    }
    declared.sort { $0.number < $1.number }
    let all = declared.map { ($0.derived, world.model.cells[$0.number]) } + others.map { ($0, nil) }
    return all.filter { isTold($0.0, $0.1) }.map(\.0)
  }

  /// Whether what a derived cell holds can make a difference: it does where its readers are compared
  /// with it, where a cutoff keeps it, and where it is not sure to be what an evaluation would give.
  private func isTold(_ derived: DerivedStanding, _ cell: CellDeclaration?) -> Bool {
    if derived.isLive || derived.isFragile { return true }
    guard let cell else { return false }
    if cell.holdsBack { return true }
    if facts.hasUntrackedReads { return true }
    if case .value(let value) = derived.content { return value.hasOrder }
    return false
  }

  private func write(_ derived: DerivedStanding) {
    let path = "derived \(canonical(derived.label))"
    switch derived.content {
    case .nothing: return
    case .value(let value): add(path, text(value))
    case .lookup(.found(let value)): add(path, text(value))
    case .lookup(.missing(let index, let parent)): add(path, "missing \(index) in \(text(parent))")
    case .failure(let error): add(path, "error \(text(error))")
    }
    if derived.isLive, derived.isStale { add("\(path) stale", "true") }
    if derived.isFragile { add("\(path) fragile", "true") }
    if !derived.isLive {
      let reads = derived.reads.map { canonical($0.label) + ($0.hasChanged ? " (changed)" : "") }
      add("\(path) reads", sorted(reads))
    }
  }

  private func sorted(_ texts: [String]) -> String {
    var last: String?
    var all: [String] = []
    for text in texts.sorted(by: { Text.compare($0, $1) < 0 }) {
      if let last, Text.same(last, text) { continue }
      all.append(text)
      last = text
    }
    return all.joined(separator: ", ")
  }

  /// The label of a node, with an actor's name as it is told here.
  private func canonical(_ label: String, _ node: UInt32? = nil) -> String {
    let root = label.prefix { $0 != "." }
    guard let run = node.flatMap(actor(ofNode:)) ?? runtime.actors.references[String(root)] else {
      return label
    }
    return name(of: run) + label.dropFirst(root.count)
  }

  /// The actor of whose state a node is a path; also one that has ended and left its name to another.
  private func actor(ofNode node: UInt32) -> ActorRun? {
    if actorsOfNodes == nil {
      var actors: [UInt32: ActorRun] = [:]
      for run in runtime.actors.runs { run.state.cell?.eachNode { actors[$0] = run } }
      actorsOfNodes = actors
    }
    return actorsOfNodes?[node]
  }

  // MARK: Computations

  /// Several of one declaration are told apart by the order in which they were made, which is the order
  /// in which they run again.
  func nameComputations() {
    var counts: TextTable<Int> = [:]
    for standing in world.graph.computations {
      let count = counts[standing.label, default: 0] + 1
      counts[standing.label] = count
      let name = count == 1 ? standing.label : "\(standing.label)/\(count)"
      computations[standing.computation.node] = (standing.computation, name)
    }
  }

  func name(of computation: Computation) -> String {
    guard let known = computations[computation.node], known.computation == computation else {
      return "one that is over"
    }
    return known.name
  }

  func writeGraph() {
    for (index, state) in runtime.computations.states.enumerated() {
      guard state.declaration != nil else { continue }
      let path = "computation \(world.emitters[index]) last made"
      add(path, state.current.map { name(of: $0) } ?? "none")
      if !state.captured.isEmpty { add("\(path) with", text(state.captured)) }
    }
    for standing in world.graph.computations { write(standing) }
    for (number, computation) in world.graph.pending.enumerated() {
      add("flush \(number)", name(of: computation))
    }
    for (number, handler) in world.graph.waitingHandlers.enumerated() {
      add("flush handler \(number)", text(handler: handler) ?? "nothing")
    }
  }

  private func write(_ standing: ComputationStanding) {
    let path = "computation \(name(of: standing.computation))"
    var words = standing.isInvalid ? "invalid" : "valid"
    if standing.isFirstRun { words += ", in its first run" }
    if let kept = standing.detail as? KeptLocals { words += ", with \(text(kept.locals))" }
    add(path, words)
    add("\(path) reads", sorted(standing.reads.map { canonical($0.label, $0.node) }))
    let handlers = standing.onInvalidate.compactMap { text(handler: $0) }
    for (number, handler) in handlers.enumerated() {
      add("\(path) onInvalidate \(number)", handler)
    }
    for (number, handler) in standing.onStop.compactMap({ text(handler: $0) }).enumerated() {
      add("\(path) onStop \(number)", handler)
    }
  }

  /// Nil where it would do nothing.
  private func text(handler: ComputationStanding.Handler) -> String? {
    switch handler {
    case .stop(let other): return "stops \(name(of: other))"
    case .look(let label, let node): return "looks who depends on \(canonical(label, node))"
    case .call(let body as Body): return body.isAtWork ? "cancels \(name(of: body))" : nil
    case .call(let handler as LaterSteps):
      let steps = "\(text(handler.steps)) \(text(handler.frame.locals))"
      return "\(handler.subject), steps \(steps), \(text(handler.frame))"
    case .call: preconditionFailure("a handler of the runner is about something")
    }
  }
}
