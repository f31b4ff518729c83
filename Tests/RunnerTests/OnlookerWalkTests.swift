import Foundation
import Loader
import Scenarios
import TestSupport
import Testing

@testable import Runner

/// Random models, each with outcomes and a property that look at its cells, and without: both do the same, and
/// whatever is seen is what full recomputation gives. `REACTOR_WALKS` sets how many are tried.
@Suite struct OnlookerWalkTests {
  private static let walks = Int(ProcessInfo.processInfo.environment["REACTOR_WALKS"] ?? "") ?? 90

  @Test func whatLooksAtAModelChangesNothingInIt() throws {
    for seed in 0..<UInt64(Self.walks) {
      var model = RandomModel(seed)
      let (alone, seen) = model.texts()
      let reading = model.reading
      let runs = try [alone, seen].map { text in
        let file = try #require(
          ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml").file,
          "seed \(seed):\n\(text)")
        return onLargeStack {
          let tables = FileTables(file)
          let read = SeenRun(of: file.scenarios[0], in: tables, reading: reading)
          #expect(read.differences == [], "seed \(seed), \(reading):\n\(text)")
          return SeenRun(of: file.scenarios[0], in: tables, asking: true)
        }
      }
      #expect(runs[0].log == runs[1].log, "seed \(seed):\n\(seen)")
      #expect(runs.flatMap(\.differences) == [], "seed \(seed):\n\(seen)")
      if runs[0] != runs[1] { return }
    }
  }
}

/// Cells that are written, derived cells of every sort of formula and cutoff, computations, and an actor that
/// reads them in its messages; with a script, and what its steps look at.
private struct RandomModel {
  private var random: Seeded
  private let inputs: [String]
  private let parts: [String]
  private var derived: [String] = []
  private var lines: [String]

  init(_ seed: UInt64) {
    random = Seeded(seed)
    inputs = (0...random.below(4)).map { "i\($0)" }
    parts = random.chance(50) ? ["rec.a", "rec.b"] : []
    lines = random.chance(50) ? ["settings: {flush: manual}", "cells:"] : ["cells:"]
    for input in inputs { lines.append("  \(input): \(random.below(4))") }
    if !parts.isEmpty {
      let unheard = random.chance(50) ? ", nonreactive: [b]" : ""
      lines.append("  rec: {value: {a: 1, b: 2}, open: true\(unheard)}")
    }
    let count = 1 + random.below(9)
    for number in 0..<count {
      let formula =
        random.chance(8)
        ? "= \(one(of: inputs)) > 2 ? d\(random.below(count)) : \(term())" : formula()
      let cell =
        switch random.below(10) {
        case 0: "{formula: '\(formula)', cutoff: always}"
        case 1: "{formula: '\(formula)', cutoff: never}"
        case 2: "{formula: '\(formula)', cutoff: = old > new}"
        default: "'\(formula)'"
        }
      lines.append("  d\(number): \(cell)")
      derived.append("d\(number)")
    }
    addComputations()
    addActor()
  }

  private mutating func addComputations() {
    let count = random.below(4)
    if count > 0 { lines.append("computations:") }
    for number in 0..<count {
      lines.append(
        random.chance(50)
          ? "  c\(number): '= \(term()) + \(term())'"
          : """
            c\(number):
              run: [{if: '\(term()) > 1', then: [{emit: '= \(term())'}]}]
              onError: [{emit: {failed\(number): 1}}]
          """)
    }
  }

  private mutating func addActor() {
    lines.append("actors:\n  act:\n    state: {n: 0}\n    on:")
    for message in ["A", "B", "C"] {
      let steps = (0...random.below(3)).map { _ in
        let steps = [
          "{emit: {m\(message): '= \(term())'}}", "{set: {n: '= \(term())'}}",
          "{if: '\(term()) > 1', then: [{emit: {m\(message): 1}}]}",
        ]
        return one(of: steps)
      }
      lines.append("      \(message): [\(steps.joined(separator: ", "))]")
    }
  }

  private mutating func one(of names: [String]) -> String { names[random.below(names.count)] }

  private mutating func term() -> String {
    one(of: inputs + derived + derived + parts + ["\(random.below(4))"])
  }

  private mutating func formula() -> String {
    switch random.below(9) {
    case 0: "= \(term()) + \(term())"
    case 1: "= \(term()) * \(term())"
    case 2: "= \(term()) > \(term()) ? \(term()) : \(term())"
    case 3: "= \(term()) / \(term())"
    case 4: "= [\(term()), \(term()), \(term())].filter(x, x > 0).size()"
    case 5: "= \(term()) + untracked(\(one(of: inputs + derived)))"
    case 6: "= (\(term()) > 1 || \(term()) / \(term()) > 0) ? 1 : 0"
    case 7: "= \(term()) - \(term())"
    default: "= \(term())"
    }
  }

  private mutating func step() -> String {
    switch random.below(10) {
    case 0...4: "set: {\(one(of: inputs + parts)): \(random.below(4))}"
    case 5:
      "batch: [{set: {\(one(of: inputs)): 1}}, {set: {\(one(of: inputs)): \(random.below(4))}}]"
    case 6, 7: "tell: {act: \(one(of: ["A", "B", "C"]))}"
    case 8: "changed: \(one(of: inputs + derived))"
    default: random.chance(50) ? "flush:" : "set: {\(one(of: inputs)): = \(one(of: derived))}"
    }
  }

  /// The file in which nobody looks, and the one in which somebody does.
  mutating func texts() -> (alone: String, seen: String) {
    var alone = lines
    var seen = lines
    if random.chance(40) { seen.append("always: '\(look())'") }
    alone.append("steps:")
    seen.append("steps:")
    for _ in 0...random.below(12) + 2 {
      let step = "  - \(step())"
      alone.append(step)
      seen.append(step)
      let looks = (0..<random.below(5)).map { _ in "'\(look())'" }
      if !looks.isEmpty { seen.append("    assert: [\(looks.joined(separator: ", "))]") }
    }
    return (alone.joined(separator: "\n") + "\n", seen.joined(separator: "\n") + "\n")
  }

  /// A cell, and behind how many steps it is read.
  var reading: (cell: Int, step: Int) {
    mutating get {
      (random.below(inputs.count + derived.count + min(1, parts.count)), 1 + random.below(8))
    }
  }

  /// True whatever the cell holds, be it an error.
  private mutating func look() -> String {
    "[0].exists(x, x == \(one(of: inputs + derived + parts))) || true"
  }
}
