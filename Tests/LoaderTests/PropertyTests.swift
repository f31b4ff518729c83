import Testing
import Values

@testable import Loader

/// A record has the properties that it starts with, and no others; a file that names another one is
/// refused where it names it.
struct PropertyTests {
  private static let app =
    "stores: {app: {state: {left: {n: 0}, user: null}, parcels: [{parcel: c, focus: left}]}}\n"

  static let refused: [(String, String)] = [
    // Cells, by paths and by data.
    ("cells: {p: {n: 1}}\nsteps: [{set: {p.m: 1}}]", "2:18: \"p\" has no property \"m\""),
    ("cells: {p: {n: 1}}\nsteps: [{set: {p: {n: 1, m: 1}}}]", "2:26: \"p\" has no"),
    ("cells: {p: {q: {n: 1}}}\nsteps: [{expect: {p: {q: {m: 1}}}}]", "2:27: \"p.q\" has no"),
    ("cells: {p: {q: {n: = 1}}}\nsteps: [{exactly: {'p.q.m': 1}}]", "2:25: \"p.q\" has no"),
    ("cells: {p: {n: 1}}\nsteps: [{changed: p.m}]", "2:21: \"p\" has no"),
    ("cells: {p: {value: {n: 1}, open: false}}\nsteps: [{set: {p.m: 1}}]", "2:18: \"p\" has no"),
    ("cells: {p: {value: {n: 1}, nonreactive: [m]}}\nsteps: [{changed: p}]", "1:42: \"p\" has no"),
    (
      "cells: {p: {n: 1}}\nscenarios: [{name: a, given: {p: {m: 1}}, steps: [{changed: p}]}]",
      "2:35: \"p\" has no"
    ),
    // Formulas.
    ("cells: {p: {n: 1}, q: = p.m}\nsteps: [{assert: q == 1}]", "1:27: \"p\" has no"),
    ("cells: {p: {n: 1}}\nsteps: [{assert: 'p[\"m\"] == 1'}]", "2:21: \"p\" has no"),
    ("cells: {p: {n: 1}}\nsteps: [{assert: has(p.m)}]", "2:24: \"p\" has no"),
    (
      "cells: {p: {n: 1}}\ncomputations: {c: [{let: {p: 1}}, {emit: = .p.m}]}\nsteps: [{flush: }]",
      "2:47: \"p\" has no"
    ),
    ("cells: {p: {n: 1}, l: [1]}\nsteps: [{assert: 'l.all(x, x == p.m)'}]", "2:35: \"p\" has no"),
    // States, from outside and from inside.
    (
      "reactors: {r: {state: {n: 0}, reduce: {up: {m: 1}}}}\nsteps: [{send: {r: up}}]",
      "1:45: the state of \"r\" has no"
    ),
    (
      "reactors: {r: {state: {n: 0}, reduce: {up: {n: = state.m}}}}\nsteps: [{send: {r: up}}]",
      "1:56: the state of \"r\" has no"
    ),
    (
      "reactors: {r: {state: {n: 0}, reduce: {up: {n: 1}}}}\n"
        + "steps: [{send: {r: up}, states: {r: [{n: 1}, {m: 1}]}}]",
      "2:47: \"r\" has no"
    ),
    ("actors: {a: {state: {n: 0}, on: {Up: [{set: {m: 1}}]}}}\nsteps: [{tell: {a: Up}}]", "1:46:"),
    ("actors: {a: {state: {n: 0}}}\nsteps: [{expect: {a.presented: []}}]", "2:21: \"a\" has no"),
    ("services: {v: {state: {n: 0}, methods: {m: = state.m}}}\nsteps: [{call: v.m}]", "1:52:"),
    // Parcels.
    (app + "parcels: {c: {reducers: {up: {m: 1}}}}\nsteps: [{dispatch: {app: up}}]", "2:31:"),
    (
      app + "parcels: {c: {}}\nsteps: [{expect: {app.left.m: 1}}]", "3:28: \"app.left\" has no"
    ),
    (
      "stores: {app: {parcels: [{parcel: c, focus: l}]}}\n"
        + "parcels: {c: {state: {n: 0}}}\nsteps: [{expect: {app.l: {m: 1}}}]",
      "3:27: \"app.l\" has no"
    ),
    (
      "stores: {app: {state: {l: {n: 0}}, parcels: [{parcel: c, focus: l}]}}\n"
        + "parcels: {c: {parcels: [{parcel: d, focus: m.x}]}, d: {}}\nsteps: [{changed: app}]",
      "2:44: the state of \"app\" has no \"l.m\" for \"d\" to focus on"
    ),
    // At one of the places where a parcel stands.
    (
      "stores: {app: {state: {l: {n: 0}, r: {m: 0}}, parcels: [{parcel: c, focus: l}, "
        + "{parcel: c, focus: r, prefix: r}]}}\nparcels: {c: {reducers: {up: {n: 1}}}}\n"
        + "steps: [{dispatch: {app: up}}]",
      "2:31: the state of \"c\" has no"
    ),
  ]

