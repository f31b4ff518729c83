import Loader
import Reports
import Values

/// Paths as the tool prints them, with what does not show escaped: what is printed can be given back.
enum PrintedPath {
  private static let slash = UInt8(ascii: "/")

  /// What is there and is printed so; nil where nothing is, and where several are, since nobody can say
  /// which of them is meant.
  static func find(_ printed: FilePath) -> FilePath? {
    var path: [UInt8] = []
    let parts = printed.bytes.split(separator: slash, omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number > 0 { path.append(slash) }
      if part.isEmpty { continue }
      if Arguments.exists(FilePath(bytes: path + part)) {
        path += part
        continue
      }
      let folder = path.isEmpty ? FilePath(".") : FilePath(bytes: path)
      let names = FolderListing(of: folder).entries.map(\.name).filter { isPrinted($0, as: part) }
      guard names.count == 1 else { return nil }
      path += names[0]
    }
    return FilePath(bytes: path)
  }

  private static func isPrinted(_ name: [UInt8], as part: ArraySlice<UInt8>) -> Bool {
    let shown = FilePath(bytes: name).shown
    return shown.utf8.elementsEqual(part) || LogSafe.guarded(shown).utf8.elementsEqual(part)
  }
}
