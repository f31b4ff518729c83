import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Reactor
@testable import Runner

/// What the graph works out by itself counts as what the formulas of a world are asked for, which they are where
/// somebody listens. `REACTOR_WALKS` sets how many models are tried.
@Suite struct MeteringTests {
  private static let walks = Int(ProcessInfo.processInfo.environment["REACTOR_WALKS"] ?? "") ?? 20

  /// All accounts and counts behind each turn.
  private struct Accounts {
    var turns: [String] = []
    /// What has been emitted then, where that is kept.
    var emissions: [String] = []
    var failures: [String] = []
    /// How many evaluations were the graph's.
    var worked = 0
  }

  private func accounts(
    of text: String, isListening: Bool, keepsEmissions: Bool = true
  ) throws -> Accounts {
    let file = try #require(validFile(text), "\(text)")
    return onLargeStack {
      let run = ScriptRun(
        Script(file.scenarios[0], of: file), in: FileTables(file), isListening: isListening,
        keepsEmissions: keepsEmissions)
      let world = run.world
      var accounts = Accounts()
      world.onTurn = { [unowned world] in
        let (limits, memory, watchdog) = (world.limits, world.memory, world.watchdog)
        accounts.turns.append(
          """
          \(limits.cost) \(limits.turns) \(limits.work) \(memory.costsWithRoom) \(watchdog.room) \
          \(world.trail.count) \(world.log.size) \
          \(world.cells.indices.map(world.runs(ofCell:))) \(world.log.computationRuns) \(world.emitted)
          """)
        guard keepsEmissions else { return }
        accounts.emissions.append(
          "\(world.emissions().map { "\($0.channel)=\($0.value)" })")
      }
      accounts.failures = run.run(locals: []).map(\.message)
      for case .derived(let cell) in world.standing { accounts.worked += cell.formulaRuns }
      return accounts
    }
  }

  @Test(arguments: [false, true])
  func whatTheGraphWorksOutCountsAsWhatItsWorldDoes(_ isMixed: Bool) throws {
    var worked = 0
    for seed in 0..<UInt64(isMixed ? Self.walks * 3 : Self.walks) {
      let text = isMixed ? MixedModel.text(seed) : IntModel(seed).text
      // A formula of texts alone may be no formula for ints.
      if isMixed, validFile(text) == nil { continue }
      let (heard, unheard) = try (
        accounts(of: text, isListening: true), accounts(of: text, isListening: false)
      )
      #expect(heard.worked == 0)
      worked += unheard.worked
      #expect(heard.failures == unheard.failures, "seed \(seed):\n\(text)")
      let place = zip(heard.turns, unheard.turns).enumerated().first {
        $0.element.0 != $0.element.1
      }
      if let place {
        Issue.record("seed \(seed), turn \(place.offset): \(place.element)\n\(text)")
        return
      }
      #expect(heard.turns.count == unheard.turns.count, "seed \(seed):\n\(text)")
      #expect(heard.emissions == unheard.emissions, "seed \(seed):\n\(text)")
      let unseen = try accounts(of: text, isListening: false, keepsEmissions: false)
      #expect(unseen.turns == unheard.turns, "seed \(seed):\n\(text)")
      #expect(unseen.failures == unheard.failures, "seed \(seed):\n\(text)")
    }
    #expect(worked > (isMixed ? 10 : 100) * Self.walks)
  }

