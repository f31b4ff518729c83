import ArgumentParser
import Loader
import Reports
import Runner
import Scenarios
import Values

struct RunCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs the scenarios of files and folders.",
    discussion: """
      A path may pick one scenario: FILE:LINE the one that stands at the line, FILE::NAME the one \
      of that name, FILE::NAME[ROW] one row of its "each", counted from 0.
      """)

  @Argument(
    help: "Files, or folders that are searched for *.yaml and *.yml (default: scenarios).",
    completion: .file(extensions: ["yaml", "yml"]))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Run the scenarios whose name contains the text.", valueName: "text"))
  var filter: String?

  @Option(help: "Run the scenarios with this tag; may be given several times.")
  var tag: [String] = []

  @Flag(help: "End the run after the first scenario that fails.")
  var failFast = false

  @OptionGroup var display: DisplayOptions

  func execute(_ console: Console) -> ExitStatus {
    let input = Input(paths, console)
    if input.files.isEmpty { return input.explainNothing(console, input.status) }
    var run = Run(input: input, command: self, console: console)
    for path in input.files where !run.isOver { run.run(path) }
    return run.end()
  }

  func wants(_ candidate: ScenarioRunner.Candidate) -> Bool {
    if let filter, !candidate.name.holds(filter) { return false }
    return tag.isEmpty || candidate.scenario.tags.contains { own in tag.contains { $0 == own } }
  }

  /// What was asked for besides the paths, for a message: `--filter "x", --tag y`.
  var conditions: String {
    let filters = filter.map { ["--filter \"\($0)\""] } ?? []
    return SafeText.shown((filters + tag.map { "--tag \($0)" }).joined(separator: ", "))
  }
}

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
    let result = ScenarioRunner(file, path: path.shown).run(
      selecting: { picks.include($0) && command.wants($0) },
      didFinish: { result in
        if result.verdict == .failed { hasFailed = true }
        return Interruption.requested == nil && !(hasFailed && command.failFast)
      })
    if hasFailed { self.hasFailed = true }
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
      console.complain(
        what.isEmpty
          ? "nothing to run: no scenario in \(input.names)"
          : "nothing to run: no scenario in \(input.names) matches \(what)")
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

/// A time for people: `0.034 s`.
enum Seconds {
  static func text(_ seconds: Double) -> String {
    let thousandths = Int(max(0, min(seconds, 1e9)) * 1000)
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
  }
}
