/// Verbs by which a body gives something.
public enum ResultVerb: Sendable {
  case emit([Verb.Emission])
  /// In the bodies of a reactor.
  case mutation(Case)
  case returning(Datum)
  case reply(Datum)
  case failing(Datum)
  /// Rejects the answer of the message at work, which is no failure of the body.
  case refuse(Datum)
  case forward(Recipient, Case)
}

extension Verb {
  /// A value and the channel it goes to; nil for the channel of the part that emits.
  public struct Emission: Sendable {
    public var channel: Name?
    /// The part that the channel is named like, by its number in the `PartTable`.
    public var part: Int?
    public var value: Datum

    public init(channel: Name?, part: Int? = nil, value: Datum) {
      self.channel = channel
      self.part = part
      self.value = value
    }
  }
}

extension ResultVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .emit(let emissions):
      for emission in emissions {
        if let channel = emission.channel { visit(.channel(channel)) }
        visit(.datum(emission.value))
      }
    case .mutation(let mutation): mutation.eachPiece(visit)
    case .returning(let datum), .reply(let datum), .failing(let datum), .refuse(let datum):
      visit(.datum(datum))
    case .forward(let recipient, let message):
      recipient.eachPiece(visit)
      message.eachPiece(visit)
    }
  }

  var needsBody: Bool {
    switch self {
    case .emit, .failing: false
    case .mutation, .returning, .reply, .refuse, .forward: true
    }
  }

  var use: Use? {
    switch self {
    case .emit, .returning, .reply, .failing, .refuse: nil
    case .mutation(let mutation): .mutates(mutation)
    case .forward(let recipient, let message): .forwards(recipient, message)
    }
  }
}
