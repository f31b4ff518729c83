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
    guard let count = number(.bazelShards), count > 1, let index = number(.bazelShard)
    else { return nil }
    return Shard(index: index + 1, count: count)
  }

  /// `--test_filter` of `bazel test`.
  static var filter: String? { Console.environment(.bazelFilter) }

  static var failsFast: Bool { Console.environment(.bazelFailFast) == "1" }

  /// Where a JUnit report is expected.
  static var report: String? { Console.environment(.bazelReport) }

  /// Says that the tool knows of shards, lest every shard is taken to have run everything. Answers
  /// with what went wrong.
  static func acknowledgeShards() -> String? {
    guard let path = Console.environment(.bazelShardStatus) else { return nil }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else { return "\(path) cannot be written: \(systemMessage(errno))" }
    futimens(descriptor, nil)
    close(descriptor)
    return nil
  }

  private static func number(_ name: EnvironmentVariable) -> Int? {
    Console.environment(name).flatMap { Int($0) }
  }
}
