import Reports
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Interrupt, termination and a terminal that goes, as the tool takes them: at the first it finishes the scenario at hand
/// and reports, for a second at most; at the second it ends at once.
enum Interruption {
  /// The exit status that the first signal asks for; 0 before it.
  private static let status = Atomic<Int32>(0)

  /// The status to end with, once a signal has come.
  static var requested: ExitStatus? {
    ExitStatus(rawValue: status.load(ordering: .relaxed)).flatMap { $0 == .success ? nil : $0 }
  }

  /// Begins to listen. A signal that the caller ignores, as `nohup` and `&` do, stays ignored.
  static func listen() {
    // Makes the atomic before a handler may come to use it.
    status.store(0, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    // A file beyond the size that is allowed is an error of the write, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    take(SIGINT) { _ in Interruption.receive(.interrupted) }
    take(SIGTERM) { _ in Interruption.receive(.terminated) }
    take(SIGHUP) { _ in Interruption.receive(.hungUp) }
    take(SIGALRM) { _ in
      Keyboard.end()
      _exit(Interruption.status.load(ordering: .relaxed))
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
    let before = status.exchange(wanted.rawValue, ordering: .relaxed)
    if before != 0 {
      Keyboard.end()
      _exit(wanted.rawValue)
    }
    alarm(1)
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
