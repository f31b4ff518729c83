import CEL
import Scenarios

// Actors: their states, and what their messages hold by what is sent to them.
extension TypeWalk {
  mutating func declareMessages(of actor: ActorDeclaration) {
    var variables: [String: TypeGraph.Variable] = [:]
    for reaction in actor.behaviors.flatMap(\.reactions)
    where variables[reaction.message.text] == nil {
      let variable = addPart()
      variables[reaction.message.text] = variable
      // What a watch brings is sent by no step.
      if reaction.message.text == "Terminated" { forget(variable) }
    }
    messages[actor.name.text] = variables
  }

  mutating func define(_ actor: ActorDeclaration) {
    let name = actor.name.text
    let state = actorStates[name]
    with(["args"]) { if let datum = actor.state { $0.put(datum, in: state) } }
    within(state) { walk in
      walk.with(["args"], state: state) { walk in
        walk.push("self", actor: name)
        walk.visit(actor.setup)
      }
      for reaction in actor.behaviors.flatMap(\.reactions) {
        walk.with(["sender", "args"], state: state) { walk in
          walk.push("self", actor: name)
          walk.push("message", walk.messages[name]?[reaction.message.text])
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
    var name: String?
    var payload = TypeGraph.Content.known(.null)
    switch message.content {
    case .named(let written, _, let datum):
      name = written.text
      if let datum { payload = content(datum) }
    case .formula(let formula):
      use(formula)
      payload = .known(.dyn)
    }
    if isForgiven || mayFail { payload = .known(.dyn) }
    guard let kind = kind(of: recipient) else {
      sentToAny.insert(name ?? "")
      return
    }
    if let name {
      if let variable = messages[kind]?[name] { put(payload, in: variable) }
    } else {
      for variable in messages[kind]?.values.sorted() ?? [] { forget(variable) }
    }
  }

  /// What any actor may be sent may hold anything.
  mutating func forgetSentToAny() {
    guard !sentToAny.isEmpty else { return }
    for variables in messages.values {
      for (name, variable) in variables
      where sentToAny.contains(name) || sentToAny.contains("") {
        forget(variable)
      }
    }
  }

  /// What `as` binds: in a script a spawned actor's state.
  mutating func bind(_ step: Step) {
    guard let binding = step.binding else { return }
    guard case .turn(.life(.spawn(let kind, _))) = step.verb else { return push(binding.text) }
    // In a body it is a reference, and no state.
    var state: TypeGraph.Variable?
    if case .reference = binding.slot { state = actorStates[kind.text] }
    push(binding.text, state, actor: kind.text)
  }

  private func kind(of recipient: Recipient) -> String? {
    switch recipient {
    case .declared(let name): name.text
    case .local(let name): actor(name.text)
    }
  }
}
