/// A flow that is made of others of its kind. It is kept as data, not as a closure over them, so that
/// who runs it sees what stands inside: flows in flows, however deep, need neither a deep stack nor a
/// subscription for each level.
@usableFromInline
final class Composite<Element> {
  enum Manner {
    /// One flow after the other has completed.
    case inTurn
    /// All flows at the same time.
    case sideBySide
    /// The only flow, and what goes on in its place when it has failed.
    case recovering((any Error) throws -> Flow<Element>)
  }

  let manner: Manner
  private(set) var flows: [Flow<Element>]

  init(_ manner: Manner, _ flows: [Flow<Element>]) {
    self.manner = manner
    self.flows = flows
  }

  /// What only this one holds is taken apart one by one: left to itself each would let go of the next
  /// from within, and a deep one overflow the stack.
  deinit {
    var held = takeApart()
    while var composite = held.popLast() {
      if isKnownUniquelyReferenced(&composite) { held += composite.takeApart() }
    }
  }

  /// The composites among its flows, of which it has none any more.
  private func takeApart() -> [Composite] {
    defer { flows = [] }
    return flows.compactMap { flow in
      if case .composite(let composite) = flow.kind { composite } else { nil }
    }
  }
}

/// Flows that go on in each other's place, below one subscription: those in turn, those behind an
/// error, those that are made when they begin. What is to come stands in a list, so that a flow that
/// goes on with itself (polls, tries again) runs for ever in the same space, and one that ends at once
/// does not nest the next in it.
final class Succession<Element> {
  /// What happens when the flow under way ends.
  private enum Continuation {
    case goOn(Flow<Element>)
    case recover((any Error) throws -> Flow<Element>)
  }

  /// The next one last.
  private var continuations: [Continuation] = []
  private let down: Emitter<Element>
  private var next: Flow<Element>?
  private var isGoingOn = false
  private let current = Upstream()

  init(_ down: Emitter<Element>) {
    self.down = down
    down.onEnd { [current] in current.cancel() }
  }

  func goOn(with flow: Flow<Element>) {
    next = flow
    if isGoingOn { return }
    isGoingOn = true
    while let flow = next, down.isActive {
      next = nil
      begin(flow)
    }
    isGoingOn = false
  }

  private func begin(_ flow: Flow<Element>) {
    switch flow.kind {
    case .deferred(let make):
      do { next = try make() } catch { failed(error) }
    case .composite(let composite):
      switch composite.manner {
      case .inTurn:
        continuations += composite.flows.reversed().map { .goOn($0) }
        completed()
      case .recovering(let make):
        continuations.append(.recover(make))
        next = composite.flows.first
      case .sideBySide: run(flow)
      }
    case .empty, .just, .several, .failure, .source, .producer: run(flow)
    }
  }

  private func run(_ flow: Flow<Element>) {
    flow.attach(
      down, next: down.next, completed: completed, failed: failed, adopt: current.take)
  }

  private func completed() {
    while let step = continuations.popLast() {
      if case .goOn(let flow) = step { return goOn(with: flow) }
    }
    down.complete()
  }

  private func failed(_ error: any Error) {
    var error = error
    while let step = continuations.popLast() {
      guard case .recover(let make) = step else { continue }
      do { return goOn(with: try make(error)) } catch let another { error = another }
    }
    down.fail(error)
  }
}
