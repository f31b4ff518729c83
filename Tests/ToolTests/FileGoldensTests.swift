import Loader
import Runner
import Scenarios
import Testing

@testable import Tool

/// What becomes of goldens whose scenarios end before their time.
@Suite struct FileGoldensTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      "a.yaml",
      """
      cells: {a: 0}
      scenarios:
        - name: one
          golden: true
          steps: [{set: {a: 1}}, {set: {a: 2}}, {set: {a: 3}}]

      """)
  }

  /// Runs the one scenario, which is interrupted when it has asked so many times whether it is, and writes
  /// what is accepted.
  private func update(interruptedBehind most: Int) throws -> (ScenarioResult, FileGoldens.Outcome) {
    let path = scratch.file("a.yaml")
    let loaded = ScenarioLoader.load(path)
    let file = try #require(loaded.file)
    let runner = ScenarioRunner(
      file,
      patience: Patience { _ in
        var asked = 0
        return {
          asked += 1
          return asked > most ? .interrupted : nil
        }
      })
    let goldens = FileGoldens(
      of: path, loaded, runner.candidates, .nearest, .update, isWhole: true, tellsObsolete: true)
    var result = runner.run(try #require(runner.candidates.first))
    goldens.finish(&result, in: loaded.sources)
    return (result, goldens.end(isComplete: !result.isCutShort))
  }

  @Test func nothingIsWrittenWhereTheRunWasInterruptedBeforeItsEnd() throws {
    let path = scratch.file("a.yaml")
    let loaded = ScenarioLoader.load(path)
    let runner = ScenarioRunner(try #require(loaded.file))
    let goldens = FileGoldens(
      of: path, loaded, runner.candidates, .nearest, .update, isWhole: true, tellsObsolete: true)
    var result = runner.run(try #require(runner.candidates.first))
    goldens.finish(&result, in: loaded.sources)
    #expect(goldens.end(isComplete: false, isInterrupted: true).written == 0)
    #expect(try scratch.names() == ["a.yaml"])
    #expect(goldens.end(isComplete: true, isInterrupted: true).written == 1)
  }

  @Test func theGoldenOfAnInterruptedScenarioIsLeftAlone() throws {
    let whole = try update(interruptedBehind: .max)
    #expect(whole.0.verdict == .passed && whole.1.written == 1)
    let good = try #require(scratch.text("a.golden"))
    var cuts = 0
    for most in 0..<100 {
      let (result, outcome) = try update(interruptedBehind: most)
      #expect(scratch.text("a.golden") == good, "\(most)")
      #expect(outcome.written + outcome.updated == 0)
      if !result.isCutShort { break }
      cuts += 1
    }
    #expect(cuts > 1)
    #expect(scratch.shell("rm a.golden") == 0)
    let cut = try update(interruptedBehind: cuts - 1)
    #expect(cut.0.isCutShort && cut.1.written == 0)
    #expect(try scratch.names() == ["a.yaml"])
  }
}
