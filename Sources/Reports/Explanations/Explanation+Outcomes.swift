import Values

extension Explanation {
  static let outcomes = [
    Explanation(
      .valueMismatch, "a value differs from what the step expects",
      """
      Behind the step the path has another value. The message names the innermost place that
      differs and shows both values; what happened before stands below. If the new value is
      right, run --update writes it into the file.
      """,
      wrong: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            expect: {total: 15}
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            expect: {total: 10}
        """),
    Explanation(
      .missingProperty, "a property that is not there",
      """
      A path leads to a property that the value does not have at this moment, or through a
      value that has none, such as a number or null. A path adds no entry under a key that is
      worked out; "= table.merge({key: value})" as the value of the whole table does.
      """,
      wrong: """
        cells:
          person: {name: Ada, mail: ada@example.org}
        steps:
          - set: {person: {name: Bob}}
            expect: {person: {mail: null}}
        """,
      right: """
        cells:
          person: {name: Ada, mail: ada@example.org}
        steps:
          - set: {person: {name: Bob, mail: null}}
            expect: {person: {mail: null}}
        """),
    Explanation(
      .assertFalse, "an asserted formula is false",
      """
      The values of all its parts stand below "where". A formula of a list stands for itself:
      each must be true.
      """,
      wrong: """
        cells:
          price: 10
          quantity: 2
        steps:
          - assert: price * quantity == 30
        """,
      right: """
        cells:
          price: 10
          quantity: 2
        steps:
          - assert: price * quantity == 20
        """),
    Explanation(
      .notABool, "a condition that gave neither true nor false",
      """
      "if", "assert", "always" and the like need a bool; there is no rule that takes 1 or a
      text for true. Compare the value with something.
      """,
      wrong: """
        cells:
          items: [1]
        steps:
          - assert: dyn(size(items))
        """,
      right: """
        cells:
          items: [1]
        steps:
          - assert: size(items) > 0
        """),
    Explanation(
      .unchangedMismatch, "something has changed that should not have",
      """
      "unchanged" names paths that have the same value behind the step as before it. Where a new
      value is right, expect it.
      """,
      wrong: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            unchanged: total
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            expect: {total: 10}
        """),
    Explanation(
      .emitsMismatch, "other things were emitted, or more, or fewer",
      """
      "emits" lists all that a step causes to be emitted, in order. A map names channels, and
      then the others may emit what they like. emits: [] says that nothing is.
      """,
      wrong: """
        cells:
          price: 10
        computations:
          label: = "price " + string(price)
        steps:
          - set: {price: 5}
            emits: [price 10]
        """,
      right: """
        cells:
          price: 10
        computations:
          label: = "price " + string(price)
        steps:
          - set: {price: 5}
            emits: [price 5]
        """),
    Explanation(
      .runsMismatch, "something ran more or less often than the step expects",
      """
      A computation runs again when something changed that its last run read, and a derived
      cell is evaluated only while something needs it. What happened shows each run and its
      cause.
      """,
      wrong: """
        cells:
          price: 10
        computations:
          label: = "price " + string(price)
        steps:
          - set: {price: 10}
            runs: {label: 1}
        """,
      right: """
        cells:
          price: 10
        computations:
          label: = "price " + string(price)
        steps:
          - set: {price: 10}
            runs: {label: 0}
        """),
    Explanation(
      .statesMismatch, "a reactor went through other states",
      """
      "states" lists the states that the step made the reactor emit, in order: one for each
      mutation, also where it changes nothing.
      """,
      wrong: """
        reactors:
          counter:
            state: 0
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: {add: 2}}
            states: {counter: [0, 2]}
        """,
      right: """
        reactors:
          counter:
            state: 0
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: {add: 2}}
            states: {counter: [2]}
        """),
    Explanation(
      .endsMismatch, "other reactors have ended",
      """
      "ends" lists the reactors whose states the step has brought to an end, in order: where a
      stream of theirs completes, and what it has set off is over, or where one fails.
      """,
      wrong: """
        reactors:
          counter:
            state: 0
            transform: {action: [{take: 2}]}
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: {add: 2}}
            ends: counter
        """,
      right: """
        reactors:
          counter:
            state: 0
            transform: {action: [{take: 1}]}
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: {add: 2}}
            ends: counter
        """),
    Explanation(
      .receivedMismatch, "a part received other actions or messages",
      """
      "received" lists what came to a stubbed reactor, a store or an actor during the step,
      in order, with what came along.
      """,
      wrong: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: {Order: tea}}
            received: {clerk: [{Order: milk}]}
        """,
      right: """
        actors:
          clerk:
            on: {Order: []}
        steps:
          - tell: {clerk: {Order: tea}}
            received: {clerk: [{Order: tea}]}
        """),
    Explanation(
      .callsMismatch, "a method was called otherwise, or not so often",
      """
      "calls" lists the arguments of every call of the method during the step, in order. A
      call that is held back by a debounce or a wait comes in a later step.
      """,
      wrong: """
        services:
          shop:
            methods: {price: = 10}
        steps:
          - call: {shop.price: tea}
            calls: {shop.price: [milk]}
        """,
      right: """
        services:
          shop:
            methods: {price: = 10}
        steps:
          - call: {shop.price: tea}
            calls: {shop.price: [tea]}
        """),
    Explanation(
      .repliesMismatch, "the step was answered otherwise, or not yet",
      """
      "replies" tells of the answer to the step's own "ask" or "call". Where the answer comes
      later, bind it by "as", let time pass, and expect its value.
      """,
      wrong: """
        services:
          shop:
            methods:
              price: [{wait: 1s}, {return: 10}]
        steps:
          - call: shop.price
            replies: 10
        """,
      right: """
        services:
          shop:
            methods:
              price: [{wait: 1s}, {return: 10}]
        steps:
          - call: shop.price
            as: answer
          - advance: 1s
            expect: {answer.value: 10}
        """),
    Explanation(
      .presentedMismatch, "other routes are on show",
      """
      "presented" lists what the store has on show, from the bottom to the top.
      """,
      wrong: """
        stores:
          app:
            state: {}
            routes: {list: {screen: all}}
        steps:
          - present: {app: list}
            presented: {app: []}
        """,
      right: """
        stores:
          app:
            state: {}
            routes: {list: {screen: all}}
        steps:
          - present: {app: list}
            presented: {app: [{route: list}]}
        """),
    Explanation(
      .failsMismatch, "the step did not fail, or with another error",
      """
      "fails" says that the step itself must fail with an error that contains the text. An
      error that a body meets later is expected by "reports".
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - set: {price: 5}
            fails: divide by zero
        """,
      right: """
        cells:
          price: 10
        steps:
          - set: {price: = price / 0}
            fails: divide by zero
        """),
    Explanation(
      .reportsMismatch, "other errors were reported, or more, or fewer",
      """
      "reports" lists the errors that were met along the way, in order, each by a text that
      it contains: bodies that failed with nobody asking, dead letters, unhandled actions.
      """,
      wrong: """
        actors:
          clerk:
            on: {Order: [{fail: sold out}]}
        steps:
          - tell: {clerk: {Order: tea}}
            reports: [too late]
        """,
      right: """
        actors:
          clerk:
            on: {Order: [{fail: sold out}]}
        steps:
          - tell: {clerk: {Order: tea}}
            reports: [sold out]
        """),
    Explanation(
      .placeholder, "a _ in an outcome waits to be filled in",
      """
      _ stands for a value that you do not know yet. The message says what it is; run --update
      writes it into the file. Look at it before you keep it.
      """,
      wrong: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            expect: {total: _}
        """,
      right: """
        cells:
          price: 10
          total: = price * 2
        steps:
          - set: {price: 5}
            expect: {total: 10}
        """),
    Explanation(
      .todoPassed, "a scenario marked todo that passes",
      """
      todo says that a scenario is known to fail, and why: it runs, and counts as todo while
      it fails. This one passes, so that what was to be done is done. Remove the todo, and it
      has to pass from now on.
      """,
      wrong: """
        cells:
          price: 10
        scenarios:
          - name: a new price
            todo: prices cannot change yet
            steps:
              - set: {price: 20}
                expect: {price: 20}
        """,
      right: """
        cells:
          price: 10
        scenarios:
          - name: a new price
            steps:
              - set: {price: 20}
                expect: {price: 20}
        """),
    Explanation(
      .unnamedChange, "a strict step caused something that it does not name",
      """
      With strict: true every change, emission, call and report of a step must be named by an
      outcome of that step. The message lists what is not.
      """,
      wrong: """
        cells:
          price: 10
          seen: 0
        computations:
          watcher: [{set: {seen: = price}}]
        scenarios:
          - name: a sale
            strict: true
            steps:
              - set: {price: 5}
                expect: {price: 5}
        """,
      right: """
        cells:
          price: 10
          seen: 0
        computations:
          watcher: [{set: {seen: = price}}]
        scenarios:
          - name: a sale
            strict: true
            steps:
              - set: {price: 5}
                expect: {price: 5, seen: 5}
        """),
    Explanation(
      .alwaysViolated, "a property under \"always\" does not hold",
      """
      It is asked after every turn of every scenario. The message names the turn after which
      it was false, also where a later turn of the same step mends it.
      """,
      wrong: """
        cells:
          stock: 1
        always:
          - stock >= 0
        steps:
          - set: {stock: = stock - 2}
            expect: {stock: -1}
        """,
      right: """
        cells:
          stock: 1
        always:
          - stock >= 0
        steps:
          - set: {stock: = stock - 1}
            expect: {stock: 0}
        """),
    Explanation(
      .eventuallyViolated, "a property under \"eventually\" does not hold at the end",
      """
      It is asked when all steps of a scenario are done. Perhaps something is still waiting
      then: let more time pass, or look at what is pending.
      """,
      wrong: """
        cells:
          stock: 1
        eventually:
          - stock == 0
        steps:
          - set: {stock: 2}
            expect: {stock: 2}
        """,
      right: """
        cells:
          stock: 1
        eventually:
          - stock == 0
        steps:
          - set: {stock: 0}
            expect: {stock: 0}
        """),
    Explanation(
      .goldenDiffers, "what happened is not what the golden file says",
      """
      With golden: true the log of a scenario must equal the one kept in the .golden file
      beside it. The difference stands below the message. If the new log is right,
      run --update writes it.
      """,
      wrong: goldenSale, right: goldenSale,
      goldens: (log("price: 10 -> 6"), log("price: 10 -> 5"))),
    Explanation(
      .goldenMissing, "a scenario with golden: true has no golden log yet",
      """
      run --update writes the log of the scenario into the .golden file beside it; keep that
      file with the scenario. Without --update it is written only where somebody sees it
      told, on a terminal and outside CI, so that nothing passes unseen for want of something
      to compare with.
      """,
      wrong: goldenSale, right: goldenSale, goldens: (nil, log("price: 10 -> 5"))),
    Explanation(
      .goldenBroken, "the golden file cannot be read",
      """
      It was edited by hand, or a merge left its conflict markers in it, or it is of another
      version of the tool. Restore it, or delete it and write it anew by run --update.
      """,
      wrong: goldenSale, right: goldenSale,
      goldens: ("<<<<<<< HEAD\n" + log("price: 10 -> 5"), log("price: 10 -> 5"))),
    Explanation(
      .goldenObsolete, "the golden file has a section of no scenario",
      """
      Its scenario was renamed or removed, or no longer says "golden: true". Nobody compares
      the section with anything. Where a variable such as CI says that nobody watches, this
      fails the file; elsewhere it is told. run --update removes the section. A golden beside
      which there is no file any more is obsolete as a whole, where all of its folder runs.
      """,
      wrong: goldenSale, right: goldenSale,
      goldens: (
        log("price: 10 -> 5") + "\n== another sale\nstart\n", log("price: 10 -> 5")
      )),
    Explanation(
      .goldenShared, "two files have one golden file",
      """
      A golden file is named as its scenario file without .yaml or .yml, so that two files
      in one folder that differ in nothing else would have the same. Each takes the sections
      of the other for obsolete, and run --update of the one would remove them. One of the
      two needs another name.
      """,
      wrong: goldenSale, right: goldenSale, goldens: (nil, log("price: 10 -> 5")),
      twin: """
        cells:
          price: 20
        scenarios:
          - name: another sale
            golden: true
            steps:
              - set: {price: 15}
                expect: {price: 15}
        """),
  ]
}

extension Explanation {
  /// What differs between the wrong and the right is the golden file beside it.
  private static let goldenSale = """
    cells:
      price: 10
    scenarios:
      - name: a sale
        golden: true
        steps:
          - set: {price: 5}
            expect: {price: 5}
    """

  private static func log(_ line: String) -> String {
    """
    # golden 1: what the scenarios did that say "golden: true"

    == a sale
    start
      price: is 10
    set: {price: 5}
      \(line)
    """
  }
}
