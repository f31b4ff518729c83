import Values

extension Explanation {
  static let doubts = [
    Explanation(
      .unused, "a part of the model, or a name, that nothing uses",
      """
      A cell that is never read, an action that is never sent, a method that is never called,
      a name of "each" that its scenario never reads: it may be left over, or a name is
      misspelt where it should be used. check alone says so; the file runs all the same.
      """,
      wrong: """
        cells:
          price: 10
          tax: 2
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """,
      right: """
        cells:
          price: 10
          tax: 2
        steps:
          - set: {price: 5}
            expect: {price: 5, tax: 2}
        """),
    Explanation(
      .noEffect, "something that changes nothing",
      """
      It is legal and without consequence: "latest" on a body that never waits, a fault that
      no message meets, a returned value that nobody takes. Most often something else was
      meant; the help says what.
      """,
      wrong: """
        services:
          shop:
            methods:
              price: {replies: []}
        steps:
          - call: shop.price
            calls: {shop.price: [null]}
        """,
      right: """
        services:
          shop:
            methods:
              price: {replies: [{return: 10}]}
        steps:
          - call: shop.price
            replies: 10
        """),
    Explanation(
      .noOutcome, "a scenario that expects nothing",
      """
      It passes whatever happens, as long as nothing fails. Say what must come out, by an
      outcome in a step, or by a property of the file.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """),
    Explanation(
      .heldBefore, "an outcome that held already before its step",
      """
      It passes whether the step does anything or not, so that it shows nothing of what the
      step does. Expect something that the step changes; where nothing is meant to change,
      say so by what the step causes: emits: [], or runs. Only check --vacuous looks for it.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: 10}
            expect: {price: 10}
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            expect: {price: 5}
        """),
    Explanation(
      .neverEvaluated, "an outcome that nothing has led to",
      """
      It stands in a loop that goes over nothing, in a branch that is never taken, or behind
      a step at which the scenario ended, so that it passes whatever the model does. Only
      check --vacuous looks for it.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - for: {new: []}
            do:
              - set: {price: = new}
                expect: {price: = new}
        """,
      right: """
        cells:
          price: 10
        steps:
          - for: {new: [20, 30]}
            do:
              - set: {price: = new}
                expect: {price: = new}
        """),
    Explanation(
      .impossibleExpectation, "an expectation that can never be met",
      """
      Two expectations of one step contradict each other, or a message is expected that
      nothing sends. The step would fail in every run.
      """,
      wrong: """
        cells:
          person: {name: Ada}
        steps:
          - expect: {person: {name: Ada}, person.name: Bob}
        """,
      right: """
        cells:
          person: {name: Ada}
        steps:
          - expect: {person.name: Ada}
        """),
    Explanation(
      .suspicious, "something that is legal and probably a slip",
      """
      It does something, but hardly what was meant: a list of steps where a new state stands,
      a "set" in an actor that is written as if its state were a cell; a formula of an explored
      model that looks at the text of a reference, in which a number stands. The help says how
      the likely meaning is written.
      """,
      wrong: """
        reactors:
          counter:
            state: {count: 0}
            reduce:
              increment: [{set: {count: = state.count + 1}}]
        steps:
          - send: {counter: increment}
            states: {counter: [[{set: {count: 1}}]]}
        """,
      right: """
        reactors:
          counter:
            state: {count: 0}
            reduce:
              increment: {count: = state.count + 1}
        steps:
          - send: {counter: increment}
            states: {counter: [{count: 1}]}
        """),
  ]
}
