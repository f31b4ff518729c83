import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes a file's name away.
enum FileRemoval {
  /// The system's code where it could not be done.
  static func remove(_ path: FilePath) -> Int32? {
    let code = (path.bytes + [0]).withUnsafeBytes {
      unlink($0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    return code == 0 ? nil : errno
  }
}
