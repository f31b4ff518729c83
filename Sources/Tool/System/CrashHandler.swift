import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What happens when the tool itself breaks: a failed precondition, an exhausted stack. It says so
/// in a line and ends with 70, so that no caller takes a bug of ours for a verdict on their file.
enum CrashHandler {
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  private static let message: StaticString = """
    reactorctl: internal error: this is a bug of reactorctl; please report it with the file that \
    led to it

    """

  static func listen() {
    for signal in signals {
      var action = sigaction()
      let handler: @convention(c) (Int32) -> Void = { _ in CrashHandler.end() }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      action.sa_flags = SA_ONSTACK
      sigaction(signal, &action, nil)
    }
  }

  /// Gives the calling thread a second stack, for a message when its own is used up.
  static func prepareThread() {
    var stack = stack_t()
    stack.ss_size = 64 << 10
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
    sigaltstack(&stack, nil)
  }

  private static func end() -> Never {
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(ExitStatus.broken.rawValue)
  }
}
