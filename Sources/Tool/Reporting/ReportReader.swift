import Loader
import Reports
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a JSONL report back, line by line.
struct ReportReader {
  struct Fault: Error {
    let message: String
    let status: ExitStatus
  }

  /// No line that the tool writes is longer, in bytes.
  private static let longest = 64 << 20

  private let path: FilePath
  private let takesCutOff: Bool

  /// `takesCutOff` passes over a last line that is broken, as a killed run leaves it.
  init(_ path: FilePath, takesCutOff: Bool) {
    self.path = path
    self.takesCutOff = takesCutOff
  }

  func read(into merge: inout ShardMerge) throws(Fault) {
    let isInput = path.bytes == [UInt8(ascii: "-")]
    let descriptor =
      isInput ? dup(STDIN_FILENO) : path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    merge.begin(isInput ? "the input" : path.shown)
    var reader = LineReader(descriptor, longest: ReportReader.longest)
    var number = 0
    var broken: Fault?
    while true {
      let item = reader.next()
      if case .end = item {
        if let broken, !takesCutOff { throw broken }
        return
      }
      if let broken { throw broken }
      if case .interrupted = item {} else { number += 1 }
      switch item {
      case .end: return
      case .line(let line):
        do throws(Fault) { try take(line, number, into: &merge) } catch { broken = error }
      case .tooLong: throw fault(number, "the line is longer than any that the tool writes")
      case .interrupted: if Interruption.requested != nil { throw unreadable(EINTR) }
      case .failure(let code): throw unreadable(code)
      }
    }
  }

  private func take(
    _ line: ArraySlice<UInt8>, _ number: Int, into merge: inout ShardMerge
  ) throws(Fault) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw fault(number, "the line is not UTF-8")
    }
    let record: RunRecord?
    do {
      record = try RunRecord.parse(text)
    } catch {
      throw fault(number, error.message, column: error.column)
    }
    do {
      try merge.receive(text, record, line: number)
    } catch {
      throw Fault(message: error.message, status: .invalid)
    }
  }

  private func fault(_ line: Int, _ message: String, column: Int? = nil) -> Fault {
    let place = column.map { ":\($0)" } ?? ""
    return Fault(
      message: "\(path.shown):\(line)\(place): \(SafeText.shown(message))", status: .invalid)
  }

  private func unreadable(_ code: Int32) -> Fault {
    Fault(message: "\(path.shown): cannot be read: \(systemMessage(code))", status: .system)
  }
}
