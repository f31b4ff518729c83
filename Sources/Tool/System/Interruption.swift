import Reports
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Interrupt, termination and a terminal that goes, as the tool takes them: at the first it finishes the
/// scenario at hand and reports, for a second at most; at a later one it ends at once. What comes with the
/// first means the same: `timeout` and job runners signal a program, and then the group that it belongs to.
enum Interruption {
  /// The exit status that the first signal asks for; 0 before it, and `concluded` and the status where that is settled.
  private static let status = Atomic<Int32>(0)
  /// When the first signal came, in milliseconds of a clock that only goes on.
  private static let first = Atomic<Int>(0)
  /// For so many milliseconds behind the first, another signal is the same one again.
  private static let patience = 500
  private static let concluded: Int32 = 256

  /// The status to end with, once a signal has come.
  static var requested: ExitStatus? {
    ExitStatus(rawValue: status.load(ordering: .relaxed)).flatMap { $0 == .success ? nil : $0 }
  }

  /// Settles that the tool ends so, unless a signal has come, whose status is the answer then: what is about to be
  /// written says how it ends, and a later signal ends it with no other status.
  static func conclude(_ ending: ExitStatus) -> ExitStatus? {
    var known = status.load(ordering: .relaxed)
    while known == 0 || known >= concluded {
      let settled = status.compareExchange(
        expected: known, desired: concluded + ending.rawValue, ordering: .relaxed)
      if settled.exchanged { return nil }
      known = settled.original
    }
    return ExitStatus(rawValue: known)
  }

  /// Begins to listen. A signal that the caller ignores, as `nohup` and `&` do, stays ignored.
  static func listen() {
    // Makes the atomic before a handler may come to use it.
    status.store(0, ordering: .relaxed)
    first.store(0, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    // A file beyond the size that is allowed is an error of the write, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    take(SIGINT) { _ in Interruption.receive(.interrupted) }
    take(SIGTERM) { _ in Interruption.receive(.terminated) }
    take(SIGHUP) { _ in Interruption.receive(.hungUp) }
    take(SIGALRM) { _ in
      Keyboard.end()
      _exit(Interruption.status.load(ordering: .relaxed) % Interruption.concluded)
    }
  }

  /// Leaves the signals to the other threads, so that they cut a blocked read short there.
  static func leaveToOtherThreads() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGALRM] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static func receive(_ wanted: ExitStatus) {
    let now = milliseconds()
    let begun = first.compareExchange(expected: 0, desired: now, ordering: .relaxed)
    if begun.exchanged {
      _ = status.compareExchange(expected: 0, desired: wanted.rawValue, ordering: .relaxed)
      alarm(1)
    } else if now - begun.original >= patience {
      Keyboard.end()
      let known = status.load(ordering: .relaxed)
      _exit(known >= concluded ? known % concluded : wanted.rawValue)
    }
  }

  /// Safe in a handler of signals, and never 0.
  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return max(1, Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
  }

  private static func take(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    sigaction(signal, nil, &action)
    if isIgnored(action) { return }
    action = sigaction()
    setHandler(&action, handler)
    sigaction(signal, &action, nil)
  }

  #if canImport(Darwin)
    private static func isIgnored(_ action: sigaction) -> Bool {
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
    }

    private static func setHandler(
      _ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void
    ) { action.__sigaction_u.__sa_handler = handler }
  #else
    private static func isIgnored(_ action: sigaction) -> Bool {
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    private static func setHandler(
      _ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void
    ) { action.__sigaction_handler.sa_handler = handler }
  #endif
}
