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

  /// Delays that double: the first failure in the window waits the least, the next twice that.
  public struct Backoff: Hashable, Sendable {
    /// In nanoseconds.
    public var least: Int64
    /// In nanoseconds: no delay is longer.
    public var most: Int64

    /// - Parameters:
    /// - least: the first delay, in nanoseconds.
    /// - most: the longest one, in nanoseconds.
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
  /// How many failures are borne within the window; one more, and the supervisor itself fails.
  public var restarts: Int
  /// The window, in nanoseconds. It slides, and both its ends belong to it.
  public var within: Int64
  /// Nil: no delay.
  public var backoff: Backoff?

  /// One restart in five seconds at most, unless the arguments say otherwise, as OTP's supervisors
  /// have it.
  public init(
    _ strategy: Strategy = .oneForOne, restarts: Int = 1, within: Int64 = 5_000_000_000,
    backoff: Backoff? = nil
  ) {
    self.strategy = strategy
    self.restarts = restarts
    self.within = within
    self.backoff = backoff
  }
}
