import Foundation
import Testing

/// The pages of the libraries: their blocks of code are those that the tests of the library compile
/// and run, and the types that they name are there.
@Suite struct PageTests {
  static let modules = ["CEL", "Reactor", "Values"]

  @Test(arguments: modules)
  func theBlocksOfThePageAreTested(_ module: String) throws {
    let page = try #require(SourceTree.text(of: "Sources/\(module)/\(module).docc/\(module).md"))
    let tests = try #require(SourceTree.text(of: "Tests/\(module)Tests/PageTests.swift"))
    let shown = PageTests.parts(of: page, from: "```swift", to: "```")
    #expect(!shown.isEmpty)
    #expect(shown == PageTests.parts(of: tests, from: "    // block", to: "    // end"))
  }

  @Test(arguments: modules)
  func thePageNamesWhatThereIs(_ module: String) throws {
    let page = try #require(SourceTree.text(of: "Sources/\(module)/\(module).docc/\(module).md"))
    let types = SourceTree.sources.filter { $0.module == module }
      .flatMap { Declarations.types(in: $0) }
    #expect(page.hasPrefix("# ``\(module)``\n"))
    let names = page.split(separator: "\n").filter { !$0.hasPrefix("```") }
      .flatMap { line in
        line.split(separator: "``", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { $0.element.split(separator: "/")[0] }
      }
    for name in names.dropFirst() where !types.contains(String(name)) {
      Issue.record("\(module).md names \(name), which nobody declares")
    }
  }

  /// The lines between two marks, each part without the blanks that all its lines begin with.
  private static func parts(of text: String, from first: String, to last: String) -> [String] {
    var parts: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == first {
        lines = []
      } else if line == last, let part = lines {
        let indent = part.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        parts.append(part.map { $0.dropFirst(indent) }.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return parts
  }
}
