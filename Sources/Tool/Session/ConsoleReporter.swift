import Loader
import Reports
import Runner
import Scenarios
import Values

/// Tells of a session as it goes: the text for people on the output, records for machine reports.
/// Keeps no more of a file than the first lines of its failures.
///
/// Its methods are called by one thread at a time, but for `finish`, and for what tells how far an exploration is.
final class ConsoleReporter: SessionListener, @unchecked Sendable {
  private let console: Console
  private let report: TextReport
  private let settings: SessionSettings
  private let clock: RunClock
  private let reports: ReportSet
  private let bar: ProgressBar

  private(set) var totals = Totals()
  private(set) var status: ExitStatus
  private(set) var passedOver = PassedOver()
  /// Whether the last failure that is allowed has come.
  private(set) var hasFailedEnough = false
  /// Whether the run has done all the work that it may.
  private(set) var hasWorkedEnough = false
  /// Whether the run's time was over while a scenario was under way.
  private var hasRunOut = false
  private var work = 0
  private(set) var slowest: Slowest
  private(set) var census: Census
  /// The paths that pick nothing from their files.
  private(set) var absent: [AbsentPick] = []
  /// The keys of what has run, and of what failed, for the next run.
  private(set) var ran: TextSet = []
  private(set) var failed: TextSet = []

  /// What a file is made of, for whoever waits for edits.
  struct Parts {
    var file: FilePath
    /// The files that were read for it, or would have been had they been there, and its golden.
    var sources: [FilePath] = []
    /// Whether it could be used; otherwise any edit may have mended it.
    var isUsable = false
    /// By what it is remembered, and what was selected from it.
    var key = ""
    var scenarios: [String] = []
    /// Those of its files that the run itself has written.
    var written: [FilePath] = []
  }

  /// Of each file that was told of.
  private(set) var parts: [Parts] = []

  /// The work that a run may do, in the unit of formulas, which is some nanoseconds: that of twenty
  /// scenarios that do all that they may. What it does is counted in file order.
  static let mostWork = 1_000_000_000_000

  private var results: [ScenarioResult] = []
  /// Those of which it is not known yet whether their goldens can be written, and those behind them.
  private var awaiting: [ScenarioResult] = []
  private var failures = FailureList()
  private var told = ToldOnce()
  /// How much has been kept of the failures of the file at hand.
  private var detailed = 0
  /// How many of its results have failed.
  private var failedOfFile = 0

  init(
    _ console: Console, _ report: TextReport, _ settings: SessionSettings, _ clock: RunClock,
    status: ExitStatus,
    files: Int, durations: Int, bar: ProgressBar, reports: ReportSet
  ) {
    self.console = console
    self.report = report
    self.settings = settings
    self.clock = clock
    self.status = status
    self.reports = reports
    self.bar = bar
    slowest = Slowest(durations)
    census = Census(files: files)
  }

  func finish(_ result: inout ScenarioResult, of file: FileRun) {
    if let sources = file.loaded?.sources {
      file.goldens?.finish(&result, in: sources, keepingLog: settings.isTracing)
    }
    result.settleTodo()
    result.forgetValues(isUpdated: settings.updater != nil)
    if !settings.isTracing { result.log = nil }
  }

  /// Where a log is to be written, what came of the scenarios from there on is told when it has been.
  func tell(_ result: ScenarioResult, of file: FileRun) -> Bool {
    if awaiting.isEmpty, file.goldens?.isAwaited != true {
      tell(certain: result, of: file)
    } else {
      awaiting.append(result)
    }
    if result.verdict == .failed, let most = settings.mostFailures {
      failedOfFile += 1
      hasFailedEnough = totals.failed + failedOfFile >= most
    }
    if result.isUndecided { hasRunOut = true }
    work += result.work
    hasWorkedEnough = work > ConsoleReporter.mostWork
    return !hasFailedEnough && !hasWorkedEnough
  }

  private func tell(certain result: ScenarioResult, of file: FileRun) {
    let isFirst = results.isEmpty
    if isFirst { detailed = 0 }
    var kept = result
    (kept.log, kept.walked) = (nil, nil)
    shorten(&kept)
    results.append(kept)
    let id = ScenarioRecord.id(file: file.path.shown, name: result.name, row: result.numberedRow)
    switch result.verdict {
    case .passed, .todo: slowest.add(id, result)
    case .failed:
      slowest.add(id, result)
      failed.insert(file.key(of: id))
    case .skipped, .missing: break
    }
    if saysAll(result) { ran.insert(file.key(of: id)) }
    if !reports.isEmpty, let sources = file.loaded?.sources {
      let record = ScenarioRecord(
        result, of: file.path.shown, fileIndex: file.index, in: sources)
      let explored = ExploredRecord(
        result, of: file.path.shown, fileIndex: file.index, in: sources)
      let walked = WalkedRecord(
        result, of: file.path.shown, fileIndex: file.index, in: sources)
      if let walked { reports.receive(.walked(walked)) }
      if let explored { reports.receive(.explored(explored)) }
      if settings.isTracing { trace(result, record, of: file, sources, isFirst: isFirst) }
      reports.receive(.scenario(record))
    }
  }

