import Values

extension Explanation {
  static let exploring = properties + troubles + verdicts

  private static let properties = [
    Explanation(
      .exploredAlways, "an explored run in which what always holds does not",
      """
      Some order of what is ready, some fault or some event that the file allows leads to a
      turn behind which the formula of "always" is false. The turns that lead there stand
      below the message, and replay tells that run with all that happens in it.
      """,
      wrong: """
        actors:
          payment:
            state: {charged: 0}
            on:
              Charge: [{set: {charged: = state.charged + 10}}]
        explore:
          faults: {duplicate: [payment]}
        always: payment.charged <= 10
        steps:
          - tell: {payment: Charge}
            expect: {payment.charged: 10}
        """,
      right: """
        actors:
          payment:
            state: {orders: []}
            on:
              Charge:
                - unless: message in state.orders
                  then: [{set: {orders: '= state.orders + [message]'}}]
        explore:
          faults: {duplicate: [payment]}
        always: size(payment.orders) <= 1
        steps:
          - tell: {payment: {Charge: 7}}
            expect: {payment.orders: [7]}
        """),
    Explanation(
      .exploredEventually, "an explored run at whose end what holds in the end does not",
      """
      The script is over, nothing is ready, no event can happen any more, and the formula of
      "eventually" is false. Where a fault has befallen the run, let the model get over it,
      by trying again for instance, or do not allow the fault.
      """,
      wrong: """
        actors:
          lamp: {state: {lit: false}, on: {Light: [{set: {lit: true}}]}}
        explore:
          faults: {drop: [lamp]}
        eventually: lamp.lit
        steps:
          - tell: {lamp: Light}
            expect: {lamp.lit: true}
        """,
      right: """
        actors:
          lamp: {state: {lit: false}, on: {Light: [{set: {lit: true}}]}}
        explore:
          faults: {delay: [lamp]}
        eventually: lamp.lit
        steps:
          - tell: {lamp: Light}
            expect: {lamp.lit: true}
        """),
  ]

