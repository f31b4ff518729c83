#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The scenario files found under some paths.
public struct Discovery: Sendable {
  /// In the order of the paths; those of a folder in the order of their bytes. None twice.
  public private(set) var files: [FilePath] = []
  /// The folders that were searched, those within them included.
  public private(set) var folders: [FilePath] = []
  public private(set) var problems: [FileProblem] = []

  /// Levels of folders, and entries in all folders, that a search goes through.
  private static let depth = 64
  private static let entries = 100_000

  private var seen: Set<FilePath> = []
  private var count = 0

  /// Files count as given; folders are searched for `*.yaml` and `*.yml`, hidden entries and links
  /// left out.
  init(_ paths: [FilePath]) {
    for path in paths {
      var status = stat()
      if path.withCString({ stat($0, &status) }) != 0 {
        problems.append(OpenFile.failure(path, errno))
      } else if status.st_mode & S_IFMT == S_IFDIR, !path.isScenarioFile {
        search(path, depth: 1)
      } else {
        add(path)
      }
    }
  }

  private mutating func add(_ path: FilePath) {
    if seen.insert(path).inserted { files.append(path) }
  }

  private mutating func search(_ folder: FilePath, depth: Int) {
    guard depth <= Discovery.depth else {
      return problems.append(
        FileProblem(folder, .notAFile, "lies more than \(Discovery.depth) folders deep"))
    }
    guard let directory = folder.withCString({ opendir($0) }) else {
      return problems.append(OpenFile.failure(folder, errno))
    }
    folders.append(folder)
    var names: [(name: [UInt8], type: UInt8)] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append((name, entry.pointee.d_type)) }
    }
    closedir(directory)
    names.sort { $0.name.lexicographicallyPrecedes($1.name) }
    for (name, type) in names {
      count += 1
      if count == Discovery.entries + 1 {
        problems.append(
          FileProblem(folder, .tooLarge, "has more than \(Discovery.entries) entries below it"))
      }
      guard count <= Discovery.entries else { return }
      visit(folder.isCurrent ? FilePath(bytes: name) : folder.appending(name), type, depth)
    }
  }

  private mutating func visit(_ path: FilePath, _ type: UInt8, _ depth: Int) {
    var type = Int(type)
    if type == Int(DT_UNKNOWN) {
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else { return }
      type =
        switch status.st_mode & S_IFMT {
        case S_IFDIR: Int(DT_DIR)
        case S_IFLNK: Int(DT_LNK)
        default: Int(DT_REG)
        }
    }
    if type == Int(DT_LNK) { return }
    if path.isScenarioFile { return add(path) }
    if type == Int(DT_DIR) { search(path, depth: depth + 1) }
  }
}

extension FilePath {
  fileprivate var isCurrent: Bool { bytes == [UInt8(ascii: ".")] }
}
