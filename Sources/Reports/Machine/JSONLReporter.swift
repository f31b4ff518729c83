import Values

/// The records themselves, one a line: what `merge` and other programs read. The format is
/// described in `docs/report-jsonl.md`. The last line has the digest of all lines before it, so that
/// a line which is lost, repeated or changed on the way does not go unnoticed.
public struct JSONLReporter: Reporter {
  private var hash = SHA256()

  public init() {}

  public mutating func receive(_ record: RunRecord) -> String {
    switch record {
    case .started: hash = SHA256()
    case .ended(var end):
      end.digest = hash.hexadecimal
      return JSONLReporter.line(.ended(end))
    case .model, .scenario, .traced, .explored, .walked, .file: break
    }
    let line = JSONLReporter.line(record)
    hash.update(line)
    return line
  }

  private static func line(_ record: RunRecord) -> String {
    LogSafe.guarded(record.line, .json) + "\n"
  }
}
