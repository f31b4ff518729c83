#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that nobody knows of, to take the place of another. It is locked while its writer lives.
final class TemporaryFile {
  private static let attempts = 100
  private static let prefix = ".reactorctl-"
  private static let suffix = ".tmp"

  let name: OpenFolder.Name
  let descriptor: Int32
  private let place: WritePlace
  /// Whether a file of somebody else stands under the name, which must not be removed.
  var isForeign = false

  /// Makes it in the folder of the other file, which is what a rename asks for.
  init(for place: WritePlace) throws(FileWriter.Failure) {
    for number in 0..<TemporaryFile.attempts {
      let text = "\(TemporaryFile.prefix)\(getpid())-\(number)\(TemporaryFile.suffix)"
      let name = Array(text.utf8)
      let descriptor: Int32
      do throws(SystemError) {
        descriptor = try place.folder.open(name, O_WRONLY | O_CREAT | O_EXCL)
      } catch {
        if error.code == EEXIST { continue }
        throw FileWriter.Failure(place.shown, error.code)
      }
      if TemporaryFile.hold(descriptor) {
        (self.name, self.descriptor, self.place) = (name, descriptor, place)
        return
      }
      close(descriptor)
    }
    throw FileWriter.Failure(place.shown, EEXIST)
  }

  deinit { close(descriptor) }

  /// Locks the file; false where another writer has just taken it for a leftover.
  private static func hold(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  func fill(_ bytes: [UInt8]) throws(FileWriter.Failure) {
    if let code = bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) { throw failure(code) }
  }

  /// Brings content and attributes to the disk.
  func sync() throws(FileWriter.Failure) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // A file system that cannot do it says so, and has no more to give.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw failure(errno) }
  }

  /// Takes away what stands under its name; where that fails, a later update does so.
  func remove() {
    if !isForeign { try? place.folder.remove(name) }
  }

  private func failure(_ code: Int32) -> FileWriter.Failure {
    FileWriter.Failure(place.shown, code)
  }

  /// Removes the temporary files of runs that were killed: those that no living process holds.
  static func removeLeftovers(in folder: OpenFolder) {
    for name in folder.names() {
      guard name.starts(with: prefix.utf8),
        name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8),
        let status = try? folder.status(of: name), status.st_mode & S_IFMT == S_IFREG,
        let descriptor = try? folder.open(name, O_RDONLY)
      else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? folder.remove(name) }
      close(descriptor)
    }
  }
}
