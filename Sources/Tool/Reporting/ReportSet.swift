import Loader
import Reports

/// The machine reports of one run: makes each from the records, and brings it where it belongs.
///
/// Streams (`jsonl`, `tap`) are written record by record, so that a run that is killed has told what
/// it knew. All others replace their file at the end, whole or not at all. What cannot be written is
/// told once, and the run goes on.
final class ReportSet {
  private struct Entry {
    var reporter: any Reporter
    let sink: ReportSink
  }

  private let console: Console
  private let hasTimes: Bool
  private let guards: ReportGuard
  private let started = Console.seconds()
  private var entries: [Entry] = []
  private var totals = Totals()
  private var hasEnded = false
  /// How many paths that led to no file have been told of.
  private(set) var lost = 0
  /// How many files there are, once that is known, and how many have been told of.
  private var files: (all: Int?, told: Int) = (nil, 0)
  /// What is still to be told where the output ends, up to the end, whose code and totals come from
  /// here; nil where more was to happen, or may have.
  var rest: () -> [RunRecord]? = { nil }
  /// What the writing comes to: success, or `system`.
  private(set) var status = ExitStatus.success
  /// Whether a report has the output for itself, and the text must go elsewhere.
  let takesOutput: Bool

  /// Opens the streams and makes the folders, so that a place that cannot be written is told before
  /// anything runs; then the status is not success. No report goes where an input is. On GitHub its summary comes unasked, and its
  /// annotations where the run is no other's. `further` are reports that the surroundings ask for.
  init(
    _ asked: RequestedReports, _ console: Console, off inputs: RunInputs,
    further: [ReportRequest] = [], isMerging: Bool = false
  ) {
    self.console = console
    guards = ReportGuard(inputs)
    hasTimes = asked.hasTimes
    var requests = asked.reports + further
    if GitHubSurroundings.areThere, !isMerging, !requests.contains(where: { $0.kind == .github }) {
      requests.append(ReportRequest(.github, to: .output))
    }
    takesOutput = requests.contains { $0.target == .output && !$0.isBeside }
    for request in requests { open(request) }
    let isOnGitHub = GitHubSurroundings.areThere || requests.contains { $0.kind == .github }
    if isOnGitHub, let path = GitHubSurroundings.summary {
      let summary = GitHubSummary(room: GitHubSurroundings.room(in: path))
      entries.append(Entry(reporter: summary, sink: .late(FilePath(path), isAppending: true)))
    }
    if isEmpty { return }
    // Those in files come first: when a record breaks the output they have it.
    entries = entries.filter { !$0.sink.isOutput } + entries.filter(\.sink.isOutput)
    for output in [console.out, console.err] {
      output.willEnd = { [weak self] status in self?.cutShort(status) }
    }
  }

  /// No report at all.
  init(none console: Console) {
    self.console = console
    guards = ReportGuard(.none)
    hasTimes = true
    takesOutput = false
  }

  /// Whether nobody needs records.
  var isEmpty: Bool { entries.isEmpty }

  /// Where text for people goes.
  var text: Console { takesOutput ? console.onErrors : console }

  private func open(_ request: ReportRequest) {
    let isStream = request.kind == .jsonl || request.kind == .tap
    do throws(FileWriter.Failure) {
      let sink: ReportSink
      switch request.target {
      case .output where request.isBeside: sink = .output(text.out)
      case .output: sink = .output(console.out)
      case .file(let path) where isStream:
        let stream = try ReportStream(path, guards)
        if let identity = stream.identity { guards.add(identity) }
        sink = .stream(stream)
      case .file(let path) where path.descriptor != nil || path.isSpecial:
        sink = .late(path, isAppending: false)
      case .file(let path): sink = .whole(try guards.place(path))
      }
      entries.append(Entry(reporter: ReportSet.reporter(request.kind), sink: sink))
    } catch {
      tell(error)
    }
  }

  static func reporter(_ kind: ReportRequest.Format) -> any Reporter {
    switch kind {
    case .junit: JUnitReporter()
    case .tap: TAPReporter()
    case .jsonl: JSONLReporter()
    case .github: GitHubReporter(folder: GitHubSurroundings.folder)
    case .sarif: SARIFReporter()
    }
  }