  @Test(arguments: refused)
  func whatARecordNeverHasIsRefusedAtItsPlace(text: String, problem: String) {
    let found = scenarioProblems(text).filter { !$0.contains("\"changed\" takes a cell") }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  static let passed: [String] = [
    // Open, empty, and of what nothing is known.
    "cells: {p: {value: {n: {m: 1}}, open: true}}\nsteps: [{set: {p.q: 1, p.n.q: 1}}]",
    "cells: {p: {}}\nsteps: [{set: {p.q: 1}, expect: {p: {q: {r: 1}}}}]",
    "cells: {p: {n: {}, l: [], m: null, f: = 1}}\n"
      + "steps: [{set: {p.n.q: 1, p.m: {q: 1}, p.l: [{q: 1}], p.f.g: 1}}]",
    "cells: {p: null, q: = p}\nsteps: [{expect: {p: {n: 1}, q.n: 1}}]",
    // What is asked for on purpose.
    "cells: {p: {n: 1}}\n"
      + "steps: [{assert: 'p.?m.orValue(1) == 1 && !(\"m\" in p) && !p[?\"m\"].hasValue()'}]",
    // What the shape of a state does not name, and is beside it.
    "reactors: {r: {state: {n: 0}, reduce: {up: {n: 1}}}}\nsteps: [{expect: {r.emitted: null}}]",
    "stores: {s: {state: {n: 0}}}\nsteps: [{expect: {s.presented: [], s.emitted: 1}}]",
    "actors: {a: {state: {n: 0}}}\nsteps: [{assert: 'a.spawned == []'}]",
    "actors: {a: {state: {n: 0}, provider: {pool: 2}}}\nsteps: [{expect: {a: []}}]",
    // Locals that bear the names of parts.
    "cells: {p: {n: 1}}\ncomputations: {c: [{let: {p: = 1}}, {emit: = p.m}]}\nsteps: [{flush: }]",
    "reactors: {r: {state: {n: 0}, mutate: {up: [{let: {state: 1}}, {emit: = state.m}]}, "
      + "reduce: {x: {n: 1}}}}\nsteps: [{send: {r: up}}]",
    // A state that everyone sees as something else.
    "reactors: {r: {state: {n: 0}, reduce: {up: {n: 1}}, "
      + "transform: {state: [{map: = it.n}, {filter: it.m > 1}]}}}\n"
      + "steps: [{expect: {r.shown: 1}}]",
    // A parcel's state is part of the store's, under a null too.
    "stores: {app: {state: {l: null}, parcels: [{parcel: c, focus: l.m}, {parcel: d, focus: k}]}}\n"
      + "parcels: {c: {state: {n: 0}}, d: {state: {n: 0}, open: true, reducers: {up: {x: 1}}}}\n"
      + "steps: [{expect: {app: {l: {m: {n: 0}}, k: {x: 1}}}}]",
    // A parcel that stands nowhere, with no state.
    "parcels: {c: {reducers: {up: {n: = state.m}}}}\nstores: {s: {}}\nsteps: [{expect: {s: null}}]",
  ]

  @Test(arguments: passed)
  func whatMayBeThereIsLetPass(text: String) {
    #expect(scenarioProblems(text) == [])
  }

  @Test func aParcelIsLookedAtWithoutHeedToHowOftenItStands() {
    let uses = (0..<2000).map { "{parcel: c, focus: f\($0), prefix: p\($0)}" }
    let properties = (0..<200).map { "n\($0): 0" }.joined(separator: ", ")
    let text =
      "stores: {app: {parcels: [\(uses.joined(separator: ", "))]}}\n"
      + "parcels: {c: {state: {\(properties)}, reducers: {up: {m: = state.n0}}}}\n"
      + "steps: [{expect: {app.f1999.n199: 0}}]"
    let problems = scenarioProblems(text)
    #expect(problems.count == 1 && problems[0].hasPrefix("2:"), "\(problems)")
    #expect(problems.first?.contains("the state of \"c\" has no property \"m\"") == true)
  }

  /// What is reached by way of several aliases is used where the innermost of them stands.
  @Test func theInnermostAliasIsShown() throws {
    let text = """
      cells: {p: {n: 1}}
      x-one: &one {set: {p.m: 1}}
      x-all: &all
        - batch: [*one]
      steps: *all
      """
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "a.yaml")
    let problem = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1 && problem.code == .unknownProperty)
    let lines = problem.related.map { related in
      let source = result.sources[related.span]
      return "\(source.position(of: Int(related.span.start)).line): \(related.message)"
    }
    #expect(lines == ["1: its properties are named here", "4: it is used here"])
  }
}
