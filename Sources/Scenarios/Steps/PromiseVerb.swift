/// Verbs by which a script settles promises, and by which what is still to come is taken back.
public enum PromiseVerb: Sendable {
  case resolve(Verb.OpenCall, Datum)
  case reject(Verb.OpenCall, Datum)
  /// Cancels the promise that the local stands for; with the reason, if one is given.
  case cancel(NumberedName, Datum?)
  /// Ends the timer that the local refers to.
  case cancelTimer(NumberedName)
}

extension Verb {
  /// A call that a script is to settle.
  public enum OpenCall: Sendable {
    /// The oldest open one.
    case oldest(Method)
    /// The one whose promise the local is.
    case promise(NumberedName)
  }
}

extension PromiseVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .resolve(_, let datum), .reject(_, let datum): visit(.datum(datum))
    case .cancel(_, let reason): if let reason { visit(.datum(reason)) }
    case .cancelTimer: break
    }
  }

  var use: Use? {
    switch self {
    case .resolve(.oldest(let method), _), .reject(.oldest(let method), _): .settles(method)
    case .resolve(.promise, _), .reject(.promise, _), .cancel, .cancelTimer: nil
    }
  }
}
