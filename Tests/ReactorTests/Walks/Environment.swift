#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
