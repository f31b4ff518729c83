import Reactor
import Scenarios

/// What is noted where one part of a world is written by itself: that of a part, or of the script. What
/// belongs to another one is named by that one's name then, and not told. What is nobody's is told
/// wherever it is named.
struct Apart {
  /// Whose part is written; nil where it is nobody's.
  let own: Owner?
  /// At whose work or answers it points.
  private(set) var others: [Owner] = []
  /// Whether it names something of which it cannot be said which of its owner's it is.
  private(set) var hasStray = false
  /// Whether it waits for the answers of actors.
  private(set) var asksActors = false

  init(_ own: Owner?) { self.own = own }

  fileprivate mutating func note(_ other: Owner) {
    if !others.contains(other) { others.append(other) }
  }

  fileprivate mutating func noteStray() { hasStray = true }

  fileprivate mutating func noteAddressee() { asksActors = true }
}

extension StateWriter {
  /// A body of somebody else, by whose it is; nil where it is to be told.
  func owner(of body: Body) -> String? {
    guard let apart, let owner = body.whose, owner != apart.own else { return nil }
    self.apart?.note(owner)
    if let call = body.call { return "the method for \(name(of: call))" }
    if let run = body.actor { return words(for: body, of: run) }
    guard let source = body.mutating else { return stray("a body") }
    var place: Int?
    var number = 0
    source.reactor.pipeline.eachBody { running, _ in
      if running.detail === body { place = number }
      number += 1
    }
    return place.map { "what runs of \(source.reactor.name), \($0)" }
      ?? stray("a body of \(source.reactor.name)")
  }

  private func words(for body: Body, of run: ActorRun) -> String {
    if run.work?.body === body { return "the body of \(name(of: run))" }
    if run.setup === body { return "the setup of \(name(of: run))" }
    if let place = run.lingering.all.firstIndex(where: { $0 === body }) {
      return "what lingers of \(name(of: run)), \(place)"
    }
    return stray("a body of \(run.name)")
  }

  /// An open answer that somebody else waits for, by who does; nil where it is to be told.
  func owner(of answer: Promise) -> String? {
    guard let apart else { return nil }
    if answer.isDoubled { self.apart?.noteStray() }
    if runtime.bodies.unanswered.contains(where: { $0 === answer }) { self.apart?.note(.script) }
    guard let owner = answer.whose, owner != apart.own else {
      if answer.bonds.addressees.first != nil { self.apart?.noteAddressee() }
      return nil
    }
    self.apart?.note(owner)
    return words(for: answer).map { $0 + copiesWords(of: answer) }
  }

  private func words(for answer: Promise) -> String? {
    switch answer.waiter {
    case nil: return nil
    case let call as ScriptCall:
      let alike = runtime.actors.asked.filter { $0.isPending && $0.step === call.step }
      if alike.count > 1 { return stray("an answer for the script") }
      let locals = call.frame.map { " with \(text($0.locals))" } ?? ""
      return "the answer for the script, \(text(call.step))\(locals)"
    case let body as Body:
      guard case .answer(let awaited)? = body.wait, awaited === answer else {
        return stray("an answer")
      }
      return "the answer for \(name(of: body))"
    case let work as Work:
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
