import Loader
import Scenarios
import TestSupport
import Testing
import Values

@testable import Runner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Loads and runs a scenario text, on a thread with the stack that the runner asks for.
func results(
  of text: String, memory: MemoryShare = MemoryShare(),
  whole: WorkLimits.Whole = WorkLimits.Whole(), sourceLocation: SourceLocation = #_sourceLocation
) throws -> [ScenarioResult] {
  let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml")
  let problems = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
  let file = try #require(loaded.file, "\(problems)", sourceLocation: sourceLocation)
  return onLargeStack {
    let runner = ScenarioRunner(file, memory: memory)
    runner.whole = whole
    return runner.run()
  }
}

/// What a text holds; nil where it is not valid.
func validFile(_ text: String) -> ScenarioFile? {
  ScenarioLoader.load(bytes: Array(text.utf8), name: "test.yaml").file
}

/// The scenarios of a file of the project that run by themselves, each with the tables of the file: none where its
/// model is not its own, or where reaching a limit is what it is about.
func ownScenarios(of path: String) throws -> [(scenario: Scenario, tables: FileTables)] {
  let text = try Project.text(of: path)
  guard !path.contains("/budgets/"), !text.contains("\nuse:"), !text.hasPrefix("use:"),
    let file = validFile(text)
  else { return [] }
  let tables = FileTables(file)
  return file.scenarios.filter { $0.skip == nil && $0.rows == nil }.map { ($0, tables) }
}

/// The failures of a text with one scenario.
func failures(
  of text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Failure] {
  let results = try results(of: text, sourceLocation: sourceLocation)
  #expect(results.count == 1, sourceLocation: sourceLocation)
  return results.first?.failures ?? []
}

/// Checks that each scenario of the text passes.
func expectPass(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  for result in try results(of: text, sourceLocation: sourceLocation) {
    let messages = result.failures.map(\.message).joined(separator: "\n")
    #expect(
      result.verdict == .passed, "\(result.name): \(messages)", sourceLocation: sourceLocation)
  }
}

/// Checks that the text's scenario fails once, with a message that contains the parts.
@discardableResult
func expectFailure(
  _ parts: String..., of text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Failure {
  let failures = try failures(of: text, sourceLocation: sourceLocation)
  let failure = try #require(failures.first, sourceLocation: sourceLocation)
  #expect(failures.count == 1, sourceLocation: sourceLocation)
  for part in parts {
    #expect(
      failure.message.contains(part), "\(failure.message) has no \(part)",
      sourceLocation: sourceLocation)
  }
  return failure
}

private final class Job {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

/// Runs the work on a thread with `ScenarioRunner.stackSize` bytes of stack, and waits for it.
func onLargeStack<Result>(_ work: () -> Result) -> Result {
  var result: [Result] = []
  func append() { result.append(work()) }
  withoutActuallyEscaping(append) { body in
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, ScenarioRunner.stackSize)
    var thread = pthread_t()
    let job = Unmanaged.passRetained(Job(body)).toOpaque()
    let status = pthread_create(
      &thread, &attributes,
      { job in
        if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
        return nil
      }, job)
    precondition(status == 0, "no thread: \(status)")
    pthread_join(thread, nil)
  }
  return result[0]
}
