import Testing
import Values

@testable import Loader

/// The problems of a scenario file as `line:column: message`, those of `check` included on demand.
func scenarioProblems(_ text: String, checking: Bool = false) -> [String] {
  let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
  var found = result.diagnostics
  if checking { found += ScenarioLoader.check(result) }
  return found.map {
    let (line, column) = result.sources[$0.span].position(of: Int($0.span.start))
    let kind = $0.severity == .warning ? "warning: " : ""
    return "\(line):\(column): \(kind)\($0.message)"
  }
}

/// The help of the first problem.
private func help(_ text: String) -> [String] {
  ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml").diagnostics.first?.help ?? []
}

private let model = "cells: {price: 10, total: = price * 2}\ncomputations: {label: = total}\n"

struct ScenarioProblemsTests {
  static let refused: [(String, String)] = [
    // Keys.
    (
      "computations: {label: = 1}\nsteps: [{flush: , emits: {lable: [1]}}]",
      "2:27: nothing emits to a channel \"lable\""
    ),
    ("cels: {a: 1}", "1:1: unknown key \"cels\" in a file"),
    ("given: {a: 1}", "1:1: unknown key \"given\" in a file"),
    ("actors: 1", "1:9: \"actors\" takes a map of names and actors, not \"1\""),
    ("explore: 1", "1:10: \"explore\" takes a map, not \"1\""),
    ("reactor: 2", "1:10: the file is of format 2, and this version reads format 1"),
    ("settings: {flsuh: auto}", "1:12: unknown key \"flsuh\" in the settings"),
    ("settings: {turns: 0}", "1:19: \"turns\" must be from 1 to 100000"),
    ("settings: {turns: 200000}", "1:19: \"turns\" must be from 1 to 100000"),
    ("settings: {start: soon}", "1:19: \"soon\" is no time"),
    ("name: [a]", "1:7: \"name\" takes a text, not a list"),
    ("steps: []\nscenarios: []", "2:1: a file has \"scenarios\" or \"steps\", not both"),
    ("scenarios: [{name: a}]", "1:14: a scenario needs the key \"steps\""),
    ("scenarios: [{name: a, setps: []}]", "1:23: unknown key \"setps\" in a scenario"),
    (
      "scenarios: [{name: a, steps: []}, {name: a, steps: []}]",
      "1:42: two scenarios are named \"a\""
    ),
    // Names.
    ("cells: {free-shipping: 1}", "1:9: \"free-shipping\" is no name for a cell"),
    ("cells: {package: 1}", "1:9: \"package\" is a word of the formula language"),
    ("cells: {now: 1}", "1:9: \"now\" is the virtual time"),
    ("cells: {a: 1}\ncomputations: {a: = 1}", "2:16: the name \"a\" is defined twice"),
    ("cells: {a: = b}", "1:14: unknown name \"b\""),
    ("cells: {a: = lenght('x')}", "1:14: unknown function"),
    ("cells: {a: \"= size(1, 2)\"}", "1:15: "),
    (model + "steps: [{set: {prise: 1}}]", "3:16: unknown name \"prise\""),
    (model + "steps: [{set: {total: 1}}]", "3:16: \"total\" is a derived cell and cannot be set"),
    (model + "steps: [{set: {label: 1}}]", "3:16: \"label\" is a computation and cannot be set"),
    (model + "steps: [{set: {now: 1}}]", "3:16: \"now\" is the virtual time and cannot be set"),
    (model + "steps: [{set: {price..a: 1}}]", "3:16: \"price..a\" is no path"),
    (
      model + "steps: [{stop: price}]",
      "3:16: \"stop\" takes a computation, and \"price\" is a cell"
    ),
    (model + "steps: [{changed: label}]", "3:19: \"changed\" takes a cell"),
    (model + "steps: [{flush: , runs: {price: 1}}]", "3:26: \"runs\" counts computations"),
    (
      model + "steps: [{for: {x: [1]}, do: [flush]}, {assert: x == 1}]",
      "3:48: unknown name \"x\""
    ),
    ("cells: {a: {value: 1, cutoff: = before == 1}}", "1:33: unknown name \"before\""),
    (
      "computations: {a: = 1}\ncells: {b: = a}",
      "2:14: \"a\" is a computation, which has no value"
    ),
    // Values.
    ("cells: {a: no}", "1:12: \"no\" is a text to some readers of YAML and false to others"),
    ("cells: {a: {value: 3, unit: cm}}", "1:23: unknown key \"unit\" in a cell"),
    ("cells: {a: {value: 3, formula: 4}}", "1:23: a cell has a value or a formula, not both"),
    ("cells: {a: {value: 3, cutoff: nevr}}", "1:31: \"cutoff\" takes equal, never, always"),
    (
      "cells: {a: {value: {b: 1}, reactive: [b], nonreactive: [b]}}",
      "1:43: a cell has \"reactive\" or \"nonreactive\", not both"
    ),
    ("cells: {a: {value: {b: 1}, readonly: [c]}}", "1:39: \"a\" has no property \"c\""),
    ("computations: {a: price}", "1:19: a computation takes a formula or a list of steps"),
    ("computations: {a: {autostart: false}}", "1:20: a computation needs the key \"run\""),
    // Steps.
    ("steps: [{sett: {a: 1}}]", "1:10: unknown verb or key \"sett\" in a step"),
    ("steps: [{\"\\0set\": {a: 1}}]", "1:10: unknown verb or key \"\0set\" in a step"),
    ("steps: [flsh]", "1:9: unknown verb or key \"flsh\" in a step"),
    ("steps: [set]", "1:9: \"set\" needs more than its name"),
    ("steps: [{flush: , advance: 1s}]", "1:19: a step has one verb"),
    ("steps: [{note: x}]", "1:9: a step needs a verb"),
    ("steps: {flush: }", "1:8: \"steps\" takes a list of steps, not a map"),
    ("steps: [{flush: 1}]", "1:17: \"flush\" takes nothing, not \"1\""),
    ("steps: [{advance: 5}]", "1:19: \"5\" is no duration"),
    ("steps: [{advance: 106752d}]", "1:19: \"106752d\" is longer than any duration"),
    ("steps: [{advance: 1d-1h}]", "1:19: \"1d-1h\" is no duration"),
    ("steps: [{advance: -1s}]", "1:19: \"advance\" cannot be negative"),
    ("steps: [{if: 'true', else: [flush]}]", "1:10: \"if\" needs the key \"then\""),
    ("steps: [{flush: , then: [flush]}]", "1:19: \"then\" goes with \"if\" and \"unless\""),
    ("steps: [{repeat: -1, do: [flush]}]", "1:18: \"repeat\" cannot be negative"),
    (
      "steps: [{if: 'true', then: [], else: [{let: {\u{e9}: 1}}, {let: {e\u{301}: 1}}]}]",
      "1:46: \"\u{e9}\" is no name for a local"
    ),
    ("steps: [{for: {x: [1]}}]", "1:10: \"for\" needs the key \"do\""),
    ("steps: [{for: {x: [1], y: [2]}, do: [flush]}]", "1:24: \"for\" binds one name"),
    (
      "actors: {worker: {on: {Ping: []}}}\nsteps: [{tell: {'= wor ker': Ping}}]",
      "2:24: an operator is missing before ker"
    ),
    ("steps: [{let: {x: 1}, expect: {x: 1}}]", "1:23: a \"let\" has no outcomes"),
    (
      "steps: [{batch: [{flush: , emits: []}]}]",
      "1:28: a step inside \"batch\" has no outcomes"
    ),
    ("steps: [{emit: 5}]", "1:16: a scenario's \"emit\" names a channel"),
    ("steps: [{onStop: []}]", "1:10: \"onStop\" stands only in the bodies of computations"),
    ("steps: [{stop: self}]", "1:16: \"self\" stands only in the bodies of computations"),
    ("steps: [{emits: []}]", "1:10: \"emits\" tells of what a step did, and there is no verb"),
    ("computations: {a: [{advance: 1s}]}", "1:21: \"advance\" stands only in the steps"),
    ("computations: {a: [{assert: 1 == 1}]}", "1:21: \"assert\" stands only in the steps"),
    ("computations: {a: [{emit: 1, emits: []}]}", "1:30: \"emits\" stands only in the steps"),
    ("computations: {a: [{autorun: {run: []}}]}", "1:31: an autorun needs the key \"name\""),
    // Outcomes.
    ("steps: [{flush: , emits: hello}]", "1:26: \"emits\" takes a list, or a map of channels"),
    ("steps: [{flush: , fails: [a]}]", "1:26: \"fails\" takes a text, not a list"),
    ("steps: [{flush: , fails: {match: a}}]", "1:27: unknown key \"match\" in an expected error"),
    ("steps: [{flush: , fails: {matches: '(a'}}]", "1:36: "),
    ("steps: [{flush: , reports: a}]", "1:28: \"reports\" takes a list of texts, not \"a\""),
    (
      "scenarios: [{each: [{a: 1}, {b: 1}], steps: []}]",
      "1:29: this row of \"each\" does not bind \"a\""
    ),
    (
      "cells: {a: 1}\nscenarios: [{each: [{n: = a}], steps: []}]",
      "2:27: the rows of \"each\" see nothing of the model"
    ),
    ("scenarios: [{name: '{b}', each: [{a: 1}], steps: []}]", "1:22: \"each\" binds no name \"b\""),
    // Formulas.
    ("cells: {a: =}", "1:12: the formula is empty"),
    ("cells:\n  a: = (1 +", "2:"),
    ("cells:\n  a: = \"b #c\" + \"d\"", "2:6: quote this formula: YAML ends it at \" #\""),
    ("steps:\n  - set: {a: = f(1, 2)}\ncells: {a: 1}", "2:14: quote this formula: YAML ends it"),
    ("steps:\n  - assert: true ? 1 : 2", "2:13: quote this formula: YAML ends it at \": \""),
  ]

