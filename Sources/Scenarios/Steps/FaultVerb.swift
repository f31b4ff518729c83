/// Verbs by which something goes wrong.
public enum FaultVerb: Sendable {
  case crash(Recipient)
  case restart(Recipient)
  case disturb(Verb.Disturbance)
}

extension Verb {
  /// What befalls the next message between two.
  public struct Disturbance: Sendable {
    public enum Fate: Sendable {
      case drop
      case duplicate
      /// By a duration.
      case delay(Datum)
    }

    public enum Sender: Sendable {
      case script
      case actor(Recipient)
    }

    public var kind: Fate
    /// Nil for whoever it is.
    public var sender: Sender?
    public var recipient: Recipient?

    public init(_ kind: Fate, from sender: Sender?, to recipient: Recipient?) {
      self.kind = kind
      self.sender = sender
      self.recipient = recipient
    }
  }
}

extension FaultVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .crash(let recipient), .restart(let recipient): recipient.eachPiece(visit)
    case .disturb(let disturbance):
      if case .actor(let sender)? = disturbance.sender { sender.eachPiece(visit) }
      disturbance.recipient?.eachPiece(visit)
      switch disturbance.kind {
      case .drop, .duplicate: break
      case .delay(let span): visit(.datum(span))
      }
    }
  }

  var use: Use {
    switch self {
    case .crash(let recipient): .mentions(recipient)
    case .restart(let recipient): .restarts(recipient)
    case .disturb(let disturbance): .disturbs(disturbance)
    }
  }
}
