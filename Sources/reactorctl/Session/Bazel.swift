import Loader

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What Bazel's test protocol asks of a test program, by its environment. Options of the command
/// line win over it.
enum Bazel {
  /// `TEST_SHARD_INDEX` counts from 0.
  static var shard: Shard? {
    guard let count = number("TEST_TOTAL_SHARDS"), count > 1, let index = number("TEST_SHARD_INDEX")
    else { return nil }
    return Shard(index: index + 1, count: count)
  }

  /// `--test_filter` of `bazel test`.
  static var filter: String? { Console.environment("TESTBRIDGE_TEST_ONLY") }

  static var failsFast: Bool { Console.environment("TESTBRIDGE_TEST_RUNNER_FAIL_FAST") == "1" }

  /// Where a JUnit report is expected.
  static var report: String? { Console.environment("XML_OUTPUT_FILE") }

  /// Says that the tool knows of shards, lest every shard is taken to have run everything. Answers
  /// with what went wrong.
  static func acknowledgeShards() -> String? {
    guard let path = Console.environment("TEST_SHARD_STATUS_FILE") else { return nil }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { return "\(path) cannot be written: \(systemMessage(errno))" }
    futimens(descriptor, nil)
    close(descriptor)
    return nil
  }

  private static func number(_ name: String) -> Int? {
    Console.environment(name).flatMap { Int($0) }
  }
}