  /// Hands on the end, with the totals of the records before, and says what the writing came to. A run
  /// may have been cut short by more than a signal.
  func end(
    _ status: ExitStatus, seconds: Double = 0, remarks: [String] = [],
    selected: RunEnd.Selected? = nil, isCutShort: Bool = false
  ) -> ExitStatus {
    let asked = isEmpty ? Interruption.requested : Interruption.conclude(status)
    var end = RunEnd(
      totals: totals, exitCode: Int((asked ?? status).rawValue), seconds: seconds, remarks: remarks)
    end.isInterrupted = isCutShort || asked != nil
    end.selected = selected
    receive(.ended(end))
    return self.status
  }

  /// Ends the reports in files where the output has been closed or is full: the tool ends next.
  private func cutShort(_ status: ExitStatus) {
    entries.removeAll(where: \.sink.isOutput)
    if hasEnded { return }
    let what = status == .system ? "The output could not be written" : "The output was closed"
    var end = RunEnd(
      totals: totals, exitCode: 0, isInterrupted: true, seconds: Console.seconds() - started)
    var remark = "\(what): what follows is not told."
    for record in rest() ?? [] {
      guard case .ended(let last) = record else {
        receive(record)
        continue
      }
      (end, remark) = (last, "\(what).")
      end.totals = totals
      end.isInterrupted = last.isInterrupted || Interruption.requested != nil
    }
    end.exitCode = Int(status.rawValue)
    end.remarks.append(remark)
    receive(.ended(end))
  }

  /// Whether every file has been told of.
  var hasToldFiles: Bool { files.all == files.told }

  /// What `rest` is, once every file has been told of: the paths that led to none, and the end.
  func rest(lost files: [FileRecord], _ end: RunEnd) -> [RunRecord] {
    files.dropFirst(lost).map(RunRecord.file) + [.ended(end)]
  }

  /// Hands a record to all reports; the last one is `ended`.
  func receive(_ record: RunRecord) {
    if isEmpty { return }
    var isEnd = false
    if case .ended = record { isEnd = true }
    if isEnd { hasEnded = true }
    count(record)
    totals.add(record)
    let record = hasTimes ? record : record.withoutTimes
    var broken: [Int] = []
    for index in entries.indices {
      let text = entries[index].reporter.report(record)
      // A report of nothing is one all the same: what an earlier run has left must not pass for it.
      if text.isEmpty, !isEnd || !entries[index].sink.isWhole { continue }
      do throws(FileWriter.Failure) {
        try entries[index].sink.put(text, guards)
      } catch {
        tell(error)
        broken.append(index)
      }
    }
    for index in broken.reversed() { entries.remove(at: index) }
  }

  private func count(_ record: RunRecord) {
    switch record {
    case .started(let start): files.all = start.files
    case .file(let file) where file.index < files.all ?? 0: files.told += 1
    case .file: lost += 1
    case .model, .traced, .explored, .walked, .scenario, .ended: break
    }
  }

  private func tell(_ failure: FileWriter.Failure) {
    console.complain("the report \(failure.path.shown) \(failure.message)")
    status = .system
  }
}

/// Where the text of one report goes. A report that is no stream gives all of its text at once.
private enum ReportSink {
  case output(Output)
  case stream(ReportStream)
  case whole(WritePlace)
  /// Opened when there is something to write.
  case late(FilePath, isAppending: Bool)

  /// Whether it replaces a file at the end.
  var isWhole: Bool {
    switch self {
    case .whole: true
    case .output, .stream, .late: false
    }
  }

  /// Whether it ends where the output does.
  var isOutput: Bool {
    switch self {
    case .output: true
    case .stream, .whole, .late: false
    }
  }

  func put(_ text: String, _ guards: ReportGuard) throws(FileWriter.Failure) {
    switch self {
    case .output(let output):
      output.put(own: text)
      output.flush()
    case .stream(let stream): try stream.put(text)
    case .whole(let place): try guards.write(text, to: place)
    case .late(let path, let isAppending):
      try ReportStream(path, isAppending: isAppending, guards).put(text)
    }
  }
}
