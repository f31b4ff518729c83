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
  /// Those of which all is told that happens in them.
  private var whole: Set<FilePath> = []

  #if canImport(Darwin)
    init() { descriptor = kqueue() }
  #else
    init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  #endif

  deinit {
    #if canImport(Darwin)
      for file in Set(watched.values) { close(file) }
    #endif
    if descriptor >= 0 { close(descriptor) }
  }

  /// What came of watching.
  struct Answer {
    /// Whether the system takes all of it.
    var isComplete = true
    /// Whether something has not been watched until now, so that what happened there woke nobody.
    var isNew = false
  }

  /// Watches these from now on, and nothing else. A folder that another one has taken the place of
  /// is watched as that: to be called again whenever something has changed.
  func watch(_ wanted: WatchedFolders) -> Answer {
    guard descriptor >= 0 else { return Answer(isComplete: false) }
    var answer = Answer()
    var now: [FilePath: Int32] = [:]
    for path in wanted.above.subtracting(wanted.folders) {
      if let number = begin(path, isWhole: false) { now[path] = number }
    }
    for path in wanted.all {
      if let number = begin(path, isWhole: true) {
        now[path] = number
        if watched[path] != number || !whole.contains(path) { answer.isNew = true }
      } else {
        answer.isComplete = false
      }
    }
    for number in Set(watched.values).subtracting(now.values) { forget(number) }
    watched = now
    whole = wanted.all
    return answer
  }

  #if canImport(Darwin)
    /// What is watched under a path as it is now.
    private func begin(_ path: FilePath, isWhole: Bool) -> Int32? {
      let known = watched[path].flatMap { file in
        FileIdentity(open: file) == FileIdentity(of: path) ? file : nil
      }
      let file = known ?? path.withCString { open($0, O_EVTONLY | O_CLOEXEC) }
      guard file >= 0 else { return nil }
      let what =
        isWhole
        ? NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_EXTEND | NOTE_ATTRIB
        : NOTE_DELETE | NOTE_RENAME
      var request = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(what), data: 0, udata: nil)
      guard kevent(descriptor, &request, 1, nil, 0, nil) == 0 else {
        if known == nil { close(file) }
        return nil
      }
      return file
    }

    private func forget(_ file: Int32) { close(file) }

    /// Takes note of what has happened.
    func drain() {
      var events = [kevent](repeating: kevent(), count: 64)
      var none = timespec()
      while kevent(descriptor, nil, 0, &events, Int32(events.count), &none) > 0 {}
    }
  #else
    /// The system gives one number to each folder, by whatever path, for as long as it is there: so
    /// the folder that has come in the place of another has one of its own.
    private func begin(_ path: FilePath, isWhole: Bool) -> Int32? {
      let what =
        isWhole
        ? IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
          | IN_MOVE_SELF | IN_ATTRIB : IN_DELETE_SELF | IN_MOVE_SELF
      let number = path.withCString {
        inotify_add_watch(descriptor, $0, UInt32(what) | UInt32(IN_MASK_ADD))
      }
      return number >= 0 ? number : nil
    }

    private func forget(_ number: Int32) { _ = inotify_rm_watch(descriptor, number) }

    /// Takes note of what has happened.
    func drain() {
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      while read(descriptor, &chunk, chunk.count) > 0 {}
    }
  #endif
}

#if canImport(Darwin)
  extension FileIdentity {
    /// Of what is open.
    fileprivate init?(open file: Int32) {
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      self.init(status)
    }
  }
#endif
