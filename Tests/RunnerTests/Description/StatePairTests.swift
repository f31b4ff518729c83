import Loader
import Reactor
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

/// Pairs of scripts over one model. Behind the turns that are named the worlds differ in one thing, and
/// their descriptions in the lines of that thing alone; or they differ in what is no part of the state,
/// and are described alike.
@Suite struct StatePairTests {
  @Test(arguments: StatePair.all)
  func areToldApartWhereTheyDiffer(_ pair: StatePair) throws {
    let (one, other) = try pair.descriptions()
    let paths = WorldDescription.differing(one, other, inOrder: pair.isOrdered)
    let isExpected = paths.allSatisfy { path in pair.paths.contains { path.hasPrefix($0) } }
    let isComplete = pair.paths.allSatisfy { start in paths.contains { $0.hasPrefix(start) } }
    #expect(
      isExpected && isComplete
        && (one == other) == pair.paths.isEmpty,
      "\(pair.name) differ at \(paths):\n\(one)\n---\n\(other)")
  }

  @Test func namesOfTheCasesAreDistinct() {
    #expect(Set(StatePair.all.map(\.name)).count == StatePair.all.count)
  }

  @Test func lettersGoOn() {
    #expect(
      [0, 1, 25, 26, 27, 701, 702].map(StateWriter.letters) == [
        "a", "b", "z", "aa", "ab", "zz", "aaa",
      ])
  }

  /// What a script has bound is told with it; promises that nobody can look at are not.
  @Test func whatTheScriptHasBoundIsTold() throws {
    let file = try Playing.file(
      """
      services: {api: {methods: {held: pending}}}
      steps:
        - {call: api.held, as: first}
        - repeat: 1
          do: [{call: api.held, as: second}, {resolve: {api.held: 1}}, {resolve: {api.held: 2}}]
        - let: {seven: 7}
        - batch: []
      """)
    var texts: [[String]] = []
    _ = onLargeStack {
      Playing.all(in: file)[0].play(lookBefore: { run in
        guard run.world.scheduler.readyCount == 0 else { return }
        texts.append(
          WorldDescription(of: run).lines.filter { !$0.content.contains("of 4 from") }
            .map { "\($0.path): \($0.content)" })
      })
    }
    #expect(texts.count == 7)
    #expect(texts.first == ["script: not begun"])
    #expect(
      texts[4].contains("script local 0: the answer that api.held is 1")
        && texts[4].contains("script local 1: answer 1"), "\(texts[4])")
    #expect(
      texts.last == [
        "service api: null", "script waits: `batch` at 0:212 has happened",
        "script local 0: the answer that api.held is 1", "script local 1: 7",
      ], "\(texts.last ?? [])")
  }

  /// Two runs of one script are told apart by where the script is, and by nothing else.
  @Test(arguments: [
    ("[{repeat: 2, do: [{set: {a: 1}}]}]", 1, 2, ["script steps 1"]),
    ("[{for: {x: '= [1, 1]'}, do: [{set: {a: 1}}]}]", 1, 2, ["script steps 1"]),
    ("[{set: {a: 1}}, {set: {a: 1}}]", 1, 2, ["script steps 0", "script waits"]),
    ("[{for: {x: '= [5, 6]'}, do: [{set: {a: 1}}]}]", 1, 2, ["script local 0", "script steps 1"]),
    (
      """
      [{for: {x: [1, 2]}, do: [{set: {a: = x}}, {repeat: 1,
      do: [{set: {a: 5}}, {set: {a: = x}}], unchanged: a}]}]
      """, 2, 5, ["script kept a", "script local 0", "script steps 1"]
    ),
    ("[{advance: 3s}]", 1, 2, ["script waits"]),
  ])
  func whereTheScriptIsIsTold(_ steps: String, _ one: Int, _ other: Int, _ paths: [String]) throws {
    let file = try Playing.file(
      """
      cells: {a: 1}
      computations: {ticker: [{every: 1s, do: []}]}
      steps: \(steps)
      """)
    var told: [WorldDescription] = []
    _ = onLargeStack {
      Playing.all(in: file)[0].play(lookBefore: { run in
        if run.world.scheduler.readyCount == 0 { told.append(WorldDescription(of: run)) }
      })
    }
    // The first look is before the start, the second behind it.
    let differing = Set(
      WorldDescription.differing(told[one + 1], told[other + 1], inOrder: false))
    let isExpected = differing.allSatisfy { path in paths.contains { path.hasPrefix($0) } }
    let isComplete = paths.allSatisfy { start in differing.contains { $0.hasPrefix(start) } }
    #expect(isExpected && isComplete, "\(steps): \(differing)")
  }
}

/// Two scripts over one model, each with the turn that is looked at: 0 is the start, -1 the last.
struct StatePair: CustomTestStringConvertible, Sendable {
  let name: String
  let model: String
  let one: String
  let other: String
  let turns: (Int, Int)
  /// What the paths of the lines that differ begin with; empty where none does.
  let paths: [String]
  /// The picks of the second run: at which turn not the first ready one is taken but the second.
  let picks: Set<Int>
  /// Whether lines count by their places, where their order is all that differs.
  let isOrdered: Bool

  init(
    _ name: String, _ model: String, _ one: String, _ other: String,
    at turns: (Int, Int) = (-1, -1), differ paths: [String], picks: Set<Int> = [],
    inOrder isOrdered: Bool = false
  ) {
    self.name = name
    self.model = model
    self.one = one
    self.other = other
    self.turns = turns
    self.paths = paths
    self.picks = picks
    self.isOrdered = isOrdered
  }

  var testDescription: String { name }

  func descriptions() throws -> (WorldDescription, WorldDescription) {
    let text = """
      \(model)
      scenarios:
        - {name: one, steps: \(one)}
        - {name: other, steps: \(other)}
      """
    let plays = Playing.all(in: try Playing.file(text))
    let first = onLargeStack { plays[0].descriptions() }
    let second = onLargeStack { plays[1].descriptions(picks: picks) }
    return (
      try pick(turns.0, of: first.all, first.failures),
      try pick(turns.1, of: second.all, second.failures)
    )
  }

  private func pick(
    _ turn: Int, of all: [WorldDescription], _ failures: [Failure]
  ) throws -> WorldDescription {
    try #require(failures.isEmpty, "\(name): \(failures.map(\.message))")
    let place = turn < 0 ? all.count + turn : turn
    try #require(all.indices.contains(place), "\(name) has \(all.count) turns")
    return all[place]
  }
}

extension Playing {
  /// The same where at some turns the second ready one is picked.
  func descriptions(picks: Set<Int>) -> (all: [WorldDescription], failures: [Failure]) {
    var all: [WorldDescription] = []
    let (_, failures) = play { runtime in
      all.append(WorldDescription(of: runtime))
      let isPicked = picks.contains(all.count)
      runtime.world.scheduler.policy = isPicked ? { _ in 1 } : nil
    }
    return (all, failures)
  }
}

extension WorldDescription {
  /// The paths of the lines that only one of the two has, there or at that place.
  static func differing(
    _ one: WorldDescription, _ other: WorldDescription, inOrder isOrdered: Bool
  ) -> [String] {
    let (left, right) = (one.lines, other.lines)
    if isOrdered { return zip(left, right).flatMap { $0 == $1 ? [] : [$0.path, $1.path] } }
    return (left.filter { !right.contains($0) } + right.filter { !left.contains($0) }).map(\.path)
  }
}
