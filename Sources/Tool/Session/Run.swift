import Loader
import Reports
import Runner
import Scenarios
import Values

/// One use of `run`: from what was selected to the exit code.
struct Run {
  private let request: RunRequest
  private var input: Input
  private let settings: SessionSettings
  private let store: RunStore?
  private let console: Console
  private let started = Console.seconds()
  private let clock: RunClock

  init(
    _ request: RunRequest, _ input: Input, _ selection: Selection, store: RunStore?,
    updater: Updater?, console: Console, _ inputs: RunInputs = .none
  ) {
    self.request = request
    self.input = input
    self.store = store
    self.console = console
    var settings = request.settings
    settings.selection = selection
    if settings.exploring != nil {
      settings.selection.sharesWalks = true
      settings.exploring?.share = selection.shard?.shard.walks
    }
    settings.shuffle = request.shuffle?.seed
    settings.inputs = inputs
    // What files use is read anew in every run.
    settings.documents = SharedDocuments()
    clock = RunClock(settings.timeout)
    settings.updater = updater
    // Questions come one by one, in the order of the files.
    if let updater {
      settings.goldens = updater.review.map { .review($0) } ?? .update
      if updater.asks { settings.jobs = 1 }
    }
    if request.selection.failedFirst, case .failures(let keys)? = store?.recall() {
      settings.first = FailedKeys(keys)
    }
    self.settings = settings
  }

  /// The files in the order in which they run.
  private var files: [FileRun] {
    var files = FileRun.all(of: input.files)
    if let first = settings.first {
      let isFirst = { (file: FileRun) in first.touch(file.key) }
      files = files.filter(isFirst) + files.filter { !isFirst($0) }
    }
    if let seed = settings.shuffle { RunOrder(seed: seed).shuffle(files: &files) }
    return files
  }

  // MARK: Listing

  /// Prints the ids of what would run.
  mutating func list() -> ExitStatus {
    let reporter = ListReporter(console, request.display.report(console))
    Session(files, input: input, settings: settings, to: reporter).run()
    input.report(absent: reporter.absent, console)
    let status = reporter.status.joined(input.status)
    if reporter.count > 0 || status != .success { return status }
    return explainNothing(reporter.passedOver, on: console.err)
  }

  // MARK: Running

  /// Runs and tells; the reporter knows what came of it.
  mutating func run(_ reports: ReportSet) -> ConsoleReporter {
    let files = files
    reports.receive(.started(start))
    // Where somebody is asked, the line belongs to the question.
    let isAsking = settings.updater?.asks ?? false
    let bar = ProgressBar(files: files.count, isOn: isInteractive && !isAsking)
    var text = request.display.report(console)
    text.updateCommand = settings.root.updateCommand
    let reporter = ConsoleReporter(
      console, text, settings, clock, status: input.status,
      files: files.count, durations: request.durations, bar: bar, reports: reports)
    reports.rest = { [self, unowned reporter, unowned reports] in
      reports.hasToldFiles ? rest(reporter, reports) : nil
    }
    if settings.updater != nil || settings.scheduleWriter != nil { removeLeftovers() }
    var settings = settings
    if isInteractive { settings.exploring?.onProgress = { reporter.tell($0) } }
    Session(files, input: input, settings: settings, clock: clock, to: reporter).run()
    input.report(absent: reporter.absent, console)
    reporter.join(input.status)
    if let end = reporter.cut, end.isFailure { reporter.join(.failed) }
    reporter.tell(lost: input.lost)
    reporter.tell(orphans: orphanFailures(reporter), from: files.count + input.lost.count)
    end(reporter, reports)
    return reporter
  }

  /// Temporary files of updates that were killed, in the folders where this one may write.
  private func removeLeftovers() {
    var done: Set<FilePath> = []
    for file in input.files where done.insert(file.folder).inserted {
      guard let place = try? WritePlace.inProject(file, settings.root) else { continue }
      TemporaryFile.removeLeftovers(in: place.folder)
    }
  }

  private var isInteractive: Bool {
    console.out.isTerminal && request.display.detail != .quiet && !request.display.isBrief
      && Console.environment(.terminal) != "dumb" && !EnvironmentVariable.tellsOfCI
  }

  private var start: RunStart {
    let shard = settings.selection.shard?.shard
    var start = RunStart(
      version: Release.version, command: settings.exploring == nil ? .run : .explore,
      files: input.files.count,
      shard: shard.map { RunStart.Shard(index: $0.index, count: $0.count) })
    start.seed = settings.shuffle
    start.repeats = settings.repeats
    return start
  }

  private func end(_ reporter: ConsoleReporter, _ reports: ReportSet) {
    let waited = settings.updater?.review?.waited ?? 0
    let seconds = max(0, Console.seconds() - started - waited)
    account(for: reporter)
    let doubts = remember(reporter)
    // What is told from here on is told of a run that has ended so.
    if !reports.isEmpty { _ = Interruption.conclude(reporter.status) }
    let isNothing = reporter.totals.files == 0 && reporter.totals.scenarios == 0
    if input.files.isEmpty || isNothing, Interruption.requested == nil {
      // Where a path names nothing, that has been told.
      if reporter.status == .success {
        reporter.join(explainNothing(reporter.passedOver, on: console.out))
      }
      return reporter.join(
        reports.end(
          reporter.status, seconds: seconds, remarks: doubts, selected: selected(reporter, reports))
      )
    }
    reporter.join(
      reports.end(
        reporter.status, seconds: seconds, remarks: reasons(reporter) + doubts,
        selected: selected(reporter, reports), isCutShort: isCutShort(reporter)))
    let isTimed = console.out.isTerminal || request.display.detail == .verbose
    reporter.end(remarks(reporter), time: isTimed ? Seconds.text(seconds) : nil)
  }

