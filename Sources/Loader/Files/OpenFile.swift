#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells files apart, whatever they are called.
public struct FileIdentity: Sendable, Hashable {
  public let device: UInt64
  public let number: UInt64

  public init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}

/// A file that is open for reading. Nothing but a regular file of at most `YAMLLimits.file` bytes
/// is read; opening never waits, so that a pipe nobody writes to cannot hang a run.
struct OpenFile: ~Copyable {
  private let descriptor: CInt
  private let path: FilePath
  let identity: FileIdentity
  private let size: Int

  static let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY

  init(_ path: FilePath) throws(FileProblem) {
    let descriptor = path.withCString { open($0, OpenFile.flags) }
    guard descriptor >= 0 else { throw OpenFile.failure(path, errno) }
    try self.init(descriptor, path)
  }

  /// Takes over an open descriptor.
  init(_ descriptor: CInt, _ path: FilePath) throws(FileProblem) {
    var status = stat()
    let problem = OpenFile.examine(descriptor, path, &status)
    if let problem {
      close(descriptor)
      throw problem
    }
    self.descriptor = descriptor
    self.path = path
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
  }

  private static func examine(
    _ descriptor: CInt, _ path: FilePath, _ status: inout stat
  ) -> FileProblem? {
    guard fstat(descriptor, &status) == 0 else { return failure(path, errno) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: FileProblem(path, .notAFile, "is a folder, not a file")
    default: FileProblem(path, .notAFile, "is no regular file")
    }
  }

  deinit { close(descriptor) }

  /// All bytes. A file that grows while it is read is cut off at the limit and refused.
  func contents() throws(FileProblem) -> [UInt8] {
    let most = YAMLLimits.file + 1
    var parts: [[UInt8]] = []
    var total = 0
    var room = min(max(size + 1, 512), most)
    while total < most {
      var code: CInt = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        var received = 0
        repeat {
          received = read(descriptor, buffer.baseAddress!, room)
        } while received < 0 && errno == EINTR
        if received < 0 { code = errno }
        count = max(0, received)
      }
      if code != 0 { throw OpenFile.failure(path, code) }
      // A short read of a regular file is followed by its end.
      if part.isEmpty { return parts.count == 1 ? parts[0] : Array(parts.joined()) }
      total += part.count
      parts.append(part)
      room = total == size ? 1 : min(1 << 16, most - total)
    }
    throw FileProblem(path, .tooLarge, "is larger than \(YAMLLimits.file >> 20) MiB")
  }

  static func failure(_ path: FilePath, _ code: CInt) -> FileProblem {
    FileProblem(
      path, code == ENOENT || code == ENOTDIR ? .missing : .unreadable,
      "cannot be read: \(String(cString: strerror(code)))")
  }

  /// Of something that was there: that it is gone is no mistake of whoever named it.
  static func unreadable(_ path: FilePath, _ code: CInt) -> FileProblem {
    FileProblem(path, .unreadable, failure(path, code).message)
  }
}

extension FilePath {
  /// Calls the closure with the path as C wants it. A NUL byte ends it early, and no such file is
  /// found.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }
}
