import Values

extension Explanation {
  static let actors = [
    Explanation(
      .unknownMessage, "a message to which the actor has no reaction",
      """
      The names of the messages that an actor takes are the keys of its "on", or of the
      behavior that it has become. An "ask" is rejected, what was told is reported. check says
      so where the name is written out.
      """,
      wrong: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: Ordr}
            received: {clerk: [Ordr]}
        """,
      right: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
            received: {clerk: [Order]}
        """),
    Explanation(
      .deadLetter, "a message to an actor that has stopped",
      """
      Nobody will ever handle it. Send it before, start another actor, or expect it: reports:
      [dead letter]. An "ask" is rejected instead.
      """,
      wrong: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
            received: {clerk: [Order]}
          - stop: clerk
          - tell: {clerk: Order}
        """,
      right: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
            received: {clerk: [Order]}
          - stop: clerk
          - tell: {clerk: Order}
            reports: [dead letter]
        """),
    Explanation(
      .deadlock, "actors wait for each other's answers, and nothing can go on",
      """
      The message names who waits for whom, and the places. An actor handles one message at a
      time, so while it waits for an answer it cannot give one. Let one of them tell instead
      of ask, or give an ask a timeout. check warns where an actor asks itself, and of asks
      that go in a circle.
      """,
      wrong: """
        actors:
          counter:
            state: 1
            on:
              Count: = state
              Report:
                future:
                  - ask: {self: Count}
                    as: count
                  - reply: = count
        steps:
          - ask: {counter: Report}
            replies: 1
        """,
      right: """
        actors:
          counter:
            state: 1
            on:
              Count: = state
              Report:
                future:
                  - reply: = state
        steps:
          - ask: {counter: Report}
            replies: 1
          - ask: {counter: Count}
            replies: 1
        """),
    Explanation(
      .crashed, "who was asked has crashed before it answered",
      """
      A step "crash" or "restart", or a supervisor, ended the actor in the middle of its work,
      which rejects the answer. Bind the answer by "as" and look at it, handle it by "else",
      or expect it by "reports".
      """,
      wrong: """
        actors:
          clerk:
            on:
              Order: {future: [{wait: 1s}, {reply: done}]}
        steps:
          - ask: {clerk: Order}
            received: {clerk: [Order]}
          - crash: clerk
        """,
      right: """
        actors:
          clerk:
            on:
              Order: {future: [{wait: 1s}, {reply: done}]}
        steps:
          - ask: {clerk: Order}
            as: answer
          - crash: clerk
            expect: {answer.status: rejected}
        """),
    Explanation(
      .restartLimit, "a supervisor has given up",
      """
      Its children failed more often than "restarts" allows "within" the time, so it stops
      with all of them. Allow more, or mend what fails; where that is what you want to see,
      expect the report.
      """,
      wrong: """
        actors:
          boss:
            provider: instance
            children: [clerk]
            supervision: {restarts: 1, within: 1s}
          clerk:
            on: {Order: []}
        steps:
          - crash: clerk
          - crash: clerk
            received: {clerk: []}
        """,
      right: """
        actors:
          boss:
            provider: instance
            children: [clerk]
            supervision: {restarts: 2, within: 1s}
          clerk:
            on: {Order: []}
        steps:
          - crash: clerk
          - crash: clerk
            received: {clerk: []}
        """),
    Explanation(
      .nothingToRestart, "a restart of an actor that there is not",
      """
      "restart" begins an actor anew that is alive, or was and stands for its name. This one has
      not been made yet; or it was spawned, or is a worker of a pool, and has ended for good; or
      it is made with another, which has ended too and must be restarted first.
      """,
      wrong: """
        actors:
          clerk: {on: {Work: []}}
        steps:
          - restart: clerk
            received: {clerk: []}
        """,
      right: """
        actors:
          clerk: {on: {Work: []}}
        steps:
          - tell: {clerk: Work}
          - restart: clerk
            received: {clerk: []}
        """),
    Explanation(
      .mailboxFull, "no room for a message",
      """
      As many messages wait already as the "mailbox" of the actor, or its stash, may hold. Let
      it work first, raise the limit, or say by "overflow" which message is dropped.
      """,
      wrong: """
        actors:
          printer:
            mailbox: {limit: 1}
            on: {Print: [{wait: 1m}]}
        steps:
          - tell: {printer: Print}
          - tell: {printer: Print}
          - tell: {printer: Print}
            received: {printer: []}
        """,
      right: """
        actors:
          printer:
            mailbox: {limit: 2}
            on: {Print: [{wait: 1m}]}
        steps:
          - tell: {printer: Print}
          - tell: {printer: Print}
          - tell: {printer: Print}
            received: {printer: []}
        """),
    Explanation(
      .notAnActor, "a name that stands for something else than an actor",
      """
      A local name is meant, and what it holds is no reference to an actor. References come
      of "spawn", "self" and "sender".
      """,
      wrong: """
        actors:
          clerk:
            on:
              Forward:
                - let: {other: "cook"}
                - tell: {other: Order}
              Order: []
        steps:
          - tell: {clerk: Forward}
            received: {clerk: [Forward]}
        """,
      right: """
        actors:
          clerk:
            on:
              Forward:
                - let: {other: = self}
                - tell: {other: Order}
              Order: []
        steps:
          - tell: {clerk: Forward}
            received: {clerk: [Forward, Order]}
        """),
    Explanation(
      .notATimer, "a name that stands for something else than a timer",
      """
      "cancel" in a body ends the timer that a local name refers to. References to timers come
      of "as" beside "every", or beside an event with "after". One that is over, and null, are
      let be.
      """,
      wrong: """
        actors:
          heart:
            state: {beat: 0}
            on:
              Stop:
                - let: {beat: = state.beat}
                - cancel: beat
        steps:
          - tell: {heart: Stop}
            expect: {heart.beat: 0}
        """,
      right: """
        actors:
          heart:
            provider: instance
            state: {beat: null, beats: 0}
            setup:
              - every: 1s
                do: [{set: {beats: = state.beats + 1}}]
                as: ticking
              - set: {beat: = ticking}
            on:
              Stop:
                - let: {beat: = state.beat}
                - cancel: beat
        steps:
          - advance: 2s
          - tell: {heart: Stop}
          - advance: 2s
            expect: {heart.beats: 2}
        """),
    Explanation(
      .noMessage, "a body has no message of its own to put aside or to forward",
      """
      "stash" and "forward" are about the message at work. What a reaction does later, by
      "after" or "every", has none any more.
      """,
      wrong: """
        actors:
          clerk:
            on:
              Order:
                future:
                  - every: 1s
                    do: [{forward: {cook: Order}}]
          cook:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
          - advance: 1s
            received: {cook: [Order]}
        """,
      right: """
        actors:
          clerk:
            on:
              Order:
                future:
                  - every: 1s
                    do: [{tell: {cook: Order}}]
          cook:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
          - advance: 1s
            received: {cook: [Order]}
        """),
    Explanation(
      .unusedFault, "a fault waited for a message that never came",
      """
      "drop", "duplicate" and "delay" befall the next message between two actors. The scenario
      ended without one, so it did not test what it seems to test. Put the step before the one
      that sends, and look at "from" and "to".
      """,
      wrong: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: Order}
            received: {clerk: [Order]}
          - drop: {to: clerk}
        """,
      right: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - drop: {to: clerk}
          - tell: {clerk: Order}
            received: {clerk: []}
        """),
  ]
}
