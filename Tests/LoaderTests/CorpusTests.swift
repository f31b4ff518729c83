import Testing

@testable import Loader

/// What the fuzzers start from, and what they have found.
struct CorpusTests {
  static func inputs(_ name: String) throws -> [[UInt8]] {
    let parts = #filePath.split(separator: "/").dropLast(2)
    let folder = "/" + parts.joined(separator: "/") + "/Corpora/\(name)"
    return try folderEntries(folder).map { try OpenFile(FilePath("\(folder)/\($0)")).contents() }
  }

  @Test func everyInputOfTheYAMLLayerIsReadOrRefused() throws {
    let inputs = try CorpusTests.inputs("yaml")
    #expect(inputs.count > 20)
    for input in inputs { LoaderProbe.yaml(input) }
  }

  @Test func everyInputOfTheScenarioLayerIsLoadedOrRefused() throws {
    let inputs = try CorpusTests.inputs("scenario")
    #expect(inputs.count > 20)
    for input in inputs { LoaderProbe.scenario(input) }
  }
}
