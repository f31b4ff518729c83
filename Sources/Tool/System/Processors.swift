import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processors that the tool may use: those of the machine, but for what it was denied (`taskset`, a set of
/// processors of its container).
enum Processors {
  static var count: Int {
    let allowed = Int(csystem_allowed_processors())
    return max(1, min(1024, allowed > 0 ? allowed : sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
