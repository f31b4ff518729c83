import Testing

@testable import Runner

/// What is within a limit by one is let pass, and what is beyond it by one is not.
@Suite struct WorkLimitsTests {
  @Test func asManyStepsOfBodiesRunAsTheLimitSays() throws {
    var limits = WorkLimits(turns: 1)
    for _ in 0..<WorkLimits.steps { try limits.takeStep() }
    #expect(throws: RunError.self) { try limits.takeStep() }
  }

  @Test func formulasCostWhatTheLimitSays() throws {
    var limits = WorkLimits(turns: 1)
    try limits.take(WorkLimits.cost - 1)
    #expect(limits.allowance == 1)
    try limits.take(1)
    #expect(limits.allowance == 0)
    #expect(throws: RunError.self) { try limits.take(1) }
  }

  @Test func aStepTakesTheWorkThatItsLimitSays() throws {
    var limits = WorkLimits(turns: 1, whole: .init(step: 1_000))
    try limits.beginStep()
    limits.note(work: 1_000)
    try limits.beginInstant()
    limits.note(work: 1)
    #expect(throws: RunError.self) { try limits.beginInstant() }
    // The next one has room again.
    try limits.beginStep()
  }

  @Test func aScenarioTakesTheWorkThatItsLimitSays() throws {
    var limits = WorkLimits(turns: 1, whole: .init(scenario: 1_000))
    limits.note(work: 1_000)
    try limits.beginStep()
    limits.note(work: 1)
    #expect(throws: RunError.self) { try limits.beginStep() }
  }

  @Test func theTurnsOfAStepAreSpentWithTheLastOfThem() throws {
    var limits = WorkLimits(turns: 10, whole: .init(turns: 20))
    try limits.beginStep()
    limits.turns = 0
    try limits.beginInstant()
    #expect(!limits.isStepSpent)
    limits.turns = 1
    try limits.beginInstant()
    #expect(!limits.isStepSpent)
    limits.turns = 9
    try limits.beginInstant()
    #expect(limits.isStepSpent)
  }

  /// Each pass of the loop runs the computation again, in one turn.
  @Test(arguments: [(98, true), (99, true), (100, false)])
  func anInstantTakesTheTurnsThatTheSettingsSay(_ turns: Int, _ isWithin: Bool) throws {
    let text = """
      settings: {turns: 100}
      cells: {n: 0}
      computations: {counter: = n}
      steps:
        - batch: [{repeat: \(turns), do: [{set: {n: = n + 1}}, {flush: }]}]
      """
    if isWithin {
      try expectPass(text)
    } else {
      try expectFailure("did not settle within 100 turns", of: text)
    }
  }

  /// What settles before the next step inside another begins does not count as its turns, but as those of all.
  @Test func turnsOfStepsInsideAnotherHaveALimitOfTheirOwn() throws {
    var limits = WorkLimits(turns: 100)
    try limits.beginStep()
    for _ in 0..<WorkLimits.steps / 100 {
      limits.turns -= 100
      try limits.beginInnerStep()
      #expect(limits.turns == 100)
    }
    limits.turns -= 1
    #expect(throws: RunError.self) { try limits.beginInnerStep() }
    try limits.beginStep()
    limits.turns -= 1
    try limits.beginInnerStep()
  }

  /// Each run of the computation but the last sets off the next.
  @Test(arguments: [(98, true), (99, true), (100, false)])
  func reRunsCountAsTurnsDo(_ others: Int, _ isWithin: Bool) throws {
    let text = """
      settings: {turns: 100}
      cells: {n: 0}
      computations:
        counter: [{if: n < \(others), then: [{set: {n: = n + 1}}]}]
      steps: []
      """
    if isWithin {
      try expectPass(text)
    } else {
      try expectFailure("did not settle within 100 turns", "counter", of: text)
    }
  }
}
