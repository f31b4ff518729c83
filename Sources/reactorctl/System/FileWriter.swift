import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one way by which the tool writes files: whole, so that whoever reads one sees what was there
/// or what is there now, and never a part of it, whenever the tool or the machine ends.
///
/// The content goes into a file beside the other, to the disk, and then takes its name. Links are
/// followed, mode and owner kept. Devices and pipes are written to as they are.
enum FileWriter {
  /// Why a file could not be written; nothing of it has changed.
  struct Failure: Error, Equatable {
    let path: FilePath
    /// `cannot be written: No space left on device`.
    let message: String

    init(_ path: FilePath, _ message: String) {
      self.path = path
      self.message = message
    }

    init(_ path: FilePath, _ code: Int32) {
      self.init(path, "cannot be written: \(systemMessage(code))")
    }
  }

  /// Whether something of the name must be there.
  enum Condition: Equatable {
    case any
    /// Nothing of that name: what came between is left alone.
    case new
    /// Just these bytes: what was changed since they were read is left alone.
    case holding([UInt8])
  }

  /// Replaces or makes a file. `makingFolders` also makes the folders that it is to lie in.
  static func write(
    _ bytes: [UInt8], to path: FilePath, if condition: Condition = .any,
    makingFolders: Bool = false
  ) throws(Failure) {
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else { throw Failure(path, ENOENT) }
    var status = stat()
    let exists = path.withCString { stat($0, &status) == 0 }
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw Failure(path, EISDIR) }
    if exists, kind != S_IFREG || path.descriptor != nil { return try pour(bytes, into: path) }
    let target = try FileWriter.target(of: path)
    if makingFolders { try makeFolders(of: target, for: path) }
    LeftoverFiles.remove(in: target.folder)
    var file = try TemporaryFile(beside: target, for: path)
    do throws(Failure) {
      try file.fill(bytes, as: exists ? status : nil)
      try check(condition, target, path)
      try file.replace(target)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Makes the folders that a file is to lie in, and sees whether it may be written there; what
  /// stands in its place already stays.
  static func prepare(_ path: FilePath) throws(Failure) {
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else { throw Failure(path, ENOENT) }
    var status = stat()
    let exists = path.withCString { stat($0, &status) == 0 }
    if !exists, errno != ENOENT { throw Failure(path, errno) }
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw Failure(path, EISDIR) }
    if exists, kind != S_IFREG || path.descriptor != nil { return }
    let target = try FileWriter.target(of: path)
    try makeFolders(of: target, for: path)
    if target.folder.withCString({ access($0, W_OK) }) != 0 { throw Failure(path, errno) }
  }

  /// The file that a chain of links leads to, be it there or not.
  private static func target(of path: FilePath) throws(Failure) -> FilePath {
    var path = path
    for _ in 0..<40 {
      var length = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
        length = path.withCString { name in
          buffer.withMemoryRebound(to: CChar.self) {
            readlink(name, $0.baseAddress!, $0.count)
          }
        }
        count = max(0, length)
      }
      if length <= 0 { return path }
      path = bytes[0] == UInt8(ascii: "/") ? FilePath(bytes: bytes) : path.folder.appending(bytes)
    }
    throw Failure(path, ELOOP)
  }

  private static func makeFolders(of target: FilePath, for path: FilePath) throws(Failure) {
    let bytes = target.folder.bytes
    for end in bytes.indices.dropFirst() + [bytes.count]
    where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
      let made = FilePath(bytes: Array(bytes[..<end])).withCString { mkdir($0, 0o777) }
      // Where the folder lies beyond what may be written, it may be there all the same.
      if made != 0, errno != EEXIST, end == bytes.count { throw Failure(path, errno) }
    }
  }

  private static func check(
    _ condition: Condition, _ target: FilePath, _ path: FilePath
  ) throws(Failure) {
    switch condition {
    case .any: return
    case .new:
      var status = stat()
      if target.withCString({ lstat($0, &status) }) == 0 { throw Failure(path, EEXIST) }
    case .holding(let bytes):
      guard try contents(of: target, upTo: bytes.count + 1, path) == bytes else {
        throw Failure(path, "was changed by another program meanwhile, and is left as it is")
      }
    }
  }

  private static func contents(
    of target: FilePath, upTo most: Int, _ path: FilePath
  ) throws(Failure) -> [UInt8] {
    let descriptor = target.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    var total = 0
    while total < most {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress! + total, most - total)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Failure(path, errno) }
      if count == 0 { break }
      total += count
    }
    return Array(bytes[..<total])
  }

  /// Writes to what is no regular file, or open already: behind what has been written to it.
  private static func pour(_ bytes: [UInt8], into path: FilePath) throws(Failure) {
    let descriptor =
      path.descriptor.map { dup($0) }
      ?? path.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw Failure(path, errno) }
    defer { close(descriptor) }
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    if let code { throw Failure(path, code) }
  }
}

