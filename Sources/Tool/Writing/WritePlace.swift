import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a file may be written: a folder that is open, and a name in it. `FileWriter` takes nothing
/// else, so that whoever writes has come through one of two doors.
///
/// What the tool chooses itself, a golden, a schema, an updated file, what it remembers, lies below
/// a root, and no link leads there. Only where a person typed the path are links followed.
struct WritePlace {
  let folder: OpenFolder
  let name: OpenFolder.Name
  /// The path as people know it.
  let shown: FilePath

  private init(_ folder: OpenFolder, _ name: OpenFolder.Name, _ shown: FilePath) {
    self.folder = folder
    self.name = name
    self.shown = shown
  }

  // MARK: The tool's own

  /// A file of a project, reached from its root name by name.
  static func inProject(
    _ path: FilePath, _ rule: RootRule, makingFolders: Bool = false
  ) throws(FileWriter.Failure) -> WritePlace {
    try check(path)
    var (existing, missing) = (path.folder, [OpenFolder.Name]())
    while makingFolders, !Arguments.isFolder(existing), existing.folder != existing {
      missing.insert(Array(existing.name), at: 0)
      existing = existing.folder
    }
    let folder = try opened(existing, for: path, rule)
    return try below(folder, making: missing, path)
  }

  /// The folder, where it lies below the root of its project and no link leads there. It is opened
  /// name by name as the path goes, and must be what the way from the root leads to: so it does not
  /// matter what becomes of any name meanwhile.
  private static func opened(
    _ path: FilePath, for file: FilePath, _ rule: RootRule
  ) throws(FileWriter.Failure) -> OpenFolder {
    do {
      let (folder, links) = try PathWalk.along(path)
      let root = try ProjectRoot(of: path.appending(file.name), rule)
      let base = try OpenFolder.open(root.path)
      var proper = base
      for name in root.folders { proper = try proper.folder(name) }
      guard let identity = folder.identity, proper.identity == identity else {
        throw FileWriter.Failure(file, "is not written: its folder was replaced meanwhile")
      }
      let grounds = Set([base.identity, FileIdentity(of: ".")].compactMap { $0 })
      if let link = links.first(where: { $0.home.lies(in: grounds) }) {
        throw FileWriter.Failure(file, "is not written: \(link.path.shown) is a link")
      }
      return folder
    } catch let failure as FileWriter.Failure {
      throw failure
    } catch let problem as FileProblem {
      throw FileWriter.Failure(problem.path, problem.message)
    } catch let error as SystemError {
      throw FileWriter.Failure(file, error.code)
    } catch {
      throw FileWriter.Failure(file, EINVAL)
    }
  }

  /// A file below a folder that the surroundings name, with the folders between made.
  static func below(
    _ base: FilePath, _ folders: [OpenFolder.Name], _ name: OpenFolder.Name
  ) throws(FileWriter.Failure) -> WritePlace {
    let shown = folders.reduce(base) { $0.appending($1) }.appending(name)
    try makeFolders(of: base.appending(name), for: shown)
    let folder: OpenFolder
    do throws(SystemError) {
      folder = try OpenFolder.open(base)
    } catch {
      throw FileWriter.Failure(shown, error.code)
    }
    return try below(folder, making: folders, shown)
  }

  private static func below(
    _ folder: OpenFolder, making missing: [OpenFolder.Name], _ path: FilePath
  ) throws(FileWriter.Failure) -> WritePlace {
    do throws(SystemError) {
      var folder = folder
      for name in missing where name != Array(".".utf8) {
        if name == Array("..".utf8) { throw SystemError(ENOENT) }
        folder = try folder.folder(name, making: true)
      }
      return WritePlace(folder, Array(path.name), path)
    } catch {
      throw FileWriter.Failure(path, error.code)
    }
  }

  // MARK: What a person typed

  /// A file that a person named, at the end of all links; with the folders that it is to lie in.
  static func typed(_ path: FilePath) throws(FileWriter.Failure) -> WritePlace {
    try check(path)
    let target = try target(of: path)
    try makeFolders(of: target, for: path)
    do throws(SystemError) {
      return WritePlace(
        try OpenFolder.open(target.folder), Array(target.name), path)
    } catch {
      throw FileWriter.Failure(path, error.code)
    }
  }

  /// The file that a chain of links leads to, be it there or not.
  private static func target(of path: FilePath) throws(FileWriter.Failure) -> FilePath {
    var target = path
    for _ in 0..<40 {
      guard let next = target.linkTarget() else { return target }
      target = next.bytes[0] == UInt8(ascii: "/") ? next : target.folder.appending(next.bytes)
    }
    throw FileWriter.Failure(path, ELOOP)
  }

  private static func makeFolders(
    of target: FilePath, for path: FilePath
  ) throws(FileWriter.Failure) {
    let bytes = target.folder.bytes
    for end in bytes.indices.dropFirst() + [bytes.count]
    where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
      let made = FilePath(bytes: Array(bytes[..<end])).withCString { mkdir($0, 0o777) }
      // Where the folder lies beyond what may be written, it may be there all the same.
      if made != 0, errno != EEXIST, end == bytes.count { throw FileWriter.Failure(path, errno) }
    }
  }

  private static func check(_ path: FilePath) throws(FileWriter.Failure) {
    if path.bytes.isEmpty || path.bytes.contains(0) || path.name.isEmpty {
      throw FileWriter.Failure(path, ENOENT)
    }
  }

  /// Whether both are the same name in the same folder.
  func isSame(as other: WritePlace) -> Bool {
    name == other.name && folder.identity == other.folder.identity
  }

  // MARK: Words

  /// Another name in the same folder.
  func beside(_ name: OpenFolder.Name) -> WritePlace {
    WritePlace(folder, name, shown)
  }

  /// Where the link under the name leads, for a message.
  var linkTarget: String { folder.link(name)?.shown ?? "another file" }

  func refusal(_ message: String) -> FileWriter.Failure { FileWriter.Failure(shown, message) }

  /// Tells what the system says as a failure to write this file.
  func attempt<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(FileWriter.Failure) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileWriter.Failure(shown, error.code)
    }
  }
}
