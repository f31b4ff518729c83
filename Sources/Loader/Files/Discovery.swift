#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The scenario files found under some paths.
///
/// A file that several paths lead to is found once, under the first of them, folder names compared
/// one by one. What cannot be looked into is a problem, and what else there is still found.
public struct Discovery: Sendable {
  /// What one of the paths led to.
  public struct Target: Sendable {
    /// Whether it is a folder that was to be searched.
    public internal(set) var isFolder = false
    /// Of the files found; several paths may lead to one file.
    public internal(set) var files: [Int] = []
    /// Why the path itself leads nowhere.
    public internal(set) var problem: FileProblem?
    /// Whether something below it could not be looked into.
    public internal(set) var isIncomplete = false
  }

  /// In the order of the paths; those of a folder in the order of their bytes. None twice.
  public private(set) var files: [FilePath] = []
  /// The folders that were searched, those within them included.
  public private(set) var folders: [FilePath] = []
  /// Of paths that lead nowhere, and of what could not be looked into.
  public private(set) var problems: [FileProblem] = []
  /// Folders that were not searched, since a link leads to them out of the project.
  public private(set) var outside: [FilePath] = []
  /// Links that lead nowhere, and from where they stand to no place that the project could have had:
  /// those of build tools do so before anything is built.
  public private(set) var dangling: [FilePath] = []
  /// What each path led to, in their order.
  public private(set) var targets: [Target] = []

  /// Levels of folders, and entries in all folders of a path, that a search goes through.
  private static let depth = 64
  private static let entries = 100_000

  private let rule: RootRule
  /// The files by where they really are.
  private var known: [FilePath: Int] = [:]
  private var count = 0
  /// The folders of the path under way that were searched.
  private var seen: Set<FileIdentity> = []

  /// Files count as given; folders are searched for `*.yaml` and `*.yml`, hidden entries and rows
  /// left out.
  /// Links are followed as far as the project goes that the rule gives, and each folder searched
  /// once for a path.
  init(_ paths: [FilePath], _ rule: RootRule) {
    self.rule = rule
    for path in paths {
      targets.append(Target())
      (count, seen) = (0, [])
      var status = stat()
      if path.withCString({ stat($0, &status) }) != 0 {
        let problem = OpenFile.failure(path, errno)
        targets[targets.count - 1].problem = problem
        problems.append(problem)
      } else if status.st_mode & S_IFMT == S_IFDIR, !path.isScenarioFile {
        targets[targets.count - 1].isFolder = true
        search(Folder(path: path, real: path.real ?? path), depth: 1)
      } else {
        add(path, real: place(of: path) ?? (path.folder.real ?? path.folder).appending(path.name))
      }
    }
  }

  /// A folder as it was reached, and where it really is.
  private struct Folder {
    var path: FilePath
    var real: FilePath

    func entry(_ name: [UInt8]) -> FilePath {
      path.isCurrent ? FilePath(bytes: name) : path.appending(name)
    }
  }

  private mutating func add(_ path: FilePath, real: FilePath) {
    let target = targets.count - 1
    guard let index = known[real] else {
      known[real] = files.count
      targets[target].files.append(files.count)
      return files.append(path)
    }
    if targets[target].files.last != index { targets[target].files.append(index) }
    if path.precedes(files[index]) { files[index] = path }
  }

  /// Something below a path that is not looked into.
  private mutating func report(_ problem: FileProblem) {
    problems.append(problem)
    targets[targets.count - 1].isIncomplete = true
  }

  // MARK: Folders

  private mutating func search(_ folder: Folder, depth: Int) {
    guard depth <= Discovery.depth else {
      return report(
        FileProblem(folder.path, .notAFile, "lies more than \(Discovery.depth) folders deep"))
    }
    if let identity = FileIdentity(of: folder.path), !seen.insert(identity).inserted { return }
    let listing = FolderListing(of: folder.path)
    // What was read before a failure is searched all the same.
    if listing.code != 0 { report(OpenFile.unreadable(folder.path, listing.code)) }
    folders.append(folder.path)
    for entry in listing.entries where entry.name.first != UInt8(ascii: ".") {
      count += 1
      if count == Discovery.entries + 1 {
        report(
          FileProblem(
            folder.path, .tooLarge, "has more than \(Discovery.entries) entries below it"))
      }
      guard count <= Discovery.entries else { return }
      visit(entry, of: folder, depth)
    }
  }

  private mutating func visit(_ entry: FolderListing.Entry, of folder: Folder, _ depth: Int) {
    let path = folder.entry(entry.name)
    var type = entry.type
    if type == Int(DT_UNKNOWN) {
      var status = stat()
      guard path.withCString({ lstat($0, &status) }) == 0 else {
        return report(OpenFile.unreadable(path, errno))
      }
      type =
        switch status.st_mode & S_IFMT {
        case S_IFDIR: Int(DT_DIR)
        case S_IFLNK: Int(DT_LNK)
        default: Int(DT_REG)
        }
    }
    if type == Int(DT_LNK) { return follow(path, depth) }
    let real = folder.real.appending(entry.name)
    if path.isSearchedFor { return add(path, real: real) }
    if type == Int(DT_DIR) { search(Folder(path: path, real: real), depth: depth + 1) }
  }

  // MARK: Links

  /// Where the path is, as far as its project knows; nil where it leads nowhere or leaves it.
  private func place(of path: FilePath) -> FilePath? {
    guard let root = try? ProjectRoot(of: path, rule) else { return nil }
    return LinkRule.place(of: path, in: root.path)
  }

  /// A link that leads nowhere. One that may have led to a folder is taken for one: scenarios may have been there.
  private mutating func lose(_ path: FilePath, _ code: CInt) {
    if path.isSearchedFor { return report(OpenFile.unreadable(path, code)) }
    guard code == ENOENT, let target = path.linkTarget(), target.mayBeFolder, path.mayBeFolder
    else {
      return
    }
    if target.bytes.first == FilePath.slash { return dangling.append(path) }
    report(OpenFile.unreadable(path, code))
  }

  private mutating func follow(_ path: FilePath, _ depth: Int) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      return lose(path, errno)
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard path.isSearchedFor || isFolder else { return }
    guard let place = place(of: path) else {
      if path.isSearchedFor {
        return report(
          FileProblem(
            path, .notAFile,
            "is a link that leads out of the project, and is not run: give it as a path of its own")
        )
      }
      return outside.append(path)
    }
    if path.isSearchedFor { return add(path, real: place) }
    search(Folder(path: path, real: place), depth: depth + 1)
  }
}

extension FileIdentity {
  fileprivate init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

extension FilePath {
  /// Whether it may be the path of a folder with scenarios, as far as names tell: those of other files have a dot as a
  /// rule, such as what editors hold locks by, and packages are not where scenarios are kept.
  fileprivate var mayBeFolder: Bool {
    let names = bytes.split(separator: FilePath.slash)
    let last = names.last { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    return last?.contains(UInt8(ascii: ".")) != true
      && !names.contains { $0.elementsEqual("node_modules".utf8) }
  }

  fileprivate var isCurrent: Bool { bytes == [UInt8(ascii: ".")] }

  /// Whether the path comes first where folders are searched in order.
  fileprivate func precedes(_ other: FilePath) -> Bool {
    bytes.split(separator: FilePath.slash).lexicographicallyPrecedes(
      other.bytes.split(separator: FilePath.slash)
    ) { $0.lexicographicallyPrecedes($1) }
  }
}
