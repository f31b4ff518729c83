import Scenarios
import TestSupport
import Testing

@testable import Runner

/// The searches against one that remembers nothing, on models that chance has made: the same states, and
/// the same violation as the least.
@Suite struct NaiveSearchTests {
  @Test(arguments: 0..<60)
  func aSearchFindsWhatTryingEverythingFinds(_ number: Int) throws {
    var chance = Seeded(UInt64(4711 + number))
    let text = SmallActors(&chance, isRich: number >= 40).text
    let file = try loaded(text)
    try onLargeStack { Result { try compare(file, text, number) } }.get()
  }

  private func compare(_ file: ScenarioFile, _ text: String, _ number: Int) throws {
    let maker = try ScenarioRunner(file).firstMaker()
    let search = StateSearch(maker, limit: 3_000, isSure: true)
    search.search()
    guard search.tally.bound == nil else { return }
    var naive = NaiveSearch(maker, mostTurns: 9)
    naive.search()
    if naive.isCut { return }
    let deepest = (0..<search.graph.count).map { search.graph.turns(to: $0) }.max() ?? 0
    if deepest <= 9 { #expect(naive.states.count == search.graph.count, "\(number):\n\(text)") }
    guard let least = naive.least, deepest <= 9 else { return }
    let deviations = DeviationSearch(maker, limit: 100_000, most: least.deviations + 1)
    deviations.search()
    let found = try #require(deviations.found, "\(number):\n\(text)")
    #expect(
      (found.deviations, found.path.choices.count) == (least.deviations, least.turns),
      "\(number):\n\(text)")
    #expect(found.path.picks == least.picks, "\(number):\n\(text)")
  }
}
