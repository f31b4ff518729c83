import Reactor
import Testing

/// Where typed actors and scenarios do not do the same: each with about the least program that shows
/// it. What is the same one day goes from here to what `ProgramMaker` makes.
@Suite struct ActorDifferenceTests {
  /// The typed actor's promise is settled in one turn and its message concluded in the next.
  @Test func aBodyThatHasWaitedEndsATurnLater() throws {
    try check(
      [
        kind([0: [ask(1, 1)]]), kind([1: [ask(2, 2)]]), kind([2: [tell(3, 3)]]),
        kind([3: [.wait(0), .wait(0), .count]]),
      ],
      [.tell(0, message: 0, value: 100)], isOrdered: true,
      typed: "0: count K3 1", scenario: "0: got K0 true")
  }

  /// A promise that is settled already is the answer at once; what a scenario's actor forwards is
  /// answered in a turn of its own, and by then it has stopped.
  @Test func whatIsForwardedToTheDeadIsAnsweredATurnEarlier() throws {
    try check(
      [kind([0: [.stop, .forward(1, message: 4, number: 1)]]), kind([:])],
      [.stop(1), .ask(0, message: 0, value: 100, timeout: nil)],
      typed: "0: p0=rejected: K1 has ended", scenario: "0: p0=rejected: K0 has ended")
  }

  /// A typed actor begins with the message and is cancelled behind its first turn.
  @Test func aQueuedMessageOfWhomGaveUpIsHandledInScenarios() throws {
    try check(
      [kind([0: [.wait(10)], 1: [.wait(10)]])],
      [
        .tell(0, message: 0, value: 100), .ask(0, message: 1, value: 101, timeout: nil),
        .cancel(101), .advance(15),
      ],
      typed: "15: p0=cancelled; K0: idle, 0 queued, 0 aside",
      scenario: "15: p0=cancelled; K0: busy, 0 queued, 0 aside")
  }

  /// In a later turn a typed actor's life ends within `stop`; a body comes to its end or its next wait.
  @Test func stopInALaterTurnLetsABodyAnswer() throws {
    try check(
      [kind([0: [.wait(10), .stop]])],
      [.ask(0, message: 0, value: 100, timeout: nil), .advance(10)],
      typed: "10: p0=rejected: K0 has ended", scenario: "10: p0=1000")
  }

  /// The step fails, and its body with it; a typed actor's `tell` reports a dead letter and returns.
  @Test func aFullMailboxFailsTheBodyThatTells() throws {
    try check(
      [
        kind([0: [tell(1, 3), tell(1, 3), .count]]),
        kind([:], mailbox: Mailbox(limit: 1, overflow: .fail)),
      ],
      [.tell(0, message: 0, value: 100)], typed: "0: count K0 1", scenario: "nothing")
  }

  /// A typed reference to a pool is no actor to be watched.
  @Test func aWatchOfAPoolIsOneOfItsWorkersInScenarios() throws {
    try check(
      [
        kind([1: [.watch(1)]]), kind([1: [], 3: [.stop]], provider: .pool(1, .firstFree)),
      ],
      [
        .tell(1, message: 1, value: 100), .tell(0, message: 1, value: 101),
        .tell(1, message: 3, value: 102),
      ], typed: "nothing", scenario: "0: terminated K0K1#1")
  }

  // MARK: Programs

  private func ask(_ kind: Int, _ message: Int) -> ActorProgram.Operation {
    .ask(kind, message: message, number: 1, timeout: nil, failure: nil)
  }

  private func tell(_ kind: Int, _ message: Int) -> ActorProgram.Operation {
    .tell(kind, message: message, number: 1)
  }

  private func kind(
    _ reactions: [Int: [ActorProgram.Operation]],
    provider: ActorProgram.Kind.Provider = .singleton, mailbox: Mailbox = Mailbox(),
    supervision: Supervision? = nil, parent: Int? = nil
  ) -> ActorProgram.Kind {
    let known = (0..<ActorProgram.messageCount).map { message in
      reactions[message].map { ActorProgram.Reaction(operations: $0, isPromised: false) }
    }
    return ActorProgram.Kind(
      provider: provider, mailbox: mailbox, supervision: supervision, parent: parent,
      reactions: [known, known])
  }

  /// Expects that the two differ first in this.
  private func check(
    _ kinds: [ActorProgram.Kind], _ script: [ActorProgram.ScriptStep], isOrdered: Bool = false,
    typed: String, scenario: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let program = ActorProgram(kinds: kinds, script: script, mode: .bare)
    let found = try onLargeStack { () -> Result<String?, any Error> in
      Result { try ActorProgramTests.play(program, isOrdered: isOrdered).difference }
    }.get()
    let lines = "  typed:    \(typed)\n  scenario: \(scenario)"
    #expect(found?.hasSuffix(lines) == true, "\(found ?? "")", sourceLocation: sourceLocation)
  }
}
