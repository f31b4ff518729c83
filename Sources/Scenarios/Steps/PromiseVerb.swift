/// Verbs by which a script settles promises.
public enum PromiseVerb: Sendable {
  /// Settles the oldest open call.
  case resolve(Verb.Method, Datum)
  case reject(Verb.Method, Datum)
  /// Cancels the promise that the local stands for.
  case cancel(NumberedName)
}

extension PromiseVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .resolve(_, let datum), .reject(_, let datum): visit(.datum(datum))
    case .cancel: break
    }
  }

  var use: Use? {
    switch self {
    case .resolve(let method, _), .reject(let method, _): .settles(method)
    case .cancel: nil
    }
  }
}
