/// What a step does to a part that it names: the coarse view of a verb, for whoever looks at a whole
/// file and not at single steps.
public enum Use: Sendable {
  case sends(Name, Case)
  case stubs(NumberedName)
  case dispatches(Name, Case)
  case presents(Verb.Presentation)
  case dismisses(Name, Verb.Dismissal)
  case calls(Verb.Method)
  case settles(Verb.Method)
  case tells(Recipient, Case)
  case asks(Verb.Ask)
  case forwards(Recipient, Case)
  case spawns(Name)
  case watches(Recipient)
  case stops(Recipient)
  case restarts(Recipient)
  /// Anything else that is done to an actor.
  case mentions(Recipient)
  case becomes(Name)
  case disturbs(Verb.Disturbance)
  case starts(Name)
  /// Stops a computation.
  case ends(Verb.Target)
  case invalidates(Verb.Target)
  case changes(Path)
  /// A mutation of the reactor in whose body it stands.
  case mutates(Case)
}

extension Use {
  /// The actors that it names.
  public var recipients: [Recipient] {
    switch self {
    case .tells(let recipient, _), .forwards(let recipient, _), .watches(let recipient),
      .stops(let recipient), .restarts(let recipient), .mentions(let recipient):
      return [recipient]
    case .asks(let ask): return [ask.recipient]
    case .disturbs(let disturbance):
      var found = disturbance.recipient.map { [$0] } ?? []
      if case .actor(let sender)? = disturbance.sender { found.append(sender) }
      return found
    case .sends, .stubs, .dispatches, .presents, .dismisses, .calls, .settles, .spawns, .becomes,
      .starts, .ends, .invalidates, .changes, .mutates:
      return []
    }
  }
}
