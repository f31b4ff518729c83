#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file descriptor line by line, as the bytes come.
struct LineReader {
  enum Item {
    /// Without its end.
    case line(ArraySlice<UInt8>)
    case tooLong
    case end
    /// A signal came while waiting.
    case interrupted
    case failure(Int32)
  }

  private let descriptor: Int32
  private let longest: Int
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  /// No line end stands before it.
  private var searched = 0
  private var isSkipping = false
  private var hasEnded = false

  init(_ descriptor: Int32, longest: Int) {
    self.descriptor = descriptor
    self.longest = longest
  }

  /// Whether the next line can be had without waiting for the system.
  var hasLineAtHand: Bool { buffer[max(position, searched)...].contains(0x0a) }

  mutating func next() -> Item {
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0a) {
        let line = buffer[position..<end]
        position = end + 1
        searched = position
        if isSkipping {
          isSkipping = false
          return .tooLong
        }
        return line.count > longest ? .tooLong : .line(withoutReturn(line))
      }
      searched = buffer.count
      if hasEnded { return last() }
      if buffer.count - position > longest {
        isSkipping = true
        position = buffer.count
      }
      if let item = fill() { return item }
    }
  }

  /// What stands behind the last line end.
  private mutating func last() -> Item {
    let line = buffer[position...]
    position = buffer.count
    if isSkipping {
      isSkipping = false
      return .tooLong
    }
    return line.isEmpty ? .end : .line(withoutReturn(line))
  }

  private func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0d ? line.dropLast() : line
  }

  /// Reads what there is; an item where there is nothing more to wait for.
  private mutating func fill() -> Item? {
    buffer.removeFirst(position)
    searched -= position
    position = 0
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      buffer += chunk[..<count]
    } else if count == 0 {
      hasEnded = true
    } else if errno == EINTR {
      return .interrupted
    } else if errno == EAGAIN {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, 1, 1000)
    } else {
      return .failure(errno)
    }
    return nil
  }
}
