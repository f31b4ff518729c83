import Loader
import Reports
import Runner
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
    case read(GoldenFile, Original)
    case broken(GoldenFile.Fault, Original)
    /// With the system's own reason, or since something else stands there than a file.
    case unreadable(String, isSystem: Bool)
  }

  /// What was read, and from which file.
  private struct Original {
    var bytes: [UInt8]
    var identity: FileIdentity
  }

  private struct State {
    var kept = Kept.unread
    /// The logs to be written, by section.
    var accepted: TextTable<TextLines> = [:]
    /// What the scenarios fail with where theirs is not written after all, by section.
    var refused: TextTable<Failure> = [:]
    /// Why nothing can be written there; looked for when the first log is to be.
    var obstacle: String??

    /// What stands there.
    var original: Original? {
      switch kept {
      case .unread, .absent, .unreadable: nil
      case .read(_, let original), .broken(_, let original): original
      }
    }
  }

  let path: FilePath
  private let scenarios: FilePath
  /// The file that the scenarios were loaded from: the golden is written beside it, and nowhere
  /// else.
  private let identity: FileIdentity?
  private let root: RootRule
  private let mode: GoldenMode
  /// Whether every scenario of the file is to run.
  private let isWhole: Bool
  /// Whether this run tells of sections that no scenario has: of the shards that together run all of
  /// the file, one.
  private let tellsObsolete: Bool
  /// The sections that belong there, in file order.
  private let titles: [String]
  /// Where the scenarios ask for their goldens, by the scenarios' own places.
  private let places: [SourceSpan: SourceSpan]
  private let state = Guarded(State())

  init(
    of file: FilePath, _ loaded: LoadResult, _ candidates: [ScenarioRunner.Candidate],
    _ root: RootRule,
    _ mode: GoldenMode, isWhole: Bool, tellsObsolete: Bool
  ) {
    scenarios = file
    identity = loaded.identities.first ?? nil
    self.root = root
    path = FileGoldens.path(beside: file)
    self.mode = mode
    self.isWhole = isWhole
    self.tellsObsolete = tellsObsolete
    let golden = candidates.filter { $0.scenario.golden != nil }
    titles = golden.map { GoldenFile.title(of: $0.name, row: $0.numberedRow) }
    var places: [SourceSpan: SourceSpan] = [:]
    for candidate in golden { places[candidate.scenario.span] = candidate.scenario.golden }
    self.places = places
  }

  /// `shop.golden` for `shop.yaml`.
  static func path(beside file: FilePath) -> FilePath { file.stem.ending(".golden") }

  /// Another scenario file that this golden would be that of: `shop.yml` for `shop.yaml`.
  private static func twin(of file: FilePath) -> FilePath? {
    let own = FileIdentity(of: file)
    return FilePath.scenarioEndings.map { file.stem.ending($0) }.first { other in
      guard other != file, let identity = FileIdentity(of: other) else { return false }
      return identity != own && !Arguments.isFolder(other)
    }
  }

  /// Refuses a file that asks for goldens where another one beside it has the same: what is a section
  /// of the one would be obsolete to the other, and each update would remove what the last one wrote.
  static func refuseShared(_ loaded: inout LoadResult, of path: FilePath) {
    guard let place = loaded.file?.scenarios.lazy.compactMap(\.golden).first,
      let twin = twin(of: path)
    else { return }
    loaded.file = nil
    loaded.total += 1
    loaded.diagnostics.append(
      Diagnostic(
        code: .goldenShared,
        "\(FileGoldens.path(beside: path).shown) is the golden of \(twin.shown), too", at: place,
        help: ["rename one of the two files, so that each has a golden of its own"]))
  }

  // MARK: Comparing

  /// Compares the log of a scenario that passed; several threads may do so at once. A log that nobody
  /// wants besides is let go before the one that is kept is read. Of one that was interrupted the log is
  /// but a part.
  func finish(_ result: inout ScenarioResult, in sources: SourceMap, keepingLog: Bool = true) {
    guard result.verdict == .passed, !result.isCutShort, let place = places[result.span],
      let golden = Golden(result, in: sources)
    else { return }
    if !keepingLog { result.log = nil }
    let failure = golden.refusal(at: place) ?? compare(golden, result, at: place)
    guard let failure else { return }
    result.failures = [failure]
    result.verdict = .failed
  }

  private func compare(
    _ golden: Golden, _ result: ScenarioResult, at place: SourceSpan
  ) -> Failure? {
    let name = path.shown
    let accepting = command(for: result)
    // What is known to fail is to be mended, and not written as it is.
    let mode = result.todo == nil ? mode : .compare
    return state.with { state in
      read(&state)
      var missing = Golden.missing(in: name, at: place, accepting: accepting)
      let section: GoldenFile.Section?
      switch state.kept {
      case .unread, .absent: section = nil
      case .read(let file, _): section = file[golden.title]
      case .broken(let fault, let original):
        // A file of somebody else stays, whatever it is called.
        let isOwn = GoldenFile.isOwn(original.bytes)
        let whole = isOwn ? command(scenarios.shown) : nil
        missing = Golden.broken(name, fault, at: place, accepting: whole)
        if !mode.isUpdate || !isWhole || !isOwn { return missing }
        section = nil
      case .unreadable(let message, _):
        let fault = GoldenFile.Fault(line: 1, message: message)
        return Golden.broken(name, fault, at: place, accepting: nil)
      }
      guard let section else {
        return mode.writesMissing ? accept(golden, insteadOf: missing, &state) : missing
      }
      guard
        let difference = golden.difference(
          from: section, of: name, at: place, accepting: accepting)
      else { return nil }
      guard mode.accepts(FileGoldens.text(of: difference, in: id(of: result))) else {
        return difference
      }
      return accept(golden, insteadOf: difference, &state)
    }
  }

  /// Notes that the log is to be written. Where that cannot be, the failure stays, lest a scenario
  /// passes by a golden that is not there.
  private func accept(
    _ golden: Golden, insteadOf failure: Failure, _ state: inout State
  ) -> Failure? {
    let obstacle = state.obstacle ?? obstacle(over: state.original)
    state.obstacle = .some(obstacle)
    guard let obstacle else {
      state.accepted[golden.title] = golden.lines
      state.refused[golden.title] = failure
      return nil
    }
    return FileGoldens.refused(failure, path, obstacle)
  }

  private static func refused(_ failure: Failure, _ path: FilePath, _ obstacle: String) -> Failure {
    var failure = failure
    failure.help = ["\(path.shown) \(obstacle)"]
    return failure
  }

  /// Whether any log is to be written: what came of its scenario is known when it has been.
  var isAwaited: Bool { state.with { !$0.accepted.isEmpty } }

  /// The lines that go and come, for a question.
  private static func text(of difference: Failure, in scenario: String) -> String {
    "\(SafeText.shown(scenario)):\n"
      + difference.details.map { SafeText.shown($0.text, keepingLineEnds: true) + "\n" }.joined()
  }

  private func read(_ state: inout State) {
    guard case .unread = state.kept else { return }
    let original: Original
    do throws(FileReader.Fault) {
      let (bytes, identity) = try FileReader.regular(path)
      original = Original(bytes: bytes, identity: identity)
    } catch {
      state.kept =
        error.isMissing
        ? .absent
        : .unreadable("cannot be read: \(error.message)", isSystem: error.isOfTheSystem)
      return
    }
    do throws(GoldenFile.Fault) {
      state.kept = .read(try GoldenFile(reading: original.bytes), original)
    } catch {
      state.kept = .broken(error, original)
    }
  }

  private func command(for result: ScenarioResult) -> String {
    command(id(of: result))
  }

  private func id(of result: ScenarioResult) -> String {
    ScenarioRecord.id(file: scenarios.shown, name: result.name, row: result.numberedRow)
  }

  /// The command that accepts the logs, for a shell.
  private func command(_ what: String) -> String {
    root.updateCommand + " " + ShellWord.quoted(ShellWord.path(what))
  }

  // MARK: Writing

  /// What became of the file.
  struct Outcome {
    var written = 0
    var updated = 0
    /// Sections that belong to no scenario, and whether they were removed.
    var obsolete: [GoldenFile.Section] = []
    var isObsoleteRemoved = false
    /// Whether there are such sections where nobody would read of them.
    var isObsoleteFailure: Bool {
      !obsolete.isEmpty && !isObsoleteRemoved && EnvironmentVariable.tellsOfCI
    }
    /// Whether the file is another one now.
    var isWritten: Bool {
      problem == nil && (written + updated > 0 || (isObsoleteRemoved && !obsolete.isEmpty))
    }
    /// What it held before.
    var bytes: [UInt8] = []
    /// Why it could not be written.
    var problem: String?
    /// What scenarios fail with whose logs could not be written, by section.
    var lost: TextTable<Failure> = [:]
  }

  /// Writes what was accepted; nothing where the run was interrupted before all had run, for a golden that is half new is
  /// no run's. `isComplete` tells that everything that was to run has run.
  func end(isComplete: Bool, isInterrupted: Bool = false) -> Outcome {
    if isInterrupted, !isComplete { return Outcome() }
    return state.with { state in
      var outcome = Outcome()
      outcome.problem = state.obstacle ?? nil
      let mayClean = isWhole && isComplete
      let mayTell = tellsObsolete && isComplete
      if titles.isEmpty, !mayTell { return outcome }
      read(&state)
      var (kept, original) = (GoldenFile(), Original?.none)
      switch state.kept {
      case .unread, .absent: break
      case .read(let file, let old):
        // What is no section of a file without goldens may be one of the file that it is beside.
        if titles.isEmpty, FileGoldens.twin(of: scenarios) != nil { return outcome }
        (kept, original) = (file, old)
      case .broken(_, let old):
        if state.accepted.isEmpty { return outcome }
        original = old
      case .unreadable(let message, let isSystem):
        if isSystem { outcome.problem = message }
        return outcome
      }
      let known = Set(titles)
      let extra = kept.sections.filter { section in !known.contains(section.title) }
      if mayTell { outcome.obsolete = extra }
      outcome.bytes = original?.bytes ?? []
      outcome.isObsoleteRemoved = mode.isUpdate && mayClean
      let file = kept.with(
        titles.compactMap { title in
          state.accepted[title].map { GoldenFile.Section(title, $0) } ?? kept[title]
        } + (outcome.isObsoleteRemoved ? [] : extra))
      outcome.updated = state.accepted.keys.count { kept[$0] != nil }
      outcome.written = state.accepted.count - outcome.updated
      let isChanged = !state.accepted.isEmpty || (outcome.isObsoleteRemoved && !extra.isEmpty)
      if isChanged, outcome.problem == nil {
        outcome.problem = write(file, over: original)
        if let problem = outcome.problem {
          for (title, failure) in state.refused {
            outcome.lost[title] = FileGoldens.refused(failure, path, problem)
          }
        }
      }
      if outcome.problem != nil { outcome.isObsoleteRemoved = false }
      return outcome
    }
  }

  private static func condition(over original: Original?) -> FileWriter.Condition {
    original.map { .holding($0.bytes, of: $0.identity) } ?? .new
  }

  private func obstacle(over original: Original?) -> String? {
    do throws(FileWriter.Failure) {
      return FileWriter.obstacle(to: try place(), if: FileGoldens.condition(over: original))
    } catch {
      return error.message
    }
  }

  private func write(_ file: GoldenFile, over original: Original?) -> String? {
    let condition = FileGoldens.condition(over: original)
    do throws(FileWriter.Failure) {
      let place = try place()
      if file.sections.isEmpty {
        try FileWriter.remove(place, if: condition)
      } else {
        try FileWriter.write(Array(file.text.utf8), to: place, if: condition)
      }
      return nil
    } catch {
      return error.message
    }
  }

  /// The golden's place, in the folder where the scenarios were loaded from.
  private func place() throws(FileWriter.Failure) -> WritePlace {
    let place = try WritePlace.inProject(path, root)
    let scenarios = place.beside(Array(scenarios.name))
    guard
      let status = try place.attempt({ () throws(SystemError) in
        try place.folder.status(of: scenarios.name)
      })
    else { throw place.refusal("is not written: \(self.scenarios.shown) has gone") }
    if let target = place.folder.link(scenarios.name) {
      throw place.refusal(
        "is not written: \(self.scenarios.shown) is a link to \(target.shown)")
    }
    if let identity, FileIdentity(status) != identity {
      throw place.refusal("is not written: \(self.scenarios.shown) was replaced meanwhile")
    }
    return place
  }
}

