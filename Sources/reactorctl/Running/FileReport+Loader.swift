import Loader
import Reports
import Values

extension FileReport {
  /// A file that could not be loaded.
  init(unloadable loaded: LoadResult, _ path: FilePath) {
    self.init(
      path: path.shown, sources: loaded.sources,
      verdict: loaded.verdict == .unreadable ? .unreadable : .invalid,
      diagnostics: loaded.diagnostics, unshown: loaded.total - loaded.diagnostics.count,
      problem: loaded.problem?.message)
  }

  /// A document that could not be used.
  init(unusable outcome: DocumentOutcome, _ path: FilePath) {
    self.init(
      path: path.shown, sources: outcome.sources,
      verdict: outcome.verdict == .unreadable ? .unreadable : .invalid,
      diagnostics: outcome.diagnostics, unshown: outcome.total - outcome.diagnostics.count,
      problem: outcome.problem?.message)
  }

  /// A file looked at without running it.
  init(checking loaded: LoadResult, _ path: FilePath) {
    self.init(unloadable: loaded, path)
    guard loaded.verdict == .loaded else { return }
    diagnostics += ScenarioLoader.check(loaded)
    verdict = diagnostics.contains { $0.severity == .error } ? .invalid : .valid
  }

  var status: ExitStatus {
    switch verdict {
    case .passed, .skipped, .valid, .idle: .success
    case .failed: .failed
    case .invalid: .invalid
    case .unreadable: .system
    }
  }
}
