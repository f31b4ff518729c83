import Foundation
import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner
@testable import Tool

/// What changes what a user can see of a scenario changes its log: every passing scenario of the
/// project beside one with something else in its model.
///
/// `LOG_MUTANTS=SEED,COUNT swift test --filter MetamorphicTests` takes other mutants, or more.
@Suite struct MetamorphicTests {
  struct Tally {
    var invalid = 0
    /// Nobody sees a difference.
    var equal = 0
    var told = 0
  }

  @Test func whatChangesWhatCanBeSeenChangesTheLog() throws {
    let asked = ProcessInfo.processInfo.environment["LOG_MUTANTS"]?.split(separator: ",") ?? []
    let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_121
    let count = asked.dropFirst().first.flatMap { Int($0) } ?? 400
    print("log mutants: LOG_MUTANTS=\(seed),\(count)")
    var random = Seeded(seed)
    var tally = Tally()
    let folder = FilePath(Project.path("scenarios/passing"))
    let files = ScenarioLoader.discover([folder]).files
    #expect(files.count > 400)
    for number in 0..<count {
      let path = files[random.below(files.count)]
      guard let tree = JSONTree(path), let mutant = ModelMutation(of: tree, &random) else {
        tally.invalid += 1
        continue
      }
      let place = "LOG_MUTANTS=\(seed),\(number + 1): \(path.shown): \(mutant.words)"
      check(tree, mutant.tree, path, place, &random, &tally)
    }
    print("log mutants: \(tally)")
    #expect(tally.told * 6 > count)
  }

  /// Runs one scenario of both, and compares what can be seen with what is told.
  private func check(
    _ original: JSONTree, _ mutant: JSONTree, _ path: FilePath, _ place: String,
    _ random: inout Seeded, _ tally: inout Tally
  ) {
    let one = ScenarioLoader.load(bytes: original.bytes, as: path)
    let two = ScenarioLoader.load(bytes: mutant.bytes, as: path)
    guard let file = one.file, let other = two.file, !file.scenarios.isEmpty,
      file.scenarios.count == other.scenarios.count
    else {
      tally.invalid += 1
      return
    }
    let position = random.below(file.scenarios.count)
    let scenario = file.scenarios[position]
    if scenario.skip != nil { return }
    let row = scenario.rows.map { random.below($0.count) }
    var runs: (ObservedRun, ObservedRun)?
    onDeepStack {
      runs = (
        ObservedRun(file, position, row: row, in: one.sources),
        ObservedRun(other, position, row: row, in: two.sources)
      )
    }
    guard let (kept, changed) = runs, let found = kept.difference(from: changed) else {
      tally.equal += 1
      return
    }
    tally.told += 1
    let logs = (kept.log(upTo: found.moment), changed.log(upTo: found.moment))
    if logs.0 == logs.1 {
      let seen = found.seen.joined(separator: "\n  ")
      Issue.record(
        "\(place)\nis seen:\n  \(seen)\nand not told:\n\(logs.0.joined(separator: "\n"))")
    }
  }
}
