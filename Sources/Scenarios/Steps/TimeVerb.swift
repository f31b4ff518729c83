/// Verbs by which a body waits for the virtual time.
public enum TimeVerb: Sendable {
  case wait(Datum)
  case every(Verb.Every)
}

extension Verb {
  /// Steps that are done once every interval, until a formula is true.
  public struct Every: Sendable {
    public var interval: Datum
    public var steps: [Step]
    public var until: Formula?

    public init(_ interval: Datum, _ steps: [Step], until: Formula?) {
      self.interval = interval
      self.steps = steps
      self.until = until
    }
  }
}

extension TimeVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .wait(let span): visit(.datum(span))
    case .every(let every):
      visit(.datum(every.interval))
      visit(.steps(every.steps))
      if let until = every.until { visit(.formula(until)) }
    }
  }
}
