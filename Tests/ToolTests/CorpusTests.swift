import TestSupport
import Testing

@testable import Tool

/// What the fuzzers of commands start from, and what they have found. A broken promise ends the
/// tests, as it ends a fuzzer.
struct CorpusTests {
  @Test func everyReportIsMergedOrRefused() throws {
    let inputs = try Project.corpus("merge")
    #expect(inputs.count > 5)
    for input in inputs { MergeProbe.check(input) }
  }

  @Test func nothingIsUnchangedButByTheWordOfGit() throws {
    let inputs = try Project.corpus("changed")
    #expect(inputs.count > 4)
    for input in inputs { ChangedProbe.check(input) }
  }

  @Test func everyFileIsUpdatedToOneThatNeedsNoUpdate() throws {
    let inputs = try Project.corpus("update") + Project.corpus("scenario")
    #expect(inputs.count > 20)
    onDeepStack { for input in inputs { UpdateProbe.check(input) } }
  }

  @Test func noOutcomeHoldsBeforeAndIsNeverEvaluated() throws {
    let inputs = try Project.corpus("vacuous") + Project.corpus("scenario")
    #expect(inputs.count > 20)
    onDeepStack { for input in inputs { VacuousProbe.check(input) } }
  }
}
