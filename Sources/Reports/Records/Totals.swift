import Scenarios
import Values

/// The counts of a run, and the line they make.
public struct Totals: Sendable, Equatable {
  public internal(set) var files = 0
  public internal(set) var valid = 0
  public internal(set) var invalid = 0
  public internal(set) var unreadable = 0
  public internal(set) var passed = 0
  public internal(set) var failed = 0
  public internal(set) var skipped = 0
  /// Scenarios that failed, as they say of themselves.
  public internal(set) var todo = 0
  /// Scenarios that were selected and not run, since the run ended before.
  public internal(set) var missing = 0
  /// Files of which some scenario is missing, or which were not begun.
  public internal(set) var missingFiles = 0
  /// Paths that name nothing; they count as no files.
  public internal(set) var absent = 0
  /// Sections of goldens, and goldens, of which nothing runs any more, where that is a failure.
  public internal(set) var obsoleteGoldens = 0
  public internal(set) var warnings = 0
  public internal(set) var notes = 0
  /// What was explored; nothing where scenarios were run.
  public internal(set) var explored = Exploration()

  /// What explorations came to.
  public struct Exploration: Sendable, Equatable {
    public internal(set) var holding = 0
    /// How many of those were seen whole.
    public internal(set) var complete = 0
    public internal(set) var violated = 0
    public internal(set) var states = 0
    public internal(set) var turns = 0

    var isEmpty: Bool { holding + violated == 0 }

    mutating func add(_ explored: Explored) {
      add(
        holds: explored.verdict == .holds, explored.isComplete, explored.states, explored.generated)
    }

    mutating func add(_ explored: ExploredRecord) {
      add(holds: explored.holds, explored.isComplete, explored.states, explored.generated)
    }

    private mutating func add(
      holds: Bool, _ isComplete: Bool, _ states: Int, _ turns: Int
    ) {
      if holds { holding += 1 } else { violated += 1 }
      if holds, isComplete { complete += 1 }
      self.states += states
      self.turns += turns
    }
  }

  public init() {}

  public var scenarios: Int { passed + failed + skipped + todo + missing }

  /// Whether everything that was selected has passed, been skipped, or failed as it says of itself.
  public var isGreen: Bool {
    failed == 0 && missing == 0 && invalid == 0 && unreadable == 0 && missingFiles == 0
      && absent == 0 && obsoleteGoldens == 0
  }

  /// Counts a file in; one of which nothing was selected counts for nothing.
  public mutating func add(_ report: FileReport) {
    guard add(report.verdict) else { return }
    if report.verdict == .failed {
      add(
        goldens: report.diagnostics.filter { $0.severity == .error }.map(\.code.rawValue),
        unshown: report.unshown)
    }
    warnings += report.diagnostics.count { $0.severity == .warning }
    notes += report.diagnostics.count { $0.severity == .note }
    for scenario in report.scenarios {
      add(ScenarioRecord.Status(scenario.verdict))
      if let explored = scenario.explored { self.explored.add(explored) }
    }
  }

  /// Counts in what a record tells. A file of which nothing was selected counts for nothing.
  public mutating func add(_ record: RunRecord) {
    switch record {
    case .started, .model, .traced, .walked, .ended: break
    case .explored(let explored): self.explored.add(explored)
    case .scenario(let scenario): add(scenario.status)
    case .file(let file):
      guard add(file.status) else { return }
      if file.status == .failed {
        add(goldens: file.errors.map(\.code), unshown: file.unshown)
      }
      warnings += file.diagnostics.count { $0.severity == .warning }
      notes += file.diagnostics.count { $0.severity == .note }
    }
  }

  /// Counts in what is wrong with the goldens of a file.
  private mutating func add(goldens codes: [String], unshown: Int) {
    let obsolete = codes.count { $0 == ProblemCode.goldenObsolete.rawValue }
    obsoleteGoldens += obsolete > 0 ? obsolete + unshown : 0
  }

  private mutating func add(_ status: ScenarioRecord.Status) {
    switch status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .todo: todo += 1
    case .missing: missing += 1
    }
  }

  /// Whether the file counts.
  private mutating func add(_ status: FileRecord.Status) -> Bool {
    switch status {
    case .idle: return false
    case .absent:
      absent += 1
      return false
    case .missing: missingFiles += 1
    case .valid: valid += 1
    case .invalid: invalid += 1
    case .unreadable: unreadable += 1
    case .passed, .failed, .skipped: break
    }
    files += 1
    return true
  }

  /// `3 files (1 invalid), 12 scenarios: 9 passed, 1 failed, 1 skipped, 1 todo`.
  func text(_ palette: Palette) -> String {
    var text = files.counted("file")
    var odd: [String] = []
    if invalid > 0 { odd.append(palette.failed("\(invalid) invalid")) }
    if unreadable > 0 { odd.append(palette.failed("\(unreadable) unreadable")) }
    if missingFiles > 0 { odd.append(palette.skipped("\(missingFiles) missing")) }
    if obsoleteGoldens > 0 {
      odd.append(palette.failed(obsoleteGoldens.counted("obsolete golden")))
    }
    if !odd.isEmpty { text += " (\(odd.joined(separator: ", ")))" }
    guard scenarios > 0 else { return text }
    if !explored.isEmpty { return text + exploredText(palette) }
    text += ", \(scenarios.counted("scenario")): "
    var counts: [String] = []
    if passed > 0 { counts.append(palette.passed("\(passed) passed")) }
    if failed > 0 { counts.append(palette.failed("\(failed) failed")) }
    return text + (counts + countsOfUndecided(palette)).joined(separator: ", ")
  }

  /// Those that have neither passed nor failed.
  private func countsOfUndecided(_ palette: Palette) -> [String] {
    [(skipped, "skipped"), (todo, "todo"), (missing, "missing")].compactMap { count, word in
      count > 0 ? palette.skipped("\(count) \(word)") : nil
    }
  }

  /// `, 3 scenarios explored: 2 hold (complete), 1 violated; 4210 states, 9877 turns`.
  private func exploredText(_ palette: Palette) -> String {
    var counts: [String] = []
    if explored.holding > 0 {
      let isWhole = explored.complete == explored.holding
      let how = isWhole ? "complete" : "\(explored.complete) complete"
      counts.append(
        palette.passed("\(explored.holding) \(explored.holding == 1 ? "holds" : "hold")")
          + " (\(how))")
    }
    if explored.violated > 0 { counts.append(palette.failed("\(explored.violated) violated")) }
    if failed > 0 { counts.append(palette.failed("\(failed) not as expected")) }
    counts += countsOfUndecided(palette)
    let states = explored.states > 0 ? "\(explored.states.counted("state")), " : ""
    return ", \(scenarios.counted("scenario")) explored: " + counts.joined(separator: ", ")
      + "; \(states)\(explored.turns.counted("turn"))"
  }

  /// Of files that were looked at without running: `3 files: 2 valid, 1 invalid, 4 warnings`.
  func checked(_ palette: Palette) -> String {
    var counts: [String] = []
    if valid > 0 { counts.append(palette.passed("\(valid) valid")) }
    if invalid > 0 { counts.append(palette.failed("\(invalid) invalid")) }
    if unreadable > 0 { counts.append(palette.failed("\(unreadable) unreadable")) }
    if warnings > 0 { counts.append(palette.skipped(warnings.counted("warning"))) }
    if notes > 0 { counts.append(notes.counted("note")) }
    return "\(files.counted("file")): " + counts.joined(separator: ", ")
  }
}
