import Reactor
import Scenarios

/// What is noted where one part of a world is written by itself: that of an actor, or of the script. What
/// belongs to another actor is named by that actor's name then, and not told.
struct Apart {
  /// The actor that is written; nil for all else.
  let own: ActorRun?
  /// The actors at whose work or answers it points.
  private(set) var others: [ActorRun] = []
  /// Whether it points at an answer for the script.
  private(set) var hasScript = false
  /// Whether it names something of which it cannot be said whose it is.
  private(set) var hasStray = false

  init(_ own: ActorRun?) { self.own = own }

  fileprivate mutating func note(_ other: ActorRun) {
    if !others.contains(where: { $0 === other }) { others.append(other) }
  }

  fileprivate mutating func noteScript() { hasScript = true }

  fileprivate mutating func noteStray() { hasStray = true }
}

extension StateWriter {
  /// A body of somebody else, by whose it is; nil where it is to be told.
  func owner(of body: Body) -> String? {
    guard let apart else { return nil }
    guard let run = body.actor else { return stray("a body") }
    if run === apart.own { return nil }
    self.apart?.note(run)
    if run.work?.body === body { return "the body of \(name(of: run))" }
    if run.setup === body { return "the setup of \(name(of: run))" }
    if let place = run.lingering.all.firstIndex(where: { $0 === body }) {
      return "what lingers of \(name(of: run)), \(place)"
    }
    return stray("a body of \(run.name)")
  }

  /// An answer that somebody else waits for, by who does; nil where it is to be told.
  func owner(of answer: Promise) -> String? {
    guard let apart else { return nil }
    switch answer.waiter {
    case nil: return nil
    case let call as ScriptCall:
      self.apart?.noteScript()
      let alike = runtime.actors.asked.filter { $0.isPending && $0.step === call.step }
      if alike.count > 1 { return stray("an answer for the script") }
      let locals = call.frame.map { " with \(text($0.locals))" } ?? ""
      return "the answer for the script, \(text(call.step))\(locals)"
    case let body as Body:
      guard let run = body.actor else { return stray("an answer") }
      if run === apart.own { return nil }
      self.apart?.note(run)
      guard run.work?.body === body, case .answer(let awaited)? = body.wait, awaited === answer
      else { return stray("an answer for \(run.name)") }
      return "the answer for \(name(of: run))"
    case let work as Work:
      if work.actor === apart.own { return nil }
      self.apart?.note(work.actor)
      guard work.actor.work === work, work.forwarded === answer else {
        return stray("what \(work.actor.name) forwarded")
      }
      return "the answer that \(name(of: work.actor)) forwards"
    case .some: return stray("an answer")
    }
  }

  private func stray(_ words: String) -> String {
    apart?.noteStray()
    return words
  }
}

extension Body {
  /// The actor to whose work or setup it belongs.
  var actor: ActorRun? { purpose(as: Work.self)?.actor ?? purpose(as: ActorRun.self) }
}
