import Loader
import Runner
import Scenarios
import Values

/// `explore --write`: adds what was found to its file, as scenarios that go the same way. What would not
/// fail there as it was found is not written.
struct ScheduleWriter {
  /// What came of one file, for the text for people.
  struct Outcome {
    /// Lines that each have an end.
    var text = ""
    /// Why the file could not be written.
    var problem: String?
  }

  private let path: FilePath
  private let loaded: LoadResult
  private let root: RootRule

  init(_ path: FilePath, _ loaded: LoadResult, _ root: RootRule) {
    self.path = path
    self.loaded = loaded
    self.root = root
  }

  func add(_ results: [ScenarioResult]) -> Outcome {
    var outcome = Outcome()
    let original = loaded.sources.files[0].bytes
    var text = original
    for result in results where result.verdict == .failed {
      guard let found = result.explored?.found else { continue }
      do throws(Unwritten) {
        guard let (added, name) = try adding(result, found, to: text) else { continue }
        text = added
        outcome.text += "written  \(path.shown)::\(SafeText.shown(name))\n"
      } catch {
        let name = SafeText.shown(result.name)
        outcome.text +=
          "not written  \(path.shown)::\(name): \(error.reason); by hand: a copy of the scenario "
          + "with `schedule: \(found.token)`\n"
      }
    }
    if text == original || Interruption.requested != nil { return outcome }
    do throws(FileWriter.Failure) {
      let place = try WritePlace.inProject(path, root)
      try FileWriter.write(text, to: place, if: .holding(original, of: loaded.identities[0]))
    } catch {
      return Outcome(problem: error.message)
    }
    return outcome
  }

  private struct Unwritten: Error {
    let reason: String
  }

  /// The text with one more scenario, and its name; nil where there is one with that token.
  private func adding(
    _ result: ScenarioResult, _ found: Explored.Found, to text: [UInt8]
  ) throws(Unwritten) -> (text: [UInt8], name: String)? {
    let before = ScenarioLoader.load(bytes: text, as: path, root: root)
    guard let file = before.file else { throw Unwritten(reason: "the file cannot be read") }
    if file.scenarios.contains(where: { $0.schedule?.text == found.token }) { return nil }
    if result.row != nil { throw Unwritten(reason: "it is a row of several") }
    let name = name(for: result.name, found.failure.code, in: file)
    let source = SourceFile(name: path.shown, bytes: text)
    guard let addition = ScenarioAddition(to: source) else {
      throw Unwritten(reason: "the file cannot be read")
    }
    let added: [UInt8]
    do throws(ScenarioAddition.Refusal) {
      added = try addition.text(
        adding: found.token, to: result.span, named: result.name, as: name)
    } catch {
      throw Unwritten(reason: error.reason)
    }
    try check(added, name, found, count: max(file.scenarios.count, 1) + 1)
    return (added, name)
  }

  private func name(
    for scenario: String, _ code: ProblemCode, in file: ScenarioFile
  ) -> String {
    let first = "\(scenario) (\(code.rawValue))"
    var name = first
    var number = 2
    while file.scenarios.contains(where: { $0.name.text == name }) {
      name = "\(first) \(number)"
      number += 1
    }
    return name
  }

  /// Whether it fails there as it was found.
  private func check(
    _ text: [UInt8], _ name: String, _ found: Explored.Found, count: Int
  ) throws(Unwritten) {
    let after = ScenarioLoader.load(bytes: text, as: path, root: root)
    guard let file = after.file else {
      let why = after.diagnostics.first { $0.severity == .error }?.message ?? "it is no file"
      throw Unwritten(reason: "with it the file would be invalid: \(why)")
    }
    let runner = ScenarioRunner(file)
    guard file.scenarios.count == count,
      let candidate = runner.candidates.first(where: { $0.name == name }),
      runner.run(candidate).failures.first?.code == found.failure.code
    else { throw Unwritten(reason: "it would not fail there as it was found") }
  }
}
