public import Scenarios
public import Values

extension FileRecord {
  /// What there is to say of a file besides its scenarios.
  public init(_ report: FileReport, index: Int) {
    self.init(path: report.path, index: index, status: report.verdict)
    diagnostics = report.diagnostics.map { DiagnosticRecord($0, in: report.sources) }
    unshown = report.unshown
    brokenUses = report.brokenUses
    toldBefore = report.toldBefore
    problem = report.problem
  }

  /// Of all bytes that a file is made of.
  public static func digest(of sources: SourceMap) -> String {
    var hash = SHA256()
    for file in sources.files { file.bytes.withUnsafeBytes { hash.update($0) } }
    return hash.hexadecimal
  }
}

extension ScenarioRecord.Status {
  public init(_ verdict: ScenarioResult.Verdict) {
    self =
      switch verdict {
      case .passed: .passed
      case .failed: .failed
      case .skipped: .skipped
      case .todo: .todo
      case .missing: .missing
      }
  }
}

extension ScenarioResult.Verdict {
  /// Why it has neither passed nor failed.
  var reason: String? {
    switch self {
    case .passed, .failed: nil
    case .skipped(let reason), .todo(let reason), .missing(let reason): reason
    }
  }
}

extension DiagnosticRecord {
  init(_ diagnostic: Diagnostic, in sources: SourceMap) {
    self.init(
      Severity(diagnostic.severity), code: diagnostic.code.rawValue, diagnostic.message,
      at: PlaceRecord(diagnostic.span, in: sources), text: diagnostic.text(in: sources))
    help = diagnostic.help
    related = diagnostic.related.map {
      Related($0.message, at: PlaceRecord($0.span, in: sources))
    }
    source = DiagnosticRecord.line(of: diagnostic.span, in: sources)
  }

  /// At most so many bytes of a line are kept.
  private static let longestSource = 400

  private static func line(of span: SourceSpan, in sources: SourceMap) -> String {
    let file = sources[span]
    var line = file.line(file.position(of: Int(span.start)).line)
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    while isBlank(line.first) { line = line.dropFirst() }
    while isBlank(line.last) { line = line.dropLast() }
    return String(decoding: line.prefix(longestSource), as: UTF8.self)
  }
}

extension DiagnosticRecord.Severity {
  init(_ severity: Diagnostic.Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
  }
}

extension ScenarioRecord {
  /// How a scenario of the file at `path` went; `fileIndex` is the file's place in the whole run.
  public init(
    _ result: ScenarioResult, of path: String, fileIndex: Int, in sources: SourceMap
  ) {
    let place = PlaceRecord(result.rowSpan ?? result.span, in: sources)
    self.init(
      file: path, fileIndex: fileIndex, index: result.index, name: result.name, row: result.row,
      line: place.line, status: Status(result.verdict))
    id = ScenarioRecord.id(file: path, name: result.name, row: result.numberedRow)
    if let row = result.rowSpan, row.file != result.span.file { rowFile = place.file }
    pass = result.pass
    column = place.column
    endLine = place.endLine
    tags = result.tags
    seconds = result.seconds
    reason = result.verdict.reason
    let blocks = TextReport().blocks(result, in: sources)
    failures = zip(result.failures, blocks).map { FailureRecord($0, in: sources, text: $1) }
    unshown = result.failures.count - failures.count
  }
}

extension FailureRecord {
  /// At most so many characters of a message or a printed value are kept.
  private static let longest = 64 << 10
  /// At most so many parts of a formula.
  private static let mostParts = 100

  init(_ failure: Failure, in sources: SourceMap, text: String) {
    self.init(
      failure.kind.rawValue, code: failure.code.rawValue,
      Cut.plain(failure.message, to: FailureRecord.longest),
      at: PlaceRecord(failure.span, in: sources), text: text)
    details = failure.details.map {
      Failure.Detail($0.label, Cut.plain($0.text, to: FailureRecord.longest))
    }
    places = failure.places.map { Place($0.label, at: PlaceRecord($0.span, in: sources)) }
    parts = failure.parts.prefix(FailureRecord.mostParts).map {
      Failure.Part(text: Cut.plain($0.text, to: 4000), value: Cut.plain($0.value, to: 4000))
    }
    help = failure.help.map { Cut.plain($0, to: FailureRecord.longest) }
  }
}

extension PlaceRecord {
  /// The place without the blanks and line ends behind it.
  init(_ span: SourceSpan, in sources: SourceMap) {
    let file = sources[span]
    var end = min(Int(span.end), file.bytes.count)
    let start = min(Int(span.start), end)
    while end > start, [0x20, 0x09, 0x0a, 0x0d].contains(file.bytes[end - 1]) { end -= 1 }
    let first = file.position(of: start)
    let last = file.position(of: end)
    self.init(
      file: file.name, line: first.line, column: first.column, endLine: last.line,
      endColumn: last.column)
  }
}
