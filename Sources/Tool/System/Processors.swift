#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processors that the tool may use.
enum Processors {
  static var count: Int {
    return max(1, min(1024, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
