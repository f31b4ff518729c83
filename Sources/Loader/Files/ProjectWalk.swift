#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The way from a project's root to one of its files, folder by folder.
///
/// Every step opens a name below an open folder and follows no link. What turns out to be a link is
/// read, and its target walked to in the same manner from the root. So whatever is renamed or linked
/// meanwhile, nothing outside is opened, but for what Bazel's links lead to (`LinkRule`).
struct ProjectWalk: ~Copyable {
  /// As many links as the system follows.
  private static let most = 40

  private let root: CInt
  /// Absolute, without links.
  private let top: FilePath
  /// How messages call what is looked for.
  private let shown: FilePath
  /// The folders under way, with their names; all are below the root.
  private var folders: [(name: [UInt8], descriptor: CInt)] = []
  /// Names that are still to be walked, the next one last.
  private var rest: [[UInt8]] = []
  private var links = 0

  init(root: CInt, top: FilePath, to place: Project.Place, shownAs shown: FilePath) {
    self.root = root
    self.top = top
    self.shown = shown
    rest = place.parts.reversed()
  }

  deinit { for folder in folders { close(folder.descriptor) } }

  /// Opens the file, and says where it is with no link on the way.
  mutating func open() throws(FileProblem) -> (descriptor: CInt, place: Project.Place) {
    while let name = rest.popLast() {
      if name.elementsEqual(".".utf8) { continue }
      if name.elementsEqual("..".utf8) {
        guard let last = folders.popLast() else { throw leaving() }
        close(last.descriptor)
        continue
      }
      let isLast = rest.isEmpty
      let flags = isLast ? OpenFile.flags : O_RDONLY | O_DIRECTORY | O_CLOEXEC
      let descriptor = at(name, flags | O_NOFOLLOW)
      let code = errno
      if descriptor >= 0 {
        if isLast { return (descriptor, Project.Place(parts: folders.map(\.name) + [name])) }
        folders.append((name, descriptor))
      } else if let target = target(of: name) {
        if let opened = try follow(target, from: name, flags) { return opened }
      } else {
        throw OpenFile.failure(shown, code)
      }
    }
    throw FileProblem(shown, .notAFile, "is a folder, not a file")
  }

  private func at(_ name: [UInt8], _ flags: CInt) -> CInt {
    FilePath(bytes: name).withCString { openat(folders.last?.descriptor ?? root, $0, flags) }
  }

  /// What the name leads to where it is a link.
  private func target(of name: [UInt8]) -> [UInt8]? {
    FilePath(bytes: name).linkTarget(in: folders.last?.descriptor ?? root)?.bytes
  }

  /// Goes on behind a link; gives the file where the link led to it at once.
  private mutating func follow(
    _ target: [UInt8], from name: [UInt8], _ flags: CInt
  ) throws(FileProblem) -> (descriptor: CInt, place: Project.Place)? {
    links += 1
    guard links <= ProjectWalk.most else { throw OpenFile.failure(shown, ELOOP) }
    let link = folders.reduce(top) { $0.appending($1.name) }.appending(name)
    if LinkRule.isInBazel(link) {
      let descriptor = at(name, flags)
      guard descriptor >= 0 else { throw OpenFile.failure(shown, errno) }
      if rest.isEmpty {
        return (descriptor, Project.Place(parts: folders.map(\.name) + [name]))
      }
      folders.append((name, descriptor))
      return nil
    }
    guard target.first == FilePath.slash else {
      rest += target.split(separator: FilePath.slash).reversed().map { Array($0) }
      return nil
    }
    // Where an absolute target is, is only a guess: the walk begins again at the root.
    guard let real = ResolvedPath(FilePath(bytes: target))?.real, let inner = real.below(top)
    else { throw leaving() }
    while let last = folders.popLast() { close(last.descriptor) }
    rest += inner.reversed()
    return nil
  }

  private func leaving() -> FileProblem {
    FileProblem(shown, .notAFile, "is a link that leads out of the project, or lies behind one")
  }
}

/// Which links may lead out of a project.
public enum LinkRule {
  /// Bazel's tree of links to what a test may read, where a test runs; without links.
  private static let tree: FilePath? = getenv("TEST_SRCDIR").flatMap { value in
    value.pointee == 0 ? nil : FilePath(String(cString: value)).real
  }

  /// Whether a link, given by where it lies itself, is one of Bazel's: those are followed wherever
  /// they lead, and what they lead to counts as if it lay in their place.
  static func isInBazel(_ link: FilePath) -> Bool { tree.map { link.below($0) != nil } ?? false }

  /// Where a path really is, as far as its project knows: without links, but for those that lead out
  /// of it and may. Nil where it leads nowhere, or out of the project and must not.
  static func place(of path: FilePath, in root: FilePath) -> FilePath? {
    guard let folder = path.folder.real, let real = path.real else { return nil }
    let own = folder.appending(path.name)
    if isInBazel(own) { return own }
    // A link to the root itself leads out of nothing.
    return real.below(root) == nil && real != root ? nil : real
  }
}

extension FilePath {
  /// The names that lead here from a folder, both without links; nil where this is not below it.
  func below(_ folder: FilePath) -> [[UInt8]]? {
    let (own, others) = (
      bytes.split(separator: FilePath.slash), folder.bytes.split(separator: FilePath.slash)
    )
    guard own.count > others.count, own.starts(with: others) else { return nil }
    return own.dropFirst(others.count).map { Array($0) }
  }
}
