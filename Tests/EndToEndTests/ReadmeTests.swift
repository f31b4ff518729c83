import Foundation
import Testing

/// What README.md says of its first scenario; `DocsTests` runs its blocks.
@Suite struct ReadmeTests {
  @Test func theFirstScenarioPassesAsToldOnceMended() throws {
    let readme = try String(contentsOfFile: Tool.root + "/README.md", encoding: .utf8)
    let yaml = try #require(block("yaml", in: readme))
    let scratch = try Scratch()
    let path = try scratch.write("shop.yaml", yaml.replacing("50", with: "40"))
    let mended = try Tool().run("run", path)
    #expect(mended.code == 0)
    #expect(readme.contains(mended.out.split(separator: "\n").last ?? "?"))
  }

  /// The first fenced block of that language.
  private func block(_ language: String, in text: String) -> String? {
    text.components(separatedBy: "```\(language)\n").dropFirst().first.map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
