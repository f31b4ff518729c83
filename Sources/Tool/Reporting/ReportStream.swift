import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written piece by piece, each piece handed to the system at once.
final class ReportStream {
  private let path: FilePath
  private let descriptor: Int32
  /// What is written to, where it is a regular file.
  private(set) var identity: FileIdentity?

  /// Makes the file or empties it, with the folders that it lies in. Of a file that must not be
  /// written to nothing changes.
  init(
    _ path: FilePath, isAppending: Bool = false, _ guards: ReportGuard
  ) throws(FileWriter.Failure) {
    self.path = path
    if let open = path.descriptor {
      descriptor = dup(open)
    } else if path.isSpecial {
      descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    } else {
      let place = try guards.place(path, isAppending: isAppending)
      descriptor = try place.attempt { () throws(SystemError) in
        try place.folder.open(place.name, O_WRONLY | O_CREAT | (isAppending ? O_APPEND : 0))
      }
    }
    guard descriptor >= 0 else { throw FileWriter.Failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    // What the caller has opened is the caller's to choose.
    if path.descriptor != nil { return }
    let identity = FileIdentity(status)
    // What has been opened is closed by `deinit`, also where this throws.
    if let refusal = guards.refusal(identity, isAppending: isAppending) {
      throw FileWriter.Failure(path, refusal)
    }
    if !isAppending, ftruncate(descriptor, 0) != 0 { throw FileWriter.Failure(path, errno) }
    self.identity = identity
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func put(_ text: String) throws(FileWriter.Failure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if let code { throw FileWriter.Failure(path, code) }
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

  /// Whether a pipe, a device or the like is there, which is written to as it is.
  var isSpecial: Bool {
    var status = stat()
    guard withCString({ stat($0, &status) }) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
