import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Single keys from the input. A terminal hands them on at once, and shows none, while this is on;
/// signals from the keyboard keep their meaning.
enum Keyboard {
  /// What the terminal was set to; written once, before the flag is set.
  private nonisolated(unsafe) static var before = termios()
  private static let isOn = Atomic<Bool>(false)

  static func begin() {
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else { return }
    var settings = before
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Set before the terminal is, lest a signal between the two leaves it so.
    isOn.store(true, ordering: .releasing)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Sets the terminal as it was. May be called by a signal's handler.
  static func end() {
    guard isOn.exchange(false, ordering: .acquiringAndReleasing) else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  /// The keys that were pressed; nil at the end of the input.
  static func keys() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &chunk, chunk.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(chunk[..<count])
  }
}
