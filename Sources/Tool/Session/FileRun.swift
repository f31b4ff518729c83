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
  /// By which what fails in it is remembered.
  let key: String
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
  /// What of the file is selected for all shards: the ids of scenarios, or its path where it could
  /// not be loaded; and how many of them are this run's.
  private(set) var names: [String] = []
  private(set) var own = 0
  /// How many results are to come: every pass of everything selected.
  private(set) var passes = 0
  /// The paths that should pick something from it, and do not.
  private(set) var absent: [AbsentPick] = []
  /// What failed last time, was wanted for that, and is no longer there.
  private(set) var gone: [String] = []
  /// What became of each of its candidates when it was first loaded.
  private var answers: [Selection.Answer] = []
  /// What was rewritten of it.
  private(set) var update = Updater.Outcome()

  /// How many of the selected, passes counted, have been claimed.
  private var claimed = 0
  /// By place, what has been handed in and not been told yet.
  private var results: [Int: ScenarioResult] = [:]
  /// How many results have been told, from the first, or passed over.
  private var told = 0
  /// The places that were passed over, since there was no result.
  private var gaps: [Int] = []

  private init(_ path: FilePath, key: String, index: Int) {
    self.path = path
    self.key = key
    self.index = index
  }

  /// All files of a session, in the order in which they are given.
  static func all(of files: [FilePath]) -> [FileRun] {
    var keys = FileKeys()
    return files.enumerated().map { index, path in
      FileRun(path, key: keys.key(of: path), index: index)
    }
  }

  // MARK: Loading

  /// Loads the file and selects from it. The runner is the caller's, for its own thread.
  /// - Parameter isUpdated: Whether it has been loaded before, and its values rewritten since. What was selected then is
  ///   selected, be it called otherwise now: values of rows may stand in names.
  func load(
    _ settings: SessionSettings, _ clock: RunClock, _ memory: MemoryShare = MemoryShare(),
    picks selectors: FilePicks, isUpdated: Bool = false
  ) -> ScenarioRunner? {
    var loaded = ScenarioLoader.load(
      path, root: settings.root, sharing: settings.documents, isInterrupted: { clock.isOver })
    if settings.exploring == nil { FileGoldens.refuseShared(&loaded, of: path) }
    settings.inputs.add(loaded)
    self.loaded = loaded
    (selected, passedOver, names, passes) = ([], PassedOver(), [], 0)
    guard let file = loaded.file else {
      // Nobody can say whether anything of it has changed, or what its scenarios are called.
      isElsewhere = loaded.isCutShort || !settings.selection.tells(of: path.shown)
      (names, own) = ([path.shown], isElsewhere ? 0 : 1)
      if isElsewhere { passedOver.addFileElsewhere() }
      return nil
    }
    if settings.reach == .loading, !selectors.nameScenarios { return nil }
    let runner = clock.runner(file, memory: memory)
    runner.asksOracle = settings.asksOracle
    let candidates =
      settings.exploring == nil ? runner.candidates : runner.candidatesToExplore
    if !isUpdated || answers.count != candidates.count {
      answers = ask(candidates, Picks(selectors, file, loaded.sources, candidates), settings)
    }
    select(from: candidates)
    own = selected.count
    passes = settings.reach == .running ? selected.count * settings.repeats : 0
    isWhole = selected.count == candidates.count
    // Each shard sees all of the file, and the one that has its first scenario tells of it.
    let isSharedWhole = names.count == candidates.count
    goldens = FileGoldens(
      of: path, loaded, candidates, settings.root, settings.goldens, isWhole: isWhole,
      tellsObsolete: isSharedWhole && selected.first?.index == candidates.first?.index)
    if let first = settings.first {
      let isFirst = { (candidate: ScenarioRunner.Candidate) in
        first.names(self.key(of: self.id(of: candidate)))
      }
      selected = selected.filter(isFirst) + selected.filter { !isFirst($0) }
    }
    if let seed = settings.shuffle { RunOrder(seed: seed).shuffle(&selected, of: path.shown) }
    return runner
  }

  /// What becomes of each candidate.
  private func ask(
    _ candidates: [ScenarioRunner.Candidate], _ picks: Picks, _ settings: SessionSettings
  ) -> [Selection.Answer] {
    absent = picks.absent
    let selection = settings.selection
    gone =
      selection.failed?.gone(from: key, having: candidates.map { key(of: id(of: $0)) }) ?? []
    let hasChanged = loaded.map { selection.wants($0, of: path) } ?? true
    return candidates.map { candidate in
      picks.include(candidate)
        ? selection.answer(candidate, of: self, hasChanged: hasChanged) : .passedOver
    }
  }

  private func select(from candidates: [ScenarioRunner.Candidate]) {
    for (candidate, answer) in zip(candidates, answers) {
      switch answer {
      case .wanted:
        selected.append(candidate)
        names.append(id(of: candidate))
      case .elsewhere:
        passedOver.add(candidate, answer)
        names.append(id(of: candidate))
      case .passedOver, .unchanged: passedOver.add(candidate, answer)
      }
    }
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
      file: path.shown, name: candidate.name, row: candidate.numberedRow)
  }

  /// By what the scenario of an id is remembered, and by what the file is, where its path is given.
  func key(of id: String) -> String {
    key + String(Substring(id.utf8.dropFirst(path.shown.utf8.count)))
  }

  // MARK: Running

  /// How many scenarios nobody has claimed yet.
  var unclaimed: Int { passes - claimed }

  /// The next scenarios to run, at most so many.
  func claim(_ most: Int) -> Range<Int> {
    let start = claimed
    claimed = min(passes, claimed + most)
    return start..<claimed
  }

  /// What stands at a place of the run, and which pass of it that is.
  func candidate(_ place: Int, _ repeats: Int) -> (ScenarioRunner.Candidate, pass: Int) {
    (selected[place / repeats], place % repeats + 1)
  }

  func take(_ result: ScenarioResult, at place: Int) { results[place] = result }

  // MARK: Telling

  /// Whether nothing is left to tell.
  var isTold: Bool { told == passes }

  /// Whether everything that was selected has run and been told.
  var isComplete: Bool { isTold && gaps.isEmpty }

  /// What was selected and not told of, in order, as results that say why.
  func missing(because reason: String, _ repeats: Int) -> some Sequence<ScenarioResult> {
    (gaps + (told..<passes)).lazy.map { [self] place in
      let (candidate, pass) = candidate(place, repeats)
      var result = ScenarioResult(missing: candidate, because: reason)
      result.pass = pass
      return result
    }
  }

  /// The result that is to be told next, where it is there; behind gaps at the end of a run that
  /// was cut short.
  func nextResult(skippingGaps: Bool) -> ScenarioResult? {
    while told < passes {
      let result = results.removeValue(forKey: told)
      if result == nil {
        if !skippingGaps { return nil }
        gaps.append(told)
      }
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
    results = [:]
    names = []
    gaps = []
    (passes, claimed, told) = (0, 0, 0)
  }
}
