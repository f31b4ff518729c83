import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// The fast search against the one by replay, on models of cells and events that chance has made: the same
/// words, but for how it was done. `LONG=1` tries ten thousand.
@Suite struct FlatSearchTests {
  private static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil
  private static let count = isLong ? 10_000 : 250
  private static let perCase = 25

  @Test(arguments: 0..<count / perCase)
  func bothWaysSayTheSame(_ number: Int) throws {
    var flat = 0
    var violated = 0
    for model in 0..<FlatSearchTests.perCase {
      let seed = number * FlatSearchTests.perCase + model
      var chance = Seeded(UInt64(90_210 + seed))
      let text = FlatModels(&chance).text
      let limit = 300
      var settings = ExploreSettings()
      settings.limit = limit
      let fast = try explore(text, settings)
      settings.isByReplay = true
      let slow = try explore(text, settings)
      #expect(allWords(of: fast) == allWords(of: slow), "seed \(seed):\n\(text)")
      if fast.allSatisfy({ $0.explored != nil && $0.explored?.byReplay == nil }) { flat += 1 }
      if fast.contains(where: { $0.explored?.found != nil }) { violated += 1 }
    }
    // Most are of the sort that it knows, and not all are violated.
    #expect(flat > FlatSearchTests.perCase / 2, "\(flat)")
    #expect(violated < FlatSearchTests.perCase, "\(violated)")
  }

  @Test(arguments: 0..<30)
  func bothWaysDrawTheSame(_ number: Int) throws {
    var chance = Seeded(UInt64(77_000 + number))
    let text = FlatModels(&chance).text
    var file = try loaded(text)
    file.asked = try loaded("cells: {n: 0, m: 0, flag: false}\nalways: [n, flag, 6 / n]").always
    func machine(_ isByReplay: Bool) -> StateMachine? {
      var settings = ExploreSettings()
      (settings.limit, settings.isByReplay) = (300, isByReplay)
      return onLargeStack { [file] in
        let runner = ScenarioRunner(file)
        return runner.candidatesToExplore.first.flatMap {
          runner.stateMachine(of: $0, settings).machine
        }
      }
    }
    #expect(machine(false) == machine(true), "\(text)")
  }

  @Test func whatItCannotDoGoesByReplayWithAReason() throws {
    func reason(_ model: String, _ events: String = "[{set: {n: 1}}]", _ more: String = "") throws
      -> String?
    {
      try explored("\(model)\nexplore:\n  events: \(events)\n\(more)").byReplay
    }
    #expect(try reason("cells: {n: 0}") == nil)
    #expect(
      try reason("cells: {n: 0}\ncomputations: {c: = n}") == "there are computations")
    #expect(
      try reason("cells: {n: {value: 0, cutoff: never}}") == "n has a cutoff of its own")
    #expect(
      try reason("cells: {n: 0}", "[{batch: [{choose: {x: [1, 2]}}, {set: {n: = x}}]}]")
        == nil)
    #expect(try reason("cells: {n: 0}", "[{advance: 1s}]") == "an event does `advance`")
    #expect(
      try reason("cells: {n: 0, d: '= {\"a\": n}'}") == nil)
    #expect(
      try reason("cells: {n: 0, d: '= {\"a\": n, \"b\": 1}'}", "[{set: {n: = d.b}}]")
        == "a derived cell holds a map")
    #expect(
      try reason("cells: {n: 0}", "[{set: {n: 1}}]", "steps:\n  - set: {n: 2}\n") == nil)
    #expect(
      try reason(
        "cells: {n: 0}", "[{when: now > timestamp(\"2020-01-01T00:00:00Z\"), set: {n: 1}}]")
        == "a formula reads the time")
  }

  @Test func allStatesOfCountersAreSeen() throws {
    let names = ["a", "b", "c", "d"]
    let events = names.map { "    - {set: {\($0): '= (\($0) + 1) % 9'}}" }
    for isSure in [false, true] {
      var settings = ExploreSettings()
      settings.isSure = isSure
      let explored = try explored(
        """
        cells: {\(names.map { "\($0): 0" }.joined(separator: ", "))}
        always: a + b + c + d <= 32
        explore:
          events:
        \(events.joined(separator: "\n"))
        """, settings)
      #expect((explored.states, explored.generated) == (6_561, 4 * 6_561))
      #expect(explored.isComplete && explored.byReplay == nil)
    }
  }
}

