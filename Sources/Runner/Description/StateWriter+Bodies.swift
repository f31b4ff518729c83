import Reactor
import Scenarios
import Values

// Bodies at work and answers that are awaited: each a few lines, by what stands behind its name.
extension StateWriter {
  func shown(_ body: Body) -> [(path: String, content: String)] {
    var lines = [
      ("", "\(text(body.purpose.purposeParts)), \(status(of: body))"), (" sees", text(body.frame)),
    ]
    if body.status != .lingering {
      lines.append((" locals", text(body.frame.locals)))
      for (number, block) in body.blocks.enumerated() {
        lines.append((" steps \(number)", text(block)))
      }
    }
    switch body.wait {
    case .time(let timer): lines.append((" waits", rest(of: timer)))
    case .answer(let promise): lines.append((" waits", "for \(name(of: promise))"))
    case nil: break
    }
    // The list of timers has no order: one that is taken out leaves its place to the last.
    for (number, timer) in unordered(body.timers, { shown($0) }).enumerated() {
      lines.append((" timer \(number)", timer))
    }
    for (number, part) in body.parts.all.enumerated() where part.isAtWork {
      lines.append((" part \(number)", name(of: part)))
    }
    return lines
  }

  private func status(of body: Body) -> String {
    switch body.status {
    case .running: "running"
    case .waiting: "waiting"
    case .lingering: "over but for its timers"
    case .ended: "over"
    case .cancelled: "cancelled"
    }
  }

  /// The pass itself says nothing, only what is still to come.
  private func text(_ block: Body.Block) -> String {
    var words = "\(block.next) of \(text(block.steps)), \(block.base) locals before"
    guard let manner = block.manner else { return words }
    if let passes = manner.passes { words += leftWords(of: passes, behind: manner.pass) }
    if manner.isUntracked { words += ", untracked" }
    if manner.bindsNull { words += ", binds null" }
    return words
  }

  /// The passes that are still to come.
  func leftWords(of passes: Passes, behind pass: Int) -> String {
    let left = passes.count - pass - 1
    if let elements = passes.elements?.values {
      return ", then for \(text(Array(elements.suffix(left))))"
    }
    return left > 0 ? ", then \(left) times more" : ""
  }

  func shown(_ timer: Timer) -> String {
    let left = timer.pending.map { rest(of: $0) } ?? "not set"
    return "\(text(timer.parts)), \(left)"
  }

  // MARK: Answers

  /// Nil while it is open.
  func settledWords(of promise: Promise) -> String? {
    switch promise.outcome {
    case .value(let value): "\(subject(of: promise)) is \(text(value))"
    case .error(let error): "\(subject(of: promise)) failed: \(text(error))"
    case .cancelled: "\(subject(of: promise)) was cancelled"
    case nil: nil
    }
  }

  private func subject(of promise: Promise) -> String { promise.declaredName ?? promise.subject }

  /// That copies of its message ask for it too: whoever answers one of them changes what is told of the others.
  func copiesWords(of promise: Promise) -> String {
    promise.copies == 0 ? "" : ", also for \(promise.copies) more of its messages"
  }

  /// An open one.
  func shown(_ promise: Promise) -> [(path: String, content: String)] {
    var lines = [("", "\(subject(of: promise)) is open\(copiesWords(of: promise))")]
    if let waiter = promise.waiter { lines.append((" for", text(waiter.waiterParts))) }
    if promise.bonds.addressees.first != nil {
      let names = promise.bonds.addressees.all.compactMap { $0 as? ActorRun }.map { name(of: $0) }
      lines.append((" from", names.joined(separator: ", ")))
    }
    if let timeout = promise.timeout?.pending { lines.append((" timeout", rest(of: timeout))) }
    if let body = promise.bonds.worker as? Body, body.isAtWork {
      lines.append((" by", name(of: body)))
    }
    if let gathering = promise.bonds.worker as? Gathering {
      let members = gathering.members.map { name(of: $0) }
      lines.append((" of", "\(gathering.rule.rawValue) [\(members.joined(separator: ", "))]"))
    }
    return lines
  }

  // MARK: The script

  /// Whatever a script may look at.
  func writePromises() {
    for (number, promise) in runtime.calls.promises.enumerated() {
      add("script promise \(number)", name(of: promise))
    }
  }

  func writeCalls() {
    if let last = runtime.calls.last { add("script last answer", name(of: last)) }
    if let rejection = runtime.calls.rejection { add("script rejection", text(rejection)) }
    let unanswered = runtime.bodies.unanswered.filter { $0.waiter != nil && $0.isPending }
    addUnordered("unanswered", unanswered) { name(of: $0) }
  }

  // MARK: Turns

  func writeTurns() {
    addUnordered("ready", (joinsMail ? [] : ready.nexts) + ready.others) { text($0) }
    var pending: [(turn: Turn, rest: Int64)] = []
    world.scheduler.eachPending { pending.append(($0, $1)) }
    addUnordered("timer", pending) { "in \(span($0.rest)): \(text($0.turn))" }
  }

  /// The ready turns in the order in which they became so: what tells runs apart of which it is counted
  /// how often something else than the first was taken.
  func writeOrder() {
    var number = 0
    world.scheduler.eachReady { turn in
      let words: String =
        switch ReadyTurn(turn, of: runtime) {
        case .message(_, let actor): "to \(name(of: actor))"
        case .element(let reactor, _, _): "reactor \(reactor)"
        case .dispatch(let store, _, _): "store \(store)"
        case .queued(let party, _): "party \(party)"
        case .next, .other: text(turn)
        }
      add("order \(number)", words)
      number += 1
    }
  }

  func text(_ turn: Turn) -> String {
    if turn.party == world.party {
      return world.scheduled[turn.word].map { text($0.turnParts) } ?? "nothing"
    }
    if let (actor, isBeginning) = runtime.actors.core.ownTurn(turn) {
      return "\(name(of: actor)) \(isBeginning ? "begins anew" : "takes its next message")"
    }
    let party = world.scheduler.party(of: turn)
    if let pipeline = party as? Pipeline<NumberedCase, NumberedCase> {
      return "\(pipeline.label) takes nothing"
    }
    return quoted(world.scheduler.describe(turn))
  }
}
