import Scenarios

/// What is asked of a step of a script.
extension Step {
  /// Whether it does nothing but look.
  var isCheck: Bool {
    if case .check = verb { delay == nil } else { false }
  }

  /// The parts of which its outcomes, and those inside, look at the states or at what was received.
  var watched: [Slot] { outcomes.flatMap(\.watched) + inner([]).flatMap(\.watched) }

  /// Whether one of its outcomes, or of those inside, looks at what was emitted.
  var looksAtEmissions: Bool {
    outcomes.contains(where: \.looksAtEmissions) || inner([]).contains(where: \.looksAtEmissions)
  }

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
    switch verb {
    case .turn(.event(let verb)): verb.otherwise
    case .turn(.promise(let verb)): verb.otherwise
    case .turn, .control, .advance, .check: nil
    }
  }

  /// The steps inside, which the script does one by one: of a procedure, where it is among these.
  func inner(_ procedures: [Procedure]) -> [Step] {
    switch verb {
    case .control(.loop(let loop)): loop.steps
    case .control(.perform(let performance)):
      procedures.isEmpty ? [] : procedures[performance.procedure.number].steps
    case .control(.interleave(let threads)): threads.flatMap(\.steps)
    case .control(.batch), .control(.bind), .control(.choose), .check, .advance, .turn: []
    }
  }

  /// Whether it binds names for the steps behind it.
  var binds: Bool { binding != nil || !verb.exports.isEmpty }
}
