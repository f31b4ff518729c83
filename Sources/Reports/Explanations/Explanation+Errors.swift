import Values

extension Explanation {
  static let errors = [
    Explanation(
      .explicitFail, "the model said that it fails",
      """
      A "fail" step was reached, a reply of a service fails, or the script rejected a call,
      and nothing took care of it: no "else" at the call, no "fails" or "reports" in the
      script. Where the failure is meant, expect it.
      """,
      wrong: """
        services:
          shop:
            methods:
              price: [{fail: offline}]
        steps:
          - call: shop.price
            calls: {shop.price: [null]}
        """,
      right: """
        services:
          shop:
            methods:
              price: [{fail: offline}]
        steps:
          - call: shop.price
            fails: offline
        """),
    Explanation(
      .notAList, "\"for\" or \"choose\" met something that is neither list nor map",
      """
      Both go over the elements of a list, or the keys of a map. To do something a number
      of times, write "repeat".
      """,
      wrong: """
        cells:
          count: 3
          sum: 0
        steps:
          - for: {x: = dyn(count)}
            do: [{set: {sum: = sum + 1}}]
            expect: {sum: 3}
        """,
      right: """
        cells:
          count: 3
          sum: 0
        steps:
          - repeat: = count
            do: [{set: {sum: = sum + 1}}]
            expect: {sum: 3}
        """),
    Explanation(
      .notACount, "a number of times that is no whole number, or below zero",
      """
      "repeat" and "dismiss" count, so their formulas give an int of at least 0.
      """,
      wrong: """
        cells:
          wanted: 2
          sum: 0
        steps:
          - repeat: = wanted - 5
            do: [{set: {sum: = sum + 1}}]
            expect: {sum: 0}
        """,
      right: """
        cells:
          wanted: 2
          sum: 0
        steps:
          - repeat: = math.greatest(wanted - 5, 0)
            do: [{set: {sum: = sum + 1}}]
            expect: {sum: 0}
        """),
    Explanation(
      .notACase, "a formula gave something that is no action, mutation or message",
      """
      A case is a name, or a map with one key: the key is its name and the value what goes
      with it.
      """,
      wrong: """
        reactors:
          counter:
            state: 0
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: = 1 + 1}
            expect: {counter: 2}
        """,
      right: """
        reactors:
          counter:
            state: 0
            reduce: {add: = state + mutation}
        steps:
          - send: {counter: '= {"add": 1 + 1}'}
            expect: {counter: 2}
        """),
    Explanation(
      .unknownCase, "a formula gave an action or mutation that the reactor does not have",
      """
      A case that is written out is checked when the file is loaded; this one came of a
      formula. A reactor's actions are the keys of "mutate", or of "reduce" where it has no
      "mutate"; its mutations are the keys of "reduce".
      """,
      wrong: """
        reactors:
          counter:
            state: 0
            reduce: {increment: = state + 1}
        steps:
          - let: {action: '= "incremnt"'}
          - send: {counter: = action}
            expect: {counter: 1}
        """,
      right: """
        reactors:
          counter:
            state: 0
            reduce: {increment: = state + 1}
        steps:
          - let: {action: '= "increment"'}
          - send: {counter: = action}
            expect: {counter: 1}
        """),
    Explanation(
      .flushInside, "a flush where none can be",
      """
      A flush runs what is invalid, so it cannot begin inside a computation or inside another
      flush. Leave it out: behind every turn the world flushes by itself, unless the settings
      say flush: manual, and then the script does.
      """,
      wrong: """
        cells:
          price: 10
          seen: 0
        computations:
          watcher:
            - set: {seen: = price}
            - flush
        steps:
          - set: {price: 5}
            expect: {seen: 5}
        """,
      right: """
        cells:
          price: 10
          seen: 0
        computations:
          watcher:
            - set: {seen: = price}
        steps:
          - set: {price: 5}
            expect: {seen: 5}
        """),
    Explanation(
      .notMade, "a computation inside a body that has not been made yet",
      """
      An "autorun" in a body makes its computation when the body comes to it. Before that
      there is nothing to start.
      """,
      wrong: """
        cells:
          open: false
        computations:
          outer:
            - if: open
              then:
                - autorun: {name: inner, run: [{emit: hello}]}
        steps:
          - start: inner
            runs: {inner: 1}
        """,
      right: """
        cells:
          open: false
        computations:
          outer:
            - if: open
              then:
                - autorun: {name: inner, run: [{emit: hello}]}
        steps:
          - set: {open: true}
            runs: {inner: 1}
        """),
    Explanation(
      .endOfTime, "the virtual time would run past what it can count",
      """
      The clock of a world counts nanoseconds, which last for 292 years from its start, and
      ends with the year 9999. A wait that reaches beyond is most often a wrong unit.
      """,
      wrong: """
        cells:
          price: 10
        steps:
          - advance: 2562047h
          - advance: 1h
            expect: {price: 10}
        """,
      right: """
        cells:
          price: 10
        steps:
          - advance: 1h
            expect: {price: 10}
        """),
    Explanation(
      .notReached, "what an `advance` waits for did not come",
      """
      An `advance` with `until` moves from timer to timer until the formula is true, but not
      beyond `within`. It was not true at any of them, nor at the end; the values of its parts
      are those at the end. Either more time is needed, or what should make it true does not
      happen.
      """,
      wrong: """
        cells:
          count: 0
        steps:
          - every: 1s
            do: [{set: {count: = count + 1}}]
          - advance: {until: count == 3, within: 2s}
        """,
      right: """
        cells:
          count: 0
        steps:
          - every: 1s
            do: [{set: {count: = count + 1}}]
          - advance: {until: count == 3, within: 10s}
            expect: {count: 3}
        """),
    Explanation(
      .noAnswer, "an answer did not come in time",
      """
      The "timeout" of an "ask" or "call" was over before the answer came. Handle it by an
      "else", give more time, or expect it by "fails" or "reports".
      """,
      wrong: """
        services:
          shop:
            methods:
              price: [{wait: 2s}, {return: 10}]
        reactors:
          view:
            state: 0
            mutate:
              load:
                - call: shop.price
                  timeout: 1s
                  as: price
                - mutation: {show: = price}
            reduce: {show: = mutation}
        steps:
          - send: {view: load}
          - advance: 2s
            expect: {view: 10}
        """,
      right: """
        services:
          shop:
            methods:
              price: [{wait: 2s}, {return: 10}]
        reactors:
          view:
            state: 0
            mutate:
              load:
                - call: shop.price
                  timeout: 3s
                  as: price
                - mutation: {show: = price}
            reduce: {show: = mutation}
        steps:
          - send: {view: load}
          - advance: 2s
            expect: {view: 10}
        """),
    Explanation(
      .noOpenCall, "no call is open that could be settled",
      """
      "resolve" and "reject" settle the oldest call of a pending method that is still open.
      There is none: nothing has called the method yet, or all calls are settled.
      """,
      wrong: """
        services:
          shop:
            methods: {price: pending}
        steps:
          - resolve: {shop.price: 10}
            calls: {shop.price: []}
        """,
      right: """
        services:
          shop:
            methods: {price: pending}
        steps:
          - call: shop.price
            as: answer
          - resolve: {shop.price: 10}
            expect: {answer.value: 10}
        """),
    Explanation(
      .reactorEnded, "an action for a reactor that has ended",
      """
      A "transform" that fails ends its reactor, as an error ends a stream. The error itself
      was reported before; later actions are reported under this code. Let the operators
      bear every element.
      """,
      wrong: """
        reactors:
          search:
            state: {query: ""}
            transform: {action: [{filter: size(it.find) > 2}]}
            reduce: {find: {query: = mutation}}
        steps:
          - send: {search: {find: 42}}
            reports: [overload]
          - send: {search: {find: swift}}
            expect: {search.query: swift}
        """,
      right: """
        reactors:
          search:
            state: {query: ""}
            transform: {action: [{filter: size(string(it.find)) > 2}]}
            reduce: {find: {query: = mutation}}
        steps:
          - send: {search: {find: 42}}
            expect: {search.query: ""}
          - send: {search: {find: swift}}
            expect: {search.query: swift}
        """),
    Explanation(
      .unhandledAction, "an action of a store for which there is no reducer",
      """
      The action went through all middleware, and nothing took it. Its name is misspelt, or
      the parcel's prefix is missing in front of it. check says so where the name is written
      out.
      """,
      wrong: """
        stores:
          app:
            state: {count: 0}
            reducers: {increment: {count: = state.count + 1}}
        steps:
          - dispatch: {app: incremnt}
            expect: {app.count: 0}
        """,
      right: """
        stores:
          app:
            state: {count: 0}
            reducers: {increment: {count: = state.count + 1}}
        steps:
          - dispatch: {app: increment}
            expect: {app.count: 1}
        """),
    Explanation(
      .droppedDispatch, "a synchronous dispatch while another action is being handled",
      """
      With sync: true an action is to be handled at once, and a store handles one at a time.
      Without it the dispatch waits for its own turn.
      """,
      wrong: """
        stores:
          app:
            state: {count: 0, logged: 0}
            middleware:
              - on:
                  buy:
                    - dispatch: {app: log}
                      sync: true
            reducers:
              buy: {count: = state.count + 1}
              log: {logged: = state.logged + 1}
        steps:
          - dispatch: {app: buy}
            expect: {app.logged: 1}
        """,
      right: """
        stores:
          app:
            state: {count: 0, logged: 0}
            middleware:
              - on:
                  buy:
                    - dispatch: {app: log}
            reducers:
              buy: {count: = state.count + 1}
              log: {logged: = state.logged + 1}
        steps:
          - dispatch: {app: buy}
            expect: {app.logged: 1}
        """),
    Explanation(
      .badReturn, "a middleware returned what cannot go on as an action",
      """
      A middleware returns an action, or null to catch the one that it sees, and it does so
      before it waits: by then the action has gone on. Dispatch another one instead.
      """,
      wrong: """
        stores:
          app:
            state: {count: 0}
            middleware:
              - on:
                  add: [{return: 5}]
            reducers: {add: {count: = state.count + action}}
        steps:
          - dispatch: {app: {add: 1}}
            expect: {app.count: 5}
        """,
      right: """
        stores:
          app:
            state: {count: 0}
            middleware:
              - on:
                  add: [{return: {add: 5}}]
            reducers: {add: {count: = state.count + action}}
        steps:
          - dispatch: {app: {add: 1}}
            expect: {app.count: 5}
        """),
    Explanation(
      .badFocus, "a parcel's state has no place at its focus",
      """
      The store puts the state of a parcel at its focus when nothing stands there, and makes
      the maps on the way. A number or a text on the way has no room for it.
      """,
      wrong: """
        stores:
          app:
            state: {user: 5}
            parcels: [name]
        parcels:
          name:
            focus: user.name
            state: {first: Ada}
            reducers: {rename: {first: = action}}
        steps:
          - dispatch: {app: {rename: Bob}}
            expect: {app.user.name.first: Bob}
        """,
      right: """
        stores:
          app:
            state: {user: {}}
            parcels: [name]
        parcels:
          name:
            focus: user.name
            state: {first: Ada}
            reducers: {rename: {first: = action}}
        steps:
          - dispatch: {app: {rename: Bob}}
            expect: {app.user.name.first: Bob}
        """),
    Explanation(
      .cannotPresent, "a route cannot be shown or dismissed like this",
      """
      "dismiss" needs something on show: a named route must be on top, and a number must not
      be above what there is; "replace" needs a top too. Nothing was changed.
      """,
      wrong: """
        stores:
          app:
            state: {}
            routes: {page: {screen: all}}
        steps:
          - present: {app: page}
          - dismiss: {app: 3}
            presented: {app: []}
        """,
      right: """
        stores:
          app:
            state: {}
            routes: {page: {screen: all}}
        steps:
          - present: {app: page}
          - dismiss: {app: 0}
            presented: {app: []}
        """),
  ]
}