  /// A limit that is reached in the midst of what the graph does is reached at the same place.
  @Test(arguments: ["cost", "turns", "range", "whole"])
  func aLimitIsReachedAtTheSamePlace(_ limit: String) throws {
    let isCostly = limit == "cost" || limit == "whole"
    let last = isCostly ? 20 : 200
    let more = isCostly ? String(repeating: " + 1", count: 300) : " + 1"
    let chain = (1...last).map { "  c\($0): = c\($0 - 1)\(limit == "range" ? " * c0" : more)" }
    let list = (0..<900).map(String.init).joined(separator: ", ")
    let text = """
      settings: {turns: \(limit == "turns" ? 30_000 : 100_000)}
      cells:
        c0: 1
      \(chain.joined(separator: "\n"))
      computations:
        watch: = c\(last)
        \(limit == "whole" ? "list: '= [\(list)].map(x, x + c0).map(x, x + 1).map(x, x + 2).map(x, x + 3).size()'" : "")
        \(limit == "range" ? "" : "again: [{if: c\(last) < 90000000, then: [{set: {c0: = c0 + 1}}]}]")
      steps:
        - {repeat: 9, do: [{set: {c0: = 1 - c0}}]}
        - {set: {c0: 2}}
      """
    let (heard, unheard) = try (
      accounts(of: text, isListening: true), accounts(of: text, isListening: false)
    )
    #expect(heard.failures == unheard.failures)
    let cause = isCostly ? "cost" : "settle"
    #expect(limit == "range" || heard.failures.contains { $0.contains(cause) })
    #expect(heard.turns == unheard.turns)
  }
}

/// Cells of ints, now and then of something else, and what is added and passed on of them.
private struct IntModel {
  let text: String

  init(_ seed: UInt64) {
    var random = Seeded(seed)
    let inputs = 1 + random.below(4)
    var names = (0..<inputs).map { "i\($0)" }
    var lines = ["cells:"] + names.map { "  \($0): \(random.below(4))" }
    let isOdd = random.chance(40)
    for number in 0..<(2 + random.below(30)) {
      let recent = names.suffix(4)
      let (a, b) = (
        recent[recent.startIndex + random.below(recent.count)], names[random.below(names.count)]
      )
      let formula =
        switch random.below(isOdd ? 11 : 6) {
        case 0: a
        case 1, 2: "\(a) + \(random.below(5))"
        case 3: "\(a) - \(b)"
        case 4: "\(random.below(9)) - \(a)"
        case 5: "\(a) + \(b)"
        case 6: "\(a) \(["==", "!=", "<", "<=", ">", ">="][random.below(6)]) \(b)"
        case 7: "\(a) * \(b)"
        case 8: "\(a) > 2 ? \(a) : \(b)"
        case 9: "[\(a), \(b)].size() + \(a)"
        default: "\(a) / \(b)"
        }
      lines.append("  d\(number): '= \(formula)'")
      names.append("d\(number)")
    }
    let comparisons = random.below(5)
    for number in 0..<comparisons {
      let sign = ["==", "!=", "<", "<=", ">", ">="][random.below(6)]
      lines.append(
        "  b\(number): '= \(names[random.below(names.count)]) \(sign) \(random.below(600))'")
    }
    lines.append("computations:")
    for number in 0..<comparisons { lines.append("  t\(number): = b\(number)") }
    for number in 0...random.below(6) {
      let name = names[random.below(names.count)]
      let other = names[random.below(names.count)]
      let formula = [
        "\(name) + 1", "\(name) * 2 - \(other)", "\(name) > 3 ? \(name) : 0", "[\(name)].size()",
      ][random.below(4)]
      lines.append("  w\(number): '= \(random.chance(60) ? name : formula)'")
    }
    // Somebody watches what a computation emits, from the start on or later.
    if random.chance(30) { lines.append("  e: [{if: i0 > 3, then: [{emit: = w0.emitted}]}]") }
    lines.append("steps:")
    for _ in 0..<(6 + random.below(12)) {
      let input = "i\(random.below(inputs))"
      let value =
        isOdd && random.chance(20)
        ? ["2.5", "text", "9223372036854775807", "-4611686018427387904"][random.below(4)]
        : "\(random.below(1000))"
      if random.chance(40) {
        lines.append(
          "  - {repeat: \(2 + random.below(30)), do: [{set: {\(input): = \(input) + 1}}]}")
      } else {
        lines.append("  - set: {\(input): \(value)}")
        if random.chance(30) { lines.append("    runs: {d0: '= it >= 0'}") }
      }
    }
    text = lines.joined(separator: "\n")
  }
}
