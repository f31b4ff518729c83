import Scenarios
import Values

/// The run in the Test Anything Protocol, version 14: a point for every scenario, and one for every
/// file that is wrong itself. The plan comes last, so that points can be told as they happen.
///
/// All foreign text is escaped, so that it can neither end a block nor be taken for a directive.
public struct TAPReporter: Reporter {
  /// At most so many characters stand behind a point.
  private static let widest = 400

  private var points = 0
  private var repeats = 1

  public init() {}

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started(let start):
      repeats = start.repeats
      return "TAP version 14\n"
    case .model, .traced, .walked: return ""
    case .explored(let explored):
      let remarks = explored.cutLines.map { "\(explored.id): \($0)" }
      return remarks.map { "# \(TAPReporter.escaped($0))\n" }.joined()
    case .scenario(let scenario): return point(scenario)
    case .file(let file):
      let notes = file.notes.map { "# \(TAPReporter.escaped($0))\n" }
      return notes.joined() + file.warnings.map(comment).joined() + point(file)
    case .ended(let end): return last(end)
    }
  }

  private mutating func point(_ scenario: ScenarioRecord) -> String {
    let name = "\(scenario.file)::\(scenario.label(repeats: repeats))"
    switch scenario.status {
    case .passed: return point("ok", name)
    case .skipped, .missing: return point("ok", name, (.skip, scenario.reason ?? ""))
    case .todo: return point("not ok", name, (.todo, scenario.reason ?? ""))
    case .failed:
      guard let failure = scenario.failures.first else { return point("not ok", name) }
      var lines = [
        ("message", scenario.failureLine), ("severity", "fail"), ("code", failure.code),
      ]
      for detail in failure.details {
        switch detail.label {
        case "expected": lines.append(("wanted", detail.text))
        case "actual": lines.append(("found", detail.text))
        default: break
        }
      }
      return point("not ok", name)
        + TAPReporter.block(lines, at: failure.place, text: scenario.failureText)
    }
  }

  private mutating func point(_ file: FileRecord) -> String {
    if file.status == .valid { return point("ok", file.path) }
    if file.status == .missing, let problem = file.problem {
      return point("ok", file.path, (.skip, problem))
    }
    guard file.hasFailed else { return "" }
    let place = file.errors.first?.place ?? PlaceRecord(file: file.path, line: 1, column: 1)
    return point("not ok", file.path)
      + TAPReporter.block(
        [("message", file.errorLine), ("severity", "error")], at: place, text: file.errorText)
  }

  /// What keeps a point from counting; the format writes it in capitals.
  private enum Directive: String { case skip, todo }

  /// `ok 1 - shop.yaml::NAME # SKIP why`.
  private mutating func point(
    _ word: String, _ name: String, _ directive: (word: Directive, reason: String)? = nil
  ) -> String {
    points += 1
    let directive =
      directive.map { " # \($0.word.rawValue.uppercased()) \(TAPReporter.escaped($0.reason))" }
      ?? ""
    return "\(word) \(points) - \(TAPReporter.escaped(name))\(directive)\n"
  }

  private func comment(_ warning: DiagnosticRecord) -> String {
    "# \(TAPReporter.escaped("\(warning.place.start): warning: \(warning.message)"))\n"
  }

  private func last(_ end: RunEnd) -> String {
    let remarks = end.remarks.map { "# \(TAPReporter.escaped($0))\n" }.joined()
    if end.isInterrupted { return remarks + "Bail out! Not all of the run is told.\n" }
    return remarks + (points == 0 ? "1..0 # SKIP nothing ran\n" : "1..\(points)\n")
  }

  /// One line without control characters, in which no `#` begins a directive.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in LogSafe.guarded(Cut.line(text, to: widest)).unicodeScalars {
      if scalar == "\\" || scalar == "#" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }

  /// The YAML block behind a point.
  private static func block(
    _ lines: [(name: String, text: String)], at place: PlaceRecord, text: String
  ) -> String {
    var block = "  ---\n"
    for line in lines { block += "  \(line.name): \(quoted(line.text))\n" }
    block += "  at:\n    file: \(quoted(place.file))\n"
    block += "    line: \(place.line)\n    column: \(place.column)\n"
    block += "  text: |2\n"
    for line in LogSafe.guarded(text).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      // Empty lines too: to parsers of TAP a line that is not indented ends the block.
      block += "    \(line)\n"
    }
    return block + "  ...\n"
  }

  /// In YAML's double quotes, which take what JSON writes.
  private static func quoted(_ text: String) -> String {
    LogSafe.guarded(JSON.string(Cut.line(text, to: 4000)).text, .json)
  }
}
