import Values

/// The run as JUnit XML, as CI servers read it: a suite for every file, a case for every scenario
/// and row, in every pass. Expectations that do not hold are failures; scenarios and files that
/// could not go on are errors.
///
/// The head holds the totals, so the text of all suites is kept until the end.
public struct JUnitReporter: Reporter {
  /// At most so many characters of a case's text are kept.
  private static let longest = 64 << 10

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var seconds = 0.0

    /// Jenkins takes no more than three places of a suite's time.
    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        + " time=\"\(Microseconds.thousandths(seconds))\""
    }

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      seconds += other.seconds
    }
  }

  private var repeats = 1
  private var command = RunStart.Command.run
  private var suites = ""
  private var all = Counts()
  /// The file whose scenarios come, and what is known of it.
  private var open: String?
  private var cases = ""
  private var counts = Counts()
  private var lines: TextTable<Int> = [:]
  /// What is to be said of the scenario that comes next.
  private var remarks: [String] = []

  public init() {}

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started(let start):
      repeats = start.repeats
      command = start.command
    case .model, .traced, .walked: break
    case .explored(let explored): remarks = explored.cutLines
    case .scenario(let scenario):
      add(scenario)
      remarks = []
    case .file(let file): end(file)
    case .ended(let end):
      if let open { self.end(FileRecord(path: open, index: 0, status: .idle)) }
      if end.isInterrupted { addInterruption(end) } else { addRemarks(end) }
      return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<testsuites name=\"reactorctl\" \(all.attributes)>\n\(suites)</testsuites>\n"
    }
    return ""
  }

  private mutating func add(_ scenario: ScenarioRecord) {
    open = scenario.file
    counts.seconds += scenario.seconds
    var content = ""
    switch scenario.status {
    case .passed: break
    case .skipped, .missing:
      counts.skipped += 1
      content = JUnitReporter.skip(scenario.reason ?? "")
    case .todo:
      // The format knows no scenarios that are expected to fail.
      counts.skipped += 1
      content = JUnitReporter.skip("todo: " + (scenario.reason ?? ""))
    case .failed:
      let isError = scenario.failures.first?.isError ?? false
      if isError { counts.errors += 1 } else { counts.failures += 1 }
      content = JUnitReporter.problem(
        isError ? "error" : "failure", scenario.failures.first?.code ?? "", scenario.failureLine,
        scenario.failureText)
    }
    if !remarks.isEmpty {
      let text = Markup.line(remarks.joined(separator: "; "))
      content += "\(content.isEmpty ? "" : "\n      ")<system-out>\(text)</system-out>"
    }
    add(
      name: distinct(scenario), file: scenario.file, rowFile: scenario.rowFile, line: scenario.line,
      seconds: scenario.seconds, content)
  }

  /// The case's name. Of scenarios of one name in a file, all but the first tell their line, since
  /// servers take cases of one name for one.
  private mutating func distinct(_ scenario: ScenarioRecord) -> String {
    let label = scenario.label(repeats: repeats)
    let first = lines[label] ?? scenario.line
    lines[label] = first
    return first == scenario.line ? label : "\(label) (line \(scenario.line))"
  }

  private mutating func add(
    name: String, file: String, rowFile: String? = nil, line: Int, seconds: Double,
    _ content: String
  ) {
    counts.tests += 1
    let place = Markup.line(rowFile ?? file)
    cases += "    <testcase name=\"\(Markup.line(name))\" classname=\"\(Markup.line(file))\""
    cases += " file=\"\(place)\""
    cases += " line=\"\(line)\" time=\"\(Microseconds.text(seconds))\""
    cases += content.isEmpty ? "/>\n" : ">\n      \(content)\n    </testcase>\n"
  }

  /// Sets the suite of the file behind the others.
  private mutating func end(_ file: FileRecord) {
    if file.hasFailed {
      counts.errors += 1
      add(
        name: command == .check ? "check" : "load", file: file.path,
        line: file.errors.first?.place.line ?? 1, seconds: 0,
        JUnitReporter.problem(
          "error", file.errors.first?.code ?? (file.isToldElsewhere ? "invalid" : "unreadable"),
          file.errorLine, file.errorText))
    } else if file.status == .valid {
      add(name: "check", file: file.path, line: 1, seconds: 0, "")
    } else if file.status == .missing, counts.tests == 0 {
      counts.skipped += 1
      add(
        name: "run", file: file.path, line: 1, seconds: 0, JUnitReporter.skip(file.problem ?? ""))
    }
    if counts.tests > 0 {
      let path = Markup.line(file.path)
      suites += "  <testsuite name=\"\(path)\" file=\"\(path)\" \(counts.attributes)>\n\(cases)"
      let warnings = file.warnings.map(\.text).joined(separator: "\n")
      if !warnings.isEmpty {
        suites += "    <system-err>\(JUnitReporter.body(warnings))</system-err>\n"
      }
      suites += "  </testsuite>\n"
    }
    all.add(counts)
    counts = Counts()
    open = nil
    cases = ""
    lines = [:]
  }

  /// A run that was cut short must not look whole.
  private mutating func addInterruption(_ end: RunEnd) {
    counts.errors += 1
    let problem = JUnitReporter.problem(
      "error", "interrupted", "not all of the run is told",
      end.remarks.joined(separator: "\n") + "\n")
    counts.tests += 1
    suites += "  <testsuite name=\"reactorctl\" \(counts.attributes)>\n"
    suites += "    <testcase name=\"run\" classname=\"reactorctl\" time=\"0.000000\">\n"
    suites += "      \(problem)\n    </testcase>\n  </testsuite>\n"
    all.add(counts)
  }

  /// What is to be known of a whole run, beside a suite of no cases.
  private mutating func addRemarks(_ end: RunEnd) {
    if end.remarks.isEmpty { return }
    let text = JUnitReporter.body(end.remarks.joined(separator: "\n") + "\n")
    suites += "  <testsuite name=\"reactorctl\" \(Counts().attributes)>\n"
    suites += "    <system-err>\(text)</system-err>\n  </testsuite>\n"
  }

  private static func skip(_ reason: String) -> String {
    "<skipped message=\"\(Markup.line(Cut.line(reason, to: 400)))\"/>"
  }

  private static func problem(
    _ element: String, _ kind: String, _ message: String, _ text: String
  ) -> String {
    let line = Markup.line(Cut.line(message, to: 400))
    return
      "<\(element) message=\"\(line)\" type=\"\(Markup.line(kind))\">\(body(text))</\(element)>"
  }

  private static func body(_ text: String) -> String {
    Markup.block(Cut.plain(text, to: longest))
  }
}
