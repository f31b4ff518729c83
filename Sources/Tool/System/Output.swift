import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one way by which the tool writes: to a file descriptor through `write`, every error seen.
///
/// Text is collected and written in few calls. A closed pipe ends the tool with 141 and without a
/// word; any other failure, such as a full disk, is told on the error output and ends it with 4.
/// Must only be used from one thread.
final class Output {
  let descriptor: Int32
  /// Called once, before the tool ends because nothing can be written any more.
  var willEnd: ((ExitStatus) -> Void)?
  private let name: String
  private var buffer: [UInt8] = []

  private static let capacity = 1 << 16

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    self.name = name
  }

  /// Whether a person is likely to look on.
  let isTerminal: Bool

  /// What is told to a terminal besides text.
  enum Control: String {
    case clearLine = "\r\u{1B}[K"
    case clearScreen = "\u{1B}[2J\u{1B}[H"
  }

  /// Text with foreign text in it: the door through which all of it goes, so that nothing that a
  /// terminal or a CI runner obeys comes out but the tool's own colours.
  func put(_ text: String, _ escape: LogSafe.Escape = .braces) {
    put(own: LogSafe.printed(text, escape))
  }

  func put(_ control: Control) { put(own: control.rawValue) }

  /// Text that is the tool's own from end to end, or a report's, which has its own door.
  func put(own text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.capacity { flush() }
  }

  /// Hands everything collected so far to the system.
  func flush() {
    guard !buffer.isEmpty else { return }
    let failure = buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
    buffer.removeAll(keepingCapacity: true)
    if let failure { end(failure) }
  }

  private func end(_ failure: Int32) -> Never {
    let last = willEnd
    willEnd = nil
    // A terminal that has gone takes no more text, and a signal has said why.
    if let asked = Interruption.requested {
      last?(asked)
      _exit(asked.rawValue)
    }
    last?(failure == EPIPE ? .closedPipe : .system)
    if failure == EPIPE { _exit(ExitStatus.closedPipe.rawValue) }
    if descriptor != STDERR_FILENO {
      let text = Array("error: cannot write \(name): \(systemMessage(failure))\n".utf8)
      _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    _exit(ExitStatus.system.rawValue)
  }
}

/// What went wrong in a system call, in words: `No space left on device`. The same in every locale.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}

/// Writes to a descriptor, however many calls it takes. The error's code, or nil where all was
/// written.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, rest.count)
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno == EAGAIN {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, 1000)
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}
