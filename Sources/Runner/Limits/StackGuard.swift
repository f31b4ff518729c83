#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells when the thread's stack runs low.
///
/// Evaluation nests as deep as the model makes it: a formula reads a derived cell, whose formula
/// reads another, and so on. `World.depthLimit` bounds that by counting; this is the wall behind
/// it, for formulas that nest deep themselves.
struct StackGuard {
  /// Below this address no new evaluation begins.
  private let floor: UInt
  /// What is kept for the evaluation that finds the stack low, and for the way back.
  private static let reserve: UInt = 512 << 10

  /// For the thread that runs now.
  init() {
    var low: UInt = 0
    #if canImport(Glibc)
      var attributes = pthread_attr_t()
      if attributesOfThread(pthread_self(), &attributes) == 0 {
        var base: UnsafeMutableRawPointer?
        var size = 0
        pthread_attr_getstack(&attributes, &base, &size)
        low = UInt(bitPattern: base)
        pthread_attr_destroy(&attributes)
      }
    #elseif canImport(Darwin)
      let thread = pthread_self()
      low =
        UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(pthread_get_stacksize_np(thread))
    #endif
    floor = low == 0 ? 0 : low + StackGuard.reserve
  }

  /// Whether too little is left to go deeper.
  var isLow: Bool {
    var probe: UInt8 = 0
    return withUnsafeMutablePointer(to: &probe) { UInt(bitPattern: $0) < floor }
  }
}

#if canImport(Glibc)
  // glibc has it, but shows it only to programs that ask for GNU extensions.
  @_silgen_name("pthread_getattr_np")
  private func attributesOfThread(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> CInt
#endif
