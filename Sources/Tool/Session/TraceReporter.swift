import Loader
import Reports
import Scenarios
import Values

/// Tells of a session what each step of its scenarios caused, as trees.
final class TraceReporter: SessionListener, @unchecked Sendable {
  private let console: Console
  private let report: TextReport
  private let tree: TraceTree

  private(set) var status = ExitStatus.success
  /// How many scenarios have been told.
  private(set) var count = 0
  /// The paths that pick nothing from their files.
  private(set) var absent: [AbsentPick] = []
  private var once = ToldOnce()

  init(_ console: Console, _ display: Display) {
    self.console = console
    report = display.report(console)
    tree = TraceTree(colours: console.usesColours(display.colours))
  }

  /// The logs are compared as by `run`, and nothing is written. What a signal ended is told at once,
  /// for a session passes over it, and here it is what somebody waits for.
  func finish(_ result: inout ScenarioResult, of file: FileRun) {
    guard let sources = file.loaded?.sources else { return }
    file.goldens?.finish(&result, in: sources)
    result.settleTodo()
    if result.isCutShort { _ = tell(result, of: file) }
  }

  func tell(_ result: ScenarioResult, of file: FileRun) -> Bool {
    guard let sources = file.loaded?.sources else { return true }
    if count > 0 { console.out.put("\n") }
    count += 1
    let id = ScenarioRecord.id(file: file.path.shown, name: result.name, row: result.numberedRow)
    tree.write(result, titled: SafeText.shown(id), in: sources) { console.out.put($0) }
    if result.verdict == .failed {
      status = status.joined(.failed)
      console.out.put("\n" + report.failures(file.report(of: [result])))
    }
    if console.out.isTerminal { console.out.flush() }
    return true
  }

  func tell(_ file: FileRun) {
    absent += file.absent
    var told = file.report(of: [])
    if file.loaded?.file != nil {
      guard let goldens = file.goldens else { return }
      let isInterrupted = Interruption.requested != nil
      goldens.end(isComplete: file.isComplete, isInterrupted: isInterrupted)
        .fail(&told, goldens.path)
      if told.status == .success { return }
    }
    once.filter(&told)
    console.out.put(report.failures(told))
    status = status.joined(told.status)
  }
}
