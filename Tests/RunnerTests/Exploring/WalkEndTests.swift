import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// That walks come to all that a search comes to, if there are enough of them.
@Suite struct WalkEndTests {
  /// Small models, each with what somebody could forget to draw.
  static let models: [(name: String, text: String)] = [
    (
      "several faults at one place",
      """
      actors: {a: {state: {n: 0}, on: {Add: [{set: {n: = state.n + 1}}]}}}
      explore: {faults: {drop: [a], duplicate: [a], delay: [a], crash: [a]}}
      steps: [{tell: {a: Add}}, {tell: {a: Add}}, {tell: {a: Add}}]
      """
    ),
    (
      "several faults in a run",
      """
      actors: {a: {state: {n: 0}, on: {Add: [{set: {n: = state.n * 2 + message}}]}}}
      explore: {faults: {drop: [a], duplicate: [a]}, budget: {drop: 2, duplicate: 1}}
      steps: [{tell: {a: {Add: 0}}}, {tell: {a: {Add: 1}}}, {tell: {a: {Add: 2}}}]
      """
    ),
    (
      "elements of an event",
      """
      cells: {got: []}
      explore: {events: [{for: {i: [1, 2, 3]}, when: got.size() < 2, set: {got: '= got + [i]'}}]}
      """
    ),
    (
      "an event between the steps of a script",
      """
      cells: {seen: []}
      explore:
        events: [{when: 'seen.filter(x, x == 0).size() < 3', set: {seen: '= seen + [0]'}}]
      steps:
        - {set: {seen: '= seen + [1]'}}
        - {set: {seen: '= seen + [2]'}}
        - {set: {seen: '= seen + [3]'}}
      """
    ),
    (
      "values that are chosen",
      """
      actors:
        a: {state: {n: 0}, on: {Go: [{choose: {y: [1, 2, 3]}}, {set: {n: = message * y}}]}}
      steps: [{choose: {x: [5, 7, 9]}}, {tell: {a: {Go: = x}}}, {choose: {z: [1, 2]}}, {tell: {a: {Go: = z}}}]
      """
    ),
    (
      "three scripts side by side",
      """
      cells: {seen: []}
      steps:
        - interleave:
            - [{set: {seen: '= seen + [1]'}}, {set: {seen: '= seen + [2]'}}]
            - [{set: {seen: '= seen + [3]'}}, {set: {seen: '= seen + [4]'}}]
            - [{set: {seen: '= seen + [5]'}}]
      """
    ),
    (
      "timers that are due while messages wait",
      """
      actors:
        a:
          state: {seen: []}
          on:
            Go: [{tell: {self: Late}, after: 1s}, {tell: {self: Late}, after: 2s}]
            Late: [{set: {seen: '= state.seen + [0]'}}]
            Put: [{set: {seen: '= state.seen + [message]'}}]
      steps:
        - interleave:
            - [{tell: {a: Go}}, {advance: 3s}]
            - [{tell: {a: {Put: 1}}}, {tell: {a: {Put: 2}}}]
      """
    ),
    (
      "answers that are lost, late, doubled and refused",
      """
      actors:
        a: {state: {n: 0}, on: {Get: {future: [{set: {n: = state.n + 1}}, {reply: = state.n}]}}}
        q:
          state: {got: null}
          on: {Go: {future: [{ask: {a: Get}, as: x, timeout: 1s, else: [{set: {got: late}}]}, {set: {got: = x}}]}}
      services: {s: {state: {c: 0}, methods: {m: [{set: {c: = state.c + 1}}, {return: = state.c}]}}}
      explore:
        faults: {drop: [all], duplicate: [all], delay: [all], crash: [all], crash_midway: [q], reject: [s.m]}
      steps: [{tell: {q: Go}}, {call: s.m, as: y}, {advance: 2s}]
      """
    ),
    (
      "messages that overtake in pairs", deliveries("pairwise")
    ),
    ("messages that overtake at all", deliveries("unordered")),
    (
      "worlds to begin from",
      """
      cells: {n: 0, m: 0}
      explore: {start: {for: {i: [1, 2, 3]}, set: {n: = i}}}
      steps: [{interleave: [[{set: {m: = n}}], [{set: {n: 9}}]]}]
      """
    ),
  ]

  private static func deliveries(_ delivery: String) -> String {
    """
    actors:
      a: {state: {seen: []}, on: {Put: [{set: {seen: '= state.seen + [message]'}}]}}
      b: {on: {Go: [{tell: {a: {Put: 3}}}, {tell: {a: {Put: 4}}}]}}
    explore: {delivery: \(delivery)}
    steps: [{batch: [{tell: {b: Go}}, {tell: {a: {Put: 1}}}, {tell: {a: {Put: 2}}}]}]
    """
  }

  @Test(arguments: models.indices)
  func prioritiesComeToEveryEnd(_ number: Int) throws {
    try expectAllEnds(of: WalkEndTests.models[number].text, by: "pct")
  }

  /// But where faults may befall nearly every turn: that none does has next to no chance.
  @Test(arguments: models.indices.filter { !models[$0].text.contains("[all]") })
  func chanceComesToEveryEnd(_ number: Int) throws {
    try expectAllEnds(of: WalkEndTests.models[number].text, by: "random")
  }

  /// - Parameter count: The most walks.
  private func expectAllEnds(
    of text: String, by schedules: String, count: Int = 20_000,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text =
      text.contains("explore: {")
      ? text.replacing("explore: {", with: "explore: {schedules: \(schedules), ")
      : text.replacing("explore:\n", with: "explore:\n  schedules: \(schedules)\n")
    let whole = text.contains("schedules") ? text : "explore: {schedules: \(schedules)}\n\(text)"
    let file = try loaded(whole)
    let maker = try ScenarioRunner(file).firstMaker()
    onLargeStack {
      var missing = ends(of: maker)
      let all = missing.count
      #expect(all > 1, sourceLocation: sourceLocation)
      for seed in 0..<UInt64(count / 200) where !missing.isEmpty {
        let walks = Walks(maker, count: 200, seed: seed)
        walks.onEnd = { missing.remove($0.description(withOrder: false).description) }
        walks.search()
      }
      let words = missing.sorted().prefix(3).joined(separator: "\n\n")
      #expect(
        missing.isEmpty, "\(missing.count) of \(all) ends: \(words)",
        sourceLocation: sourceLocation)
    }
  }

  /// All ends, by a search that keeps whole texts.
  private func ends(of maker: RunMaker) -> Set<String> {
    var ends: Set<String> = []
    var known: Set<String> = []
    var paths = maker.starts.indices.map { RunPath(start: $0) }
    while let path = paths.popLast() {
      let (run, ending) = maker.end(of: path)
      defer { run.close() }
      for inner in StateSearch.variants(of: run.inner, behind: path.lastInner) {
        paths.append(path.replacingInner(by: inner))
      }
      guard case .went = ending, let options = try? run.options() else { continue }
      let state = run.description(withOrder: false).description
      guard known.insert(state).inserted else { continue }
      if options.isEnd, !options.isOutOfSteps { ends.insert(state) }
      let whole = path.replacingInner(by: run.inner.map(\.index))
      for (index, move) in options.moves.enumerated() {
        paths.append(whole.adding(RunMaker.Choice(move: move, inner: []), index))
      }
    }
    return ends
  }
}