/// Models of a few cells and events, made by chance.
private struct FlatModels {
  private(set) var text = ""

  init(_ chance: inout Seeded) {
    let hasMap = chance.chance(50)
    let hasList = chance.chance(30)
    let hasDerived = chance.chance(50)
    text = "cells:\n  n: \(chance.below(3))\n  m: 0\n  flag: false\n"
    if hasMap { text += "  map: {x: 0, y: 1}\n" }
    if hasList { text += "  list: [1, 2]\n" }
    if hasDerived {
      let formulas = [
        "= n + m", "= n * 2", "'= flag ? n : m'", "= n > 1", "= [n, m]", "'= 6 / n'",
        "'= [1, 2, 3].filter(i, i > n)'",
      ]
      text += "  d: \(formulas[chance.below(formulas.count)])\n"
      if chance.chance(30) { text += "  e: = d == d\n" }
    }
    var terms = ["n", "m"]
    if hasMap { terms += ["map.x", "map.y"] }
    if hasList { terms += ["list[0]", "list.size()"] }
    var numbers = terms + ["0", "1", "2", "3"]
    if hasDerived, chance.chance(50) { numbers.append("int(d)") }
    func number() -> String { numbers[chance.below(numbers.count)] }
    func value() -> String {
      switch chance.below(6) {
      case 0: "(\(number()) + 1) % 3"
      case 1: "\(number()) + \(number()) > 3 ? 0 : \(number())"
      case 2: "3 - \(number())"
      case 3: "\(number()) / \(number())"
      default: number()
      }
    }
    func condition() -> String {
      switch chance.below(5) {
      case 0: "flag"
      case 1: "!flag || \(number()) > \(number())"
      case 2: "\(number()) < \(number())"
      case 3: "\(number()) == \(number())"
      default: "\(number()) <= 3 && \(number()) > 0"
      }
    }
    func target() -> String {
      var targets = ["n", "m", "flag"]
      if hasMap { targets += ["map.x", "'map[k]'", "map"] }
      if hasList { targets += ["'list[i]'", "list"] }
      return targets[chance.below(targets.count)]
    }
    func assignment(_ target: String) -> String {
      switch target {
      case "flag": "flag: '= \(condition())'"
      case "map": chance.chance(50) ? "map: {y: 1, x: 0}" : "map: {x: '= n', y: 2}"
      case "list": chance.chance(50) ? "list: ['= n', 2]" : "list: [1, 2, 0]"
      default: "\(target): '= \(value())'"
      }
    }
    func event() -> String {
      let first = target()
      var second = target()
      if second.prefix(5) == first.prefix(5) { second = "" }
      var names: [String] = []
      if (first + second).contains("[k]") { names.append("k: [x, y]") }
      if (first + second).contains("[i]") { names.append("i: [0, 1, 2]") }
      if names.isEmpty, chance.chance(20) { names.append("j: [1, '= n', 1]") }
      var text = "{"
      if !names.isEmpty { text += "for: {\(names.joined(separator: ", "))}, " }
      if chance.chance(70) { text += "when: '\(condition())', " }
      if chance.chance(20) { text += "settled: true, " }
      let set = [first, second].filter { !$0.isEmpty }.map { assignment($0) }
      if chance.chance(20) {
        return text
          + "batch: [{let: {z: = n}}, {if: '= \(condition())', then: [{set: {\(set[0])}}], "
          + "else: [{set: {m: = z}}]}]}"
      }
      return text + "set: {\(set.joined(separator: ", "))}}"
    }
    if chance.chance(60) { text += "always: '\(condition()) || n < 3'\n" }
    if chance.chance(20) { text += "eventually: '\(condition())'\n" }
    text += "explore:\n  events:\n"
    for _ in 0..<2 + chance.below(3) { text += "    - \(event())\n" }
    if chance.chance(30) { text += "  steps: \(1 + chance.below(6))\n" }
    if chance.chance(20) { text += "  sometimes: '\(condition())'\n" }
    if chance.chance(20) {
      text += "  start: {for: {s: [0, 1, 2]}, when: s != n, set: {n: = s}}\n"
    }
    if chance.chance(10) { text += "  expect: violated\n" }
    if chance.chance(10) { text += "  complete: true\n" }
  }
}
