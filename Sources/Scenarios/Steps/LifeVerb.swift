/// Verbs about the lives of actors and what they listen to.
public indirect enum LifeVerb: Sendable {
  /// A new actor of that kind, with `args`; none is null.
  case spawn(NumberedName, Datum?)
  case stop(Recipient)
  case watch(Recipient)
  case unwatch(Recipient)
  /// Among the behaviors of the actor.
  case become(NumberedName)
  case stash
  case unstash
}

extension LifeVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .spawn(_, let arguments): if let arguments { visit(.datum(arguments)) }
    case .stop(let recipient), .watch(let recipient), .unwatch(let recipient):
      recipient.eachPiece(visit)
    case .become, .stash, .unstash: break
    }
  }

  var needsBody: Bool {
    switch self {
    case .stash: true
    case .spawn, .stop, .watch, .unwatch, .become, .unstash: false
    }
  }

  var use: Use? {
    switch self {
    case .spawn(let kind, _): .spawns(kind.name)
    case .stop(let recipient): .stops(recipient)
    case .watch(let recipient): .watches(recipient)
    case .unwatch(let recipient): .mentions(recipient)
    case .become(let behavior): .becomes(behavior.name)
    case .stash, .unstash: nil
    }
  }
}
