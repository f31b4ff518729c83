import Testing
import Values

@testable import Tool

/// What is found among the keys of what failed is found by the path of its file.
@Suite struct FailedKeysTests {
  private let keys = FailedKeys(["b.yaml::y", "b.yaml::x", "a::b.yaml::z", "c.yaml", "d.yaml:::q"])

  @Test(arguments: [
    ("b.yaml", ["b.yaml::x"], ["b.yaml::y"]), ("b.yaml", [], ["b.yaml::x", "b.yaml::y"]),
    ("b.yaml", ["b.yaml::x", "b.yaml::y"], []), ("a", [], ["a::b.yaml::z"]),
    ("a::b.yaml", ["a::b.yaml::w"], ["a::b.yaml::z"]), ("c.yaml", [], []),
    ("d.yaml", [], ["d.yaml:::q"]), ("d.yaml:", [], ["d.yaml:::q"]), ("e.yaml", [], []),
  ])
  func whatIsGoneIsToldByFile(_ path: String, _ ids: [String], _ gone: [String]) {
    #expect(keys.gone(from: path, having: ids) == gone)
  }

  @Test(arguments: [
    ("b.yaml", true), ("a", true), ("a::b.yaml", true), ("c.yaml", true), ("d.yaml", true),
    ("./c.yaml", false), ("e.yaml", false), ("b", false),
  ])
  func aFileOfWhichSomethingFailedIsTouched(_ path: String, _ isTouched: Bool) {
    #expect(keys.touch(path) == isTouched)
  }

  /// Of a name of many colons no text is made for each of them.
  @Test func aNameOfManyColonsIsHeldOnce() {
    let key = "b.yaml::x" + String(repeating: ":", count: 100_000)
    #expect(FailedKeys.paths(in: key).count < 20)
    let keys = FailedKeys([key])
    #expect(keys.touch("b.yaml"))
    #expect(keys.gone(from: "b.yaml", having: []) == [key])
  }
}
