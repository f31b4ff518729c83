import Testing
import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// CEL's own conformance tests. They are not part of this repository: the folder that holds
/// `cel_conformance.jsonl` is `REACTORCTL_CONFORMANCE`, or `../shared/conformance` beside the
/// package. Where it is missing the tests are skipped, except under `CI`.
@Suite struct ConformanceTests {
  static let path =
    (environment("REACTORCTL_CONFORMANCE") ?? root + "/../shared/conformance")
    + "/cel_conformance.jsonl"
  static let text = contents(of: path)

  @Test(arguments: [
    ("core", 1106), ("optionals", 59), ("macros2", 46), ("bindings", 8), ("encoders", 4),
    ("strings", 213), ("math", 199),
    ("block", 22), ("block+optionals", 3), ("network", 69),
  ])
  func everyApplicableTestOfATierPasses(tier: String, count: Int) throws {
    guard let text = ConformanceTests.text else {
      if ConformanceTests.environment("CI") != nil {
        Issue.record("\(ConformanceTests.path) is missing")
      } else {
        print("skipped: \(ConformanceTests.path) is missing")
      }
      return
    }
    let cases = try text.split(separator: "\n").map { try ConformanceCase(JSON.parse(String($0))) }
      .filter { $0.isApplicable && $0.tier == tier }
    #expect(cases.count == count)
    var passed = 0
    for test in cases {
      if let failure = test.failure() {
        Issue.record(
          """
          \(test.number) \(test.section)/\(test.name): \(test.expression)
            expected \(test.expectedText)
            got      \(failure)
          """)
      } else {
        passed += 1
      }
    }
    print("conformance \(tier): \(passed) of \(cases.count)")
  }

  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

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
