import AppStateExample
import Loader
import Runner
import Scenarios
import TestSupport
import Testing
import Values

/// The example in Swift and the scenario file of the same model.
struct AppStateExampleTests {
  @Test func `the example comes to what the scenario expects, line by line`() throws {
    var lines: [String] = []
    try AppStateExample.run { lines.append($0) }
    // What the start emits belongs to no step.
    let caused = lines.drop { !$0.hasPrefix("> ") }.filter { !$0.hasPrefix("> ") }
    let expected = try steps().flatMap { step in step.outcomes.flatMap(lines(of:)) }
    #expect(expected.count > 15)
    for (line, expectation) in zip(caused, expected) {
      // Swift's report says more, and calls the action by its type.
      let isReport = expectation.hasPrefix("report: ")
      #expect(
        isReport
          ? line.lowercased().hasPrefix(expectation.lowercased()) : line == expectation)
    }
    #expect(caused.count == expected.count)
  }

  @Test func `the scenario passes`() throws {
    let file = try file()
    let result = onLargeStack { ScenarioRunner(file).run() }
    #expect(result.map(\.verdict) == [.passed])
  }

  private func file() throws -> ScenarioFile {
    let path = Project.path("scenarios/passing/stores/app-state.yaml")
    return try #require(ScenarioLoader.load(FilePath(path)).file)
  }

  private func steps() throws -> [Step] { try #require(file().scenarios.first).steps }

  /// What the example writes for an outcome.
  private func lines(of outcome: Outcome) -> [String] {
    switch outcome.kind {
    case .emits(.all(let emissions)):
      emissions.flatMap { emission -> [String] in
        guard case .map(let entries) = emission.content else { return ["\(emission)"] }
        return entries.map { "\($0.key.text): \(text(of: $0.value))" }
      }
    case .reports(let patterns):
      patterns.map { pattern in
        pattern.isRegularExpression ? "\(pattern)" : "report: \(text(of: pattern.text))"
      }
    default: []
    }
  }

  private func text(of datum: Datum) -> String {
    switch datum.literal {
    case .string(let text): text
    case .int(let number): "\(number)"
    default: "\(datum.content)"
    }
  }
}
