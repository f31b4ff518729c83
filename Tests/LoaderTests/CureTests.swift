import Testing
import Values

@testable import Loader

/// What is told as a cure can be written so, and is what was meant.
struct CureTests {
  private static func problems(_ text: String) -> [Diagnostic] {
    ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml").diagnostics.filter {
      $0.severity == .error
    }
  }

  private static func help(_ text: String) -> [String] { problems(text).flatMap(\.help) }

  // MARK: YAML

  /// Each line that is wrong, with the line that is to be written instead.
  @Test(arguments: [
    (
      "steps: [{emit: {log: issue #4}}, {set: {a: 2}}]",
      "steps: [{emit: {log: 'issue #4'}}, {set: {a: 2}}]"
    ),
    ("x-a: {a #1: {b: 1}}", "x-a: {'a #1': {b: 1}}"),
    ("x-a: [b #1, c]", "x-a: ['b #1', c]"),
    ("x-a: {b: {c: 1}, d: {e: f #}}", "x-a: {b: {c: 1}, d: {e: 'f #'}}"),
    ("x-a: {b: {c: 1}, d: {e: f #g}}", "x-a: {b: {c: 1}, d: {e: f}} #g"),
    ("x-a: [b, c # both of them]", "x-a: [b, c] # both of them"),
    ("x-a: [b, {c: d # not e}, f]", "x-a: [b, {c: 'd # not e'}, f]"),
    ("x-a: {@ada: 1}", "x-a: {'@ada': 1}"),
    ("x-a: {b: 2, %: 1}", "x-a: {b: 2, '%': 1}"),
    ("x-a: [`b: 1]", "x-a: ['`b': 1]"),
    ("x-a: {|: 1}", "x-a: {'|': 1}"),
    ("x-a: {@ada}", "x-a: {'@ada'}"), ("x-a: {b: #1}", "x-a: {b: '#1'}"),
    ("x-a: {b: [ #1, c]}", "x-a: {b: [ '#1', c]}"),
    ("x-a: @ada: 1", "x-a: '@ada: 1'"),
    ("  @a: 1", "'@a': 1"), ("  %: 5", "'%': 5"), ("  |: 5", "'|': 5"), ("  >: 5", "'>': 5"),
    ("  *: 5", "'*': 5"), ("  !x: 5", "'!x': 5"), ("  {: 5", "'{': 5"),
    ("  size #1: 3", "'size #1': 3"),
  ])
  func yamlIsToldAsItCanBeWritten(wrong: String, right: String) {
    let start = wrong.hasPrefix(" ") ? "x-a:\n  b: 1\n" : ""
    let help = CureTests.help(start + wrong)
    let cure = "write: \(right)"
    #expect(help.contains { $0 == cure || $0 == "or, if it is a comment, \(cure)" }, "\(help)")
    let indent = wrong.prefix { $0 == " " }
    #expect(yamlProblems(start + indent + right) == [])
  }

  /// A quote in a formula that a comma has ended opens a text, which goes on to the next quote, lines below: what is told is
  /// where it began.
  @Test(arguments: [
    "  c: = \"Dear \" + name\n", "  c: '= \"Dear \" + name'\n", "", "  c: \"\\d\"\n",
    "  c: '= \"a\" + \"b\"'\nx-b: \"e\"\n",
  ])
  func aFormulaThatACommaEndsIsToldWhereItBegins(_ below: String) {
    for (head, end) in [("", ""), ("{b: [1], d: ", "}")] {
      let wrong = "x-a: {b: \(head){c: = \"Me, \" + state.name}\(end)}\nx-c:\n"
      let told = CureTests.problems(wrong + below)
      #expect(told.map(\.code) == [.unquotedFormula], "\(told)")
      #expect(
        told.flatMap(\.help) == ["write: x-a: {b: \(head){c: '= \"Me, \" + state.name'}\(end)}"])
    }
  }

  /// YAML takes what begins with `!` for a tag.
  @Test(arguments: [
    ("always: !b || n > 0", "always: '!b || n > 0'"),
    ("always: [!b, n > 0]", "always: ['!b', n > 0]"),
    ("always: [n > 0, !b.c]", "always: [n > 0, '!b.c']"),
    ("eventually: !(b && n > 0)", "eventually: '!(b && n > 0)'"),
    ("steps: [{if: !b, then: []}]", "steps: [{if: '!b', then: []}]"),
    ("steps: [{set: {b: !b}}]", "steps: [{set: {b: '= !b'}}]"),
    ("cells: {b: !b}", "cells: {b: '= !b'}"),
    ("cells: {b: !b > 1}", "cells: {b: '= !b > 1'}"),
  ])
  func aTagThatMayBeAFormulaIsToldAsOne(wrong: String, right: String) {
    let help = CureTests.help(wrong)
    #expect(help.contains("if it is a formula, write: \(right)"), "\(help)")
  }

  @Test func aSignWithinATextIsNoTag() {
    #expect(CureTests.help("x-a: so !b & c: d").contains("write: x-a: 'so !b & c: d'"))
  }

  @Test(arguments: ["a: !Ref b", "a: !!str 1", "a: !include b.yaml", "a: !x", "{!x: 1}"])
  func aTagThatIsNoFormulaIsNotToldAsOne(_ text: String) {
    let help = CureTests.help("x-a:\n  \(text)\n").filter { $0.hasPrefix("if it is a formula") }
    #expect(help == (text == "a: !x" ? ["if it is a formula, write: a: '= !x'"] : []))
  }

  /// What a comment before it looks like is another matter.
  @Test func aBracketBelowACommentIsToldItself() {
    let told = CureTests.problems("cells: #all\n  a: ]\n").map(\.message)
    #expect(told == ["this \"]\" closes nothing"])
  }

  @Test(arguments: [
    ("cells:\n  price #1: 3", "'price #1': 3"),
    ("x-a:\n  b: 1\n  size #1: 3", "'size #1': 3"),
  ])
  func aCommentInAKeyIsToldAsOne(text: String, key: String) {
    let help = CureTests.help(text)
    #expect(help.count == 1 && help[0].hasSuffix("write: \(key)"), "\(help)")
  }

  @Test(arguments: [
    "cells: {x:\u{a0}1}", "cells:\n  x:\u{a0}1", "cells: {x:\u{2003}1}", "cells:\n  x:\u{3000} 1",
  ])
  func aBlankThatIsNoneToYAMLIsTold(_ text: String) {
    #expect(CureTests.help(text) == ["put a plain space behind the colon: x: 1"])
  }

  @Test(arguments: ["{set: {= n: 3}}", "{set: {= r.a: 3}}"])
  func aPathIsNoFormula(_ step: String) {
    let path = step.contains("r.a") ? "r.a" : "n"
    let told = CureTests.help("cells: {n: 1, r: {a: 1}}\nsteps: [\(step)]\n")
    #expect(told == ["to name what \"\(path)\" stands for, write: \(path): …"])
  }

  // MARK: Values

  static let model = """
    cells: {n: 1}
    computations: {c: = n}
    actors: {a: {on: {Go: [{fail: x}]}}}
    stores: {s: {state: {n: 0}, routes: {r: {screen: x}}}}

    """

  /// What stands in a step or a part, what is told to write in its place, and what is loaded then.
  @Test(arguments: [
    ("set: {n: 2}, emits: \"Hello, Grace\"", "write: emits: [\"Hello, Grace\"]"),
    ("set: {n: 2}, emits: 'a, b'", "write: emits: ['a, b']"),
    ("set: {n: 2}, emits: \"5\"", "write: emits: [\"5\"]"),
    ("set: {n: 2}, emits: 5", "write: emits: [5]"),
    ("tell: {a: Go}, reports: \"a.Go: broken\"", "write: [\"a.Go: broken\"]"),
    ("dispatch: {s: x}, presented: {s: \"x: y\"}", "write: [{route: \"x: y\"}]"),
    ("emit: '= [n, 2]'", "write: emit: {channel: '= [n, 2]'}"),
    ("emit: '= n ? \"it''s\" : 1'", "write: emit: {channel: \"= n ? \\\"it's\\\" : 1\"}"),
    ("emit: {}", "to emit an empty map, write: emit: {channel: {}}"),
    ("emit: [1]", "write: emit: {channel: […]}"),
  ])
  func aValueIsToldAsItCanStandInBrackets(step: String, cure: String) {
    let text = CureTests.model + "steps: [{\(step)}]"
    #expect(CureTests.help(text).contains(cure), "\(CureTests.help(text))")
    let written = cure.replacing("to emit an empty map, ", with: "").replacing("write: ", with: "")
      .replacing("[…]", with: "[]")
    let yaml = written.hasPrefix("[") ? "x-a: \(written)" : written
    #expect(yamlProblems(yaml) == [], "\(yaml)")
  }

  @Test(arguments: [
    ("n == 1 ? true : false", "assert: \"n == 1 ? true : false\""),
    ("= n == 1 ? true : false", "assert: '= n == 1 ? true : false'"),
    ("n == 1", "assert: n == 1"), ("!b", "assert: \"!b\""),
  ])
  func aFormulaIsToldAsItCanStandBehindAssert(formula: String, cure: String) {
    let text = CureTests.model + "steps: [{set: {n: 2}, expect: \"\(formula)\"}]"
    let help = CureTests.help(text).first ?? ""
    #expect(help.hasSuffix(cure), "\(help)")
    #expect(yamlProblems(cure) == [])
  }

  @Test(arguments: [
    ("\"hello, world\"", "{result: \"hello, world\"}"), ("\"5\"", "{result: \"5\"}"),
    ("5", "{result: 5}"), ("off", "{result: \"off\"}"), ("010", "{result: \"010\"}"),
    ("'#z'", "{result: '#z'}"), ("null", "{result: null}"), ("hello", "{result: hello}"),
  ])
  func anAnswerIsToldAsItCanBeGiven(value: String, cure: String) {
    let start = "actors: {a: {on: {Hi: "
    #expect(
      CureTests.help(start + value + "}}}\nsteps: []") == [
        "to answer with a value, write: \(cure)"
      ])
    #expect(CureTests.problems(start + cure + "}}}\nsteps: []") == [])
  }

  @Test(arguments: ["future", "do"])
  func anAnswerInThePlaceOfStepsTakesTheirPlace(key: String) {
    let start = "actors: {a: {on: {Hi: {"
    #expect(
      CureTests.help(start + key + ": 5}}}}\nsteps: []") == [
        "to answer with a value, write in the place of \"\(key)\": result: 5"
      ])
    #expect(CureTests.problems(start + "result: 5}}}}\nsteps: []") == [])
  }

  @Test(arguments: [
    ("Null", "= null"), ("0o17", "= 15"), ("+5", "= 5"), ("5.", "= 5.0"), ("1s", "= \"1s\""),
    ("\"\"", "= \"\""), ("\"n: 1\"", "'= \"n: 1\"'"), ("n", "= n"), ("n + 1", "= n + 1"),
    ("hello", "= \"hello\""), ("\"n < 2 ? [1] : [2]\"", "'= n < 2 ? [1] : [2]'"),
  ])
  func aFormulaIsToldThatCanBeOne(body: String, cure: String) {
    let start = "cells: {n: 1}\ncomputations: {c: "
    let help = CureTests.help(start + body + "}\nsteps: []")
    #expect(help.count == 1 && help[0].hasSuffix(": \(cure)"), "\(help)")
    #expect(CureTests.problems(start + cure + "}\nsteps: []") == [])
  }

  @Test(arguments: [
    "actors: {a: {children: null}}", "actors: {a: {children: 'a, b'}}",
    "services: {s: {provides: true}}", "tags: null", "explore: {forbid: 'a, b'}",
    "cells: {n: 1}\nsteps: [{set: {n: 1}, runs: {n: 99999999999999999999}}]",
  ])
  func whatCannotBeCuredSoIsNotToldTo(text: String) {
    let help = CureTests.help(text)
    #expect(!help.contains { $0.contains("write: ") || $0.contains("quote") }, "\(help)")
  }

  @Test(arguments: [
    ("actors: {a: {supervision: restart}}", "write: {strategy: one_for_one, restarts: 3}"),
    ("actors: {a: {supervision: one_for_al}}", "write: {strategy: one_for_all, restarts: 3}"),
    ("actors: {a: {mailbox: many}}", "write: {limit: 100}"),
    ("actors: {a: {mailbox: 7}}", "write: {limit: 7}"),
    ("actors: {a: {on: {\"x: y\": }}}", "write: \"x: y\": [], to do nothing"),
    ("stores: {s: {middleware: [{\"*\": []}]}}", "write: on: {\"*\": [...]}"),
    ("cells: {a: 1}\nsteps: [{advance: 5.}]", "add a unit: 5ms, 5s, 5m or 5h"),
    (
      "cells: {m: {\"k: 1\": 2}}\nsteps: [{expect: {'m[\"k: 1\"]': '= m[\"k: 1\"]'}}]",
      "write its value, or bind what it was before the step: let: {before: '= m[\"k: 1\"]'}"
    ),
    ("actors: {a: {state: 0, on: {Go: [{set: 'x: y'}]}}}", "write: set: '= \"x: y\"'"),
    ("actors: {a: {state: 0, on: {Go: [{set: state + 1}]}}}", "write: set: = state + 1"),
    ("explore: {forbid: deadlok}", "write: [deadlock]"),
    ("name: null", "quote it to make it a text: \"null\""),
    ("tags: [~]", "quote it to make it a text: \"~\""),
    ("actors: {a: }\nsteps: [{tell: {a: null}}]", "quote it to make it a text: \"null\""),
  ])
  func aCureFitsItsPlace(text: String, cure: String) {
    #expect(CureTests.help(text) == [cure])
  }

  // MARK: Names

  @Test(arguments: [
    ("emis: [2]", "emits"), ("calsl: {s.m: []}", "calls"), ("fais: zero", "fails"),
    ("uchanged: [c]", "unchanged"), ("nte: x", "note"),
  ])
  func besideAVerbNoOtherIsMeant(key: String, word: String) {
    let text = CureTests.model + "steps: [{set: {n: 2}, \(key)}]"
    #expect(CureTests.help(text) == ["did you mean \"\(word)\"?"])
  }

  @Test(arguments: [
    ("reactors: {r: {state: 0, mtate: {go: []}, reduce: {}}}", "did you mean \"mutate\"?"),
    ("actors: {a: }\nsteps: [{tll: {a: Go}}]", "did you mean \"tell\"?"),
    ("reactosr: {r: {state: 0, reduce: {}}}", "did you mean \"reactors\"?"),
    (
      "cells: {a: 1}\nexplore: {events: [{name: x, whens: a < 5, set: {a: 2}}]}",
      "did you mean \"when\"?"
    ),
    ("actors: {w: {on: {Go: {future: [{reply: = x}]}}}}", "an answer is named at its step: as: x"),
    (
      "actors: {w: {state: {xyz: 1}, on: {Go: [{set: {xyz: = xyz}}]}}}",
      "what the actor holds is \"state.xyz\"; an answer is named at its step: as: xyz"
    ),
  ])
  func whatIsMeantMayStandThere(text: String, cure: String) {
    #expect(CureTests.help(text).first == cure, "\(CureTests.help(text))")
  }

  @Test func whatIsComparedIsNotMeantByAMisspeltName() {
    let text = "cells: {price: 1, prices: 2}\nsteps: [{expect: {price: = pric}}]"
    #expect(CureTests.help(text) == ["did you mean \"prices\"?"])
  }

  @Test(arguments: [
    ("cells: {a: 1}\nsteps: [{set: {}}, {expect: {a: 1}}]", "write: set: {path: value}"),
    (
      "cells: {a: 1}\nscenarios: [{given: {}, steps: [{expect: {a: 1}}]}]",
      "write: given: {path: value}"
    ),
    ("services: {s: {state: 1}}\nsteps: [{call: s.m}]", "write under \"methods\": m: = …"),
    (
      "actors: {w: {state: 1}}\n"
        + "scenarios: [{explore: {faults: {drop: [w.Go]}}, steps: [{expect: {w: 1}}]}]",
      "write under \"on\": Go: [...]"
    ),
    (
      "reactors: {r: {state: 1}}\nsteps: [{send: {r: go}}]",
      "write under \"mutate\": go: [{mutation: …}]"
    ),
    (
      "reactors: {r: {state: 1, reduce: {a: = 2}, transform: {state: [{distinct: {}}]}}}\n"
        + "steps: [{send: {r: a}, expect: {r: 2}}]",
      "write: by: it.id"
    ),
  ])
  func whatIsMissingIsToldAsItIsWritten(text: String, help: String) {
    #expect(CureTests.help(text).contains(help), "\(CureTests.problems(text))")
  }

  // MARK: Once

  @Test(arguments: [
    // A step whose verb is misspelt.
    "cells: {a: 1}\nsteps: [{sett: {a: 2}, emits: [2], unchanged: a}]",
    "services: {s: {methods: {m: = 1}}}\nsteps: [{cal: s.m, as: x, replies: 1}, {cancel: x}, "
      + "{expect: {x.status: fulfilled}}]",
    "cells: {a: 1}\nsteps: [{lte: {n: 1}}, {set: {a: = n}}]",
    "cells: {a: 1}\nsteps: [{emi: {log: 1}}, {flush: , emits: {log: [1]}}]",
    "actors: {w: {on: {Go: {future: [{cal: x, as: y, else: []}, {reply: = y}]}}}}",
    // What a procedure reads in a step that is wrong.
    "cells: {a: 1}\nprocedures: {p: [{send: {r: {add: = args.x}}}]}\n"
      + "steps: [{perform: {p: {x: 1}}, expect: {a: 1}}]",
    "cells: {a: 1}\nprocedures: {p: [{sett: {a: = args}}]}\nsteps: [{perform: {p: 2}, expect: {a: 1}}]",
    // Keys and sections.
    "cells: {a: 1}\nscenarios: [{name: x, eahc: [{n: 1}], steps: [{set: {a: = n}}]}]",
    "cells: 5\ncomputations: {b: = a}\nsteps: [{set: {a: 2}, expect: {a: 2}}]",
    "reactors: [r]\nsteps: [{send: {r: add}, states: {r: [1]}}]",
    "parcels: {p: {middelware: [{on: {\"*\": [{emit: {log: = name}}]}}]}}\n"
      + "stores: {s: {parcels: [p]}}\nsteps: [{dispatch: {s: add}, emits: {log: []}}]",
    "services:\n  maths:\n  methods: {double: = args * 2}\nsteps: [{call: {maths.double: 2}}]",
    "reactors: {s: {state: {}, mutate: {go: {run: [], latest: \"yes\", first: true}}}}",
    "cells: {a: 1}\nscenarios: [{name: x, steps: [{flush: }, {name: y, steps: [{flush: }]}]}]",
  ])
  func aMistakeIsToldOnce(text: String) {
    let problems = CureTests.problems(text)
    #expect(problems.count == 1, "\(problems.map(\.message))")
  }
}
