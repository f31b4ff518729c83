import Loader
import Reports
import Values

/// The schema file that a scenario file names: the nearest in the folders of its path, else one to
/// be made beside it.
struct SchemaFile {
  /// Hidden, so that it is no clutter among scenarios; in a folder, so that it is there offline and
  /// for all who share the folder.
  static let name = ".reactorctl.schema.json"

  let path: FilePath
  let isThere: Bool
  /// Its path relative to the scenario file.
  let reference: String

  init(for file: FilePath) {
    var folder = file.folder
    var reference = SchemaFile.name
    while true {
      let candidate =
        folder == "." ? FilePath(SchemaFile.name) : folder.appending(SchemaFile.name.utf8)
      if Arguments.exists(candidate) {
        (path, isThere, self.reference) = (candidate, true, reference)
        return
      }
      guard let above = folder.above else { break }
      folder = above
      reference = "../" + reference
    }
    let own = file.folder
    path = own == "." ? FilePath(SchemaFile.name) : own.appending(SchemaFile.name.utf8)
    isThere = false
    self.reference = SchemaFile.name
  }

  /// Whether a file begins as the schema of any version does.
  static func isOwn(_ start: [UInt8]) -> Bool {
    String(decoding: start, as: UTF8.self).contains("\"Written by: reactorctl schema\"")
  }

  static var text: String {
    LogSafe.guarded(ScenarioLoader.schema.text(width: 100) + "\n", .json)
  }
}

extension FilePath {
  /// The folder that this folder lies in, as far as the path itself tells.
  fileprivate var above: FilePath? {
    let last = Array(name)
    guard bytes.count > 1, !last.isEmpty, last != Array("..".utf8), last != Array(".".utf8) else {
      return nil
    }
    return folder
  }
}
