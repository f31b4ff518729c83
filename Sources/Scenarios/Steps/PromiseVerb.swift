/// Verbs by which a script settles promises, and by which what is still to come is taken back.
public enum PromiseVerb: Sendable {
  case resolve(Verb.OpenCall, Datum)
  case reject(Verb.OpenCall, Datum)
  /// Cancels the promise that the local stands for; with the reason, if one is given.
  case cancel(NumberedName, Datum?)
  /// Ends the timer that the local refers to.
  case cancelTimer(NumberedName)
  /// Asks and calls several at once.
  case gather(Verb.Gathering)
}

extension Verb {
  /// Asks and calls that go out together, and of which one answer is made.
  public struct Gathering: Sendable {
    public enum Rule: String, Sendable {
      /// The answers of all, in order; rejected with the first of them that is.
      case all
      /// The first that is no rejection; rejected where all are, with the list of what they were
      /// rejected with.
      case any
      /// The first, be it a rejection.
      case race
    }

    public var rule: Rule
    /// Asks and calls, and the loops and conditions around them.
    public var steps: [Step]
    /// `else`: what is done where it is rejected, with `error` bound; nil: that is a failure.
    public var otherwise: [Step]?
    /// How long the caller waits for all of it.
    public var timeout: Datum?

    public init(_ rule: Rule, _ steps: [Step], otherwise: [Step]? = nil, timeout: Datum? = nil) {
      self.rule = rule
      self.steps = steps
      self.otherwise = otherwise
      self.timeout = timeout
    }
  }

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
    case .gather(let gathering):
      visit(.steps(gathering.steps))
      if let timeout = gathering.timeout { visit(.datum(timeout)) }
      if let otherwise = gathering.otherwise { visit(.steps(otherwise)) }
    }
  }

  var use: Use? {
    switch self {
    case .resolve(.oldest(let method), _), .reject(.oldest(let method), _): .settles(method)
    case .resolve(.promise, _), .reject(.promise, _), .cancel, .cancelTimer, .gather: nil
    }
  }

  /// What is done where the answer that it waits for is a rejection.
  public var otherwise: [Step]? {
    switch self {
    case .gather(let gathering): gathering.otherwise
    case .resolve, .reject, .cancel, .cancelTimer: nil
    }
  }
}
