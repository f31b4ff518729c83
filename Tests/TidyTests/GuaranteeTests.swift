import Foundation
import Testing

/// Every promise of `docs/guarantees.md` names the tests that hold it, and these are there.
@Suite struct GuaranteeTests {
  static let page = SourceTree.text(of: "docs/guarantees.md") ?? ""

  /// The promises, each with the names in it that are written as code and have a dot.
  static let promises: [(number: Int, tests: [(suite: String, test: String)])] = {
    var promises: [(number: Int, tests: [(suite: String, test: String)])] = []
    for line in page.split(separator: "\n") {
      if let dot = line.firstIndex(of: "."), let number = Int(line[..<dot]) {
        promises.append((number, []))
      }
      guard !promises.isEmpty else { continue }
      for (index, code) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        let words = code.split(separator: ".").map(String.init)
        guard words.count == 2, words[0].hasSuffix("Tests") else { continue }
        promises[promises.count - 1].tests.append((words[0], words[1]))
      }
    }
    return promises
  }()

  @Test func thePromisesAreNumberedInTurn() {
    #expect(Self.promises.map(\.number) == Array(1...max(1, Self.promises.count)))
    #expect(Self.promises.count > 10)
  }

  @Test func everyPromiseIsHeldByTestsThatAreThere() {
    let sources = SourceTree.tests
    for promise in Self.promises {
      #expect(!promise.tests.isEmpty, "promise \(promise.number) names no test")
      for (suite, test) in promise.tests {
        // Its own file, not the first that mentions it.
        let file =
          sources.first { $0.path.hasSuffix("/\(suite).swift") }
          ?? sources.first { $0.text.contains(" \(suite)") }
        #expect(
          file?.text.contains("func \(test)(") == true,
          "promise \(promise.number): there is no \(suite).\(test)")
      }
    }
  }
}
