import CEL
import Scenarios
import Values

// Actors: their states, and what their messages hold by what is sent to them.
extension TypeWalk {
  mutating func define(_ actor: ActorDeclaration, _ number: Int) {
    let state = state(.actor(number))
    if let datum = actor.state { put(datum, in: state) }
    with(own: state) { walk in
      walk.visit(actor.setup)
      for reaction in actor.behaviors.flatMap(\.reactions) {
        // The message is the first local of a reaction, before its sender and the actor itself.
        let message = walk.messages(number)[reaction.message.text]
        walk.with(locals: [message, walk.reference, walk.reference]) { walk in
          switch reaction.kind {
          case .result(let datum): walk.content(datum)
          case .steps(let steps), .future(let steps): walk.visit(steps)
          }
          walk.visit(reaction.onCancel)
        }
      }
    }
    if let within = actor.supervision?.within { content(within, .duration("within")) }
    if let backoff = actor.supervision?.backoff {
      content(backoff.shortest, .duration("backoff"))
      if let longest = backoff.longest { content(longest, .duration("max")) }
    }
  }

  /// What a message is found to hold. That of a step that is meant to fail,
  /// or whose failure is looked at, may be anything.
  mutating func send(_ message: Case, to recipient: Recipient, mayFail: Bool = false) {
    if case .computed(let formula) = recipient { use(formula) }
    var name: String?
    var payload = TypeGraph.Content.known(.null)
    switch message.content {
    case .named(let named):
      name = named.name.text
      if let datum = named.payload { payload = content(datum) }
    case .formula(let formula):
      use(formula)
      payload = .known(.dyn)
    }
    if isForgiven || mayFail { payload = .known(.dyn) }
    guard let kind = recipient.kind else {
      sentToAny.insert(name ?? "")
      return
    }
    if let name {
      if let variable = messages(kind)[name] { put(payload, in: variable) }
    } else {
      for variable in messages(kind).values.sorted() { forget(variable) }
    }
  }

  /// What any actor may be sent may hold anything.
  mutating func forgetSentToAny() {
    guard !sentToAny.isEmpty else { return }
    for actor in 0..<actorCount {
      for (name, variable) in messages(actor)
      where sentToAny.contains(name) || sentToAny.contains("") {
        forget(variable)
      }
    }
  }

  /// What `as` binds: in a script a spawned actor's state. A reference is no state.
  mutating func bind(_ step: Step) {
    guard let binding = step.binding else { return }
    switch (binding.slot, step.verb) {
    case (.reference(let local), .turn(.life(.spawn(let kind, _)))):
      bind(local, to: state(.actor(kind.number)))
    case (.local(let local), .turn(.life(.spawn))): bind(local, to: reference)
    case (.local(let local), _), (.promise(let local), _), (.reference(let local), _):
      bind(local, to: nil)
    default: break
    }
  }
}
