import Testing

@testable import Loader

/// What `check` says of reactors, stores, parcels and services.
struct PartCheckTests {
  private static func reactor(_ action: String, reduce: String = "up: = state + 1") -> String {
    "reactors: {r: {state: 0, mutate: {go: \(action), stop: []}, reduce: {\(reduce)}}}\n"
      + "steps: [{send: {r: go}, expect: {r: 1}}, {send: {r: stop}}]"
  }

  private static func store(_ store: String, _ parcels: String = "", _ steps: String = "") -> String
  {
    "stores: {app: \(store)}\nparcels: {\(parcels)}\n"
      + "steps: [{dispatch: {app: go}, expect: {app: 1}}\(steps)]"
  }

  private static func method(_ method: String, _ action: String) -> String {
    "services: {s: {state: {n: 0}, methods: {m: \(method)}}}\nreactors: {r: {mutate: {go: \(action)}}}\n"
      + "steps: [{send: {r: go}, expect: {s.n: 0}}]"
  }

  static let found: [(String, String)] = [
    // Calls that are cut off.
    (
      method("[{wait: 1s}, {set: {n: 1}}]", "{latest: true, run: [{call: s.m}]}"),
      "2:57: warning: \"s.m\" ends with this call"
    ),
    (
      method("{do: [{repeat: 2, do: [{set: {n: 1}}, {wait: 1s}]}]}", "[{call: s.m, timeout: 1s}]"),
      "2:37: warning: \"s.m\" ends with this call"
    ),
    // Reactors.
    (
      reactor("[{mutation: up}]", reduce: "up: = state, down: = state"),
      "1:90: warning: no action of \"r\" makes the mutation \"down\""
    ),
    (reactor("{run: [{mutation: up}], latest: true}"), "1:35: warning: \"latest\" has no effect"),
    (reactor("{run: [{mutation: up}], until: [stop]}"), "1:71: warning: \"until\" has no effect"),
    (
      "reactors: {r: {state: 0, transform: {action: [{take: 0}]}, reduce: {go: 1}}}\n"
        + "steps: [{send: {r: go}, expect: {r: 1}}]", "1:54: warning: nothing passes"
    ),
    (
      "reactors: {r: {state: 0, reduce: {go: 1}}}\nsteps: [{stub: r, expect: {r: 0}}]",
      "2:16: warning: nothing is sent to the stubbed \"r\""
    ),
    (
      "reactors: {r: {state: 0, reduce: {go: 1}}}\ncells: {a: 1}\nsteps: [{assert: a == 1}]",
      "1:12: warning: the reactor \"r\" is never used"
    ),
    (
      "reactors: {r: {state: 0, reduce: {go: 1, stop: 2}}}\nsteps: [{send: {r: go}, expect: {r: 1}}]",
      "1:42: warning: nothing sends \"stop\" to \"r\""
    ),
    (
      reactor("[{mutation: up}, {return: up}]"),
      "1:65: warning: what the body of an action returns goes nowhere"
    ),
    (
      "reactors: {r: {state: 0, reduce: {go: [{set: {n: 1}}]}}}\n"
        + "steps: [{send: {r: go}, expect: {r: []}}]",
      "1:39: warning: this list becomes the state of the reactor"
    ),
    // Stores.
    (
      store("{reducers: {go: 1}, parcels: [p]}", "p: {reducers: {go: 2}}"),
      "2:26: warning: \"app\" has two reducers for \"go\", and this one wins"
    ),
    (
      store("{reducers: {go: 1}}", "", ", {dispatch: {app: og}}"),
      "3:67: warning: \"app\" has no reducer for \"og\""
    ),
    (
      store("{reducers: {go: 1}, middleware: [{on: {leave: []}}]}"),
      "1:54: warning: nothing dispatches \"leave\""
    ),
    (
      store("{reducers: {go: 1}, routes: {page: {screen: x}}}"),
      "1:44: warning: the route \"page\" is never presented"
    ),
    (store("{state: 0, reducers: {go: [{set: {n: 1}}]}}"), "1:41: warning: this list becomes the"),
    (
      store("{reducers: {go: 1, leave: 2}}"),
      "1:34: warning: nothing dispatches \"leave\", which this reducer is for"
    ),
    (
      store("{reducers: {go: 1}, middleware: [{on: {go: [{emit: {l: 1}}, {return: null}]}}]}"),
      "1:27: warning: no \"go\" comes to this reducer"
    ),
    (
      store("{reducers: {go: 1}, middleware: [{on: {'*': [{return: null}]}}]}"),
      "1:54: warning: this catches every action"
    ),
    (
      store("{reducers: {go: 1}, middleware: [{on: {go: [{return: og}]}}]}"),
      "1:68: warning: \"app\" has no reducer for \"og\""
    ),
    (
      store(
        "{routes: {page: {screen: x}}, reducers: {go: 1}, parcels: [p]}",
        "p: {routes: {page: {screen: y}}}", ", {present: {app: page}}"),
      "2:24: warning: \"app\" has two routes \"page\", and this one wins"
    ),
    (
      store("{state: {counter: 0}, open: true, reducers: {go: {countre: 1}}}"),
      "1:65: warning: the state begins without a property \"countre\""
    ),
    // Parcels.
    (
      store("{reducers: {go: 1}}", "p: {reducers: {x: 2}}"),
      "2:11: warning: no store uses the parcel \"p\""
    ),
    (
      store(
        "{state: {left: {}}, open: true, parcels: [{parcel: p, focus: lef}]}",
        "p: {reducers: {go: 2}}"),
      "1:76: warning: the state of \"app\" has no \"lef\" that \"p\" could focus on"
    ),
    (
      store("{state: {a: {}}, parcels: [p]}", "p: {focus: a.b, reducers: {go: 2}}"),
      "2:22: warning: the state of \"app\" has no \"b\" that \"p\" could focus on"
    ),
    // Services.
    (
      "services: {s: {methods: {a: = 1, b: = 2}}}\nsteps: [{call: s.a, replies: 1}]",
      "1:34: warning: the method \"b\" of \"s\" is never called"
    ),
    (
      "services: {s: {methods: {a: = 1}}}\ncells: {a: 1}\nsteps: [{assert: a == 1}]",
      "1:12: warning: the service \"s\" is never called"
    ),
    (
      "services: {s: {methods: {a: {replies: []}}}}\nsteps: [{call: s.a, replies: 1}]",
      "1:26: warning: the method \"a\" has no replies to give"
    ),
    (
      "services: {s: {methods: {a: = 1}}}\nsteps: [{resolve: s.a, fails: x}]",
      "2:19: warning: no call of \"s.a\" is ever open"
    ),
    // Expectations.
    (
      "reactors: {r: {state: {n: 0}, reduce: {go: 1}}}\n"
        + "steps: [{send: {r: go}, expect: {r: {n: 1}, r.n: 2}}]", "2:45: no value of \"r.n\""
    ),
  ]

