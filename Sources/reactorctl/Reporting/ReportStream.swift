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

  /// Makes the file or empties it, with the folders that it lies in.
  init(_ path: FilePath, isAppending: Bool = false) throws(FileWriter.Failure) {
    self.path = path
    if let open = path.descriptor {
      descriptor = dup(open)
    } else {
      try FileWriter.prepare(path)
      let how = isAppending ? O_APPEND : O_TRUNC
      descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | how, 0o666)
      }
    }
    if descriptor < 0 { throw FileWriter.Failure(path, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func put(_ text: String) throws(FileWriter.Failure) {
    var text = text
    let code = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    if let code { throw FileWriter.Failure(path, code) }
  }
}
