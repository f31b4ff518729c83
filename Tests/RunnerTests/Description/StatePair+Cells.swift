// The cases about values, cells and computations.
extension StatePair {
  // MARK: Values

  static let values = [
    pair("an input", cell, "[{set: {x: 1}}]", "[{set: {x: 2}}]", ["cell x"]),
    pair("1 and 1u", cell, "[{set: {x: 1}}]", "[{set: {x: = 1u}}]", ["cell x"]),
    pair("1 and 1.0", cell, "[{set: {x: 1}}]", "[{set: {x: = 1.0}}]", ["cell x"]),
    pair("0.0 and -0.0", cell, "[{set: {x: = 0.0}}]", "[{set: {x: = -0.0}}]", ["cell x"]),
    pair("a text and a number", cell, "[{set: {x: 1}}]", "[{set: {x: '1'}}]", ["cell x"]),
    pair("null and its name", cell, "[{set: {x: null}}]", "[{set: {x: 'null'}}]", ["cell x"]),
    pair(
      "the order of keys", cell, "[{set: {x: '= {\"a\": 1, \"b\": 2}'}}]",
      "[{set: {x: '= {\"b\": 2, \"a\": 1}'}}]", ["cell x"]),
    pair(
      "keys of two types", cell, "[{set: {x: '= {1: 2}'}}]", "[{set: {x: '= {\"1\": 2}'}}]",
      ["cell x"]),
    pair(
      "one code point and two", cell, #"[{set: {x: "\u00e9"}}]"#, #"[{set: {x: "e\u0301"}}]"#,
      ["cell x"]),
  ]

  static let cell = "cells: {x: {value: null, open: true}}"

  // MARK: Cells and computations

