import Loader
import Reports
import Values

/// How long scenarios took in an earlier run, as its JSONL report tells.
struct Timings: Sendable {
  struct Entry: Sendable {
    let id: String
    var seconds: Double
    /// Whether it is walked, so that every shard does a part of it where files are explored.
    var isWalked = false
  }

  struct Fault: Error {
    let message: String
    var status = ExitStatus.usage
  }

  /// In the order of the report, none twice; of several passes their sum.
  private(set) var entries: [Entry] = []

  init(_ entries: [Entry]) { self.entries = entries }

  /// Reads a report. Lines about other things are passed over, so that a report of any version
  /// will do as long as it names scenarios.
  init(report bytes: [UInt8]) throws(Fault) {
    var positions: TextTable<Int> = [:]
    var walked: TextSet = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty {
      let json: JSON
      do {
        guard let text = String(validating: line, as: UTF8.self) else {
          throw Fault(message: "line \(number + 1) is not UTF-8")
        }
        json = try JSON.parse(text)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw Fault(message: "line \(number + 1) is no JSON")
      }
      guard case .string(let id)? = json["id"] else { continue }
      if case .string("explored")? = json["event"], json["walks"] != nil { walked.insert(id) }
      guard case .string("scenario")? = json["event"],
        case .number(let text)? = json["seconds"], let seconds = Double(text),
        seconds.isFinite, seconds >= 0
      else { continue }
      if let position = positions[id] {
        entries[position].seconds += seconds
      } else {
        positions[id] = entries.count
        entries.append(Entry(id: id, seconds: seconds, isWalked: walked.contains(id)))
      }
    }
    if entries.isEmpty { throw Fault(message: "it names no scenario with its seconds") }
  }
}
