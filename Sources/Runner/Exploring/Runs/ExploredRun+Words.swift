import Reactor
import Scenarios
import Values

// What moves are called.
extension ExploredRun {
  /// Who acts, and what it is about, before it is done. The same words for the same move in a model that
  /// was edited elsewhere.
  func words(for move: Move) -> (actor: String, words: String) {
    switch move {
    case .ready(let place): return words(forReady: place)
    case .overtaking(let actor, let place):
      let name =
        actors.core.waiting(at: place, of: actor).flatMap { messageName($0) } ?? "a message"
      return (actors.run(actor).name, "\(name) (overtakes)")
    case .script: return ("script", "next step")
    case .thread(let number): return ("script \(number + 1)", "next step")
    case .delayed(let place):
      return (
        ExploredRun.owner(in: delayed[place].subject), "\(delayed[place].subject) (was delayed)"
      )
    case .event(let number, let values): return ("outside", words(forEvent: number, values))
    case .message(let fault, let actor, let place):
      let name =
        actors.core.waiting(at: place, of: actor).flatMap { messageName($0) } ?? "a message"
      return ("fault", "\(fault.rawValue) \(actors.run(actor).name).\(name)")
    case .crash(let actor): return ("fault", "crash \(actors.run(actor).name)")
    }
  }

  private func words(forReady place: Int) -> (actor: String, words: String) {
    let turn = world.scheduler.ready(place)
    switch ReadyTurn(turn, of: runtime) {
    case .message(let envelope, let actor):
      return (actors.run(actor).name, messageName(envelope) ?? "a message")
    case .next(let actor):
      let name = actors.core.waiting(at: .mail(0), of: actor).flatMap { messageName($0) }
      return (actors.run(actor).name, name ?? "a message")
    case .dispatch(let store, let action, _): return (store, action)
    case .element, .queued, .other: break
    }
    let words = runtime.subject(ofTurn: place).words
    return (asker(of: turn) ?? ExploredRun.owner(in: words), words)
  }

  /// Whose timeout or answer it is, which are called by what was asked for; nil for all other turns.
  private func asker(of turn: Turn) -> String? {
    guard turn.party == world.party else { return nil }
    let work = world.scheduled[turn.word]
    guard work is Timeout || work is ScriptCall else { return nil }
    switch runtime.owner(of: turn) {
    case nil: return ""
    case .actor(let number): return actors.runs[number].name
    case .reactor(let index): return world.model.reactors[index].name.text
    case .store(let index): return world.model.stores[index].name.text
    case .service(let index): return world.model.services[index].name.text
    case .script: return "script"
    }
  }

  /// The part that the words begin with, or whose answer they tell of.
  private static func owner(in words: String) -> String {
    let answer = "the answer of "
    let subject = words.hasPrefix(answer) ? words.dropFirst(answer.count) : words[...]
    let owner = subject.prefix { $0 != "." && $0 != " " }
    return owner.first == "`" ? "script" : String(owner)
  }

  private func messageName(_ envelope: Envelope) -> String? {
    actors.mails[envelope.word]?.message.name
  }

  func words(forEvent number: Int, _ values: [Value]) -> String {
    let event = exploration.events[number]
    // Those without a name are told apart by their numbers too.
    let name = event.name?.text ?? "\(event.step.eventWords) (event \(number + 1))"
    let bound = zip(event.elements, values).map { "\($0.name.text) = \($1.brief)" }
    return bound.isEmpty ? name : "\(name) \(bound.joined(separator: ", "))"
  }

  /// What the last turn of the script was about.
  var lastWords: String { run.lastEvent?.eventWords ?? "next step" }
}

extension Step {
  /// The verb, and the action or message that goes with it.
  var eventWords: String {
    let keyword = keyword.text
    if case .turn(.state(.set(let assignments))) = verb {
      return "\(keyword) \(assignments.all.map(\.path.text).joined(separator: ", "))"
    }
    guard case .turn(.event(let verb)) = verb else { return keyword }
    return "\(keyword) \(verb.words)"
  }
}
