import Loader
import Reports
import Values

extension FileReport {
  /// A file that could not be loaded.
  init(unloadable loaded: LoadResult, _ path: FilePath) {
    self.init(
      path: path.shown, sources: loaded.sources,
      verdict: loaded.verdict == .unreadable ? .unreadable : .invalid,
      diagnostics: loaded.diagnostics, unshown: loaded.unshown[0] ?? 0,
      problem: loaded.problem?.message)
    identities = loaded.identities.map { identity in
      identity.map { "\($0.device):\($0.number)" }
    }
    nameBrokenUses(loaded.unshown)
  }

  /// Names the used files in which errors are.
  mutating func nameBrokenUses(_ unshown: [UInt32: Int] = [:]) {
    var numbers: [UInt32] = []
    var own: Set<UInt32> = [0]
    for diagnostic in diagnostics where diagnostic.severity == .error {
      let file = diagnostic.span.file
      if isOwn(diagnostic.span) {
        if own.insert(file).inserted { self.unshown += unshown[file] ?? 0 }
      } else if !numbers.contains(file) {
        numbers.append(file)
      }
    }
    brokenUses = numbers.map { file in
      UsedFile(sources.files[Int(file)].name, unshown: unshown[file] ?? 0)
    }
  }

  /// A document that could not be used.
  init(unusable outcome: DocumentOutcome, _ path: FilePath) {
    self.init(
      path: path.shown, sources: outcome.sources,
      verdict: outcome.verdict == .unreadable ? .unreadable : .invalid,
      diagnostics: outcome.diagnostics, unshown: outcome.total - outcome.diagnostics.count,
      problem: outcome.problem?.message)
  }

  var status: ExitStatus { ExitStatus(verdict) }
}

extension ExitStatus {
  /// What a file that ends so comes to. That something is missing is for whoever ended the run.
  init(_ status: FileRecord.Status) {
    switch status {
    case .passed, .skipped, .valid, .idle, .missing: self = .success
    case .failed: self = .failed
    case .invalid: self = .invalid
    case .unreadable: self = .system
    case .absent: self = .nothing
    }
  }
}
