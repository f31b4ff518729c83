import Testing
import Values

@testable import Loader

/// What `check` says of formulas that look at references to actors whose numbers are given out on the way.
struct ReferenceCheckTests {
  private static func warnings(_ text: String) -> [String] {
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    let all = result.file == nil ? result.diagnostics : ScenarioLoader.check(result)
    return all.map { $0.text(in: result.sources) }.filter {
      $0.contains("the text of a reference") || $0.contains("error:")
    }
  }

  /// A boss that spawns a worker and sets its state to something.
  private static func model(_ value: String, explore: String = "explore: {}\n") -> String {
    func of(_ name: String) -> String { value.replacing("w", with: name) }
    return """
      actors:
        worker: {on: {Do: [{tell: {sender: Done}}]}}
        boss:
          state: {worker: null, all: [], seen: {}, x: null}
          on:
            Go:
              - {spawn: worker, as: w}
              - {set: {worker: = w, all: '= state.all + [w]'}}
              - {watch: = w}
              - {tell: {boss: {Take: = w}}}
              - {set: {x: "= \(value)"}}
            Take: [{set: {x: "= \(of("message"))"}}]
            Done: [{set: {x: "= \(of("sender"))"}}]
            Terminated: [{set: {x: "= \(of("message"))"}}]
      \(explore)steps: [{tell: {boss: Go}, expect: {boss.x: '= string(boss.worker)'}}]
      """
  }

  @Test(arguments: [
    "string(w)", "w + 'x'", "w < 'x'", "size(w)", "w.startsWith('x')", "[w].sortBy(a, a)",
  ])
  func looksAreFound(_ value: String) {
    // In the step, in what it is sent, of the sender, and of the one that has ended.
    #expect(ReferenceCheckTests.warnings(ReferenceCheckTests.model(value)).count == 4)
    let unexplored = ReferenceCheckTests.model(value, explore: "")
    #expect(ReferenceCheckTests.warnings(unexplored) == [])
  }

  @Test(arguments: [
    "w == null", "w != state.x", "w in state.all", "[w, w]", "{'a': w}", "{w: 1}", "{'a': 1}[w]",
    "true ? w : null", "type(w)", "state.seen[w]",
  ])
  func whatOnlyComparesIsLetPass(_ value: String) {
    #expect(ReferenceCheckTests.warnings(ReferenceCheckTests.model(value)) == [])
  }

  /// Also where they are kept.
  @Test(arguments: ["string(state.worker)", "state.all.map(a, a + 'x')"])
  func looksAtStatesAreFound(_ value: String) {
    #expect(ReferenceCheckTests.warnings(ReferenceCheckTests.model(value)).count >= 1)
  }

  /// Where no actor is numbered a reference is a name of the file.
  @Test func namesAreLetPass() {
    let text = """
      actors:
        a: {state: {x: ''}, on: {Go: [{tell: {b: Do}}], Done: [{set: {x: = string(sender)}}]}}
        b: {on: {Do: [{tell: {sender: Done}}]}}
      explore: {}
      steps: [{tell: {a: Go}}]
      """
    #expect(ReferenceCheckTests.warnings(text) == [])
    let pooled = text.replacing("b: {on", with: "b: {provider: {pool: 2}, on")
    #expect(ReferenceCheckTests.warnings(pooled).count == 1)
  }
}
