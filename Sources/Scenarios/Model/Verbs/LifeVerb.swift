/// Verbs about the lives of actors and what they listen to.
public enum LifeVerb: Sendable {
  /// A new actor of that kind, with `args`; none is null.
  case spawn(Name, Datum?)
  case stop(Recipient)
  case watch(Recipient)
  case unwatch(Recipient)
  case become(Name)
  case stash
  case unstash
}

extension LifeVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .spawn(_, let arguments): if let arguments { visit(.datum(arguments)) }
    case .stop, .watch, .unwatch, .become, .stash, .unstash: break
    }
  }

  var use: Use? {
    switch self {
    case .spawn(let kind, _): .spawns(kind)
    case .stop(let recipient): .stops(recipient)
    case .watch(let recipient): .watches(recipient)
    case .unwatch(let recipient): .mentions(recipient)
    case .become(let behavior): .becomes(behavior)
    case .stash, .unstash: nil
    }
  }

  var binds: Verb.Binding? {
    switch self {
    case .spawn: .actor
    case .stop, .watch, .unwatch, .become, .stash, .unstash: nil
    }
  }
}
