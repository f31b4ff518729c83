public import Scenarios
public import Values

/// All there is to say of one file: what is wrong with it, or how its scenarios went. What every
/// report is made from.
public struct FileReport: Sendable {
  /// What came of it; by these words machine reports tell it.
  public enum Verdict: String, Sendable, Equatable {
    case passed
    /// Selected, and every scenario of it skipped.
    case skipped
    case failed
    /// Looked at without running, and found right.
    case valid
    /// Not a valid scenario file.
    case invalid
    /// The system did not let us read it.
    case unreadable
    /// A model for other files, or nothing of it selected.
    case idle
    /// Not run as a whole, since the run ended before.
    case missing
    /// No file at all, but a path that names nothing.
    case absent
  }

  /// As the user gave it, safe to print.
  public var path: String
  public var sources: SourceMap
  /// What the loader said, sorted by place, that of used files first.
  public var diagnostics: [Diagnostic]
  /// How many further diagnostics of the file itself were left out.
  public var unshown: Int
  /// What tells each of the sources from other files, whatever they are called; where that is not
  /// known their paths do.
  public var identities: [String?] = []
  /// The used files that something is wrong with, wherever that is told.
  public var brokenUses: [UsedFile] = []
  /// How many of the file's own errors were told with an earlier one that uses it.
  public var toldBefore = 0
  /// Why the file has no bytes: `cannot be read: Permission denied`.
  public var problem: String?
  public var scenarios: [ScenarioResult]
  public var verdict: Verdict

  /// How a valid file's scenarios went.
  public init(path: String, sources: SourceMap, scenarios: [ScenarioResult]) {
    self.path = path
    self.sources = sources
    self.scenarios = scenarios
    diagnostics = []
    unshown = 0
    verdict = FileReport.verdict(scenarios)
  }

  /// A file of which nothing could run.
  public init(
    path: String, sources: SourceMap, verdict: Verdict, diagnostics: [Diagnostic],
    unshown: Int = 0, problem: String? = nil
  ) {
    self.path = path
    self.sources = sources
    self.diagnostics = diagnostics
    self.unshown = unshown
    self.problem = problem
    self.verdict = verdict
    scenarios = []
  }

  /// Whether the place is in the file itself. One that a scenario takes its rows from, too, is among
  /// the sources twice.
  public func isOwn(_ span: SourceSpan) -> Bool {
    span.file == 0 || Text.same(sources[span].name, path)
  }

  private static func verdict(_ scenarios: [ScenarioResult]) -> Verdict {
    verdict(of: scenarios.map { ScenarioRecord.Status($0.verdict) })
  }

  static func verdict(of scenarios: [ScenarioRecord.Status]) -> Verdict {
    if scenarios.isEmpty { return .idle }
    var ran = false
    var isMissing = false
    for scenario in scenarios {
      switch scenario {
      case .failed: return .failed
      case .passed, .todo: ran = true
      case .skipped: break
      case .missing: isMissing = true
      }
    }
    return isMissing ? .missing : ran ? .passed : .skipped
  }
}
