import Testing

@testable import Loader

struct CheckTests {
  private static let steps = "\nsteps: [{flush: , assert: true}]"

  private static let arguments = "cells: {a: 1}\nprocedures: {"

  private static let expecting =
    arguments + "loud: [{set: {a: 3}, expect: {a: 3}}], quiet: [{set: {a: 2}}]"

  static let found: [(String, String)] = [
    // Formulas that can only fail.
    ("cells: {a: 2, b: = a * 1.5}\nsteps: [{assert: b > 1.0}]", "1:20: no such overload"),
    ("cells: {a: x, b: = a + 1}\nsteps: [{assert: b == 1}]", "1:20: no such overload"),
    ("cells: {p: {n: x}, b: = p.n + 1}\nsteps: [{assert: b == 1}]", "1:25: no such overload"),
    // Texts that were meant to be formulas.
    (
      "cells: {a: 1, p: {n: 2}}\nsteps: [{set: {p.n: a * 2}, expect: {p.n: 1, a: 1}}]",
      "2:21: warning: this is a text, and \"p.n\" begins with a value of type int"
    ),
    // Procedures, and the steps before scenarios.
    (
      "cells: {a: 1}\nprocedures: {p: [{set: {a: 2}}]}\nsteps: [{assert: a == 1}]",
      "2:14: warning: no scenario performs the procedure \"p\""
    ),
    ("cells: {a: 1}\nbefore: [{set: {a: 2}}]", "2:11: warning: \"before\" has no effect"),
    // Arguments that a procedure cannot do without.
    (
      arguments + "p: [{set: {a: = args.x}}]}\nsteps: [{perform: p, expect: {a: 2}}]",
      "3:19: warning: the procedure \"p\" reads an argument \"x\", and is given nothing"
    ),
    (
      arguments + "p: [{set: {a: = args.?x.orValue(2)}}]}\nsteps: [{perform: p, expect: {a: 2}}]",
      "3:19: warning: the procedure \"p\" reads an argument \"x\", and is given nothing"
    ),
    (
      arguments
        + "p: [{batch: [{set: {a: = args.x}}]}, {expect: {a: = args.y}}]}\n"
        + "steps: [{perform: {p: {x: 2}}, expect: {a: 2}}]",
      "3:20: warning: the procedure \"p\" reads an argument \"y\", and is not given it"
    ),
    (
      arguments + "p: [{perform: q}], q: [{set: {a: '= args.x ? 1 : 2'}}]}\n"
        + "steps: [{perform: p, expect: {a: 2}}]",
      "2:28: warning: the procedure \"q\" reads an argument \"x\", and is given nothing"
    ),
    // Names of rows that nothing of their scenario reads.
    (
      "cells: {a: 1}\nscenarios: [{each: [{x: 2, y: 3}], steps: [{set: {a: = x}, expect: {a: 2}}]}]",
      "2:28: warning: nothing of the scenario reads \"y\""
    ),
    (
      "cells: {a: 1}\nbefore: [{let: {b: 2}}]\nprocedures: {p: [{set: {a: = args}}]}\n"
        + "scenarios: [{each: [{x: 2}], steps: [{perform: {p: = b}, expect: {a: 2}}]}]",
      "4:22: warning: nothing of the scenario reads \"x\""
    ),
    (
      "cells: {a: 1}\nscenarios: [{name: 'x }', each: [{x: 2}], "
        + "steps: [{assert: '[1].exists(x, x == a)'}]}]",
      "2:35: warning: nothing of the scenario reads \"x\""
    ),
    // What a type is compared with.
    (
      "cells: {a: 1, b: = int == a}\nsteps: [{assert: b}]",
      "1:20: warning: a type is never equal to an int"
    ),
    // Properties that a value never has.
    (
      "cells: {p: {name: x}, q: = p, b: = q.nme}\nsteps: [{assert: b == ''}]",
      "1:36: q has no property nme"
    ),
    (
      "cells: {l: [], b: '= l[0].id'}\nsteps: [{set: {l: '= l + [{\"ID\": 1}]'}}, {assert: b == 1}]",
      "1:22: l[0] has no property id"
    ),
    // Types that follow from formulas: of derived cells, of what is written, of locals.
    (
      "cells: {a: 1, b: = a + 1, c: = b + 'x'}\nsteps: [{assert: c == ''}]",
      "1:32: no such overload"
    ),
    ("cells: {a: 1}\nsteps: [{set: {a: = a + 1}}, {assert: a > 'x'}]", "2:39: no such overload"),
    ("cells: {a: 1}\nsteps: [{let: {b: = a}}, {assert: b > 'x'}]", "2:35: no such overload"),
    // That nothing is reported does not ask for a failure.
    (
      "cells: {a: 1}\nsteps: [{set: {a: '= 1 + \"a\"'}, reports: [], expect: {a: 1}}]",
      "2:22: no such overload"
    ),
    (
      "cells: {a: [1]}\nsteps: [{for: {b: = a}, do: [{assert: b > 'x'}]}]",
      "2:39: no such overload"
    ),
    (
      "cells: {a: [{b: 1}]}\nsteps: [{for: {c: = a}, do: [{assert: c.d > 1}]}]",
      "2:39: c has no property d"
    ),
    (
      "scenarios: [{name: x, each: [{a: 1}, {a: 2}], steps: [{assert: a > 'x'}]}]",
      "1:64: no such overload: int > string"
    ),
    // Whatever the script puts there, a sum with an int is an int.
    (
      "cells: {a: 1, b: = a + 1}\nsteps: [{set: {a: = dyn('x')}}, {assert: b == ''}]",
      "2:42: warning: an int is never equal to a string"
    ),
    // What a condition is about.
    ("cells: {p: {n: x}}\nsteps: [{expect: {p: {n: = it > 3}}}]", "2:28: no such overload"),
    ("cells: {a: 1}\nsteps: [{expect: {a: = it + 1}}]", "2:24: a condition on an expected value"),
    ("cells: {a: 1}\nsteps: [{expect: {a: = it == 'x'}}]", "2:24: warning: an int is never equal"),
    // Mistakes within a formula.
    (
      "cells: {l: [{n: 1}], b: '= l.map(x, x.m)'}\nsteps: [{assert: b.size() == 1}]",
      "1:37: x has no property m"
    ),
    ("cells: {a: x, b: '= a ? 1 : 2'}\nsteps: [{assert: b == 1}]", "1:21: the condition of ? :"),
    ("cells: {a: 1, b: = a && true}\nsteps: [{assert: b}]", "1:20: an operand of &&"),
    ("cells: {a: x, b: = a.size}\nsteps: [{assert: b == 1}]", "1:20: a string has no property"),
    (
      "cells: {a: x, b: '= a.charAt(\"0\")'}\nsteps: [{assert: b == a}]",
      "1:21: no such overload: string.charAt(string)"
    ),
    (
      "cells: {a: {k: 1}, b: '= a[0]'}\nsteps: [{assert: b == 1}]",
      "1:28: the keys of the map are of type string, not int"
    ),
    (
      "cells: {a: 1, b: '= a.?c'}\nsteps: [{assert: b.hasValue()}]",
      "1:21: an int has no property c"
    ),
    (
      "cells: {a: {c: 1}, b: '= a.?c + 1'}\nsteps: [{assert: b == 2}]",
      "1:26: no such overload: optional(int) + int"
    ),
    // What a place has no use for.
    (
      "cells: {a: 1}\nsteps: [{if: a, then: [{set: {a: 2}}], assert: a == 2}]",
      "2:14: the condition of `if` must be a bool, not an int"
    ),
    (
      "cells: {a: x}\nsteps: [{repeat: = a, do: [{set: {a: y}}], assert: a == 'y'}]",
      "2:20: `repeat` must be an int, not a string"
    ),
    (
      "cells: {a: 1}\nsteps: [{for: {b: = a}, do: [{assert: b == 1}]}]",
      "2:21: what `for` goes over must be a list or a map, not an int"
    ),
    ("cells: {a: 1}\nsteps: [{assert: a}]", "2:18: an assertion must be a bool, not an int"),
    (
      "cells: {a: 1}\nsteps: [{advance: = a, assert: true}]",
      "2:21: `advance` must be a duration, not an int"
    ),
    (
      "cells: {a: x}\nsteps: [{assert: a == 1}]",
      "2:18: warning: a string is never equal to an int"
    ),
    // States of parts.
    (
      "stores: {s: {state: {n: 0}, reducers: {up: {n: = state.n + 1.5}}}}\n"
        + "steps: [{dispatch: {s: up}, expect: {s.n: 1}}]",
      "1:50: no such overload"
    ),
    (
      "services: {v: {state: {n: 0}, methods: {m: = state.n + 'x'}}}\n"
        + "steps: [{call: v.m, replies: 1}]",
      "1:46: no such overload"
    ),
    // Derived cells that may read themselves.
    (
      "cells: {x: true, a: '= x ? b : 1', b: = a}\nsteps: [{assert: a == 1}]",
      "1:18: warning: a derived cell may come to read itself: a -> b -> a"
    ),
    // What nothing uses.
    ("cells: {a: 1}" + steps, "1:9: warning: the cell \"a\" is never read"),
    // A property of an actor's own state is not the reactor of that name.
    (
      "reactors: {r: {state: 0, reduce: {up: = 1}}}\n"
        + "actors: {w: {state: {r: 0}, on: {Go: [{set: {r: 1}}]}}}\n"
        + "steps: [{stub: r}, {tell: {w: Go}, expect: {w: {r: 1}, r: 0}}]",
      "3:16: warning: nothing is sent to the stubbed \"r\""
    ),
    (
      "computations: {a: {autostart: false, run: [{emit: 1}]}}" + steps,
      "1:16: warning: the computation \"a\" is never started"
    ),
    ("cells: {a: 1}\nsteps: [{set: {a: = a}}]", "2:8: warning: the scenario expects nothing"),
    // What a procedure expects counts where it is performed.
    (
      expecting + "}\nscenarios:\n  - {name: x, steps: [{perform: quiet}]}\n"
        + "  - {name: y, steps: [{perform: loud}]}",
      "4:12: warning: the scenario expects nothing"
    ),
    // Expectations.
    (
      "cells: {a: 1}\nsteps: [{expect: {a: 1}, exactly: {a: 2}}]",
      "2:36: no value of \"a\" can be both"
    ),
    (
      "cells: {a: {b: 1}}\nsteps: [{expect: {a: {b: 1}, a.b: 2}}]",
      "2:30: no value of \"a.b\" can be both"
    ),
    (
      "cells: {a: 1}\nactors: {b: {on: {Go: [{let: {a: 2}}, {emit: = a}]}}}\n"
        + "steps: [{tell: {b: Go}, expect: {a: 1}}]",
      "2:31: warning: \"a\" hides the part of that name behind this step"
    ),
  ]

