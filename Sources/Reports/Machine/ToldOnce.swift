/// Tells diagnostics apart that several files give rise to: what is wrong with a file that others
/// `use` is found again with each of them.
struct ToldOnce {
  /// Of more than so many the later ones may be told again.
  private static let most = 100_000

  private var keys: Set<[UInt8]> = []

  /// Whether this is the first time that a file tells of it.
  mutating func isNew(_ diagnostic: DiagnosticRecord, of file: FileRecord) -> Bool {
    if diagnostic.place.file.utf8.elementsEqual(file.path.utf8) { return true }
    let key = Array("\(diagnostic.place.start) \(diagnostic.code) \(diagnostic.message)".utf8)
    if keys.contains(key) { return false }
    if keys.count < ToldOnce.most { keys.insert(key) }
    return true
  }
}
