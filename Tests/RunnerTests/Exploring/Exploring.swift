import Loader
import Scenarios
import Testing
import Values

@testable import Runner

/// Explores the scenarios of a text.
func explore(
  _ text: String, _ settings: ExploreSettings = ExploreSettings(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [ScenarioResult] {
  let file = try loaded(text, sourceLocation: sourceLocation)
  return onLargeStack {
    let runner = ScenarioRunner(file)
    return runner.candidatesToExplore.map { runner.explore($0, settings) }
  }
}

/// What the exploration of the only scenario of a text came to.
func explored(
  _ text: String, _ settings: ExploreSettings = ExploreSettings(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Explored {
  let results = try explore(text, settings, sourceLocation: sourceLocation)
  #expect(results.count == 1, sourceLocation: sourceLocation)
  let failures = results.flatMap(\.failures).map(\.message)
  return try #require(results.first?.explored, "\(failures)", sourceLocation: sourceLocation)
}

func loaded(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> ScenarioFile {
  let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
  let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
  return try #require(loaded.file, "\(problems)", sourceLocation: sourceLocation)
}

/// The same search with nothing remembered: every run from its beginning to its end.
struct NaiveSearch {
  let maker: RunMaker
  /// The states that were come to, as whole texts.
  private(set) var states: Set<String> = []
  /// The violations, by deviations, turns and picks, the least first.
  private(set) var least: (deviations: Int, turns: Int, picks: [Int])?
  private(set) var runs = 0
  private let mostTurns: Int

  init(_ maker: RunMaker, mostTurns: Int) {
    self.maker = maker
    self.mostTurns = mostTurns
  }

  mutating func search() {
    for start in maker.starts.indices { visit(RunPath(start: start), 0) }
  }

  /// Whether there were too many runs to try them all.
  var isCut: Bool { runs > NaiveSearch.mostRuns }
  private static let mostRuns = 600

  private mutating func visit(_ path: RunPath, _ deviations: Int) {
    runs += 1
    if isCut { return }
    let (run, ending) = maker.end(of: path)
    defer { run.close() }
    for inner in StateSearch.variants(of: run.inner, behind: path.lastInner) {
      visit(path.replacingInner(by: inner), deviations + 1)
    }
    let whole = path.replacingInner(by: run.inner.map(\.index))
    switch ending {
    case .over, .stopped: return
    case .violated:
      states.insert(text(of: run))
      return note(whole, deviations)
    case .went: states.insert(text(of: run))
    }
    guard let options = try? run.options() else { return }
    if options.isEnd, !options.isOutOfSteps, run.violationAtEnd() != nil {
      return note(whole, deviations)
    }
    guard whole.choices.count < mostTurns else { return }
    for (index, move) in options.moves.enumerated() {
      visit(
        whole.adding(RunMaker.Choice(move: move, inner: []), index),
        deviations + options.cost(index))
    }
  }

  private mutating func note(_ path: RunPath, _ deviations: Int) {
    let found = (deviations: deviations, turns: path.choices.count, picks: path.picks)
    guard let best = least else {
      least = found
      return
    }
    if (found.deviations, found.turns) < (best.deviations, best.turns)
      || (found.deviations, found.turns) == (best.deviations, best.turns)
        && found.picks.lexicographicallyPrecedes(best.picks)
    {
      least = found
    }
  }

  private func text(of run: ExploredRun) -> String {
    run.description(withOrder: false).description
  }
}

extension ScenarioRunner {
  /// What the searches of the first scenario begin from.
  func firstMaker() throws -> RunMaker {
    let candidate = try #require(candidatesToExplore.first)
    var result = ScenarioResult(
      name: candidate.name, row: nil, span: candidate.scenario.span, verdict: .passed)
    return try #require(maker(of: candidate, &result), "\(result.failures.map(\.message))")
  }
}

extension RunPath {
  func adding(_ choice: RunMaker.Choice, _ index: Int) -> RunPath {
    var path = self
    path.add(choice, index)
    return path
  }
}
