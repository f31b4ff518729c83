import Loader
import Values

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
  struct Mistake: Error { let message: String }

  /// `TEST_SHARD_INDEX` counts from 0. Nil where there are no shards, or one. Numbers that make no
  /// shard, and one without the other, are an error, since every shard would run everything, or the same.
  static func shard() throws(Mistake) -> Shard? {
    let (total, index) = (Console.environment(.bazelShards), Console.environment(.bazelShard))
    guard let total, let index else {
      if total == nil, index == nil { return nil }
      let lacking: EnvironmentVariable = total == nil ? .bazelShards : .bazelShard
      throw Mistake(
        message: "TEST_TOTAL_SHARDS and TEST_SHARD_INDEX go together: "
          + "\(lacking.rawValue) is not set")
    }
    let count = Int(total) ?? 0
    guard count >= 1, let number = Int(index), (0..<count).contains(number),
      let shard = Shard(index: number + 1, count: count)
    else {
      throw Mistake(
        message: "TEST_SHARD_INDEX=\(SafeText.shown(index)) is no shard of "
          + "TEST_TOTAL_SHARDS=\(SafeText.shown(total)): it counts from 0, and there are at most "
          + "\(Shard.most)")
    }
    return count == 1 ? nil : shard
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
    // A link may lead anywhere, and a pipe would be waited for.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return "\(path) cannot be written: \(systemMessage(errno))" }
    futimens(descriptor, nil)
    close(descriptor)
    return nil
  }
}
