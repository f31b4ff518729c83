import Reports

/// Why a run ended before everything that was selected had run.
enum EarlyEnd: Equatable {
  case interrupted
  /// So many scenarios failed, and no more were allowed to.
  case failures(Int)
  /// The time that `--timeout` gives was over.
  case overdue(String)
  /// It did all the work that a run may do.
  case worked

  /// Whether the end itself fails the run; otherwise something else has.
  var isFailure: Bool {
    switch self {
    case .interrupted, .failures: false
    case .overdue, .worked: true
    }
  }

  /// A line for the end of the run.
  var remark: String {
    switch self {
    case .interrupted: "Interrupted: what follows in these files was not run."
    case .failures(1): "Ended after the first failure (--fail-fast or --max-fail 1)."
    case .failures(let count): "Ended after \(count) failures (--max-fail)."
    case .overdue(let limit): "Ended after \(limit) (--timeout): what follows was not run."
    case .worked: "Ended after \(ConsoleReporter.mostWork) units of work: what follows was not run."
    }
  }

  /// Why a scenario is missing.
  var reason: String {
    switch self {
    case .interrupted: "not run: the run was interrupted"
    case .failures(1): "not run: the run ended after the first failure"
    case .failures(let count): "not run: the run ended after \(count) failures"
    case .overdue(let limit): "not run: the run ended after \(limit)"
    case .worked: "not run: the run had done all the work that it may"
    }
  }
}
