#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Another program, run to its end without a shell; what it writes is collected.
enum ChildProgram {
  struct Ending {
    /// Its exit code; 127 where there is no such program.
    let code: Int32
    /// Nil where not all of it could be read.
    let out: [UInt8]?
    /// Why it was not started, though it may be there.
    var problem: String?

    /// It was not started.
    fileprivate init(failing error: Int32) {
      (code, out) = (127, [])
      problem = error == ENOENT ? nil : systemMessage(error)
    }

    fileprivate init(code: Int32, out: [UInt8]?) { (self.code, self.out) = (code, out) }
  }

  /// Looks for the program in `PATH`. Its error output goes nowhere.
  static func run(_ arguments: [String]) -> Ending {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return Ending(failing: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawnattr_init(&attributes)
    // A pipe that closes must end it, though we ourselves look at the error instead.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = arguments.map { strdup($0) } + [nil]
    defer {
      for word in words { free(word) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, arguments[0], &actions, &attributes, words, environ)
    close(ends[1])
    guard failure == 0 else {
      close(ends[0])
      return Ending(failing: failure)
    }
    let out = try? FileReader.contents(of: ends[0])
    // Before it is waited for: one that has more to say must not wait for us.
    close(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return Ending(code: status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), out: out)
  }
}
