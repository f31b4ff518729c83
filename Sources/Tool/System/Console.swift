import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a command reads its surroundings from and writes to.
struct Console {
  let out: Output
  let err: Output

  init() {
    out = Output(STDOUT_FILENO, name: "the output")
    err = Output(STDERR_FILENO, name: "the error output")
  }

  private init(out: Output, err: Output) {
    self.out = out
    self.err = err
  }

  /// The same with all text on the error output, where something else has the output for itself.
  var onErrors: Console { Console(out: err, err: err) }

  /// A message of the tool itself, not about a place in a file: `error: …` on the error output.
  func complain(_ message: String) {
    out.flush()
    err.put("error: \(message)\n")
    err.flush()
  }

  func warn(_ message: String) {
    err.put("warning: \(message)\n")
  }

  func flush() {
    out.flush()
    err.flush()
  }

  /// The value of an environment variable that is set and not empty.
  static func environment(_ name: EnvironmentVariable) -> String? {
    guard let value = getenv(name.rawValue), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Whether somebody sees what is told on the error output.
  static var hasWatchers: Bool { isatty(STDERR_FILENO) == 1 }

  /// The terminal's width, or 100 where there is none.
  var width: Int {
    var size = winsize()
    guard ioctl(out.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
    return Int(size.ws_col)
  }

  /// Whether to use colours: as asked for; else by the environment; else on a terminal alone.
  func usesColours(_ choice: ColourChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if Console.environment(.noColor) != nil { return false }
    for name in [EnvironmentVariable.forceColor, .cliColorForce] {
      if let value = Console.environment(name) { return value != "0" && value != "false" }
    }
    return out.isTerminal && Console.environment(.terminal) != "dumb"
  }

  /// Seconds since some moment, for the times shown on a terminal.
  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// `--color`.
enum ColourChoice: String, CaseIterable {
  case auto, always, never
}
