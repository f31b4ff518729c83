public import Scenarios
public import Values

/// The log of one scenario beside the one that is kept. Pure: files are somebody else's.
public struct Golden: Sendable {
  /// At most so many lines of a difference are told.
  private static let mostLines = 150

  /// What the scenario's section is called.
  public let title: String
  /// The log as text, the same on every machine.
  public let lines: TextLines
  private let isCut: Bool

  /// Nil where there is no log.
  public init?(_ result: ScenarioResult, in sources: SourceMap) {
    guard let log = result.log else { return nil }
    title = GoldenFile.title(of: result.name, row: result.numberedRow)
    isCut = log.isCut
    var lines = TextLines()
    for line in LogLine.lines(of: log, in: sources) {
      let indent = String(repeating: "  ", count: line.depth)
      // A golden may be printed by others, in CI too.
      for text in line.text { lines.append(LogSafe.guarded(indent + text)) }
    }
    self.lines = lines
  }

  /// Why the log can be kept in no file.
  public func refusal(at span: SourceSpan) -> Failure? {
    guard isCut else { return nil }
    return Failure(
      .golden, .goldenBroken,
      "more happens than a golden holds: \(RunLog.mostEntries) events, or "
        + "\(RunLog.mostBytes >> 20) MB", at: span,
      help: ["split the scenario, or drop `golden: true`"])
  }

  /// How the log differs from the section of a file; nil where they are the same. The command is
  /// the one that accepts the log.
  public func difference(
    from section: GoldenFile.Section, of file: String, at span: SourceSpan,
    accepting command: String
  ) -> Failure? {
    if lines == section.lines { return nil }
    let changes =
      UnifiedDifference(Array(section.lines), Array(lines), startingAt: section.start).lines
    var text = ["--- \(file)", "+++ this run"] + changes.prefix(Golden.mostLines)
    if changes.count > Golden.mostLines {
      text.append("… \((changes.count - Golden.mostLines).counted("more line"))")
    }
    var failure = Failure(
      .golden, .goldenDiffers, "the log differs from \(file)", at: span,
      help: ["if the new log is right: \(command)"])
    failure.details = [.init(Failure.Detail.difference, text.joined(separator: "\n"))]
    return failure
  }

  /// The file has no such section.
  public static func missing(
    in file: String, at span: SourceSpan, accepting command: String
  ) -> Failure {
    Failure(
      .golden, .goldenMissing, "\(file) has no log of this scenario", at: span,
      help: ["write it, look at it, and commit it: \(command)"])
  }

  /// The file cannot be read as a golden.
  public static func broken(
    _ file: String, _ fault: GoldenFile.Fault, at span: SourceSpan, accepting command: String?
  ) -> Failure {
    Failure(
      .golden, .goldenBroken, "\(file):\(fault.line) \(fault.message)", at: span,
      help: [
        command.map { "mend the file, or write it anew: \($0)" }
          ?? "move it away: this is where the golden belongs, and nothing else is written over"
      ])
  }
}

extension Failure.Detail {
  /// The label of a unified diff.
  static let difference = "difference"
}
