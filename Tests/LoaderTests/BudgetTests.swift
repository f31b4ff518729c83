import Testing
import Values

@testable import Loader

/// Files that would exhaust a careless reader are refused at once, with a place.
struct BudgetTests {
  private static func doubled(_ times: Int) -> String {
    var text = "x-0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...times {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "x-\(level): &a\(level) [\(aliases)]\n"
    }
    return text
  }

  struct Bomb: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var problem: String
    var testDescription: String { name }
  }

  static let bombs = sources.map { Bomb(name: $0.0, text: $0.1, problem: $0.2) }
  private static let sources: [(String, String, String)] = [
    ("brackets", "a: " + String(repeating: "[", count: 900_000), "1:67: lists and maps nest"),
    ("maps", "a: " + String(repeating: "{a: ", count: 200_000), "1:256: lists and maps nest"),
    ("dashes", "a:\n  " + String(repeating: "- ", count: 400_000), "2:129: lists and maps nest"),
    ("aliases", doubled(9), "5:46: the file holds more than 100000 values, with what aliases"),
    (
      "chain",
      "x-0: &a0 [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]\n"
        + (1...4).map { "x-\($0): &a\($0) [[[[[[[[[[[[[[[[[[[[*a\($0 - 1)]]]]]]]]]]]]]]]]]]]]\n" }
        .joined(), "4:30: lists and maps nest more than 64 levels deep through this alias"
    ),
    (
      "text",
      "x-0: &a0 \"\(String(repeating: "x", count: 200_000))\"\nx-1: ["
        + Array(repeating: "*a0", count: 50).joined(separator: ", ") + "]\n",
      "2:207: the file holds more than 8 MiB of text"
    ),
    ("nodes", "a: [" + String(repeating: "1,", count: 150_000) + "]", "1:199999: the file holds"),
    ("scalar", "a: " + String(repeating: "x", count: 300_000), "1:4: a text of more than 256 KiB"),
    ("size", "a: " + String(repeating: "x", count: 1 << 20), "1:1: the file is larger than 1 MiB"),
    ("tags", String(repeating: "%TAG !a! b\n", count: 20_000) + "a: 1", "1:1: directives are not"),
    (
      "keys", "a: {" + (0..<40_000).map { "k\($0): 1" }.joined(separator: ", ") + ", k0: 2}",
      "1:428895: the key \"k0\" stands twice"
    ),
  ]

  @Test(arguments: bombs)
  func aBombIsRefused(bomb: Bomb) {
    let (name, text, problem) = (bomb.name, bomb.text, bomb.problem)
    let clock = ContinuousClock()
    let start = clock.now
    let found = yamlProblems(text)
    #expect(found.first?.hasPrefix(problem) == true, "\(found.first ?? "accepted")")
    #expect(clock.now - start < .seconds(10), "\(name)")
  }

  @Test func manyMistakesAreCountedAndFewShown() {
    let text = "cells:\n" + (0..<30_000).map { "  a\($0): = b\($0) + c\($0)\n" }.joined()
    let result = ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml")
    #expect(result.diagnostics.count == 20)
    #expect(result.total > 20_000)
    #expect(result.verdict == .invalid)
  }

  @Test func manyAnchorsAreRead() {
    let text = (0..<40_000).map { "x-\($0): &a\($0) 1\n" }.joined()
    #expect(yamlProblems(text) == [])
  }
}
