import Values

/// Workflow commands that make annotations on GitHub: one for every scenario that failed, for every
/// exploration that did not come to its end, and for every error, warning and note about a file.
///
/// GitHub shows ten of each level for a step and drops the others without a word. So where
/// there are more, the nine that stand for most files are told, and then how many more there are.
public struct GitHubReporter: Reporter {
  private static let most = 10
  private static let longestTitle = 200
  private static let longestText = 8000

  /// The annotations of one level, of which no more are kept than can be shown.
  private struct Level {
    /// The command's name: `error`.
    let name: String
    var count = 0
    /// How many of them are of the file under way.
    var ofFile = 0
    /// With each its number within its file and within the run; the first number decides.
    var best: [(rank: Int, number: Int, command: String)] = []

    mutating func add(_ command: String) {
      best.append((ofFile, count, command))
      count += 1
      ofFile += 1
      if best.count > 4 * most { trim(to: most) }
    }

    /// Adds what stands before all others, and is shown whatever else is.
    mutating func addFirst(_ command: String) {
      best.append((-1, -1, command))
      count += 1
    }

    private mutating func trim(to most: Int) {
      best.sort { ($0.rank, $0.number) < ($1.rank, $1.number) }
      best = Array(best.prefix(most))
    }

    /// What is shown, in the order of the files.
    mutating func text() -> String {
      let isOver = count > most
      trim(to: isOver ? most - 1 : most)
      best.sort { $0.number < $1.number }
      var text = best.map(\.command).joined()
      if isOver {
        let rest = (count - best.count).counted("more \(name)")
        text += "::\(name) title=reactorctl::\(rest), all told in the log\n"
      }
      return text
    }
  }

  /// The working folder's path within the repository, empty or ending with `/`.
  private let folder: String
  private var errors = Level(name: "error")
  private var warnings = Level(name: "warning")
  private var notices = Level(name: "notice")
  private var repeats = 1
  /// What is to be said of the scenario that comes next: of an exploration that did not come to its end.
  private var remarks: [String] = []

  /// `folder` is where the run's paths start, seen from the root of the repository.
  public init(folder: String = "") {
    self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
  }

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started(let start): repeats = start.repeats
    case .model, .traced, .walked: break
    case .explored(let explored): remarks = explored.cutLines
    case .scenario(let scenario):
      add(scenario)
      remarks = []
    case .file(let file):
      add(file)
      errors.ofFile = 0
      warnings.ofFile = 0
      notices.ofFile = 0
    case .ended(let end):
      if end.isInterrupted { addInterruption(end) } else { addRemarks(end) }
      return errors.text() + warnings.text() + notices.text()
    }
    return ""
  }

  private mutating func add(_ scenario: ScenarioRecord) {
    let place = PlaceRecord(
      file: scenario.placeFile, line: scenario.line, column: scenario.column)
    let title = scenario.label(repeats: repeats)
    if scenario.status == .failed {
      addError(
        scenario.failures.first?.place ?? place, title: title, scenario.failureLine,
        scenario.failureText)
    }
    for remark in remarks { notices.add(command("notice", place, title: title, remark, "")) }
  }

  /// That not all of the run is told, and why, is an error of no file.
  private mutating func addInterruption(_ end: RunEnd) {
    let text = (["not all of the run is told"] + end.remarks).joined(separator: "\n")
    let data = GitHubReporter.data(Cut.plain(text, to: GitHubReporter.longestText))
    errors.addFirst("::error title=reactorctl::\(data)\n")
  }

  /// What is to be known of a whole run is a warning of no file.
  private mutating func addRemarks(_ end: RunEnd) {
    if end.remarks.isEmpty { return }
    let text = Cut.plain(end.remarks.joined(separator: "\n"), to: GitHubReporter.longestText)
    warnings.addFirst("::warning title=reactorctl::\(GitHubReporter.data(text))\n")
  }

  private mutating func add(_ file: FileRecord) {
    if file.isBroken, file.errors.isEmpty, !file.isToldElsewhere {
      addError(PlaceRecord(file: file.path, line: 1, column: 1), title: "", file.errorLine, "")
    }
    for diagnostic in file.diagnostics {
      switch diagnostic.severity {
      case .error: errors.add(command("error", diagnostic))
      case .warning: warnings.add(command("warning", diagnostic))
      case .note: notices.add(command("notice", diagnostic))
      }
    }
  }

  private mutating func addError(
    _ place: PlaceRecord, title: String, _ message: String, _ text: String
  ) {
    errors.add(command("error", place, title: title, message, text))
  }

  private func command(_ name: String, _ diagnostic: DiagnosticRecord) -> String {
    command(
      name, diagnostic.place, title: diagnostic.code, diagnostic.message, diagnostic.text)
  }

  /// `::error file=shop.yaml,line=10,endLine=10,col=25,endColumn=26,title=NAME::MESSAGE`. Columns
  /// only within one line, as GitHub wants it, and the last one included.
  private func command(
    _ name: String, _ place: PlaceRecord, title: String, _ message: String, _ text: String
  ) -> String {
    let path = PlainPath.of(place.file.hasPrefix("/") ? place.file : folder + place.file)
    var properties = "file=\(GitHubReporter.property(path)),line=\(place.line)"
    properties += ",endLine=\(place.endLine)"
    if place.line == place.endLine {
      let last = max(place.column, place.endColumn - 1)
      properties += ",col=\(place.column),endColumn=\(last)"
    }
    if !title.isEmpty {
      let title = Cut.line(title, to: GitHubReporter.longestTitle)
      properties += ",title=\(GitHubReporter.property(title))"
    }
    var data = Cut.line(message, to: 400)
    // The first line of the text is the message again.
    if let end = text.firstIndex(of: "\n") {
      data += Cut.plain(String(text[end...]), to: GitHubReporter.longestText)
    }
    while data.hasSuffix("\n") { data.removeLast() }
    return "::\(name) \(properties)::\(GitHubReporter.data(data))\n"
  }

  /// The escapes of a command's text, those of GitHub's own toolkit.
  private static func data(_ text: String) -> String {
    replaced(LogSafe.guarded(text), [0x25: "%25", 0x0d: "%0D", 0x0a: "%0A"])
  }

  /// The escapes of a command's property.
  private static func property(_ text: String) -> String {
    replaced(
      LogSafe.guarded(text),
      [0x25: "%25", 0x0d: "%0D", 0x0a: "%0A", 0x3a: "%3A", 0x2c: "%2C"])
  }

  private static func replaced(_ text: String, _ escapes: [UInt8: String]) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if let escape = escapes[byte] { escaped += escape.utf8 } else { escaped.append(byte) }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