  /// Whether it says whether the scenario fails. What has not run keeps the verdict that it had, and what passes
  /// by some of its walks may have failed by others, in a shard beside this one.
  private func saysAll(_ result: ScenarioResult) -> Bool {
    switch result.verdict {
    case .missing: false
    case .passed, .todo: result.walked == nil
    case .failed, .skipped: true
    }
  }

  /// Of a file in which very much fails, later failures are told by their first lines, so that what
  /// is kept of it stays small.
  private func shorten(_ result: inout ScenarioResult) {
    for index in result.failures.indices {
      detailed += result.failures[index].size
      if detailed > ConsoleReporter.mostDetails { result.failures[index].shorten() }
    }
  }

  /// Bytes or so of what is told of the failures of one file.
  private static let mostDetails = 16 << 20

  /// Tells all that happened in a scenario, and before the first of a file its model.
  private func trace(
    _ result: ScenarioResult, _ record: ScenarioRecord, of file: FileRun, _ sources: SourceMap,
    isFirst: Bool
  ) {
    if isFirst, let content = file.loaded?.file {
      reports.receive(
        .model(
          ModelRecord(
            ModelGraph(content), of: file.path.shown, fileIndex: file.index, in: sources)))
    }
    guard let log = result.log else { return }
    for trace in TraceRecord.all(of: log, in: record, sources) { reports.receive(.traced(trace)) }
  }

  var earlyEnd: EarlyEnd? {
    if Interruption.requested != nil { return .interrupted }
    if hasFailedEnough { return .failures(settings.mostFailures ?? 1) }
    if let limit = clock.limit?.text, clock.isOverdue { return .overdue(limit) }
    return hasWorkedEnough ? .worked : nil
  }

  /// Why the run ended early, where that left anything out or ended what was under way.
  var cut: EarlyEnd? {
    guard let end = earlyEnd else { return nil }
    switch end {
    case .interrupted, .failures: return end
    case .overdue, .worked: return census.leftOut > 0 || hasRunOut ? end : nil
    }
  }

  func tell(unbegun file: FileRun) {
    census.addUnbegun()
    if settings.isWatching { parts.append(Parts(file: file.path, key: file.key)) }
    var told = FileReport(path: file.path.shown, sources: SourceMap(), scenarios: [])
    told.verdict = .missing
    told.problem = earlyEnd?.reason
    totals.add(told)
    // The file may have been rewritten before the run ended.
    let notes = updates(file)
    var record = FileRecord(told, index: file.index)
    record.notes = notes.split(separator: "\n").map(String.init)
    reports.receive(.file(record))
    let line = report.line(told) + notes
    bar.pause(console) { console.out.put(line) }
  }

  func tell(_ file: FileRun) {
    // Of one whose load was interrupted nothing is known.
    if file.loaded?.isCutShort == true { return tell(unbegun: file) }
    let goldens = end(file.goldens, of: file)
    for var result in awaiting {
      goldens.fail(&result)
      tell(certain: result, of: file)
    }
    if let most = settings.mostFailures, !goldens.lost.isEmpty {
      hasFailedEnough = totals.failed + results.count { $0.verdict == .failed } >= most
    }
    (awaiting, failedOfFile) = ([], 0)
    census.add(file, results.map { ScenarioRecord.Status($0.verdict) })
    absent += file.absent
    for id in file.gone {
      console.warn("\(SafeText.shown(id)) failed last time, and is no longer there")
    }
    ran.formUnion(file.gone)
    var told = file.report(of: results)
    results.removeAll()
    let warnings = warnings(of: file, &told)
    for warning in warnings {
      console.err.put(report.text(warning, in: told.sources))
    }
    if settings.isWatching { noteParts(of: file, goldens) }
    if let path = file.goldens?.path { goldens.fail(&told, path) }
    totals.add(told)
    status = status.joined(told.status)
    passedOver.add(file.passedOver)
    if told.verdict != .idle {
      ran.insert(file.key)
      if told.status == .invalid || told.status == .system || goldens.isObsoleteFailure {
        failed.insert(file.key)
      }
    }
    let notes =
      updates(file) + added(to: file, told.scenarios)
      + (file.goldens.map { goldens.text(of: $0.path) } ?? "")
    if !reports.isEmpty {
      var whole = told
      whole.diagnostics += warnings
      var record = FileRecord(whole, index: file.index)
      record.notes = notes.split(separator: "\n").map(String.init)
      record.digest = file.loaded.map { FileRecord.digest(of: $0.sources) }
      reports.receive(.file(record))
    }
    let left = report.tellsWhatIsLeft ? file.update.notes.reduce("") { $0 + $1 + "\n" } : ""
    let line = report.line(told) + (report.tellsFiles ? notes : left)
    let text = report.failures(told)
    failures.add(told)
    bar.pause(console) { console.out.put(line + text) }
    bar.advance(console, totals)
  }

