#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ argc: UnsafeMutablePointer<CInt>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The main program of every fuzzer: libFuzzer's loop over inputs, with an oracle of their cost.
///
/// The loop runs on a thread with a deep stack, as the tool's own work does. An input that takes
/// more of the processor than its size allows ends the process, as a broken promise does; memory is
/// libFuzzer's to watch (`-rss_limit_mb`, `-malloc_limit_mb`).
public enum Fuzzing {
  /// What any input may take, in seconds of the processor, and what each of its bytes adds.
  public struct Allowance: Sendable {
    public var base: Double
    public var byte: Double

    public init(base: Double = 1, byte: Double = 0.0005) {
      self.base = base
      self.byte = byte
    }
  }

  private static let stack = 512 << 20
  nonisolated(unsafe) private static var probe: ([UInt8]) -> Void = { _ in }
  nonisolated(unsafe) private static var allowance = Allowance()

  /// Never returns: libFuzzer ends the process.
  public static func run(_ allowance: Allowance = Allowance(), _ probe: @escaping ([UInt8]) -> Void)
  {
    self.probe = probe
    self.allowance = allowance
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stack)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(&thread, &attributes, { _ in Fuzzing.loop() }, nil)
    precondition(code == 0, "no thread")
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }

  private static func loop() -> UnsafeMutableRawPointer? {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runFuzzer(&count, &arguments) { data, size in
      Fuzzing.take(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
    return nil
  }

  private static func take(_ bytes: [UInt8]) {
    let most = allowance.base + allowance.byte * Double(bytes.count)
    var spent = cost(of: bytes)
    // A machine that is shared with others counts their time too: what is slow is slow again.
    for _ in 0..<2 where spent > most { spent = min(spent, cost(of: bytes)) }
    precondition(spent <= most, "\(bytes.count) bytes took \(spent) s, and may take \(most)")
  }

  private static func cost(of bytes: [UInt8]) -> Double {
    let start = seconds
    probe(bytes)
    return seconds - start
  }

  /// Of this thread's work.
  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// libFuzzer brings a main program that asks for this by name. It is linked and never runs.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt { 0 }
