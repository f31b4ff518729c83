import Values

/// Tells what is wrong with a file that others `use` once, with the first file that leads to it:
/// it is found again with each of them.
///
/// The files of a run or of a merge are given to it in the order in which they are told. Files are
/// told apart by what they are, and where that is not known by their paths.
public struct ToldOnce: Sendable {
  /// Of more than so many the later ones may be told again.
  private static let most = 100_000

  private struct Key: Hashable {
    var file: String
    var text: [UInt8]
  }

  private var keys: Set<Key> = []

  public init() {}

  /// Leaves out of a file's report what has been told of the files that it uses, and of itself.
  public mutating func filter(_ report: inout FileReport) {
    let sources = report.sources
    var kept: [Diagnostic] = []
    var told: TextSet = []
    for diagnostic in report.diagnostics {
      let file = sources[diagnostic.span]
      let number = Int(diagnostic.span.file)
      let identity = report.identities.indices.contains(number) ? report.identities[number] : nil
      let isNew = isNew(
        identity, file.name, "\(diagnostic.span.start)", diagnostic.code.rawValue,
        diagnostic.message)
      if isNew {
        kept.append(diagnostic)
        told.insert(file.name)
      } else if diagnostic.severity == .error, report.isOwn(diagnostic.span) {
        report.toldBefore += 1
      }
    }
    report.diagnostics = kept
    // A file that cannot be read is told of itself, or with the first that uses it.
    if let problem = report.problem, sources.files.isEmpty,
      !isNew(nil, report.path, "0", ProblemCode.badUse.rawValue, "the file \(problem)")
    {
      report.toldBefore += 1
    }
    if told.isEmpty, report.toldBefore > 0 {
      report.toldBefore += report.unshown
      report.unshown = 0
    }
    ToldOnce.count(&report.brokenUses, told)
  }

  /// The same of what reports tell of a file.
  mutating func filter(_ record: inout FileRecord) {
    var kept: [DiagnosticRecord] = []
    var told: TextSet = []
    for diagnostic in record.diagnostics {
      let place = diagnostic.place
      let isNew = isNew(
        nil, place.file, "\(place.line):\(place.column)", diagnostic.code, diagnostic.message)
      if isNew {
        kept.append(diagnostic)
        told.insert(place.file)
      } else if diagnostic.severity == .error, Text.same(place.file, record.path) {
        record.toldBefore += 1
      }
    }
    record.diagnostics = kept
    if let problem = record.problem, record.isBroken, record.brokenUses.isEmpty,
      !isNew(nil, record.path, "1:1", ProblemCode.badUse.rawValue, "the file \(problem)")
    {
      record.toldBefore += 1
    }
    if !told.contains(record.path), record.toldBefore > 0 {
      record.toldBefore += record.unshown
      record.unshown = 0
    }
    ToldOnce.count(&record.brokenUses, told)
  }

  /// Those of which nothing is told here leave nothing out here either.
  private static func count(_ files: inout [UsedFile], _ told: TextSet) {
    for index in files.indices where !told.contains(files[index].path) {
      files[index].unshown = 0
    }
  }

  private mutating func isNew(
    _ identity: String?, _ path: String, _ place: String, _ code: String,
    _ message: String
  ) -> Bool {
    let key = Key(
      file: identity ?? PlainPath.of(path),
      text: Array("\(place) \(code) \(message)".utf8))
    if keys.contains(key) { return false }
    if keys.count < ToldOnce.most { keys.insert(key) }
    return true
  }
}
