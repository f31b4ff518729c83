import TestSupport
import Testing

@testable import Loader

/// What the fuzzers start from, and what they have found.
struct CorpusTests {
  @Test func everyInputOfTheYAMLLayerIsReadOrRefused() throws {
    let inputs = try Project.corpus("yaml")
    #expect(inputs.count > 20)
    for input in inputs { LoaderProbe.yaml(input) }
  }

  @Test func everyInputOfTheScenarioLayerIsLoadedOrRefused() throws {
    let inputs = try Project.corpus("scenario")
    #expect(inputs.count > 20)
    for input in inputs { LoaderProbe.scenario(input) }
  }
}
