import Runner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs work on a stack that holds what a file may nest: formulas, and derived cells that read one
/// another, are evaluated by recursion with counted limits.
enum DeepStack {
  private static let size = ScenarioRunner.stackSize

  private final class Work {
    let body: () -> ExitStatus
    var status = ExitStatus.success

    init(_ body: @escaping () -> ExitStatus) { self.body = body }
  }

  /// Runs the work to its end. Where no thread can be made it runs right here.
  static func run(_ body: @escaping () -> ExitStatus) -> ExitStatus {
    let work = Work(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, size)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          let work = Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue()
        #else
          let work = Unmanaged<Work>.fromOpaque(argument!).takeUnretainedValue()
        #endif
        work.status = work.body()
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    guard failure == 0 else { return body() }
    Interruption.leaveToOtherThreads()
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
    return work.status
  }
}