/// A file that nobody knows of, to take the place of another. It is locked while its writer lives.
private struct TemporaryFile {
  private static let attempts = 100

  private let path: FilePath
  private let shown: FilePath
  private let descriptor: Int32
  private var isOpen = true

  /// Makes it in the folder of the other file, which is what a rename asks for.
  init(beside target: FilePath, for shown: FilePath) throws(FileWriter.Failure) {
    for number in 0..<TemporaryFile.attempts {
      let name = "\(LeftoverFiles.prefix)\(getpid())-\(number)\(LeftoverFiles.suffix)"
      let path = target.folder.appending(Array(name.utf8))
      let descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw FileWriter.Failure(shown, errno) }
      if TemporaryFile.hold(descriptor) {
        (self.path, self.shown, self.descriptor) = (path, shown, descriptor)
        return
      }
      closeDescriptor(descriptor)
    }
    throw FileWriter.Failure(shown, EEXIST)
  }

  /// Locks the file; false where another writer has just taken it for a leftover.
  private static func hold(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// Writes the content to the disk, with the owner and the mode of the file that was there.
  func fill(_ bytes: [UInt8], as status: stat?) throws(FileWriter.Failure) {
    if let status {
      // Who may not give files away writes one of their own.
      if status.st_uid != geteuid() || status.st_gid != getegid() {
        _ = fchown(descriptor, status.st_uid, status.st_gid)
      }
      if fchmod(descriptor, status.st_mode & 0o7777) != 0 { throw failure(errno) }
    }
    if let code = bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) { throw failure(code) }
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // A file system that cannot do it says so, and has no more to give.
    if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw failure(errno) }
  }

  /// Takes the other file's name. The folder goes to the disk behind it, so that the name stays.
  mutating func replace(_ target: FilePath) throws(FileWriter.Failure) {
    let renamed = path.withCString { from in target.withCString { rename(from, $0) } }
    guard renamed == 0 else { throw failure(errno) }
    close()
    let folder = target.folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    _ = fsync(folder)
    closeDescriptor(folder)
  }

  mutating func remove() {
    _ = path.withCString { unlink($0) }
    close()
  }

  private mutating func close() {
    if isOpen { closeDescriptor(descriptor) }
    isOpen = false
  }

  private func failure(_ code: Int32) -> FileWriter.Failure { FileWriter.Failure(shown, code) }
}

/// Temporary files of runs that were killed.
private enum LeftoverFiles {
  static let prefix = ".reactorctl-"
  static let suffix = ".tmp"

  /// Removes those that no living process holds a lock on.
  static func remove(in folder: FilePath) {
    guard let entries = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      guard entry.pointee.d_name.0 == CChar(bitPattern: UInt8(ascii: ".")) else { continue }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      removeUnlessHeld(folder.appending(Array(name.utf8)))
    }
  }

  private static func removeUnlessHeld(_ path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return }
    defer { closeDescriptor(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = path.withCString { unlink($0) } }
  }
}

extension FilePath {
  /// The open descriptor that the path stands for, such as `/dev/stdout`: what it leads to must be
  /// written to, and never be replaced.
  var descriptor: Int32? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { text.hasPrefix($0) }
      return folder.flatMap { Int32(text.dropFirst($0.utf8.count)) }
    }
  }
}

/// `close` where a type has one of its own.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
