import Scenarios
import Values

/// What failed in a run, a line each: the id, by which it can be run again, and the first line of
/// what is wrong. For the end of a run in which several files fail, so that none of them is lost
/// above; what is wrong in full stands there already.
///
/// Of more than `most` the later ones are counted alone, so that it stays small.
public struct FailureList: Sendable {
  static let most = 100
  /// Of a name and of a message no more characters are told.
  private static let widest = 200

  private var entries: [(id: String, line: String)] = []
  private var count = 0
  private var files = 0

  public init() {}

  /// Takes what is wrong in a file, and in its scenarios.
  public mutating func add(_ file: FileReport) {
    let before = count
    if file.verdict == .invalid || file.verdict == .unreadable { add(FileRecord(file, index: 0)) }
    for scenario in file.scenarios where scenario.verdict == .failed {
      guard isRoomLeft, let failure = scenario.failures.first else {
        count += 1
        continue
      }
      let place = PlaceRecord(failure.span, in: file.sources)
      add(
        ScenarioRecord.id(file: file.path, name: scenario.name, row: scenario.numberedRow),
        file.path,
        place, failure.headline, more: scenario.failures.count - 1)
    }
    if count > before { files += 1 }
  }

  /// The same from what a report tells of it.
  public mutating func add(_ file: FileRecord, _ scenarios: [ScenarioRecord]) {
    let before = count
    if file.isBroken { add(file) }
    for scenario in scenarios where scenario.status == .failed {
      guard isRoomLeft, let failure = scenario.failures.first else {
        count += 1
        continue
      }
      add(
        scenario.id, file.path, failure.place, failure.headline,
        more: scenario.failures.count + scenario.unshown - 1)
    }
    if count > before { files += 1 }
  }

  private var isRoomLeft: Bool { entries.count < FailureList.most }

  private mutating func add(_ file: FileRecord) {
    if file.errors.isEmpty, file.isToldElsewhere { return }
    count += 1
    if isRoomLeft { entries.append((SafeText.shown(file.path), SafeText.shown(file.errorLine))) }
  }

  private mutating func add(
    _ id: String, _ path: String, _ place: PlaceRecord, _ message: String, more: Int
  ) {
    count += 1
    let start = place.file == path ? "\(place.line):\(place.column)" : place.start
    let rest = more > 0 ? " (and \(more.counted("more failure")))" : ""
    entries.append(
      (
        Cut.line(id, to: FailureList.widest),
        "\(start): \(Cut.line(message, to: FailureList.widest))\(rest)"
      ))
  }

  /// A line for each; empty where no more than one file failed.
  func lines(_ palette: Palette) -> [String] {
    guard files > 1 else { return [] }
    var lines = entries.map { "  \(palette.strong($0.id))  \($0.line)" }
    if count > entries.count { lines.append("  … \(count - entries.count) more") }
    return lines
  }
}
