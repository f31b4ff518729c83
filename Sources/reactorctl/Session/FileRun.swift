import Loader
import Reports
import Runner
import Scenarios
import Values

/// One file of a session: what was selected from it, and how that went so far. Several threads may
/// run its scenarios; each claims some, runs them, and hands the results in.
///
/// All of it is guarded by the session's lock, but for what `load` sets before others know of it.
final class FileRun: @unchecked Sendable {
  enum Phase { case waiting, loading, running, ended }

  let path: FilePath
  /// Among all files of the session, whatever order they run in.
  let index: Int
  var phase = Phase.waiting

  // Set by `load`.
  private(set) var loaded: LoadResult?
  private(set) var selected: [ScenarioRunner.Candidate] = []
  private(set) var passedOver = PassedOver()
  /// Whether every scenario of the file was selected.
  private(set) var isWhole = false
  private(set) var goldens: FileGoldens?
  /// Whether what makes the file unusable is told by another shard.
  private(set) var isElsewhere = false
  /// What was rewritten of it.
  private(set) var update = Updater.Outcome()

  /// How many of the selected, passes counted, have been claimed.
  private var claimed = 0
  private var results: [ScenarioResult?] = []
  /// How many results have been told, from the first.
  private var told = 0

  init(_ path: FilePath, index: Int) {
    self.path = path
    self.index = index
  }

  // MARK: Loading

  /// Loads the file and selects from it. The runner is the caller's, for its own thread.
  func load(
    _ settings: SessionSettings, _ clock: RunClock, _ memory: MemoryShare = MemoryShare(),
    picks selectors: [Selector]
  ) -> ScenarioRunner? {
    let loaded = ScenarioLoader.load(
      path, root: settings.root, isInterrupted: { clock.isOver })
    settings.inputs.add(loaded)
    self.loaded = loaded
    (selected, passedOver) = ([], PassedOver())
    guard let file = loaded.file else {
      isElsewhere =
        loaded.isCutShort || !settings.selection.tells(of: path.shown)
        || !settings.selection.wants(loaded.sources, of: path)
      return nil
    }
    guard settings.selection.wants(loaded.sources, of: path) else { return nil }
    let runner = clock.runner(file, memory: memory)
    let candidates = runner.candidates
    let picks = Picks(selectors, file, loaded.sources)
    for candidate in candidates {
      let answer =
        picks.include(candidate)
        ? settings.selection.answer(candidate, of: path.shown) : .passedOver
      if answer == .wanted {
        selected.append(candidate)
      } else {
        passedOver.add(candidate, answer)
      }
    }
    isWhole = selected.count == candidates.count
    goldens = FileGoldens(
      of: path, loaded, file, settings.root, settings.goldens, isWhole: isWhole)
    if let first = settings.first {
      let isFirst = { (candidate: ScenarioRunner.Candidate) in
        first.contains(RunStore.key(self.id(of: candidate)))
      }
      selected = selected.filter(isFirst) + selected.filter { !isFirst($0) }
    }
    if let seed = settings.shuffle {
      // Every file has an order of its own, so that it is the same when run alone.
      var randomness = Randomness(seed: seed ^ ShardPlan.hash(path.shown))
      randomness.shuffle(&selected)
    }
    results = Array(repeating: nil, count: selected.count * settings.repeats)
    return runner
  }

  /// Rewrites the outcomes of what was selected; true where the file has to be loaded again.
  func update(with updater: Updater, in clock: RunClock) -> Bool {
    guard let loaded, !selected.isEmpty else { return false }
    let wanted = Set(selected.map(\.index))
    update = updater.update(path, loaded, in: clock) { wanted.contains($0.index) }
    return update.count > 0
  }

  func id(of candidate: ScenarioRunner.Candidate) -> String {
    ScenarioRecord.id(
      file: path.shown, name: candidate.scenario.name.text, row: candidate.row)
  }

  // MARK: Running

  /// How many scenarios nobody has claimed yet.
  var unclaimed: Int { results.count - claimed }

  /// The next scenarios to run, at most so many.
  func claim(_ most: Int) -> Range<Int> {
    let start = claimed
    claimed = min(results.count, claimed + most)
    return start..<claimed
  }

  /// What stands at a place of the run, and which pass of it that is.
  func candidate(_ place: Int, _ repeats: Int) -> (ScenarioRunner.Candidate, pass: Int) {
    (selected[place / repeats], place % repeats + 1)
  }

  func take(_ result: ScenarioResult, at place: Int) { results[place] = result }

  // MARK: Telling

  /// Whether nothing is left to tell.
  var isTold: Bool { told == results.count }

  /// The result that is to be told next, where it is there; behind gaps at the end of a run that
  /// was cut short.
  func nextResult(skippingGaps: Bool) -> ScenarioResult? {
    while told < results.count {
      let result = results[told]
      if result == nil, !skippingGaps { return nil }
      results[told] = nil
      told += 1
      if let result { return result }
    }
    return nil
  }

  /// The file with the results that were told of it.
  func report(of scenarios: [ScenarioResult]) -> FileReport {
    guard let loaded, !isElsewhere else {
      return FileReport(path: path.shown, sources: SourceMap(), scenarios: [])
    }
    if loaded.file == nil { return FileReport(unloadable: loaded, path) }
    return FileReport(path: path.shown, sources: loaded.sources, scenarios: scenarios)
  }

  /// Lets go of everything that is only needed while it runs.
  func end() {
    phase = .ended
    loaded = nil
    goldens = nil
    selected = []
    results = []
    (claimed, told) = (0, 0)
  }
}
