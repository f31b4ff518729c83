import Values

/// The records themselves, one a line: what `merge` and other programs read. The format is
/// described in `docs/report-jsonl.md`.
public struct JSONLReporter: Reporter {
  public init() {}

  public mutating func receive(_ record: RunRecord) -> String {
    LogSafe.guarded(record.line, .json) + "\n"
  }
}
