import Foundation
import Testing

/// What README.md shows is what a reader gets.
@Suite struct ReadmeTests {
  @Test func theFirstScenarioFailsAsShown() throws {
    let readme = try String(contentsOfFile: Tool.root + "/README.md", encoding: .utf8)
    let yaml = try #require(block("yaml", in: readme))
    let shown = try #require(block("text", in: readme))
    let scratch = try Scratch()
    try scratch.write("shop.yaml", yaml)
    var tool = Tool()
    tool.folder = scratch.path
    let ending = try tool.run("run", "shop.yaml")
    #expect(ending.code == 1)
    #expect(ending.text == shown)
    try scratch.write("shop.yaml", yaml.replacing("50", with: "40"))
    let mended = try tool.run("run", "shop.yaml")
    #expect(mended.code == 0)
    #expect(readme.contains(mended.out.split(separator: "\n").last ?? "?"))
  }

  @Test func allFurtherScenariosPass() throws {
    let readme = try String(contentsOfFile: Tool.root + "/README.md", encoding: .utf8)
    let scratch = try Scratch()
    let further = blocks("yaml", in: readme).dropFirst()
    #expect(!further.isEmpty)
    for (index, yaml) in further.enumerated() {
      try scratch.write("readme-\(index).yaml", yaml)
      let ending = try Tool().run("run", scratch.path + "/readme-\(index).yaml")
      #expect(ending.code == 0, "\(ending.text)")
    }
  }

  /// The first fenced block of that language.
  private func block(_ language: String, in text: String) -> String? {
    blocks(language, in: text).first
  }

  private func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
