import Loader
import Reports
import Scenarios
import Values

/// The goldens of one scenario file while it runs: logs are compared by whoever ran them, and what
/// is to be written is written once, when all of the file has been told.
///
/// A section of a scenario that did not run, or failed, stays as it is.
final class FileGoldens: Sendable {
  /// What stands in the golden file.
  private enum Kept {
    case unread
    case absent
    case read(GoldenFile, bytes: [UInt8])
    case broken(GoldenFile.Fault, bytes: [UInt8])
    case unreadable(String)
  }

  private struct State {
    var kept = Kept.unread
    /// The logs to be written, by section.
    var accepted: [String: [String]] = [:]
  }

  let path: FilePath
  private let scenarios: FilePath
  private let mode: GoldenMode
  /// Whether every scenario of the file is to run.
  private let isWhole: Bool
  /// The sections that belong there, in file order.
  private let titles: [String]
  /// Where the scenarios ask for their goldens, by the scenarios' own places.
  private let places: [SourceSpan: SourceSpan]
  private let state = Guarded(State())

  init(of file: FilePath, _ content: ScenarioFile, _ mode: GoldenMode, isWhole: Bool) {
    scenarios = file
    path = FileGoldens.path(beside: file)
    self.mode = mode
    self.isWhole = isWhole
    let golden = content.scenarios.filter { $0.golden != nil }
    titles = golden.flatMap { scenario in
      let rows: [Int?] = scenario.rows.map { $0.indices.map { $0 } } ?? [nil]
      return rows.map { GoldenFile.title(of: scenario.name.text, row: $0) }
    }
    var places: [SourceSpan: SourceSpan] = [:]
    for scenario in golden { places[scenario.span] = scenario.golden }
    self.places = places
  }

  /// `shop.golden` for `shop.yaml`.
  static func path(beside file: FilePath) -> FilePath {
    let name = file.name
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    return FilePath(bytes: Array(file.bytes[..<dot]) + Array(".golden".utf8))
  }

  // MARK: Comparing

  /// Compares the log of a scenario that passed; several threads may do so at once.
  func finish(_ result: inout ScenarioResult, in sources: SourceMap) {
    guard result.verdict == .passed, let place = places[result.span],
      let golden = Golden(result, in: sources)
    else { return }
    let failure = golden.refusal(at: place) ?? compare(golden, result, at: place)
    guard let failure else { return }
    result.failures = [failure]
    result.verdict = .failed
  }

  private func compare(
    _ golden: Golden, _ result: ScenarioResult, at place: SourceSpan
  ) -> Failure? {
    let name = path.shown
    let command = command(for: result)
    return state.with { state in
      read(&state)
      let section: GoldenFile.Section?
      switch state.kept {
      case .unread, .absent: section = nil
      case .read(let file, _): section = file[golden.title]
      case .broken(let fault, _):
        let whole = FileGoldens.command(scenarios.shown)
        if !mode.isUpdate || !isWhole {
          return Golden.broken(name, fault, at: place, accepting: whole)
        }
        section = nil
      case .unreadable(let message):
        let fault = GoldenFile.Fault(line: 1, message: message)
        return Golden.broken(name, fault, at: place, accepting: command)
      }
      guard let section else {
        if !mode.writesMissing {
          return Golden.missing(golden.title, in: name, at: place, accepting: command)
        }
        state.accepted[golden.title] = golden.lines
        return nil
      }
      guard
        let difference = golden.difference(
          from: section, of: name, at: place, accepting: command)
      else { return nil }
      guard mode.accepts(FileGoldens.text(of: difference)) else { return difference }
      state.accepted[golden.title] = golden.lines
      return nil
    }
  }

  /// The lines that go and come, for a question.
  private static func text(of difference: Failure) -> String {
    difference.details.map { SafeText.shown($0.text, keepingLineEnds: true) + "\n" }.joined()
  }

  private func read(_ state: inout State) {
    guard case .unread = state.kept else { return }
    let bytes: [UInt8]
    do throws(FileReader.Fault) {
      bytes = try FileReader.contents(of: path)
    } catch {
      state.kept = error.isMissing ? .absent : .unreadable("cannot be read: \(error.message)")
      return
    }
    do throws(GoldenFile.Fault) {
      state.kept = .read(try GoldenFile(reading: bytes), bytes: bytes)
    } catch {
      state.kept = .broken(error, bytes: bytes)
    }
  }

  private func command(for result: ScenarioResult) -> String {
    FileGoldens.command(
      ScenarioRecord.id(file: scenarios.shown, name: result.title, row: result.row))
  }

  /// The command that accepts the logs, for a shell.
  private static func command(_ what: String) -> String {
    "reactorctl run --update '"
      + what.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }

  // MARK: Writing

  /// What became of the file.
  struct Outcome {
    var written = 0
    var updated = 0
    /// Sections that belong to no scenario, and whether they were removed.
    var obsolete: [String] = []
    var isObsoleteRemoved = false
    /// Why it could not be written.
    var problem: String?
  }

  /// Writes what was accepted. `isComplete` tells that everything that was to run has run.
  func end(isComplete: Bool) -> Outcome {
    state.with { state in
      var outcome = Outcome()
      let mayClean = isWhole && isComplete
      if titles.isEmpty, !mayClean { return outcome }
      read(&state)
      var (kept, bytes) = (GoldenFile(), [UInt8]?.none)
      switch state.kept {
      case .unread, .absent: break
      case .read(let file, let old): (kept, bytes) = (file, old)
      case .broken(_, let old):
        if state.accepted.isEmpty { return outcome }
        bytes = old
      case .unreadable: return outcome
      }
      let extra = kept.sections.filter { section in !titles.contains(section.title) }
      if mayClean { outcome.obsolete = extra.map(\.title) }
      outcome.isObsoleteRemoved = mode.isUpdate && mayClean
      let file = GoldenFile(
        titles.compactMap { title in
          state.accepted[title].map { GoldenFile.Section(title, $0) } ?? kept[title]
        } + (outcome.isObsoleteRemoved ? [] : extra))
      outcome.updated = state.accepted.keys.count { kept[$0] != nil }
      outcome.written = state.accepted.count - outcome.updated
      let isChanged = !state.accepted.isEmpty || (outcome.isObsoleteRemoved && !extra.isEmpty)
      if isChanged { outcome.problem = write(file, over: bytes) }
      return outcome
    }
  }

  private func write(_ file: GoldenFile, over bytes: [UInt8]?) -> String? {
    if file.sections.isEmpty { return remove() }
    do throws(FileWriter.Failure) {
      try FileWriter.write(
        Array(file.text.utf8), to: path, if: bytes.map { .holding($0) } ?? .new)
      return nil
    } catch {
      return error.message
    }
  }

  private func remove() -> String? {
    FileRemoval.remove(path).map { "cannot be removed: \(systemMessage($0))" }
  }
}

extension FileGoldens.Outcome {
  /// The lines that tell people of it, each with an end.
  func text(of path: FilePath) -> String {
    var parts: [String] = []
    if written > 0 { parts.append("\(written) written") }
    if updated > 0 { parts.append("\(updated) updated") }
    if isObsoleteRemoved, !obsolete.isEmpty { parts.append("\(obsolete.count) removed") }
    var text = ""
    if !parts.isEmpty, problem == nil {
      text += "golden   \(path.shown)  \(parts.joined(separator: ", "))\n"
    }
    for title in obsolete where !isObsoleteRemoved {
      text += "obsolete \(path.shown)  \(SafeText.shown(title)): "
      text += "no scenario has this golden; run --update removes it\n"
    }
    return text
  }
}