  /// What is in doubt of what is to run, of which people have been warned.
  private var doubts: [String] {
    input.remarks + (settings.selection.doubt.map { [$0] } ?? [])
  }

  /// Remembers what failed. Gives what is in doubt of that, of the last run and of this one, which people
  /// have been told.
  private func remember(_ reporter: ConsoleReporter) -> [String] {
    var doubts = self.doubts
    if Interruption.requested == nil,
      let problem = store?.remember(failed: reporter.failed, of: reporter.ran)
    {
      let doubt = "what failed is not remembered: \(problem)"
      console.warn(doubt)
      doubts.append(doubt)
    }
    return doubts
  }

  /// Whether the run has lost something to its own time or to the work that it may do.
  private func isCutShort(_ reporter: ConsoleReporter) -> Bool { reporter.cut?.isFailure ?? false }

  /// What the reports are still told when the output is closed behind the last file.
  private func rest(_ reporter: ConsoleReporter, _ reports: ReportSet) -> [RunRecord] {
    var end = RunEnd(
      totals: reporter.totals, exitCode: 0, isInterrupted: isCutShort(reporter),
      seconds: Console.seconds() - started,
      remarks: reasons(reporter) + doubts)
    end.selected = reporter.census.whole
    return reports.rest(lost: input.lost(with: reporter.absent, console), end)
  }

  /// What was to run, where somebody wants to know.
  private func selected(_ reporter: ConsoleReporter, _ reports: ReportSet) -> RunEnd.Selected? {
    reports.isEmpty ? nil : reporter.census.whole
  }

  /// No run may pass that has lost anything on its way.
  private func account(for reporter: ConsoleReporter) {
    let fault = reporter.census.fault(reporter.totals, ended: reporter.earlyEnd, reporter.status)
    guard let fault else { return }
    console.complain("\(fault): this is a bug of reactorctl; please report it")
    reporter.join(.broken)
  }

  /// What is to be known of the run besides its results.
  private func remarks(_ reporter: ConsoleReporter) -> [String] {
    var remarks: [String] = []
    let slowest = reporter.slowest.lines
    if !slowest.isEmpty { remarks += ["Slowest:"] + slowest }
    if let seed = settings.shuffle { remarks.append(Run.remark(shuffledBy: seed)) }
    if let shard = settings.selection.shard?.shard {
      remarks.append("Shard \(shard.text): \(elsewhere(reporter.passedOver))")
    }
    return remarks + orphans(reporter) + reasons(reporter)
  }

  static func remark(shuffledBy seed: UInt64) -> String { "Shuffled: --shuffle=\(seed)" }

  /// Goldens of no file, for people.
  private func orphans(_ reporter: ConsoleReporter) -> [String] {
    guard mayTellOrphans(reporter), settings.selection.shard == nil, !failsForOrphans else {
      return []
    }
    return OrphanGoldens.remarks(in: input.folders, settings.goldens, settings.root)
  }

  /// The same where they are failures; of shards the first tells them.
  private func orphanFailures(_ reporter: ConsoleReporter) -> [FileReport] {
    guard failsForOrphans, mayTellOrphans(reporter),
      settings.selection.shard?.shard.index ?? 1 == 1
    else { return [] }
    return OrphanGoldens.reports(in: input.folders)
  }

  /// Whether all of the folders ran.
  private func mayTellOrphans(_ reporter: ConsoleReporter) -> Bool {
    reporter.cut == nil && !settings.isWatching && request.selection.conditions.isEmpty
  }

  /// Whether nobody would read of goldens that are compared with nothing, as of sections of no scenario.
  private var failsForOrphans: Bool {
    !settings.goldens.isUpdate && settings.exploring == nil && EnvironmentVariable.tellsOfCI
  }

  private func elsewhere(_ passedOver: PassedOver) -> String {
    let (scenarios, files) = (passedOver.elsewhere, passedOver.filesElsewhere)
    var text = scenarios == 1 ? "1 scenario" : "\(scenarios) scenarios"
    if files > 0 { text += " and \(files.counted("invalid file"))" }
    let isOne = scenarios == 1 && files == 0
    return text + (isOne ? " falls to another shard." : " fall to other shards.")
  }

  /// Why the run ended early, if it did.
  private func reasons(_ reporter: ConsoleReporter) -> [String] {
    reporter.cut.map { [$0.remark] } ?? []
  }

  /// Says why nothing ran, and how that ends.
  private func explainNothing(_ passedOver: PassedOver, on output: Output) -> ExitStatus {
    if settings.isWatching { return .success }
    if input.files.isEmpty {
      let status = input.explainNothing(console)
      return status == .nothing && request.selection.allowsNothing ? .success : status
    }
    if let shard = settings.selection.shard?.shard, passedOver.hasElsewhere {
      output.put("Shard \(shard.text): nothing to run. \(elsewhere(passedOver))\n")
      return .success
    }
    if let changed = request.selection.changed, passedOver.unchanged > 0 {
      output.put(
        "Nothing to run: no scenario in \(input.names) differs from \(SafeText.shown(changed)).\n")
      return .success
    }
    let what = request.selection.conditions
    var message = "nothing to run: no scenario in \(input.names)"
    if !what.isEmpty { message += " matches \(what)" }
    if let near = passedOver.nearest(to: request.selection.tagNames) {
      message += "; did you mean \"\(SafeText.shown(near))\"?"
    }
    if request.selection.allowsNothing {
      console.warn(message)
      return .success
    }
    console.complain(message)
    return .nothing
  }
}
