#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that the files of a load must lie in. Files in it are opened from its descriptor,
/// as `ProjectWalk` tells, so that nothing outside can be reached.
struct Project: ~Copyable {
  private let root: CInt
  private let top: FilePath
  /// Real names of the folders from the root to the first file's.
  private let home: [[UInt8]]
  private let name: [UInt8]
  /// Where the first file is, if it was named by a link.
  let real: FilePath?

  /// Throws where the file has no root, or the root cannot be opened.
  init(of file: FilePath, _ rule: RootRule) throws(FileProblem) {
    let found = try Project.found(file, rule)
    let root = found.path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard root >= 0 else { throw OpenFile.failure(found.path, errno) }
    self.root = root
    top = found.path
    home = found.folders
    name = Array((found.real ?? file).name)
    real = found.real
  }

  /// The root, the way from there, and where the file is if it was named by a link. A link to another
  /// file of the project is as that file: what it uses lies beside that.
  private static func found(
    _ file: FilePath, _ rule: RootRule
  ) throws(FileProblem) -> (path: FilePath, folders: [[UInt8]], real: FilePath?) {
    let own = try ProjectRoot(of: file, rule)
    guard let place = LinkRule.place(of: file, in: own.path),
      place != file.folder.real?.appending(file.name)
    else { return (own.path, own.folders, nil) }
    let other = try ProjectRoot(of: place, .fixed(own.path))
    return (other.path, other.folders, place)
  }

  deinit { close(root) }

  /// Where a file lies, as the names of the folders from the root and its own.
  struct Place: Hashable {
    var parts: [[UInt8]]
  }

  /// How many folders stand between the root and the first file.
  var depth: Int { home.count }

  /// The place of the first file.
  var place: Place { Place(parts: home + [name]) }

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

  /// Opens a file of the project, and says where it is with no link on the way.
  func file(at place: Place, shownAs path: FilePath) throws(FileProblem) -> Opened {
    var walk = ProjectWalk(root: root, top: top, to: place, shownAs: path)
    let (descriptor, place) = try walk.open()
    return Opened(file: try OpenFile(descriptor, path), place: place)
  }

  struct Opened: ~Copyable {
    let file: OpenFile
    let place: Place
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
