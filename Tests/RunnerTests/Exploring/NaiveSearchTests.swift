import Scenarios
import TestSupport
import Testing

@testable import Runner

/// The searches against one that remembers nothing, on models that chance has made: the same states, and
/// the same violation as the least.
@Suite struct NaiveSearchTests {
  @Test(arguments: 0..<40)
  func aSearchFindsWhatTryingEverythingFinds(_ number: Int) throws {
    var chance = Seeded(UInt64(4711 + number))
    let text = model(&chance)
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
    let deepest = search.graph.nodes.map(\.turns).max() ?? 0
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

  /// Two or three small actors that tell and ask each other, a script of one or two threads, perhaps a
  /// fault, an event, another delivery.
  private func model(_ chance: inout Seeded) -> String {
    let names = ["a", "b", "c"].prefix(2 + chance.below(2))
    func step() -> String {
      let other = names[chance.below(names.count)]
      switch chance.below(5) {
      case 0: return "{tell: {\(other): Note}}"
      case 1: return "{ask: {\(other): Get}, timeout: 1s, else: []}"
      case 2: return "{set: {n: = state.n + 1}}"
      case 3: return "{choose: {x: [0, 1]}}, {set: {n: = x}}"
      default: return "{tell: {\(other): {Put: \(chance.below(3))}}}"
      }
    }
    var text = "actors:\n"
    for name in names {
      text += """
          \(name):
            state: {n: 0}
            on:
              Go: [\(step()), \(step())]
              Note: [{set: {n: = state.n + 1}}]
              Put: [{set: {n: = message}}]
              Get: = state.n

        """
    }
    text += "eventually: a.n + b.n < \(1 + chance.below(3))\n"
    text += "explore:\n  forbid: [deadlock]\n"
    if chance.chance(30) { text += "  delivery: \(["pairwise", "unordered"][chance.below(2)])\n" }
    if chance.chance(40) {
      let fault = ["drop", "duplicate", "delay", "crash", "crash_midway"][chance.below(5)]
      text += "  faults: {\(fault): [\(names[chance.below(names.count)])]}\n"
    }
    if chance.chance(30) { text += "  steps: 1\n  events: [{tell: {b: {Put: 2}}}]\n" }
    let first = names[chance.below(names.count)]
    let second = names[chance.below(names.count)]
    text += "steps:\n"
    if chance.chance(50) {
      text += "  - interleave: [[{tell: {\(first): Go}}], [{tell: {\(second): Note}}]]\n"
    } else {
      text += "  - tell: {\(first): Go}\n"
    }
    return text
  }
}
