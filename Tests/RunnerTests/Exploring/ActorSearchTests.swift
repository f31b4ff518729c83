import Foundation
import Scenarios
import TestSupport
import Testing

@testable import Runner

/// The fast search of actors against the one by replay, on models that chance has made: the same words, but
/// for how it was done. `LONG=1` tries ten thousand.
@Suite struct ActorSearchTests {
  private static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil
  private static let count = isLong ? 10_000 : 120
  private static let perCase = 20

  @Test(arguments: 0..<count / perCase)
  func bothWaysSayTheSame(_ number: Int) throws {
    var reasons: [String] = []
    for model in 0..<ActorSearchTests.perCase {
      let seed = number * ActorSearchTests.perCase + model
      var chance = Seeded(UInt64(31_337 + seed))
      let text = SmallActors(&chance, isRich: chance.chance(75)).text
      try checkTurns(text, seed)
      var settings = ExploreSettings()
      let quick = try explore(text, settings)
      settings.isByReplay = true
      let slow = try explore(text, settings)
      #expect(allWords(of: quick) == allWords(of: slow), "seed \(seed):\n\(text)")
      reasons += quick.compactMap { $0.explored?.byReplay }
    }
    #expect(reasons.count < ActorSearchTests.perCase / 2, "\(reasons)")
  }

  /// Models in which the two ways have differed.
  @Test(arguments: [
    // Answers that are settled: which of them it is makes no difference.
    """
    actors:
      b: {on: {Go: [{ask: {w: Get}, as: v}]}}
      w: {provider: {pool: 2}, router: broadcast, on: {Get: = 0}}
    explore: {delivery: unordered, faults: {duplicate: [b, w]}}
    steps: [{tell: {b: Go}}]
    """,
    // The end of a thread ends the event in which it asked.
    """
    actors:
      a: {on: {Note: []}}
      b: {on: {Go: [{ask: {a: Note}}], Get: = 0}}
    explore: {faults: {crash: [b]}}
    steps:
      - interleave: [[{tell: {b: Go}}], [{ask: {b: Get}}, {tell: {b: Go}}]]
    """,
  ])
  func modelsThatDiffered(_ text: String) throws {
    try checkTurns(text, 0)
    var settings = ExploreSettings()
    let quick = try explore(text, settings)
    settings.isByReplay = true
    #expect(allWords(of: quick) == allWords(of: try explore(text, settings)))
    #expect(quick.allSatisfy { $0.explored?.byReplay == nil })
  }

  @Test func oneSeed() throws {
    guard let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ Int($0) }) else {
      return
    }
    var chance = Seeded(UInt64(31_337 + seed))
    try checkTurns(SmallActors(&chance, isRich: chance.chance(75)).text, seed)
  }

  /// Each remembered turn against a run that takes it.
  private func checkTurns(_ text: String, _ seed: Int) throws {
    let file = try loaded(text)
    let told = try onLargeStack {
      Result {
        var told: String?
        let maker = try ScenarioRunner(file).firstMaker()
        guard let model = try? ActorModel(maker) else { return told }
        let search = ActorSearch(maker, model, limit: 200, isSure: true)
        search.onDoubt = { told = told ?? $0 }
        try? search.search()
        return told
      }
    }.get()
    #expect(told == nil, "seed \(seed):\n\(text)")
  }
}