  @Test(arguments: [
    ("cells: {a: = b, b: = c, c: = a}", "1:9: a derived cell reads itself: a -> b -> c -> a"),
    ("cells: {a: = a + 1}", "1:9: a derived cell reads itself: a -> a"),
    ("cells: {x: true, a: '= x ? b : 1', b: = b + 1}", "1:36: a derived cell reads itself: b -> b"),
  ])
  func whatIsSureToReadItselfIsRefused(text: String, problem: String) {
    let found = scenarioProblems(text + "\nsteps: [{assert: a == 1}]")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func whatABodyBindsIsNotTheCellOfThatName() {
    let text =
      "cells: {a: 1, b: 2}\ncomputations: {c: [{let: {a: 3}}, {emit: = a + b}]}" + CheckTests.steps
    let found = scenarioProblems(text, checking: true)
    #expect(
      found.first?.hasPrefix("1:9: warning: the cell \"a\" is never read") == true, "\(found)")
    #expect(found.last?.contains("\"a\" hides the part of that name") == true, "\(found)")
  }

  @Test(arguments: found)
  func whatCanBeKnownWithoutRunningIsTold(text: String, problem: String) {
    #expect(scenarioProblems(text) == [], "the file loads")
    let found = scenarioProblems(text, checking: true)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test(arguments: [
    // A cell whose type changes, or of which nothing is known.
    "cells: {a: 2, b: = a * 1.5}\nsteps: [{set: {a: 2.0}}, {assert: b > 1.0}]",
    "cells: {a: null, b: = a * 1.5}\nsteps: [{set: {a: 2.0}}, {assert: b > 1.0}]",
    "cells: {p: {n: x}, b: = p.n + 1}\nsteps: [{set: {p.n: 1}}, {assert: b == 1}]",
    "cells: {a: 2}\nsteps: [{for: {b: [1.5]}, do: [{assert: b * 1.5 > 1.0 && a == 2}]}]",
    // What is asked for before it is read, what a formula may put there, what is to come.
    "cells: {p: {value: {n: x}, open: true}, b: '= has(p.m) ? p.m : p.n'}\nsteps: [{assert: b == 'x'}]",
    "cells: {p: {value: {n: x}, open: true}, q: = p.m}\nsteps: [{set: {p.m: 1}}, {assert: q == 1}]",
    "cells: {p: null, q: '= p == null ? 0 : p.m'}\nsteps: [{set: {p: {m: 1}}}, {assert: q == 1}]",
    "cells: {p: {n: null}, q: '= p.n == null ? 0 : p.n.m'}\nsteps: [{assert: q == 0}]",
    "cells: {a: 1, b: = a}\nsteps: [{set: {a: = dyn('x')}}, {assert: b == ''}]",
    // Names of rows wherever they may be read.
    "cells: {a: 1}\nbefore: [{let: {b: 2}}]\n"
      + "scenarios: [{each: [{x: 2, y: 2}], given: {a: = x}, steps: [{assert: a == y}]}]",
    "cells: {a: [1]}\nscenarios: [{each: [{x: 0}], steps: [{set: {'a[x]': 2}, expect: {'a': [2]}}]}]",
    "cells: {a: [1]}\nscenarios: [{each: [{x: 0}], steps: [{expect: {'a[x]': 1}}]}]",
    "cells: {a: 1}\nscenarios: [{name: 'row {x}', each: [{x: 0}], steps: [{expect: {a: 1}}]}]",
    "cells: {a: 1}\nprocedures: {p: [{set: {a: = args}}]}\n"
      + "scenarios: [{each: [{x: 2}], steps: [{perform: {p: = x}, expect: {a: 2}}]}]",
    "cells: {a: 1}\nservices: {s: {methods: {m: pending}}}\nbefore: [{let: {b: 2}}]\n"
      + "scenarios: [{each: [{x: 2}], services: {s.m: = x}, "
      + "steps: [{call: s.m, as: r}, {assert: r == a + b - 1}]}]",
    "cells: {a: 1}\nscenarios: [{each: [{x: '= duration(\"2s\")'}], "
      + "steps: [{advance: = x, expect: {a: 1}}]}]",
    "cells: {a: 1}\nscenarios: [{each: [{x: [2]}], steps: [{for: {y: = x}, do: [{set: {a: = y}}]}, "
      + "{expect: {a: 2}}]}]",
    // A failure that is expected.
    "cells: {a: 1, b: 2}\nsteps: [{set: {b: = a + 'x'}, fails: overload, expect: {b: 2}}]",
    "cells: {a: 1, b: 2}\nsteps: [{set: {b: = a + 'x'}, reports: [overload], expect: {b: 2}}]",
    // Arguments that are asked for first, left out, read only then, or whose lack is expected.
    "cells: {a: 1}\nprocedures: {p: [{if: has(args.x), then: [{set: {a: = args.x}}]}]}\n"
      + "steps: [{perform: {p: {}}, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{set: {a: '= args.?x.orValue(2) + args[?\"y\"].orValue(0)'}}]}\n"
      + "steps: [{perform: {p: {}}, expect: {a: 2}}]",
    "cells: {a: 1}\nprocedures: {p: [{assert: args.x == 2 || a == 1}]}\nsteps: [{perform: p}]",
    "cells: {a: 1}\nprocedures: {p: [{assert: 'args == null || args.x == a'}]}\nsteps: [{perform: p}]",
    "cells: {a: 1}\nprocedures: {p: [{if: args == null, then: [{return: 1}]}, {set: {a: = args.x}}]}\n"
      + "steps: [{perform: p, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{batch: [{if: a == 1, then: [{let: {b: 1}}]}]}, {for: {x: []}, "
      + "do: [{set: {a: = args.x}}]}]}\nsteps: [{perform: p, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{every: 1s, do: [{set: {a: = args.x}}]}]}\n"
      + "steps: [{perform: p, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{set: {a: = args.x}}]}\n"
      + "steps: [{perform: p, fails: property, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{perform: q}], q: [{set: {a: = args.x}}]}\n"
      + "steps: [{perform: p, fails: property, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{set: {a: = args.x}, fails: property}]}\n"
      + "steps: [{perform: p, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{set: {a: = args.x}}]}\n"
      + "scenarios: [{name: s, todo: later, steps: [{perform: p, expect: {a: 2}}]}]",
    "cells: {a: 1, b: {x: 2}}\nprocedures: {p: [{set: {a: = args.x}}]}\n"
      + "steps: [{perform: {p: = b}, expect: {a: 2}}]",
    // States of which parcels and transforms make something else.
    "reactors: {r: {state: {n: 0}, reduce: {up: {n: 1}}, "
      + "transform: {state: [{map: = it.n}]}}}\nsteps: [{send: {r: up}, assert: r + 1 == 2}]",
    "stores: {s: {state: {l: {n: 0, m: 0}}, parcels: [{parcel: c, focus: l}]}}\n"
      + "parcels: {c: {reducers: {up: {m: = state.n}}}}\n"
      + "steps: [{dispatch: {s: up}, assert: s.l.m == 0}]",
    "reactors: {r: {state: {n: 0}, reduce: {up: {n: 1}}}}\n"
      + "steps: [{send: {r: up}, assert: r.emitted == null}]",
    // What a store shows, however it is written.
    "stores: {s: {state: {n: 0}, reducers: {up: {n: 1}}}}\n"
      + "steps: [{dispatch: {s: up}, assert: \"s['presented'] == []\"}]",
    // A local of a body that hides the virtual time.
    "services: {v: {state: {n: 1}, methods: {m: = state.n, "
      + "k: [{call: v.m, as: now}, {return: = now + 1}]}}}\nsteps: [{call: v.k, replies: 2}]",
    // Expectations that agree.
    "cells: {a: {b: 1, c: 2}}\nsteps: [{expect: {a: {b: 1}, a.c: 2}}]",
    "cells: {a: 1}\nsteps: [{expect: {a: 1}, exactly: {a: 1.0}}]",
    // A model for others.
    "cells: {a: 1}\ncomputations: {b: {autostart: false, run: [{emit: 1}]}}",
    // What is expected by way of other procedures.
    expecting + ", outer: [{perform: inner}], inner: [{perform: quiet}, {perform: loud}]}\n"
      + "steps: [{perform: outer}]",
    // A cell that only an outcome reads; one that an autorun's body reads.
    "cells: {a: 1}\nsteps: [{expect: {a: 1}}]",
    "cells: {a: 1}\ncomputations: {c: [{autorun: {name: d, run: [{emit: = a}]}}]}\n"
      + "steps: [{flush: , emits: {d: []}}]",
  ])
  func whatMayWorkIsLetPass(text: String) {
    #expect(scenarioProblems(text, checking: true) == [])
  }
}
