/// Verbs about the virtual time.
public enum TimeVerb: Sendable {
  case advance(Datum)
  case wait(Datum)
  /// The steps once every interval, until the formula is true.
  case every(Datum, [Step], until: Formula?)
}

extension TimeVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .advance(let span), .wait(let span): visit(.datum(span))
    case .every(let interval, let steps, let until):
      visit(.datum(interval))
      visit(.steps(steps))
      if let until { visit(.formula(until)) }
    }
  }
}
