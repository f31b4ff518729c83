import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads files that are no scenario files: reports of earlier runs, what the tool itself stored.
enum FileReader {
  /// A file that does not say how long it is may not exceed this, in bytes.
  private static let most = 1 << 30

  struct Fault: Error {
    /// The system's; nil for what is no regular file.
    let code: Int32?
    var message: String { code.map { systemMessage($0) } ?? "Not a regular file" }
    /// Whether it is the system that does not give what is there, rather than something else being
    /// there than a file.
    var isOfTheSystem: Bool { code.map { ![EISDIR, ELOOP, ENXIO, EINVAL].contains($0) } ?? false }
    /// Whether there is no such file.
    var isMissing: Bool { code == ENOENT }
  }

  static func contents(of path: FilePath) throws(Fault) -> [UInt8] {
    guard !path.bytes.contains(0) else { throw Fault(code: EINVAL) }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw Fault(code: errno) }
    defer { close(descriptor) }
    return try contents(of: descriptor)
  }

  /// What a regular file holds, and which file that was. Anything else is refused, so that a pipe
  /// that nobody writes to, or a device without an end, keeps nobody waiting.
  static func regular(_ path: FilePath) throws(Fault) -> (bytes: [UInt8], of: FileIdentity) {
    guard !path.bytes.contains(0) else { throw Fault(code: EINVAL) }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard descriptor >= 0 else { throw Fault(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Fault(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return (try contents(of: descriptor), FileIdentity(status))
    case S_IFDIR: throw Fault(code: EISDIR)
    default: throw Fault(code: nil)
    }
  }

  /// Everything from an open descriptor.
  static func contents(of descriptor: Int32) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = 1 << 16
    while true {
      let before = bytes.count
      guard before < FileReader.most else { throw Fault(code: EFBIG) }
      bytes.append(contentsOf: repeatElement(0, count: chunk))
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress! + before, chunk)
      }
      let failure = errno
      bytes.removeLast(chunk - max(0, count))
      if count == 0 { return bytes }
      if count < 0, failure != EINTR || Interruption.requested != nil {
        throw Fault(code: failure)
      }
    }
  }
}
