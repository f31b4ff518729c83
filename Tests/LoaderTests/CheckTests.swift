import Testing

@testable import Loader

struct CheckTests {
  private static let steps = "\nsteps: [{flush: , assert: true}]"

  static let found: [(String, String)] = [
    // Formulas that can only fail.
    ("cells: {a: 2, b: = a * 1.5}\nsteps: [{assert: b > 1.0}]", "1:20: no such overload"),
    ("cells: {a: x, b: = a + 1}\nsteps: [{assert: b == 1}]", "1:20: no such overload"),
    ("cells: {p: {n: x}, b: = p.n + 1}\nsteps: [{assert: b == 1}]", "1:25: no such overload"),
    // Derived cells that may read themselves.
    (
      "cells: {x: true, a: '= x ? b : 1', b: = a}\nsteps: [{assert: a == 1}]",
      "1:18: warning: a derived cell may come to read itself: a -> b -> a"
    ),
    // What nothing uses.
    ("cells: {a: 1}" + steps, "1:9: warning: the cell \"a\" is never read"),
    (
      "computations: {a: {autostart: false, run: [{emit: 1}]}}" + steps,
      "1:16: warning: the computation \"a\" is never started"
    ),
    ("cells: {a: 1}\nsteps: [{set: {a: = a}}]", "2:8: warning: the scenario expects nothing"),
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
      "computations: {label: = 1}\nsteps: [{flush: , emits: {lable: [1]}}]",
      "2:27: nothing emits to a channel \"lable\""
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
    "cells: {a: 2}\nsteps: [{for: {a: [1.5]}, do: [{assert: a * 1.5 > 1.0}]}]",
    // Expectations that agree.
    "cells: {a: {b: 1, c: 2}}\nsteps: [{expect: {a: {b: 1}, a.c: 2}}]",
    "cells: {a: 1}\nsteps: [{expect: {a: 1}, exactly: {a: 1.0}}]",
    // A model for others.
    "cells: {a: 1}\ncomputations: {b: {autostart: false, run: [{emit: 1}]}}",
    // A cell that only an outcome reads; one that an autorun's body reads.
    "cells: {a: 1}\nsteps: [{expect: {a: 1}}]",
    "cells: {a: 1}\ncomputations: {c: [{autorun: {name: d, run: [{emit: = a}]}}]}\n"
      + "steps: [{flush: , emits: {d: []}}]",
  ])
  func whatMayWorkIsLetPass(text: String) {
    #expect(scenarioProblems(text, checking: true) == [])
  }
}