  @Test(arguments: refused)
  func aMistakeIsToldAtItsPlace(text: String, problem: String) {
    let found = scenarioProblems(text)
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test(arguments: [
    ("cels: {a: 1}", "did you mean \"cells\"?"),
    ("given: {a: 1}", "\"given\" belongs in a scenario"),
    ("flush: auto", "\"flush\" belongs in the settings or in a step"),
    ("cells: {a: = bb + 1, bbb: 1}", "did you mean \"bbb\"?"),
    ("cells: {a: {value: 3, unit: cm}}", "{value: {value: …, unit: …}}"),
    ("cells: {a-b: 1}", "write \"a_b\""),
    ("steps: [{advance: 5}]", "add a unit: 5ms, 5s, 5m or 5h"),
    ("cells:\n  a: = \"x: \" + \"y\"", "write: a: '= \"x: \" + \"y\"'"),
    ("cells:\n  a: = x ? 'y' : 'z'", "write: a: \"= x ? 'y' : 'z'\""),
    ("cells: {a: 1}\nsteps:\n  - set: {a: = f(1, 2)}", "write: - set: {a: '= f(1, 2)'}"),
    ("cells: {a: = 1 and 2}", "&&"),
  ])
  func theCureIsTold(text: String, cure: String) {
    #expect(help(text).contains { $0.contains(cure) }, "\(help(text))")
  }

  @Test(arguments: [
    ("steps: [{for: {x: = [1].map(i, i)}, do: [{let: {y: = x}}]}]", "1:19: quote this formula"),
    (
      "steps: [{for: {x: [1], y: '= [x, x]'}, do: [{let: {z: = y}}]}]",
      "1:24: \"for\" binds one name"
    ),
  ])
  func aMistakeIsToldOnce(text: String, problem: String) {
    let found = scenarioProblems(text)
    #expect(found.count == 1 && found[0].hasPrefix(problem), "\(found)")
  }

  @Test func allMistakesAreToldAtOnceInOrder() {
    let found = scenarioProblems(
      "steps: [{sett: 1}, {set: {b: = c}}]\ncells: {a: no, a: 1}\ncels: 1")
    #expect(
      found.map { $0.prefix(4) } == ["1:10", "1:27", "1:32", "2:12", "2:16", "3:1:"], "\(found)")
  }

  @Test func anErrorBehindAnAliasShowsBothPlaces() {
    let text = "x-step: &s {set: {nothing: 1}}\nsteps: [*s]"
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    #expect(result.diagnostics.count == 1)
    #expect(result.diagnostics.first?.related.map(\.message) == ["it is used here"])
  }
}
