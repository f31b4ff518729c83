import TestSupport
import Testing
import Values

@testable import Loader

/// The package's folder of scenarios.
let scenariosFolder = FilePath(Project.path("scenarios"))

struct ScenarioFilesTests {
  static func files(_ folder: String) -> [FilePath] {
    ScenarioLoader.discover([scenariosFolder.appending(folder.utf8)]).files
  }

  @Test(arguments: ["passing", "failing"])
  func everyFileThatIsToRunLoads(folder: String) {
    let files = ScenarioFilesTests.files(folder)
    #expect(!files.isEmpty)
    for file in files {
      let result = ScenarioLoader.load(file)
      #expect(
        result.verdict == .loaded,
        "\(result.diagnostics.map { $0.text(in: result.sources) }.joined())")
    }
  }
}
