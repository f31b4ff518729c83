import Loader
import Reports
import Values

/// The files of a `check` in their order, each until all is known that is to be told of it: what
/// nothing in it uses, another of the files may.
struct CheckQueue {
  private struct Waiting {
    var index: Int
    var report: FileReport
    var examination: Examination
    /// What is told behind what its check tells.
    var further: [Diagnostic]
  }

  private var waiting: [Waiting?] = []
  /// How many of them have been told.
  private var told = 0
  private var usage = PartUsage()
  private var once = ToldOnce()

  /// Takes the next file, with what is known of it besides.
  mutating func add(
    _ loaded: LoadResult, _ path: FilePath, index: Int, further: [Diagnostic] = []
  ) {
    let examination = ScenarioLoader.examine(loaded)
    usage.add(examination)
    var report = FileReport(unloadable: loaded, path)
    if loaded.verdict == .loaded {
      report.verdict = .valid
      // Texts are kept only where something of them is shown.
      if examination.isSound, report.diagnostics.isEmpty, further.isEmpty {
        report.sources = SourceMap()
      }
    }
    waiting.append(
      Waiting(index: index, report: report, examination: examination, further: further))
  }

  /// The next file of which all is known, with its number; at the end every file is.
  mutating func next(isEnd: Bool) -> (report: FileReport, index: Int)? {
    guard told < waiting.count, let file = waiting[told],
      isEnd || usage.isSettled(file.examination)
    else { return nil }
    waiting[told] = nil
    told += 1
    if told == waiting.count {
      waiting.removeAll()
      told = 0
    }
    var report = file.report
    report.diagnostics += file.examination.diagnostics(usage)
    if report.verdict == .valid, report.diagnostics.contains(where: { $0.severity == .error }) {
      report.verdict = .invalid
      report.nameBrokenUses()
    }
    report.diagnostics += file.further
    once.filter(&report)
    return (report, file.index)
  }
}
