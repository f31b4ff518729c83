/// How the tool ends. Of several codes that apply to one run the worst is given.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  /// An expectation failed, or the running model broke a budget.
  case failed = 1
  case usage = 2
  /// A file is invalid; the others have run.
  case invalid = 3
  /// Reading or writing failed.
  case system = 4
  /// No file, no scenario, or none that was asked for.
  case nothing = 5
  /// A bug of the tool itself.
  case broken = 70
  case hungUp = 129
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143

  /// What it tells the caller, for help and manual.
  package var meaning: String {
    switch self {
    case .success: "all passed"
    case .failed: "an expectation failed, or the model did not settle"
    case .usage: "wrong usage"
    case .invalid: "a file is invalid (the others have run)"
    case .system: "reading or writing failed"
    case .nothing: "a path names nothing, or nothing ran; what else there is has run"
    case .broken: "a bug of reactorctl itself"
    case .hungUp: "the terminal has gone (SIGHUP); what was known by then was written"
    case .interrupted: "interrupted by SIGINT; what was known by then was written"
    case .closedPipe: "the reader of the output has gone"
    case .terminated: "terminated by SIGTERM; what was known by then was written"
    }
  }

  /// The worse of the two, by `rank`.
  package func joined(_ other: ExitStatus) -> ExitStatus {
    (rank, rawValue) >= (other.rank, other.rawValue) ? self : other
  }

  /// Whatever cut a run short says more than what was found until then; and of that, what kept files from being run says
  /// more than what came of those that were.
  private var rank: Int {
    switch self {
    case .success: 0
    case .nothing: 1
    case .usage: 2
    case .failed: 3
    case .invalid: 4
    case .system: 5
    case .broken, .closedPipe, .hungUp, .interrupted, .terminated: 6
    }
  }
}
