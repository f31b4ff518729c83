import Values

/// What one run told, read back from its report.
struct ShardReport {
  /// The report's own.
  let path: String
  /// How messages call it: the report's path, with a line where several runs stand in one file.
  let name: String
  let start: RunStart
  /// The index of its first file, among those of all reports that follow one another.
  var firstFile = 0
  /// Of each file by its index, in the order in which they were told.
  var scenarios: [ScenarioRecord]
  var models: [ModelRecord]
  var traces: [TraceRecord]
  var explored: [ExploredRecord] = []
  var walked: [WalkedRecord] = []
  var files: [FileRecord]
  var end: RunEnd?
  /// Of the lines so far.
  var hash = SHA256()
  /// Whether the digest in the last line is that of the lines before it.
  var isIntact = true

  init(path: String, name: String, start: RunStart) {
    self.path = path
    self.name = name
    self.start = start
    scenarios = []
    models = []
    traces = []
    files = []
  }

  /// Whether the file is none, but a path that led to none: these are numbered behind all files.
  func isLost(_ file: FileRecord) -> Bool { file.index >= firstFile + start.files }

  /// The files of which scenarios are told, and not what came of them, since the report ends before:
  /// as much as the scenarios say, so that these stand with their file all the same.
  var cutFiles: [FileRecord] {
    let told = Set(files.map(\.index))
    var cut: [FileRecord] = []
    var places: [Int: Int] = [:]
    for scenario in scenarios where !told.contains(scenario.fileIndex) {
      let place = places[scenario.fileIndex] ?? cut.count
      if place == cut.count {
        places[scenario.fileIndex] = place
        cut.append(FileRecord(path: scenario.file, index: scenario.fileIndex, status: .missing))
      }
      if scenario.status == .failed { cut[place].status = .failed }
    }
    return cut
  }
}

/// Why reports do not make one whole.
public struct MergeError: Error, Sendable, Equatable {
  public enum Cause: Sendable {
    /// The reports do not belong together, or one is given twice: another call is needed.
    case mismatch
    /// Some of the run is not there: `--partial` merges what is.
    case missing
    /// A report is broken: a line is no record, or stands where it cannot.
    case broken
  }

  public let kind: Cause
  /// Without a full stop.
  public let message: String
  /// What to do about it, if that can be said.
  public let help: String?

  init(_ kind: Cause, _ message: String, help: String? = nil) {
    self.kind = kind
    self.message = message
    self.help = help
  }
}
