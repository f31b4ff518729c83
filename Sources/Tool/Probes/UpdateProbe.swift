import Loader
import Runner
import Values

/// What the fuzzer of `run --update` and the test of its corpus put to it: any bytes as a scenario
/// file, updated in memory. A promise that is broken ends the process.
package enum UpdateProbe {
  private static let path = FilePath("f.yaml")

  /// What is updated loads, meets what was written, keeps what stands before the first change and
  /// behind the last, and needs no second update; and two updates of one file write the same.
  package static func check(_ bytes: [UInt8]) {
    let update = updated(bytes)
    guard !update.changes.isEmpty else { return }
    let text = update.updated
    precondition(text == updated(bytes).updated, "two updates of one file differ")
    let ranges = update.changes.flatMap { $0.edits.map(\.range) }
    let start = ranges.map(\.lowerBound).min() ?? 0
    let end = ranges.map(\.upperBound).max() ?? bytes.count
    precondition(text.starts(with: bytes[..<start]), "what stands before the changes is lost")
    precondition(text.suffix(bytes.count - end) == bytes[end...], "what stands behind them is lost")
    let loaded = ScenarioLoader.load(bytes: text, as: path, root: .nearest)
    precondition(loaded.file != nil, "the update made the file invalid")
    precondition(update.isMet(by: loaded, with: update.changes), "what was written is not met")
    precondition(updated(text).changes.isEmpty, "an updated file is updated again")
  }

  private static func updated(_ bytes: [UInt8]) -> FileUpdate {
    var update = FileUpdate(bytes, of: path)
    update.run { $0.index < 8 }
    return update
  }
}
