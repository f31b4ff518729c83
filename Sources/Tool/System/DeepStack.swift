import Reports
import Runner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread whose stack holds what a file may nest: formulas, and derived cells that read one
/// another, are evaluated by recursion with counted limits.
final class DeepThread: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias Handle = pthread_t?
  #else
    private typealias Handle = pthread_t
  #endif

  private let body: () -> Void
  // Set by `init` alone, before anybody else sees the thread.
  private var handle: Handle?

  /// Starts the work; nil where the system makes no thread. `join` must be called once.
  init?(_ body: @escaping () -> Void) {
    self.body = body
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, ScenarioRunner.stackSize)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = Unmanaged.passRetained(self)
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          let thread = Unmanaged<DeepThread>.fromOpaque(argument).takeRetainedValue()
        #else
          let thread = Unmanaged<DeepThread>.fromOpaque(argument!).takeRetainedValue()
        #endif
        CrashHandler.prepareThread()
        thread.body()
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      return nil
    }
    handle = thread
  }

  /// Waits for the end of the work.
  func join() {
    guard let handle else { return }
    #if canImport(Darwin)
      if let handle { pthread_join(handle, nil) }
    #else
      pthread_join(handle, nil)
    #endif
  }
}

/// Runs a whole command on a deep stack.
enum DeepStack {
  private final class Work {
    var status = ExitStatus.success
  }

  /// Runs the work to its end. Where no thread can be made it runs right here.
  static func run(_ body: @escaping () -> ExitStatus) -> ExitStatus {
    let work = Work()
    guard let thread = DeepThread({ work.status = body() }) else { return body() }
    Interruption.leaveToOtherThreads()
    thread.join()
    return work.status
  }
}
