/// How the tool ends. Of several codes that apply to one run the worst is given.
enum ExitStatus: Int32 {
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
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143

  /// The worse of the two: 4 before 3 before 1; any before success.
  func joined(_ other: ExitStatus) -> ExitStatus {
    rank >= other.rank ? self : other
  }

  private var rank: Int {
    switch self {
    case .success: 0
    case .nothing: 1
    case .usage: 2
    case .failed: 3
    case .invalid: 4
    case .system: 5
    case .broken, .closedPipe, .interrupted, .terminated: 6
    }
  }
}