  @Test(arguments: found)
  func whatCanBeKnownWithoutRunningIsTold(text: String, problem: String) {
    #expect(scenarioProblems(text) == [], "the file loads")
    let found = scenarioProblems(text, checking: true)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  static let passed: [String] = [
    // Methods that say what becomes of them, set what they set at once, or whose caller waits for them.
    method(
      "{detached: true, do: [{wait: 1s}, {set: {n: 1}}]}", "{latest: true, run: [{call: s.m}]}"),
    method(
      "{detached: false, do: [{wait: 1s}, {set: {n: 1}}]}", "{latest: true, run: [{call: s.m}]}"),
    method("[{set: {n: 1}}, {wait: 1s}]", "{latest: true, run: [{call: s.m}]}"),
    method("[{wait: 1s}, {set: {n: 1}}]", "[{call: s.m}]"),
    // A mutation that a formula may spell, or that an operator makes.
    reactor("[{mutation: = 'up'}]", reduce: "up: = state, down: = state"),
    "cells: {a: 0}\nreactors: {r: {state: 0, mutate: {go: []}, reduce: {up: 1},"
      + " transform: {mutation: [{merge: {from: a, as: up}}]}}}\n"
      + "steps: [{send: {r: go}, expect: {r: 0}}]",
    // Bodies that wait somewhere, or send what cancels them.
    reactor("{run: [{if: 'true', then: [{wait: 1s}]}, {mutation: up}], latest: true}"),
    reactor("{run: [{send: {r: stop}}, {mutation: up}], until: [stop]}"),
    // An earlier reducer for what a parcel may let pass.
    store(
      "{state: {p: null}, reducers: {go: 1}, parcels: [p]}",
      "p: {focus: p, optional: passthrough, reducers: {go: 2}}"),
    // Unhandled actions that are expected, or that a middleware may catch.
    store("{reducers: {go: 1}}", "", ", {dispatch: {app: og}, reports: [og]}"),
    store(
      "{reducers: {go: 1}, middleware: [{on: {'*': [{if: name == 'x', then: [{return: null}]}]}}]}",
      "", ", {dispatch: {app: x}}"),
    store(
      "{reducers: {go: 1}, middleware: [{on: {x: [{return: go}]}}]}", "", ", {dispatch: {app: x}}"),
    // A parcel that brings its state, that may be absent, or whose part is made later.
    store(
      "{parcels: [p]}",
      "p: {focus: a, state: {b: {}}, reducers: {go: 2}, parcels: [{parcel: q, focus: b}]}, q: {reducers: {x: 1}}",
      ", {dispatch: {app: x}}"
    ),
    store("{state: {}, parcels: [p]}", "p: {focus: a, optional: consume, reducers: {go: 2}}"),
    store(
      "{state: {}, reducers: {go: {a: 1}}, parcels: [p]}", "p: {focus: a, reducers: {x: 2}}",
      ", {dispatch: {app: x}}"),
    // A route that a parcel presents under its own name.
    store(
      "{parcels: [{parcel: p, prefix: l}], reducers: {go: 1}}",
      "p: {routes: {page: {screen: x}}, middleware: [{on: {open: [{present: {app: page}}]}}]}",
      ", {dispatch: {app: l.open}}"),
    // A method that an outcome looks at.
    "services: {s: {methods: {a: = 1}}}\nsteps: [{flush: , calls: {s.a: []}}]",
  ]

  @Test(arguments: passed)
  func whatMayWorkIsLetPass(text: String) {
    #expect(scenarioProblems(text, checking: true) == [])
  }
}
