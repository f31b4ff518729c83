/// Why a timer could not be set.
public enum TimerError: Error, Equatable {
  /// The delay, in nanoseconds, is below zero.
  case negative(nanoseconds: Int64)
  /// What is to happen again and again is given no time between, or less.
  case noInterval
  /// The timer would be due later than there is time.
  case beyondTime
  /// So many are pending as may be. `pending` says whose they mostly are.
  case tooMany(limit: Int, pending: [String])

  /// What reports say of it: one line without an end mark.
  public var message: String {
    switch self {
    case .negative(let nanoseconds): "a delay below zero, \(nanoseconds)ns"
    case .noInterval: "an interval must be above zero"
    case .beyondTime: "a delay beyond the end of time"
    case .tooMany(let limit, let pending):
      "more than \(limit) timers are pending, most of them of: " + pending.joined(separator: ", ")
    }
  }
}

/// The turns used up their budget, and more are ready.
public struct TurnLimitError: Error, Equatable {
  /// What was turned to most often at last, in order of first appearance.
  public let turning: [String]

  /// - Parameter turning: what was turned to most often at last.
  public init(turning: [String]) { self.turning = turning }

  /// What reports say of it: one line without an end mark.
  public var message: String {
    "the turns did not come to an end; what kept turning: " + turning.joined(separator: ", ")
  }
}

extension TimerError: CustomStringConvertible {
  public var description: String { message }
}

extension TurnLimitError: CustomStringConvertible {
  public var description: String { message }
}
