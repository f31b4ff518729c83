import Loader
import Reports
import Values

/// The schema file that a scenario file names: the nearest in the folders of its path and in those above
/// them, up to the root of the project, else one to be made beside it.
struct SchemaFile {
  /// Hidden, so that it is no clutter among scenarios; in a folder, so that it is there offline and
  /// for all who share the folder.
  static let name = ".reactorctl.schema.json"

  let path: FilePath
  let isThere: Bool
  /// Its path relative to the scenario file.
  let reference: String

  init(for file: FilePath, _ root: RootRule) {
    // What is typed says nothing of the folders above the working folder.
    let height = (try? ProjectRoot(of: FilePath(SchemaFile.name), root).folders.count) ?? 0
    var folder = file.folder
    var reference = SchemaFile.name
    while true {
      let candidate =
        folder == "." ? FilePath(SchemaFile.name) : folder.appending(SchemaFile.name.utf8)
      if Arguments.exists(candidate) {
        (path, isThere, self.reference) = (candidate, true, reference)
        return
      }
      if Arguments.exists(folder.appending(".git".utf8)) { break }
      guard let above = folder.above(within: height) else { break }
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
  /// The folder that this folder lies in, as far as the path itself tells; of the working folder and
  /// those above it, as long as these are no higher than so many.
  fileprivate func above(within height: Int) -> FilePath? {
    if bytes.isEmpty || self == "." { return height > 0 ? ".." : nil }
    let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if names.allSatisfy({ $0.elementsEqual("..".utf8) }) {
      return names.count < height ? appending("..".utf8) : nil
    }
    let last = Array(name)
    if last.isEmpty || last == Array("..".utf8) || last == Array(".".utf8) { return nil }
    return folder
  }
}
