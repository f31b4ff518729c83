import Testing
import Values

@testable import Loader

/// What is told as a cure can be written so, and is what was meant.
struct CureTests {
  private static func problems(_ text: String) -> [Diagnostic] {
    ScenarioLoader.load(bytes: Array(text.utf8), name: "t.yaml").diagnostics.filter {
      $0.severity == .error
    }
  }

  private static func help(_ text: String) -> [String] { problems(text).flatMap(\.help) }

  // MARK: YAML

  /// Each line that is wrong, with the line that is to be written instead.
  @Test(arguments: [
    (
      "steps: [{emit: {log: issue #4}}, {set: {a: 2}}]",
      "steps: [{emit: {log: 'issue #4'}}, {set: {a: 2}}]"
    ),
    ("x-a: {a #1: {b: 1}}", "x-a: {'a #1': {b: 1}}"),
    ("x-a: [b #1, c]", "x-a: ['b #1', c]"),
    ("x-a: {b: {c: 1}, d: {e: f #}}", "x-a: {b: {c: 1}, d: {e: 'f #'}}"),
    ("x-a: {b: {c: 1}, d: {e: f #g}}", "x-a: {b: {c: 1}, d: {e: f}} #g"),
    ("x-a: [b, c # both of them]", "x-a: [b, c] # both of them"),
    ("x-a: [b, {c: d # not e}, f]", "x-a: [b, {c: 'd # not e'}, f]"),
    ("x-a: {@ada: 1}", "x-a: {'@ada': 1}"),
    ("x-a: {b: 2, %: 1}", "x-a: {b: 2, '%': 1}"),
    ("x-a: [`b: 1]", "x-a: ['`b': 1]"),
    ("x-a: {|: 1}", "x-a: {'|': 1}"),
    ("x-a: {@ada}", "x-a: {'@ada'}"),
    ("x-a: @ada: 1", "x-a: '@ada: 1'"),
    ("  @a: 1", "'@a': 1"), ("  %: 5", "'%': 5"), ("  |: 5", "'|': 5"), ("  >: 5", "'>': 5"),
    ("  *: 5", "'*': 5"), ("  !x: 5", "'!x': 5"), ("  {: 5", "'{': 5"),
    ("  size #1: 3", "'size #1': 3"),
  ])
  func yamlIsToldAsItCanBeWritten(wrong: String, right: String) {
    let start = wrong.hasPrefix(" ") ? "x-a:\n  b: 1\n" : ""
    let help = CureTests.help(start + wrong)
    let cure = "write: \(right)"
    #expect(help.contains { $0 == cure || $0 == "or, if it is a comment, \(cure)" }, "\(help)")
    let indent = wrong.prefix { $0 == " " }
    #expect(yamlProblems(start + indent + right) == [])
  }

  @Test(arguments: [
    ("cells:\n  price #1: 3", "'price #1': 3"),
    ("x-a:\n  b: 1\n  size #1: 3", "'size #1': 3"),
  ])
  func aCommentInAKeyIsToldAsOne(text: String, key: String) {
    let help = CureTests.help(text)
    #expect(help.count == 1 && help[0].hasSuffix("write: \(key)"), "\(help)")
  }
}
