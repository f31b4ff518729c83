import Loader
import Reports
import Runner
import Scenarios
import Values

/// `explore --write`: adds each violation that was found, and is not what the file expects, to its
/// file as a scenario that goes the same way.
///
/// Nothing is written of which it was not seen that it fails as it did.
struct ScheduleWriter: Sendable {
  /// What came of one file, for the text for people.
  struct Outcome: Sendable, Equatable {
    /// The names of the scenarios that were added.
    var added: [String] = []
    /// `bank.yaml:3:5: not added: "<<" brings in what the scenario shares with another place`.
    var notes: [String] = []
    /// Why the file could not be written.
    var problem: String?

    /// What is told of it behind the file's own line, each line with its end.
    func text(of path: FilePath) -> String {
      let lines = added.map { "added    \(path.shown)  \(SafeText.shown($0))" } + notes
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private static let otherRun =
    "a scenario of that schedule does not come to the same; replay the token instead"

  /// Each is tried in the whole file; of more nobody could mend all at once.
  private static let most = 50

  let root: RootRule

  func write(
    _ results: [ScenarioResult], of path: FilePath, _ loaded: LoadResult, in clock: RunClock
  ) -> Outcome {
    var outcome = Outcome()
    let original = loaded.sources.files[0]
    // As it is with those that have been added.
    var latest = loaded
    for result in results {
      guard let found = ScheduleWriter.unexpected(result) else { continue }
      if outcome.added.count >= ScheduleWriter.most {
        outcome.notes.append("\(path.shown): further violations are not added: mend these first")
        break
      }
      do throws(FileEdits.Refusal) {
        guard let added = try add(found, of: result, to: latest, path, clock)
        else { continue }
        latest = added.file
        outcome.added.append(added.name)
      } catch {
        let (line, column) = original.position(of: Int(result.span.start))
        outcome.notes.append("\(path.shown):\(line):\(column): not added: \(error.reason)")
      }
    }
    if outcome.added.isEmpty { return outcome }
    guard Interruption.requested == nil else { return Outcome() }
    do throws(FileWriter.Failure) {
      let place = try WritePlace.inProject(path, root)
      try FileWriter.write(
        latest.sources.files[0].bytes, to: place,
        if: .holding(original.bytes, of: loaded.identities[0]))
    } catch {
      (outcome.added, outcome.problem) = ([], error.message)
    }
    return outcome
  }

  /// What was found, where it is for that that the result fails.
  private static func unexpected(_ result: ScenarioResult) -> Explored.Found? {
    guard result.verdict == .failed, let found = result.explored?.found,
      result.failures.contains(where: {
        $0.code == found.failure.code && $0.span == found.failure.span
      })
    else { return nil }
    return found
  }

  /// The file with one scenario more, and what that is called; nil where the file has it already.
  private func add(
    _ found: Explored.Found, of result: ScenarioResult, to before: LoadResult, _ path: FilePath,
    _ clock: RunClock
  ) throws(FileEdits.Refusal) -> (file: LoadResult, name: String)? {
    guard let file = before.file, let edits = FileEdits(before.sources.files[0]) else {
      throw FileEdits.Refusal(reason: "the file was changed by another program meanwhile")
    }
    if file.scenarios.contains(where: { isSame($0, found, result, before.sources) }) { return nil }
    let name = ScheduleWriter.name(found, of: result, beside: file)
    let follower = FileEdits.Follower(
      of: result.span, named: result.name, row: result.rowSpan, as: name, token: found.token)
    let text = Edit.apply(try edits.edits(adding: follower), to: before.sources.files[0].bytes)
    let after = ScenarioLoader.load(bytes: text, as: path, root: root)
    guard let changed = after.file else {
      let message = after.diagnostics.first { $0.severity == .error }?.message
      throw FileEdits.Refusal(
        reason: "with it the file would be invalid: \(message ?? "it cannot be read")")
    }
    let runner = clock.runner(changed)
    let candidates = runner.candidates
    // A file of nothing but events becomes one with a scenario for them.
    guard candidates.count == max(1, clock.runner(file).candidates.count) + 1,
      let own = candidates.last, own.scenario.schedule?.text == found.token,
      own.name == name,
      runner.run(own).failures.contains(where: { $0.code == found.failure.code })
    else { throw FileEdits.Refusal(reason: ScheduleWriter.otherRun) }
    return (after, name)
  }

  /// Whether the scenario goes that way: it has the token, and the same row.
  private func isSame(
    _ scenario: Scenario, _ found: Explored.Found, _ result: ScenarioResult, _ sources: SourceMap
  ) -> Bool {
    guard scenario.schedule?.text == found.token else { return false }
    guard let row = result.rowSpan else { return scenario.rows == nil }
    func text(_ span: SourceSpan) -> [UInt8] {
      sources[span].bytes[Int(span.start)..<Int(span.end)].filter { $0 > 0x20 }
    }
    return scenario.rows?.contains { text($0.span) == text(row) } ?? false
  }

  /// `two withdrawals: always`, with a number where that is taken.
  private static func name(
    _ found: Explored.Found, of result: ScenarioResult, beside file: ScenarioFile
  ) -> String {
    let code = found.failure.code.rawValue
    let word = code.hasPrefix("explored-") ? String(code.dropFirst("explored-".count)) : code
    let taken = Set(file.scenarios.map(\.name.text) + [file.name])
    let name = "\(result.name): \(word)"
    if !taken.contains(name) { return name }
    var number = 2
    while taken.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }
}
