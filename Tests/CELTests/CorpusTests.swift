import TestSupport
import Testing

/// Everything the fuzzers were started from, or ever found, once more.
@Suite struct CorpusTests {
  @Test func everyFormulaOfTheCorpusIsReadOrRefused() throws {
    let files = try Project.corpus("formula")
    #expect(files.count > 50)
    for file in files { FormulaProbe.parse(file) }
  }

  @Test func everyFormulaOfTheCorpusEvaluatesTheSameTwice() throws {
    let files = try Project.corpus("evaluation")
    #expect(files.count > 50)
    for file in files { FormulaProbe.evaluate(file) }
  }
}
