import Loader
import Reports
import Runner
import Scenarios
import Values

/// One run over many files. Keeps no more of a file than the text of its failures.
struct Run {
  private let input: Input
  private let command: RunCommand
  private let console: Console
  private let report: TextReport
  private let started = Console.seconds()
  private var totals = Totals()
  private var status: ExitStatus
  private var failures = ""
  private var lines = 0
  private var hasFailed = false
  private var passedOver = PassedOver()

  init(input: Input, command: RunCommand, console: Console) {
    self.input = input
    self.command = command
    self.console = console
    report = command.display.report(console)
    status = input.status
  }

  var isOver: Bool { Interruption.requested != nil || (hasFailed && command.failFast) }

  mutating func run(_ path: FilePath) {
    let loaded = ScenarioLoader.load(path)
    let file: FileReport
    if let scenarios = loaded.file {
      for warning in loaded.diagnostics {
        console.err.put(LogSafe.guarded(report.text(warning, in: loaded.sources)))
      }
      file = FileReport(
        path: path.shown, sources: loaded.sources,
        scenarios: results(scenarios, path, loaded.sources))
    } else {
      file = FileReport(unloadable: loaded, path)
    }
    add(file)
  }

  private mutating func results(
    _ file: ScenarioFile, _ path: FilePath, _ sources: SourceMap
  ) -> [ScenarioResult] {
    let picks = Picks(input.picks(from: path), file, sources)
    var hasFailed = false
    var passedOver = passedOver
    let result = ScenarioRunner(file, path: path.shown).run(
      selecting: { candidate in
        if picks.include(candidate), command.wants(candidate) { return true }
        passedOver.add(candidate)
        return false
      },
      didFinish: { result in
        if result.verdict == .failed { hasFailed = true }
        return Interruption.requested == nil && !(hasFailed && command.failFast)
      })
    if hasFailed { self.hasFailed = true }
    self.passedOver = passedOver
    return result.scenarios
  }

  private mutating func add(_ file: FileReport) {
    totals.add(file)
    status = status.joined(file.status)
    let line = report.line(file)
    let text = report.failures(file)
    if !line.isEmpty { lines += 1 }
    failures += text
    console.out.put(LogSafe.guarded(line + text))
    if console.out.isTerminal { console.out.flush() }
  }

  /// The totals, and how it all ended.
  mutating func end() -> ExitStatus {
    if totals.scenarios == 0, status == .success, Interruption.requested == nil {
      let what = command.conditions
      var message = "nothing to run: no scenario in \(input.names)"
      if !what.isEmpty { message += " matches \(what)" }
      if let near = passedOver.nearest(to: input.wantedNames, tags: command.tag) {
        message += "; did you mean \"\(SafeText.shown(near))\"?"
      }
      console.complain(message)
      return .nothing
    }
    var remarks: [String] = []
    if Interruption.requested != nil {
      remarks.append("Interrupted: what follows in these files was not run.")
    } else if hasFailed && command.failFast {
      remarks.append("Ended after the first failure (--fail-fast).")
    }
    let seconds = Console.seconds() - started
    let isTimed = console.out.isTerminal || command.display.verbose
    console.out.put(
      LogSafe.guarded(
        report.end(
          again: lines > 1 ? failures : "", totals: totals, remarks: remarks,
          time: isTimed ? Seconds.text(seconds) : nil)))
    return status
  }
}

/// The scenarios that were not wanted, for a suggestion where none was.
struct PassedOver {
  private static let most = 1000
  private var names: [String] = []
  private var tags: [String] = []

  mutating func add(_ candidate: ScenarioRunner.Candidate) {
    guard names.count < PassedOver.most else { return }
    names.append(candidate.name)
    tags += candidate.scenario.tags
  }

  /// The name or tag that was perhaps meant.
  func nearest(to wanted: [String], tags wantedTags: [String]) -> String? {
    for name in wanted {
      if let near = Suggestion.nearest(to: name, among: names) { return near }
    }
    for tag in wantedTags {
      if let near = Suggestion.nearest(to: tag, among: tags) { return near }
    }
    return nil
  }
}
