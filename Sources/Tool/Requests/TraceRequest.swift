import Loader
import Reports

/// What `trace` is asked for.
struct TraceRequest: Request {
  static let command = "trace"

  var paths: [String]
  var root: RootRule
  var display: Display

  /// Runs the scenarios, and tells what each of their steps caused.
  func run(_ console: Console) -> ExitStatus {
    var input = Input(paths, root, console)
    if input.files.isEmpty { return input.explainNothing(console) }
    let reporter = TraceReporter(console, display)
    Session(input, SessionSettings(root: root, isTracing: true), to: reporter).run()
    input.report(absent: reporter.absent, console)
    let status = reporter.status.joined(input.status)
    if reporter.count == 0, status == .success, Interruption.requested == nil {
      console.complain("nothing to trace: no scenario in \(input.names)")
      return .nothing
    }
    return status
  }
}
