import Reactor
import Scenarios
import Values

// Reactors, stores, services, and what parts emitted last.
extension StateWriter {
  func write(_ state: PartState, _ path: String) {
    guard let cell = state.cell else { return }
    add(path, text(cell.peek().value ?? .null))
    writeReturns(cell, path)
  }

  /// What stood at a path when it was read, where it matters that a write may bring it back.
  func writeReturns(_ cell: RecordCell, _ path: String) {
    guard facts.seesEvaluations else { return }
    cell.eachReturn { place, value, end in
      let below = place.isEmpty ? "" : "." + place.joined(separator: ".")
      add("\(path)\(below) read last", value.map { text($0) } ?? end)
    }
  }

  func writeEmissions() {
    for part in 0..<world.emitters.count where facts.readsEmission(of: part) {
      if case .null = world.emitted[part] { continue }
      add("emitted \(world.emitters[part])", text(world.emitted[part]))
    }
  }

  /// Whether it is observed is seen where a turn is ready that will find so.
  func write(_ cell: ObservedCell) {
    let path = "observed \(world.model.cells[cell.index].name.text)"
    if cell.isAtWork { add(path, "at work") }
    if let body = cell.body, body.isAtWork { add("\(path) body", name(of: body)) }
  }

  // MARK: Reactors

  func write(_ reactor: ReactorRun) {
    let path = "reactor \(reactor.name)"
    write(reactor.state, path)
    for (number, element) in (ready.elements[reactor.index] ?? []).enumerated() {
      add("\(path) merge \(number)", text(element))
    }
    writeAlone(reactor, path)
  }

  func text(_ element: ReadyTurns.Element) -> String { "\(element.entry) \(text(element.value))" }

  /// All of it but its state, and the changes that are on their way to it.
  func writeAlone(_ reactor: ReactorRun, _ path: String = "") {
    if reactor.isStub { add("\(path) stub", "true") }
    guard let pipeline = reactor.pipeline else { return }
    if pipeline.isEnded { add("\(path) ended", "true") }
    if pipeline.isComplete { add("\(path) complete", "true") }
    if pipeline.areActionsOver { add("\(path) actions over", "true") }
    if reactor.areStatesOver { add("\(path) states over", "true") }
    if let base = reactor.base { add("\(path) base", text(base)) }
    var number = 0
    pipeline.eachQueued { action in
      let name = reactor.declaration.name(ofAction: action.number)
      add("\(path) queue \(number)", "\(name) \(text(action.payload))")
      number += 1
    }
    number = 0
    pipeline.eachWaiting { action in
      let name = reactor.declaration.name(ofAction: action.number)
      add("\(path) waiting \(number)", "\(name) \(text(action.payload))")
      number += 1
    }
    // Those that have been waited for take their turns among the others.
    if let order = ready.queues[pipeline.party], order.contains(true) {
      add("\(path) order", order.map { $0 ? "waiting" : "queue" }.joined(separator: ", "))
    }
    number = 0
    pipeline.eachTransform { transform in
      write(transform, "\(path) transform \(number)")
      number += 1
    }
    if let states = reactor.transformation {
      // What was assigned is seen where a state takes the place of another: which have the same count says all.
      let counts = PulseCounts(reactor.shown)
      write(states, "\(path) transform.state", counts)
      if let pulses = counts.text(reactor.assigned) { add("\(path) pulses", pulses) }
    }
    number = 0
    pipeline.eachBody { body, label in
      let work = (body.detail as? Body).map { name(of: $0) } ?? "under way"
      add("\(path) running \(number)", "\(label) \(work)")
      number += 1
    }
  }

  /// What the operators hold, the last one first, each with those before it below its own path.
  private func write(_ flow: Subscription?, _ path: String, _ counts: PulseCounts? = nil) {
    guard let flow, flow.isActive else { return add("\(path) over", "true") }
    for (number, fact) in OperatorDescription(of: flow).facts.enumerated() {
      let path = "\(path) \(fact.name) \(number)"
      switch fact.fact {
      case .element(let element): add(path, text(element: element, counts))
      case .number(let number): add(path, String(number))
      case .span(let nanoseconds): add(path, span(nanoseconds))
      case .flows(let flows):
        for (number, flow) in flows.enumerated() { write(flow, "\(path).\(number)", counts) }
      }
    }
    for (number, before) in flow.upstream.enumerated() {
      write(before, "\(path)/\(number)", counts)
    }
  }

  /// An action or mutation has the number that it has in its reactor.
  private func text(element: Any, _ counts: PulseCounts?) -> String {
    switch element {
    case let element as NumberedCase: "\(element.number) \(text(element.payload))"
    case let element as ReducedState:
      text(element.value)
        + (element.assigned.flatMap { counts?.text($0) }.map { " pulses \($0)" } ?? "")
    case let element as KeptElement<NumberedCase>: text(element: element.element, counts)
    case let element as KeptElement<ReducedState>: text(element: element.element, counts)
    case let element as KeptElement<Value>: text(element.element)
    default: preconditionFailure("no flow of the runner has such elements")
    }
  }

  // MARK: Stores

  func write(_ store: StoreRun) {
    let path = "store \(store.layout.name)"
    write(store.state, path)
    for (number, dispatch) in (ready.dispatches[store.layout.name] ?? []).enumerated() {
      add("\(path) queue \(number)", text(dispatch))
    }
    writeAlone(store, path)
  }

  func text(_ dispatch: ReadyTurns.Dispatch) -> String {
    "\(quoted(dispatch.action)) \(text(dispatch.payload))"
  }

  /// What it presents.
  func writeAlone(_ store: StoreRun, _ path: String = "") {
    for (number, route) in store.shown.peek().enumerated() {
      add("\(path) presented \(number)", text(route))
    }
  }

  // MARK: Services

  func write(_ service: ServiceRun) {
    let path = "service \(service.state.name)"
    write(service.state, path)
    writeAlone(service, path)
  }

  /// All of it but its state.
  func writeAlone(_ service: ServiceRun, _ path: String = "") {
    for method in service.methods {
      let name = method.declaration.name.text
      if case .replies(let replies) = method.declaration.body, replies.count > 1 {
        // Behind the last reply all positions are alike.
        add("\(path) \(name) reply", String(min(method.count, replies.count - 1)))
      }
      for (number, promise) in method.open.all.enumerated() {
        add("\(path) \(name) open \(number)", self.name(of: promise))
      }
    }
  }
}

/// How often the pulses of a reactor have been assigned, by numbers that do not grow: each count has that of its first
/// mention, and what everyone sees 0.
private final class PulseCounts {
  private var known: [[UInt]]

  init(_ shown: [UInt]) { known = shown.map { [$0] } }

  /// Nil where none has been assigned since.
  func text(_ counts: [UInt]) -> String? {
    var numbers: [Int] = []
    for (pulse, count) in counts.enumerated() {
      let number = known[pulse].firstIndex(of: count) ?? known[pulse].count
      if number == known[pulse].count { known[pulse].append(count) }
      numbers.append(number)
    }
    return numbers.allSatisfy { $0 == 0 } ? nil : numbers.map(String.init).joined(separator: " ")
  }
}
