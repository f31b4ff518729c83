import Scenarios

/// What is asked of a step of a script.
extension Step {
  /// Whether it does nothing but look.
  var isCheck: Bool {
    if case .check = verb { delay == nil } else { false }
  }

  /// The parts of which its outcomes, and those inside, look at the states or at what was received.
  var watched: [Slot] { outcomes.flatMap(\.watched) + inner.flatMap(\.watched) }

  /// The paths whose values outcomes compare with those from before the step.
  var comparedPaths: [Path] { outcomes.flatMap(\.comparedPaths) }

  /// Whether an outcome asks how often something ran.
  var countsRuns: Bool { outcomes.contains(where: \.countsRuns) }

  /// Whether an outcome tells of the error with which the event fails.
  var expectsError: Bool { outcomes.contains(where: \.expectsError) }

  /// Whether an outcome tells of the errors that are reported along the way.
  var expectsReports: Bool { outcomes.contains(where: \.expectsReports) }

  /// What is done where the answer that it waits for is a rejection.
  var otherwise: [Step]? {
    if case .turn(.event(let event)) = verb { event.otherwise } else { nil }
  }

  /// The steps inside, which the script does one by one.
  var inner: [Step] {
    guard case .control(.loop(let loop)) = verb else { return [] }
    return switch loop {
    case .condition(_, _, let then, let otherwise): then + otherwise
    case .elements(_, _, let steps), .times(_, let steps): steps
    }
  }
}
