import Scenarios
import Values

@testable import Reports

/// Records made by hand, and names that try to be more than names.
enum RecordSample {
  /// Each would break out of some report, were it written there as it is.
  static let hostile = [
    "\u{1B}[31mred\u{1B}[0m", "two\nlines", "carriage\r\nreturn", "nul\u{0}bell\u{7}",
    "</testcase><evil a=\"b\">", "]]>&amp;<![CDATA[", "'single' \"double\"", "::error::pwned",
    "\n::set-output name=a::b", "##[group]open", "##vso[task.setvariable]x", "# SKIP not really",
    "ok # TO" + "DO later", "ends with a backslash \\", "a\\# SKIP b", "\n  ...\nok 99 - forged",
    "Bail out!\nBail out!", "<script>alert(1)</script>", "**bold** [link](http://evil) `code`",
    "| a | b |", "@everyone #1", "%0A%0D,:", "\u{202E}txt.exe", "\u{FFFE}\u{FFFF}\u{85}",
    "\u{2028}\u{2029}", "\u{1F600} é e\u{301}", "\u{E0001}tag", "--- #", "{{ secrets.TOKEN }}",
    "${{ github.token }}", "",
  ]

  static func scenario(
    _ name: String = "adds", file: String = "shop.yaml", fileIndex: Int = 0, index: Int = 0,
    row: Int? = nil, line: Int = 5
  ) -> ScenarioRecord {
    ScenarioRecord(
      file: file, fileIndex: fileIndex, index: index, name: name, row: row, line: line,
      status: .passed)
  }

  static func failed(_ scenario: ScenarioRecord, _ message: String = "price: expected 21")
    -> ScenarioRecord
  {
    var scenario = scenario
    let place = PlaceRecord(file: scenario.file, line: 10, column: 25, endColumn: 27)
    let shown = SafeText.shown(message)
    var failure = FailureRecord(
      "outcome", code: "value-mismatch", message, at: place,
      text: "\(scenario.file):10:25: error: \(shown)\n  in: \(SafeText.shown(scenario.name))\n")
    failure.details = [.init("expected", "21"), .init("actual", "20")]
    scenario.failures = [failure]
    scenario.status = .failed
    return scenario
  }

  static func todo(_ scenario: ScenarioRecord, _ reason: String = "not yet") -> ScenarioRecord {
    var scenario = skipped(scenario, reason)
    scenario.status = .todo
    return scenario
  }

  static func skipped(_ scenario: ScenarioRecord, _ reason: String = "not yet") -> ScenarioRecord {
    var scenario = scenario
    scenario.status = .skipped
    scenario.reason = reason
    return scenario
  }

  static func diagnostic(
    _ severity: DiagnosticRecord.Severity = .error, _ message: String = "unknown key \"cels\"",
    file: String = "bad.yaml", line: Int = 3, source: String = "cels:"
  ) -> DiagnosticRecord {
    var diagnostic = DiagnosticRecord(
      severity, code: "unknown-key", message,
      at: PlaceRecord(file: file, line: line, column: 1, endColumn: 5),
      text: "\(file):\(line):1: \(severity.rawValue): \(SafeText.shown(message))  [unknown-key]\n")
    diagnostic.help = ["did you mean \"cells\"?"]
    diagnostic.source = source
    return diagnostic
  }

  static func file(
    _ path: String = "shop.yaml", index: Int = 0, _ status: FileRecord.Status = .passed,
    _ diagnostics: [DiagnosticRecord] = []
  ) -> FileRecord {
    var file = FileRecord(path: path, index: index, status: status)
    file.diagnostics = diagnostics
    return file
  }

  static func file(status: FileRecord.Status) -> FileRecord { file("shop.yaml", status) }

  /// A whole run of the records, with its start and its end.
  static func run(
    _ records: [RunRecord], command: RunStart.Command = .run, repeats: Int = 1,
    interrupted: Bool = false, remarks: [String] = []
  ) -> [RunRecord] {
    var totals = Totals()
    for record in records { totals.add(record) }
    var start = RunStart(version: "0.1.0", command: command, files: totals.files)
    start.repeats = repeats
    var end = RunEnd(
      totals: totals, exitCode: totals.failed > 0 ? 1 : 0, isInterrupted: interrupted,
      remarks: remarks)
    if command == .run { end.selected = selected(in: records) }
    return [.started(start)] + records + [.ended(end)]
  }

  /// What the records are of; `own` of them those that are the run's own.
  static func selected(in records: [RunRecord], own: Int? = nil) -> RunEnd.Selected {
    var names: [String] = []
    for record in records {
      switch record {
      case .scenario(let scenario) where scenario.pass == 1: names.append(scenario.id)
      case .file(let file) where file.isBroken: names.append(file.path)
      case .started, .model, .scenario, .traced, .explored, .walked, .file, .ended: break
      }
    }
    return RunEnd.Selected(names, own: own ?? names.count)
  }

  static func report(_ records: [RunRecord], by reporter: some Reporter) -> String {
    var reporter = reporter
    return records.map { reporter.receive($0) }.joined()
  }

  /// Whether no character of the text can do anything on a terminal.
  static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || SafeText.isPrintable($0) }
  }

  /// The lines of an output that GitHub's runner would take for commands, by its own rules:
  /// `::name` at the start of a line, behind blanks too, and `##[name]` anywhere.
  static func commands(in text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
      .filter { line in
        let trimmed = line.drop { $0.isWhitespace }
        return trimmed.hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
      }
  }
}
