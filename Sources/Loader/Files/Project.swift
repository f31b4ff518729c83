#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder that the files of a load must lie in. Files in it are opened from its descriptor,
/// folder by folder, no link followed, so that nothing outside can be reached.
struct Project: ~Copyable {
  private let root: CInt
  /// Real names of the folders from the root to the first file's.
  private let home: [[UInt8]]

  /// Throws where the file has no root, or the root cannot be opened.
  init(of file: FilePath, _ rule: RootRule) throws(FileProblem) {
    let found = try ProjectRoot(of: file, rule)
    let root = found.path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard root >= 0 else { throw OpenFile.failure(found.path, errno) }
    self.root = root
    home = found.folders
  }

  deinit { close(root) }

  /// Where a file lies, as the names of the folders from the root and its own.
  struct Place: Hashable {
    var parts: [[UInt8]]
  }

  /// How many folders stand between the root and the first file.
  var depth: Int { home.count }

  /// The place of the first file.
  func place(of file: FilePath) -> Place { Place(parts: home + [Array(file.name)]) }

  /// The place that a path written in another file means; nil where it leaves the project.
  func resolve(_ path: [UInt8], from place: Place) -> Place? {
    var parts = Array(place.parts.dropLast())
    for part in path.split(separator: FilePath.slash) {
      if part.elementsEqual("..".utf8) {
        if parts.popLast() == nil { return nil }
      } else if !part.elementsEqual(".".utf8) {
        parts.append(Array(part))
      }
    }
    return Place(parts: parts)
  }

  /// Opens a file of the project.
  func file(at place: Place, shownAs path: FilePath) throws(FileProblem) -> OpenFile {
    guard !place.parts.isEmpty else {
      throw FileProblem(path, .notAFile, "is a folder, not a file")
    }
    var folder = root
    defer { if folder != root { close(folder) } }
    for part in place.parts.dropLast() {
      let next = FilePath(bytes: part).withCString {
        openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      guard next >= 0 else { throw Project.failure(part, in: folder, path, errno) }
      if folder != root { close(folder) }
      folder = next
    }
    let name = place.parts.last ?? []
    let descriptor = FilePath(bytes: name).withCString {
      openat(folder, $0, OpenFile.flags | O_NOFOLLOW)
    }
    guard descriptor >= 0 else { throw Project.failure(name, in: folder, path, errno) }
    return try OpenFile(descriptor, path)
  }

  private static func failure(
    _ part: [UInt8], in folder: CInt, _ path: FilePath, _ code: CInt
  ) -> FileProblem {
    var status = stat()
    let isLink = FilePath(bytes: part).withCString {
      fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
    guard isLink else { return OpenFile.failure(path, code) }
    return FileProblem(path, .notAFile, "is a symbolic link, or lies behind one")
  }
}

extension Project {
  /// Shares an open project.
  final class Shared {
    let project: Project

    init(of file: FilePath, _ rule: RootRule) throws(FileProblem) {
      project = try Project(of: file, rule)
    }
  }
}
