import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells whether files have been written since: never their contents.
struct Fingerprints {
  struct Fingerprint: Equatable {
    var device: UInt64 = 0
    var number: UInt64 = 0
    var size: Int = 0
    var seconds: Int = 0
    var nanoseconds: Int = 0

    /// Nil where there is no such file.
    init?(_ path: FilePath) {
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int(status.st_size)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      seconds = Int(time.tv_sec)
      nanoseconds = Int(time.tv_nsec)
    }
  }

  private var known: [FilePath: Fingerprint?] = [:]

  var files: some Sequence<FilePath> { known.keys }

  /// Begins to look at a file, as it is now; one that is known stays as it was.
  mutating func add(_ path: FilePath) {
    if known[path] == nil { known[path] = .some(Fingerprint(path)) }
  }

  /// Looks at a file as it is now: what was done to it before is no change.
  mutating func renew(_ path: FilePath) { known[path] = .some(Fingerprint(path)) }

  /// The files that are no longer as they were, gone or new ones included. From now on they count
  /// as they are.
  mutating func takeChanges() -> Set<FilePath> {
    var changed: Set<FilePath> = []
    for (path, before) in known {
      let now = Fingerprint(path)
      if now != before {
        known[path] = .some(now)
        changed.insert(path)
      }
    }
    return changed
  }
}
