/// What becomes of children that fail. Names and meaning are Erlang/OTP's (sup_princ); the delay
/// before a restart is Pekko's backoff without its random part.
public struct Supervision: Hashable, Sendable {
  /// Who begins anew when a child fails.
  public enum Strategy: Hashable, Sendable {
    /// The failed child begins anew.
    case oneForOne
    /// All children do.
    case oneForAll
    /// The failed child does, and those that were started after it.
    case restForOne
  }

  /// When a child begins anew.
  public enum Restart: Hashable, Sendable {
    /// However it ended.
    case permanent
    /// Where it failed, and not where it came to its end by itself.
    case transient
    /// Never, nor together with its siblings.
    case temporary
  }

  /// What is done about a failure.
  public enum Directive: Hashable, Sendable {
    /// The child goes on with its state; what was at work is given up.
    case resume
    /// It begins anew, and who else the strategy says.
    case restart
    /// It ends.
    case stop
    /// It ends, and its supervisor fails with the same error.
    case escalate
  }

  /// What is done about failures of one kind, which are not counted unless they lead to a restart.
  public struct Rule: Hashable, Sendable {
    /// Stands somewhere in the text of the error.
    public var text: String
    /// What is done then.
    public var directive: Directive

    /// What is done where a text stands in that of the error.
    public init(_ text: String, _ directive: Directive) {
      self.text = text
      self.directive = directive
    }
  }

  /// Delays that double: the first failure in the window waits the least, the next twice that.
  public struct Backoff: Hashable, Sendable {
    /// In nanoseconds.
    public var least: Int64
    /// In nanoseconds: no delay is longer.
    public var most: Int64

    /// - Parameters:
    ///   - least: the first delay, in nanoseconds.
    ///   - most: the longest one, in nanoseconds.
    public init(least: Int64, most: Int64) {
      self.least = least
      self.most = most
    }

    /// The delay behind the failure of a number, from 1.
    func delay(_ number: Int) -> Int64 {
      var delay = max(0, min(least, most))
      for _ in 1..<max(1, min(number, 64)) {
        let (doubled, isTooMuch) = delay.multipliedReportingOverflow(by: 2)
        if isTooMuch || doubled >= most { return max(delay, most) }
        delay = doubled
      }
      return delay
    }
  }

  /// Who begins anew when a child fails.
  public var strategy: Strategy
  /// How many failures are borne within the window; one more, and the supervisor itself fails. Nil:
  /// any number.
  public var restarts: Int?
  /// The window, in nanoseconds. It slides, and both its ends belong to it.
  public var within: Int64
  /// Nil: no delay.
  public var backoff: Backoff?
  /// What is done about errors that a text tells; the first that does decides. All others lead to a
  /// restart.
  public var rules: [Rule]

  /// One restart in five seconds at most, unless the arguments say otherwise, as OTP's supervisors
  /// have it.
  public init(
    _ strategy: Strategy = .oneForOne, restarts: Int? = 1, within: Int64 = 5_000_000_000,
    backoff: Backoff? = nil, rules: [Rule] = []
  ) {
    self.strategy = strategy
    self.restarts = restarts
    self.within = within
    self.backoff = backoff
    self.rules = rules
  }

  func directive(about error: any Error) -> Directive? {
    if rules.isEmpty { return nil }
    let text = "\(error)"
    return rules.first { text.contains($0.text) }?.directive
  }
}

/// A permanent child came to its end by itself once too often.
struct ActorExit: Error, CustomStringConvertible {
  let description = "it came to its end"
}
