import Loader
import Reports

/// What `check` is asked for. Where nothing is said of a property, it is what `check PATH` does.
struct CheckRequest: Request {
  static let command = "check"

  var paths: [String]
  var root = RootRule.nearest
  /// Whether the scenarios run too, and outcomes that show nothing are noted.
  var isVacuous = false
  var display = Display()
  var reports = RequestedReports()

  /// Says what is wrong with the files, and writes the reports.
  func run(_ console: Console) -> ExitStatus {
    var input = Input(paths, root, console)
    let inputs = RunInputs(input.files, root)
    let reports = ReportSet(self.reports, console, off: inputs)
    guard reports.status == .success else { return reports.status }
    let settings = SessionSettings(root: root, inputs: inputs, reach: .loading)
    let reporter = CheckReporter(self, settings, reports)
    reports.receive(
      .started(
        RunStart(version: Release.version, command: .check, files: input.files.count)))
    reports.rest = { [input, unowned reporter] in reporter.rest(input) }
    Session(input, settings, to: reporter).run()
    return reporter.end(&input)
  }
}
