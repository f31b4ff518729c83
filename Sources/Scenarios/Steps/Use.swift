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
