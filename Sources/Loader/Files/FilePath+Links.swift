#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FilePath {
  /// Where the link at this path leads, as it is written there; nil where no link is there. A path that is not absolute
  /// begins in the open folder, where one is given, or else in the working folder.
  package func linkTarget(in folder: CInt = AT_FDCWD) -> FilePath? {
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX) + 1) { buffer, count in
      length = withCString { name in
        buffer.withMemoryRebound(to: CChar.self) {
          readlinkat(folder, name, $0.baseAddress!, $0.count)
        }
      }
      count = max(0, length)
    }
    return length > 0 ? FilePath(bytes: bytes) : nil
  }
}
