import Loader
import Reports
import Values

/// The files of a `check` in their order, each until all is known that is to be told of it: what
/// nothing in it uses, another of the files may.
struct CheckQueue {
  private struct Waiting {
    var index: Int
    var path: FilePath
    /// Nil where too much waits already: then the file is loaded again when it is told.
    var content: Content?
    /// What is told behind what its check tells.
    var further: [Diagnostic]
  }

  private struct Content {
    var report: FileReport
    var examination: Examination

    init(_ loaded: LoadResult, _ path: FilePath, hasFurther: Bool) {
      examination = ScenarioLoader.examine(loaded)
      report = FileReport(unloadable: loaded, path)
      if loaded.verdict == .loaded {
        report.verdict = .valid
        // Texts are kept only where something of them is shown.
        if examination.isSound, report.diagnostics.isEmpty, !hasFurther {
          report.sources = SourceMap()
        }
      }
    }

    /// Bytes or so that it takes.
    var size: Int { report.sources.files.reduce(examination.size) { $0 + $1.bytes.count } }
  }

  /// Bytes or so of files that wait.
  static let mostWaiting = 64 << 20

  private let most: Int
  private let load: (FilePath) -> LoadResult

  private var waiting: [Waiting?] = []
  private var size = 0
  /// How many of them have been told.
  private var told = 0
  private var usage = PartUsage()
  private var once = ToldOnce()

  /// `load` gives a file once more, where so many bytes of others wait already.
  init(most: Int = CheckQueue.mostWaiting, load: @escaping (FilePath) -> LoadResult) {
    self.most = most
    self.load = load
  }

  /// Takes the next file, with what is known of it besides.
  mutating func add(
    _ loaded: LoadResult, _ path: FilePath, index: Int, further: [Diagnostic] = []
  ) {
    let content = Content(loaded, path, hasFurther: !further.isEmpty)
    usage.add(content.examination)
    let isKept = told == waiting.count || size + content.size <= most
    if isKept { size += content.size }
    waiting.append(
      Waiting(index: index, path: path, content: isKept ? content : nil, further: further))
  }

  /// The next file of which all is known, with its number; at the end every file is.
  mutating func next(isEnd: Bool) -> (report: FileReport, index: Int)? {
    guard told < waiting.count, let file = waiting[told],
      isEnd || file.content.map({ usage.isSettled($0.examination) }) ?? false
    else { return nil }
    size -= file.content?.size ?? 0
    let content =
      file.content ?? Content(load(file.path), file.path, hasFurther: !file.further.isEmpty)
    waiting[told] = nil
    told += 1
    if told == waiting.count {
      waiting.removeAll()
      told = 0
    }
    var report = content.report
    report.diagnostics += content.examination.diagnostics(usage)
    if report.verdict == .valid, report.diagnostics.contains(where: { $0.severity == .error }) {
      report.verdict = .invalid
      report.nameBrokenUses()
    }
    report.diagnostics += file.further
    once.filter(&report)
    return (report, file.index)
  }
}
