import Loader

/// Where something happens when files are written, made or removed, as folders without links.
///
/// Editors put new files in the place of old ones, and git removes folders and makes them anew; so
/// the folders of files are watched, of those that are missing the one that they would come to be
/// in, and of those above them whether they are still there.
struct WatchedFolders {
  /// Of these all that happens in them.
  private(set) var folders: Set<FilePath> = []
  /// Of these only whether they are moved or removed.
  private(set) var above: Set<FilePath> = []
  #if canImport(Darwin)
    /// There writing to a file does not wake who watches its folder.
    private(set) var files: Set<FilePath> = []
  #endif

  init(around files: [FilePath], _ folders: [FilePath]) {
    #if canImport(Darwin)
      self.files = Set(files.filter(Arguments.exists))
    #endif
    for folder in Set(folders).union(files.map(\.folder)) { add(folder) }
    for file in files where Arguments.isLink(file) {
      let way = ResolvedPath(expecting: file)
      for end in way.links + [way.real] { add(real: end.folder) }
    }
  }

  /// All of which everything is to be known.
  var all: Set<FilePath> {
    #if canImport(Darwin)
      folders.union(files)
    #else
      folders
    #endif
  }

  private mutating func add(_ folder: FilePath) {
    let way = ResolvedPath(expecting: folder)
    for link in way.links { add(real: link.folder) }
    add(real: way.real)
  }

  private mutating func add(real folder: FilePath) {
    var folder = folder
    while !Arguments.isFolder(folder), folder.folder != folder { folder = folder.folder }
    guard folders.insert(folder).inserted else { return }
    while folder.folder != folder {
      folder = folder.folder
      above.insert(folder)
    }
  }
}
