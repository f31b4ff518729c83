import CSystem
import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that is open: what is done with a name in it is done there, wherever the folder's path
/// leads meanwhile. No link that stands under a name is followed.
final class OpenFolder {
  typealias Name = [UInt8]

  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Opens a folder by its path, along links.
  static func open(_ path: FilePath) throws(SystemError) -> OpenFolder {
    try made(path.withCString { openPath($0, flags) })
  }

  /// Opens the folder of a name. `making` makes it where there is nothing of that name.
  func folder(_ name: Name, making: Bool = false) throws(SystemError) -> OpenFolder {
    if making, withName(name, { mkdirat(descriptor, $0, 0o777) }) != 0, errno != EEXIST {
      throw SystemError(errno)
    }
    return try OpenFolder.made(
      withName(name) { openat(descriptor, $0, OpenFolder.flags | O_NOFOLLOW) })
  }

  /// Opens the folder that the link of a name leads to.
  func folder(linkedAs name: Name) throws(SystemError) -> OpenFolder {
    try OpenFolder.made(withName(name) { openat(descriptor, $0, OpenFolder.flags) })
  }

  private static func made(_ descriptor: Int32) throws(SystemError) -> OpenFolder {
    guard descriptor >= 0 else { throw SystemError(errno) }
    return OpenFolder(descriptor)
  }

  /// Nil where it cannot be told.
  var identity: FileIdentity? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
  }

  // MARK: Looking

  /// Whether the folder is one of those, lies in one of them, or lies in a repository. What cannot
  /// be told counts as if it did.
  func lies(in grounds: Set<FileIdentity>) -> Bool {
    var folder = self
    while let identity = folder.identity {
      if grounds.contains(identity) { return true }
      do throws(SystemError) {
        if try folder.status(of: Array(".git".utf8)) != nil { return true }
        folder = try folder.folder(Array("..".utf8))
      } catch {
        return true
      }
      if folder.identity == identity { return false }
    }
    return true
  }

  /// What stands under the name, be it a link; nil where nothing does.
  func status(of name: Name) throws(SystemError) -> stat? {
    var status = stat()
    if withName(name, { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 {
      return status
    }
    if errno == ENOENT { return nil }
    throw SystemError(errno)
  }

  /// Where the link of that name leads; nil where it is none.
  func link(_ name: Name) -> FilePath? {
    FilePath(bytes: name).linkTarget(in: descriptor)
  }

  /// Whether the caller may write to what stands under the name.
  func mayWrite(_ name: Name) -> Bool {
    withName(name) { faccessat(descriptor, $0, W_OK, AT_EACCESS) } == 0
  }

  /// All names in the folder but `.` and `..`, in the order of their bytes, as far as they can be read.
  func names() -> [Name] {
    let own = withName([UInt8(ascii: ".")]) { openat(descriptor, $0, OpenFolder.flags) }
    return own < 0 ? [] : FolderListing(closing: own).entries.map(\.name)
  }

  // MARK: Doing

  /// Opens what stands under the name; never waits for the other end of a pipe.
  func open(_ name: Name, _ flags: Int32) throws(SystemError) -> Int32 {
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let found = withName(name) { openat(descriptor, $0, flags, 0o666) }
    guard found >= 0 else { throw SystemError(errno) }
    return found
  }

  /// Renames, in the place of what stood there.
  func rename(_ old: Name, to new: Name) throws(SystemError) {
    try check(withNames(old, new) { renameat(descriptor, $0, descriptor, $1) })
  }

  /// Renames where nothing has the new name, else throws EEXIST.
  func rename(_ old: Name, toNew new: Name) throws(SystemError) {
    if withNames(old, new, { csystem_rename_new(descriptor, $0, $1) }) == 0 { return }
    guard SystemError(errno).isUnsupported else { throw SystemError(errno) }
    // Here only what has come within the last microseconds is not seen.
    if try status(of: new) != nil { throw SystemError(EEXIST) }
    try rename(old, to: new)
  }

  /// Lets each name stand for what the other did, at once.
  func exchange(_ one: Name, _ other: Name) throws(SystemError) {
    try check(withNames(one, other) { csystem_exchange(descriptor, $0, $1) })
  }

  func remove(_ name: Name) throws(SystemError) {
    try check(withName(name) { unlinkat(descriptor, $0, 0) })
  }

  /// Brings the names to the disk, as far as the file system can.
  func sync() { _ = fsync(descriptor) }

  private func check(_ result: Int32) throws(SystemError) {
    if result != 0 { throw SystemError(errno) }
  }

  private func withName<Result>(
    _ name: Name, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result { FilePath(bytes: name).withCString(body) }

  private func withNames(
    _ one: Name, _ other: Name,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) -> Int32 { withName(one) { one in withName(other) { body(one, $0) } } }
}

/// `open` where a type has one of its own.
private func openPath(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { open(path, flags) }

/// What a call of the system failed with.
struct SystemError: Error, Equatable {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// Whether the file system cannot do such a thing at all.
  var isUnsupported: Bool { [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(code) }
}
