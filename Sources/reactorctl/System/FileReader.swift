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
    let code: Int32
    var message: String { systemMessage(code) }
    /// Whether there is no such file.
    var isMissing: Bool { code == ENOENT }
  }

  static func contents(of path: FilePath) throws(Fault) -> [UInt8] {
    guard !path.bytes.contains(0) else { throw Fault(code: EINVAL) }
    let descriptor = (path.bytes + [0]).withUnsafeBytes {
      open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_RDONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw Fault(code: errno) }
    defer { close(descriptor) }
    return try contents(of: descriptor)
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