  private func noteParts(of file: FileRun, _ goldens: FileGoldens.Outcome) {
    guard let loaded = file.loaded else { return }
    let golden = FileGoldens.path(beside: file.path)
    var own = Parts(file: file.path, isUsable: loaded.file != nil)
    own.key = file.key
    own.scenarios = file.names.map(file.key)
    own.sources =
      loaded.sources.files.map { FilePath($0.name) } + loaded.linked + loaded.missed + [golden]
    if goldens.isWritten { own.written.append(golden) }
    if file.update.count > 0 { own.written.append(file.path) }
    parts.append(own)
  }

  /// Leaves out what has been told with another file. The warnings of one that runs stand apart.
  private func warnings(of file: FileRun, _ report: inout FileReport) -> [Diagnostic] {
    guard let loaded = file.loaded, loaded.file != nil, !file.isElsewhere else {
      told.filter(&report)
      return []
    }
    report.diagnostics = loaded.diagnostics
    told.filter(&report)
    defer { report.diagnostics = [] }
    return report.diagnostics
  }

  /// Something besides the files that decides how the run ends.
  func join(_ other: ExitStatus) { status = status.joined(other) }

  /// Paths that led to no file, which have been complained of.
  func tell(lost files: [FileRecord]) {
    for file in files {
      totals.add(.file(file))
      reports.receive(.file(file))
    }
  }

  /// Goldens of no file, behind all files.
  func tell(orphans: [FileReport], from index: Int) {
    for (number, told) in orphans.enumerated() {
      totals.add(told)
      status = status.joined(told.status)
      reports.receive(.file(FileRecord(told, index: index + number)))
      failures.add(told)
      let text = report.line(told) + report.failures(told)
      bar.pause(console) { console.out.put(text) }
    }
  }

  /// Writes the goldens that were accepted.
  private func end(_ goldens: FileGoldens?, of file: FileRun) -> FileGoldens.Outcome {
    guard let goldens else { return FileGoldens.Outcome() }
    let outcome = goldens.end(
      isComplete: file.isComplete, isInterrupted: Interruption.requested != nil)
    if let problem = outcome.problem {
      status = status.joined(.system)
      console.complain("\(goldens.path.shown): \(problem)")
    }
    return outcome
  }

  /// What was rewritten of the file, and why not all of it.
  private func updates(_ file: FileRun) -> String {
    if let problem = file.update.problem {
      status = status.joined(.system)
      console.complain("\(file.path.shown): \(problem)")
    }
    return file.update.text(of: file.path)
  }

  /// How far an exploration is; many threads may call this at once.
  func tell(_ progress: ExploreProgress) { bar.tell(progress, console) }

  /// What was added to the file of what was found in it, and why not all of it.
  private func added(to file: FileRun, _ results: [ScenarioResult]) -> String {
    guard let writer = settings.scheduleWriter, let loaded = file.loaded, loaded.file != nil else {
      return ""
    }
    let outcome = writer.write(results, of: file.path, loaded, in: clock)
    if let problem = outcome.problem {
      status = status.joined(.system)
      console.complain("\(file.path.shown): \(problem)")
    }
    return outcome.text(of: file.path)
  }

  /// The totals, below what failed where that are several files.
  func end(_ remarks: [String], time: String?) {
    bar.pause(console) {
      console.out.put(
        report.end(failures, totals: totals, remarks: remarks, time: time))
    }
  }
}

/// The scenarios that took the longest.
struct Slowest: Sendable {
  private let most: Int
  private var entries: [(seconds: Double, id: String)] = []

  init(_ most: Int) { self.most = most }

  mutating func add(_ id: String, _ result: ScenarioResult) {
    guard most > 0 else { return }
    entries.append((result.seconds, id))
    if entries.count >= 2 * most + 1000 { cut() }
  }

  private mutating func cut() {
    entries.sort { $0.seconds > $1.seconds }
    entries.removeSubrange(min(most, entries.count)...)
  }

  /// A line for each, the slowest first.
  var lines: [String] {
    var sorted = self
    sorted.cut()
    return sorted.entries.map { "  \(Seconds.text($0.seconds))  \(SafeText.shown($0.id))" }
  }
}
