import Foundation
import Testing

@testable import Tool

/// What the fuzzers of commands start from, and what they have found. A broken promise ends the
/// tests, as it ends a fuzzer.
struct CorpusTests {
  static func inputs(_ name: String) throws -> [[UInt8]] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appending(path: "Corpora/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
  }

  @Test func everyReportIsMergedOrRefused() throws {
    let inputs = try CorpusTests.inputs("merge")
    #expect(inputs.count > 5)
    for input in inputs { MergeProbe.check(input) }
  }

  @Test func nothingIsUnchangedButByTheWordOfGit() throws {
    let inputs = try CorpusTests.inputs("changed")
    #expect(inputs.count > 4)
    for input in inputs { ChangedProbe.check(input) }
  }

  @Test func everyFileIsUpdatedToOneThatNeedsNoUpdate() throws {
    let inputs = try CorpusTests.inputs("update") + CorpusTests.inputs("scenario")
    #expect(inputs.count > 20)
    onDeepStack { for input in inputs { UpdateProbe.check(input) } }
  }

  @Test func noOutcomeHoldsBeforeAndIsNeverEvaluated() throws {
    let inputs = try CorpusTests.inputs("vacuous") + CorpusTests.inputs("scenario")
    #expect(inputs.count > 20)
    onDeepStack { for input in inputs { VacuousProbe.check(input) } }
  }
}
