import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Wakes whoever polls its descriptor when something changes in some folders. What changed is for
/// `Fingerprints` to say: no two systems tell it alike.
final class FileWatcher {
  /// Readable when something has changed; -1 where the system gives no watcher.
  let descriptor: Int32
  private var watched: [FilePath: Int32] = [:]

  #if canImport(Darwin)
    init() { descriptor = kqueue() }
  #else
    init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  #endif

  deinit {
    #if canImport(Darwin)
      for descriptor in watched.values { close(descriptor) }
    #endif
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watches these files from now on, and their folders, where editors put new files in the place
  /// of old ones. Answers whether the system takes them all.
  func watch(_ files: some Sequence<FilePath>, _ folders: some Sequence<FilePath>) -> Bool {
    guard descriptor >= 0 else { return false }
    var wanted = Set(folders)
    for file in files {
      wanted.insert(file.folder)
      #if canImport(Darwin)
        wanted.insert(file)
      #endif
    }
    for path in watched.keys where !wanted.contains(path) { forget(path) }
    var isComplete = true
    for path in wanted where watched[path] == nil {
      if let number = begin(path) { watched[path] = number } else { isComplete = false }
    }
    return isComplete
  }

  #if canImport(Darwin)
    private func begin(_ path: FilePath) -> Int32? {
      let file = path.withCString { open($0, O_EVTONLY | O_CLOEXEC) }
      guard file >= 0 else { return nil }
      let what = NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_EXTEND | NOTE_ATTRIB
      var request = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(what), data: 0, udata: nil)
      guard kevent(descriptor, &request, 1, nil, 0, nil) == 0 else {
        close(file)
        return nil
      }
      return file
    }

    private func forget(_ path: FilePath) {
      if let file = watched.removeValue(forKey: path) { close(file) }
    }

    /// Takes note of what has happened.
    func drain() {
      var events = [kevent](repeating: kevent(), count: 64)
      var none = timespec()
      while kevent(descriptor, nil, 0, &events, Int32(events.count), &none) > 0 {}
    }
  #else
    private func begin(_ path: FilePath) -> Int32? {
      let what =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ATTRIB
      let number = path.withCString { inotify_add_watch(descriptor, $0, UInt32(what)) }
      return number >= 0 ? number : nil
    }

    private func forget(_ path: FilePath) {
      if let number = watched.removeValue(forKey: path) {
        _ = inotify_rm_watch(descriptor, number)
      }
    }

    /// Takes note of what has happened.
    func drain() {
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      while read(descriptor, &chunk, chunk.count) > 0 {}
    }
  #endif
}
