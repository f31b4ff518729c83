import TestSupport
import Testing
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// CEL's own conformance tests. They are not part of this repository: the folder that holds
/// `cel_conformance.jsonl` is `REACTORCTL_CONFORMANCE`, or `../shared/conformance` beside the
/// package. Where it is missing the tests are skipped, and say so; where the environment names a
/// folder that does not hold it, they fail.
@Suite struct ConformanceTests {
  static let path =
    (environment("REACTORCTL_CONFORMANCE") ?? Project.path("../shared/conformance"))
    + "/cel_conformance.jsonl"
  static let text = contents(of: path)

  @Test(arguments: [
    ("core", 1106), ("optionals", 59), ("macros2", 46), ("bindings", 8), ("encoders", 4),
    ("strings", 213), ("math", 199),
    ("block", 22), ("block+optionals", 3), ("network", 69),
  ])
  func everyApplicableTestOfATierPasses(tier: String, count: Int) throws {
    let cases = try ConformanceTests.cases { $0.isApplicable && $0.tier == tier }
    #expect(cases.count == count || ConformanceTests.text == nil)
    let passed = cases.count { test in
      let failure = test.failure()
      if let failure {
        Issue.record(
          """
          \(test.number) \(test.section)/\(test.name): \(test.expression)
            expected \(test.expectedText)
            got      \(failure)
          """)
      }
      return failure == nil
    }
    print("conformance \(tier): \(passed) of \(cases.count)")
  }

  @Test func everyTypeThatIsSaidIsDeduced() throws {
    let cases = try ConformanceTests.cases { !$0.deducedType.isEmpty }
    #expect(cases.count == 26 || ConformanceTests.text == nil)
    let passed = cases.count { $0.isJudgedWell() }
    print("conformance deduced types: \(passed) of \(cases.count)")
  }

  @Test func theTypeOfEveryValueIsDeducedAndNothingIsFoundInWhatWorks() throws {
    let cases = try ConformanceTests.cases { $0.isApplicable && !$0.isUnchecked }
    #expect(cases.count == 1622 || ConformanceTests.text == nil)
    let passed = cases.count { $0.isJudgedWell() }
    print("conformance checked: \(passed) of \(cases.count)")
  }

  private static func cases(
    _ isWanted: (ConformanceCase) -> Bool
  ) throws -> [ConformanceCase] {
    guard let text else {
      if environment("REACTORCTL_CONFORMANCE") != nil {
        Issue.record("\(path) is missing")
      } else {
        print("SKIPPED: CEL's own suite, for there is no \(path)")
      }
      return []
    }
    return try text.split(separator: "\n").map { try ConformanceCase(JSON.parse(String($0))) }
      .filter(isWanted)
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ConformanceCase {
  fileprivate func isJudgedWell() -> Bool {
    guard let misjudgement = misjudgement() else { return true }
    Issue.record(
      """
      \(number) \(section)/\(name): \(expression)
        expected \(deducedType.isEmpty ? "its value's type" : deducedType)
        got      \(misjudgement)
      """)
    return false
  }
}