extension FilePath {
  /// The path up to the ending of its name.
  fileprivate var stem: FilePath {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    return FilePath(bytes: Array(bytes[..<dot]))
  }

  fileprivate func ending(_ ending: String) -> FilePath {
    FilePath(bytes: bytes + Array(ending.utf8))
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
    for section in obsolete where !isObsoleteRemoved && !isObsoleteFailure {
      text += "obsolete \(path.shown)  \(SafeText.shown(section.title)): "
      text += "no scenario has this golden; run --update removes it\n"
    }
    return text
  }

  /// At most so many sections are errors of their own.
  private static let most = 20

  /// Makes a scenario fail whose log could not be written, lest it passes by a golden that is not there.
  func fail(_ result: inout ScenarioResult) {
    guard result.verdict == .passed,
      let failure = lost[GoldenFile.title(of: result.name, row: result.numberedRow)]
    else { return }
    (result.verdict, result.failures) = (.failed, [failure])
  }

  /// Makes the file fail whose golden has sections that nobody would read of.
  func fail(_ report: inout FileReport, _ path: FilePath) {
    guard isObsoleteFailure else { return }
    tellObsolete(&report, path)
    switch report.verdict {
    case .passed, .skipped, .missing, .idle: report.verdict = .failed
    case .failed, .valid, .invalid, .unreadable, .absent: break
    }
  }

  private func tellObsolete(_ report: inout FileReport, _ path: FilePath) {
    let golden = SourceFile(name: path.shown, bytes: bytes)
    let file = report.sources.add(golden)
    for section in obsolete.prefix(Self.most) {
      let title = golden.line(section.start - 1)
      report.diagnostics.append(
        Diagnostic(
          code: .goldenObsolete, "no scenario has the golden \"\(SafeText.shown(section.title))\"",
          at: SourceSpan(file: file, start: title.startIndex, end: title.endIndex),
          help: ["reactorctl run --update removes it"]))
    }
    report.unshown += max(0, obsolete.count - Self.most)
  }
}
