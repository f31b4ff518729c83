#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FilePath {
  /// The path from the root without links, `.` and `..`; nil where it leads nowhere.
  package var real: FilePath? {
    guard !bytes.contains(0) else { return nil }
    return withCString { path in
      guard let real = realpath(path, nil) else { return nil }
      defer { free(real) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
    }
  }
}