  static let graph = [
    pair(
      "whether a cell is observed", observed, "[{start: c}]", "[{batch: []}]",
      ["observed x", "computation c", "timer", "body 1"]),
    pair(
      "what is done while it is", observed, "[{start: c}]", "[{start: c}, {advance: 500ms}]",
      ["body 1 waits", "timer"]),
    pair(
      "what a cutoff keeps", "cells: {x: 0, most: {formula: = x, cutoff: = new < old}}",
      "[{set: {x: 5}}, {assert: most == 5}, {set: {x: 1}}, {assert: most == 5}, {set: {x: 0}}]",
      "[{set: {x: 4}}, {assert: most == 4}, {set: {x: 1}}, {assert: most == 4}, {set: {x: 0}}]",
      ["derived most"]),
    pair(
      "what is kept is known to be stale",
      "settings: {flush: manual}\ncells: {x: 0, most: {formula: = x, cutoff: = new < old}}",
      "[{set: {x: 5}}, {if: most == 5, then: []}, {set: {x: 1}}, {assert: true}, {set: {x: 1}}]",
      "[{set: {x: 5}}, {if: most == 5, then: []}, {set: {x: 1}}, {if: most == 5, then: []}, {set: {x: 1}}]",
      ["derived most stale", "cell x read last"]),
    pair(
      "what is kept is stale by way of another",
      """
      settings: {flush: manual}
      cells: {x: 0, between: = x, most: {formula: = between, cutoff: = new < old}}
      """,
      "[{set: {x: 5}}, {if: most == 5, then: []}, {set: {x: 1}}]",
      "[{set: {x: 5}}, {if: most == 5, then: []}, {set: {x: 1}}, {if: most == 5, then: []}, {batch: []}]",
      ["derived most stale", "derived between", "cell x read last"]),
    pair(
      "what a live cell holds",
      """
      cells: {x: 0, most: {formula: = x, cutoff: = new < old}}
      computations: {keep: [{depend: most}]}
      """,
      "[{set: {x: 5}}, {set: {x: 1}}]", "[{set: {x: 4}}, {set: {x: 1}}]", ["derived most"]),
    pair(
      "the keys of what a derived cell holds",
      """
      cells: {x: 1, d: '= x > 0 ? {"a": 1, "b": 2} : {"b": 2, "a": 1}'}
      """,
      "[{set: {x: 2}}, {if: d.a == 1, then: []}, {set: {x: 3}}]",
      "[{set: {x: 0}}, {if: d.a == 1, then: []}, {set: {x: 3}}]",
      ["derived d"]),
    pair(
      "what was read untracked",
      "cells: {c: {value: {n: 0, m: 0}, nonreactive: [m]}, d: '= c.n + c.m'}",
      "[{set: {c.m: 1}}]", "[{set: {c.m: 1}}, {set: {c.n: 1}}, {set: {c.n: 0}}]",
      ["derived d"]),
    pair(
      "a computation that runs", runs, "[{start: c}]", "[{set: {x: 0}}]", ["computation c"]),
    pair(
      "one that was stopped", runs, "[{start: c}]", "[{start: c}, {stop: c}]", ["computation c"]),
    pair(
      "what a computation read last", modes, "[{set: {x: 1}}]",
      "[{set: {mode.on: reads}}, {set: {x: 1}}, {set: {mode.on: none}}]", ["computation c reads"]),
    pair(
      "a handler of a run", modes, "[{set: {x: 1}}]",
      "[{set: {mode.on: hears}}, {set: {x: 1}}, {set: {mode.on: none}}]",
      ["computation c onInvalidate"]),
    pair(
      "a handler of a stop", modes, "[{set: {x: 1}}]",
      "[{set: {mode.on: stops}}, {set: {x: 1}}, {set: {mode.on: none}}]", ["computation c onStop"]),
    pair(
      "what a handler has kept", modes,
      "[{set: {mode.on: stops}}, {set: {x: 1}}, {set: {mode.on: none}}]",
      "[{set: {mode.on: stops, mode.by: 2}}, {set: {x: 1}}, {set: {mode.on: none, mode.by: 1}}]",
      ["computation c onStop"]),
    pair(
      "a child", modes, "[{set: {x: 1}}]",
      "[{set: {mode.on: makes}}, {set: {x: 1}}, {set: {mode.on: none}}]",
      ["computation kid", "computation c onInvalidate"]),
    pair(
      "what a child has captured", modes,
      "[{set: {mode.on: makes}}, {set: {x: 1}}, {set: {mode.on: none}}]",
      "[{set: {mode.on: makes, mode.by: 2}}, {set: {x: 1}}, {set: {mode.on: none, mode.by: 1}}]",
      ["computation kid"]),
    pair(
      "the order of making",
      "cells: {x: 0}\ncomputations:\n"
        + "  a: {autostart: false, run: [{depend: x}]}\n"
        + "  b: {autostart: false, run: [{depend: x}]}",
      "[{start: a}, {start: b}]", "[{start: b}, {start: a}]", inOrder: true, ["computation"]),
    pair(
      "what waits for a flush", manual, "[{set: {x: 1}}]", "[{set: {x: 1}}, flush]",
      ["flush", "computation c", "derived d"]),
    pair(
      "the order of what waits", manual, "[{set: {x: 1}}, {set: {y: 1}}]",
      "[{set: {y: 1}}, {set: {x: 1}}]", ["flush"]),
    pair(
      "a handler that waits for a flush", manual, "[{afterFlush: [{emit: {log: 1}}]}]",
      "[{set: {x: 0}}]", ["flush handler"]),
    pair(
      "what was emitted last, where it is read", emits + "\nalways: c != 99",
      "[{set: {x: 1}}, {set: {x: 0}}]", "[{set: {x: 2}}, {set: {x: 0}}]", ["emitted c"]),
    pair(
      "a write that comes back",
      """
      cells: {x: 0, d: {formula: = x, cutoff: never}}
      """,
      "[{if: d == 0, then: []}, {set: {x: 1}}]", "[{set: {x: 1}}]", ["cell x read last"]),
  ]

  static let runs =
    "cells: {x: 0}\ncomputations: {c: {autostart: false, run: [{depend: x}]}}"

  /// A computation whose last run did what a cell said then that it does not hear of.
  static let modes = """
    cells: {x: 0, y: 0, mode: {value: {on: none, by: 1}, nonreactive: [on, by]}}
    computations:
      c:
        - depend: x
        - let: {n: = mode.by}
        - if: mode.on == "reads"
          then: [{depend: y}]
        - if: mode.on == "hears"
          then: [{onInvalidate: [{emit: = n}]}]
        - if: mode.on == "stops"
          then: [{onStop: [{emit: = n}]}]
        - if: mode.on == "makes"
          then: [{autorun: {name: kid, run: [{depend: y}, {emit: = n}]}}]
    """

  static let observed = """
    cells: {x: {value: 0, observed: [{wait: 1s}, {set: {x: 1}}]}}
    computations: {c: {autostart: false, run: [{depend: x}]}}
    """

  static let manual = """
    settings: {flush: manual}
    cells: {x: 0, y: 0, d: = x + 1}
    computations: {a: [{depend: d}], b: [{depend: y}], c: [{depend: x}]}
    """

  static let emits =
    "cells: {x: 0}\ncomputations: {c: [{if: x > 0, then: [{emit: = x}]}]}"
}