  private static let troubles = [
    Explanation(
      .exploredError, "a formula that fails in an explored run",
      """
      It is one of a step of the script, or the "when" or "for" of an event, and it cannot be
      evaluated in a state that an explored run reaches, or gives no bool where it must. Let
      it hold off where what it reads is not there.
      """,
      wrong: """
        cells: {queue: [3]}
        explore:
          events:
            - when: queue[0] > 0
              set: {queue: []}
        """,
      right: """
        cells: {queue: [3]}
        explore:
          events:
            - when: size(queue) > 0 && queue[0] > 0
              set: {queue: []}
        """),
    Explanation(
      .exploredDeadlock, "an explored run in which actors wait for each other",
      """
      Each of some bodies waits, without a timeout, for an answer that the next one's actor
      cannot give, for it waits too. In the order of run it need not come to that. Let one of
      them tell instead of ask, or give an ask a timeout.
      """,
      wrong: """
        actors:
          left:
            on:
              Go: [{ask: {right: Get}}]
              Get: = 1
          right:
            on:
              Go: [{ask: {left: Get}}]
              Get: = 2
        steps:
          - interleave:
              - [{tell: {left: Go}}]
              - [{tell: {right: Go}}]
        """,
      right: """
        actors:
          left:
            on:
              Go: [{ask: {right: Get}}]
              Hello: []
          right:
            on:
              Go: [{tell: {left: Hello}}]
              Get: = 2
        steps:
          - interleave:
              - [{tell: {left: Go}}]
              - [{tell: {right: Go}}]
            received: {left: [Go, Hello]}
        """),
    Explanation(
      .exploredEndless, "a state of an explored run behind which nothing comes to rest",
      """
      From that state on something is always ready, whatever is chosen: messages that go back
      and forth, timers that set each other. It is asked where the search has seen all states.
      "forbid" without "endless" lets it pass.
      """,
      wrong: """
        actors:
          ping: {on: {Ball: [{tell: {pong: Ball}}]}}
          pong: {on: {Ball: [{tell: {ping: Ball}}]}}
        steps:
          - tell: {ping: Ball}
        """,
      right: """
        actors:
          ping: {on: {Ball: [{tell: {pong: Ball}}]}}
          pong: {on: {Ball: []}}
        steps:
          - tell: {ping: Ball}
            received: {pong: [Ball]}
        """),
    Explanation(
      .exploredReport, "an error in an explored run that nobody caught",
      """
      A body failed, and no asker, "else" or supervisor took it. It is a violation where
      "forbid" names "reports".
      """,
      wrong: """
        actors:
          cart:
            state: {items: null}
            on:
              Open: [{set: {items: []}}]
              Add: [{set: {items: '= state.items + [message]'}}]
        explore: {forbid: [reports]}
        steps:
          - interleave:
              - [{tell: {cart: Open}}]
              - [{tell: {cart: {Add: milk}}}]
            expect: {cart.items: [milk]}
        """,
      right: """
        actors:
          cart:
            state: {items: []}
            on:
              Open: []
              Add: [{set: {items: '= state.items + [message]'}}]
        explore: {forbid: [reports]}
        steps:
          - interleave:
              - [{tell: {cart: Open}}]
              - [{tell: {cart: {Add: milk}}}]
            expect: {cart.items: [milk]}
        """),
    Explanation(
      .exploredDeadLetter, "a message to an actor that has stopped in an explored run",
      """
      Nobody will ever handle it. It is a violation where "forbid" names "dead_letters".
      """,
      wrong: """
        actors:
          clerk: {on: {Order: []}}
        explore: {forbid: [dead_letters]}
        steps:
          - interleave:
              - [{tell: {clerk: Order}}]
              - [{stop: clerk}]
            received: {clerk: [Order]}
        """,
      right: """
        actors:
          clerk: {on: {Order: []}}
        explore: {forbid: [dead_letters]}
        steps:
          - tell: {clerk: Order}
            received: {clerk: [Order]}
          - stop: clerk
        """),
    Explanation(
      .exploredUnanswered, "a question that is open at the end of an explored run",
      """
      Somebody waits for an answer that nothing will give. It is a violation where "forbid"
      names "unanswered". Give the ask a timeout, or answer in every case.
      """,
      wrong: """
        actors:
          clerk: {on: {Order: = 1}}
          shop: {on: {Buy: [{ask: {clerk: Order}}]}}
        explore:
          faults: {drop: [clerk]}
          forbid: [unanswered]
        steps:
          - tell: {shop: Buy}
            received: {clerk: [Order]}
        """,
      right: """
        actors:
          clerk: {on: {Order: = 1}}
          shop: {on: {Buy: [{ask: {clerk: Order}}]}}
        explore:
          faults: {delay: [clerk]}
          forbid: [unanswered]
        steps:
          - tell: {shop: Buy}
            received: {clerk: [Order]}
        """),
  ]

  private static let verdicts = [
    Explanation(
      .neverSeen, "what should be so sometimes is so in no explored run",
      """
      A formula of "sometimes" was true behind no turn of any run, so that what was explored
      is hardly what was meant: an event that cannot happen, too few "steps", a "limit" that
      was reached too early. So it is with an "eventually" where no run ends.
      """,
      wrong: """
        cells: {n: 0}
        explore:
          events: [{when: n < 2, set: {n: = n + 1}}]
          sometimes: n == 3
        """,
      right: """
        cells: {n: 0}
        explore:
          events: [{when: n < 3, set: {n: = n + 1}}]
          sometimes: n == 3
        """),
    Explanation(
      .exploredBounded, "a search that ended before it had seen all, and must not",
      """
      It reached "limit", and the file says "complete: true". Raise the limit, or make the
      model smaller: fewer events, a "when" for them, "steps", cells that do not grow.
      """,
      wrong: """
        cells: {n: 0}
        explore:
          events: [{set: {n: = n + 1}}]
          limit: 20
          complete: true
        """,
      right: """
        cells: {n: 0}
        explore:
          events: [{set: {n: '= (n + 1) % 10'}}]
          limit: 20
          complete: true
        """),
    Explanation(
      .notViolated, "a file that shows a bug, in which none is found",
      """
      "expect: violated" is for a file that shows a bug on purpose. Where the bug has been
      mended, remove it.
      """,
      wrong: """
        cells: {n: 0}
        explore:
          events: [{set: {n: '= (n + 1) % 10'}}]
          expect: violated
        always: n < 10
        """,
      right: """
        cells: {n: 0}
        explore:
          events: [{set: {n: '= (n + 1) % 10'}}]
        always: n < 10
        """),
  ]
}
