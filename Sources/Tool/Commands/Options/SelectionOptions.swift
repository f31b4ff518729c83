import ArgumentParser
import Loader
import Values

/// The options that say which scenarios run.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run the scenarios whose name contains the text. Of several texts one is enough.",
      valueName: "text"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run the scenarios whose tags fulfil the condition: words with and, or, not and "
        + "parentheses. Of several conditions one is enough.", valueName: "condition"))
  var tag: [String] = []

  @Flag(help: "Run the scenarios that failed last time; all where none did in these files.")
  var failed = false

  @Flag(
    help: "Run the files first in which something failed last time, and in each what failed first.")
  var failedFirst = false

  @Option(
    help: ArgumentHelp(
      "Run the scenarios whose file, a file that it uses, or golden differs in git from the commit "
        + "(default: HEAD), new files included.", valueName: "commit"))
  var changed: String?

  @Option(
    help: ArgumentHelp(
      "Run one of N parts of the suite: 1/N, 2/N and so on. Every scenario is in exactly one.",
      valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Balance the shards by the durations in a JSONL report of an earlier run.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var timings: String?

  @Option(
    help: """
      Whether a run that is left without a scenario fails (exit code 5) or passes. A path that names \
      nothing fails always.
      """)
  var noTests = NoTests.fail

  enum NoTests: String, CaseIterable, ExpressibleByArgument { case fail, pass }

  func validate() throws {
    for condition in tag {
      do throws(TagExpressionError) {
        _ = try SelectionRequest.TagCondition(condition)
      } catch {
        throw ValidationError(SelectionOptions.explain(error, condition))
      }
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "\"\(shard)\" is no shard: write the part and the number of parts, such as --shard 2/5, "
          + "with the part from 1 to their number, which is at most \(Shard.most).")
    }
    if timings != nil, shard == nil, Console.environment(.bazelShards) == nil {
      throw ValidationError("--timings balances shards: give --shard too, such as --shard 1/4.")
    }
    if failed, failedFirst {
      throw ValidationError("Choose one of --failed and --failed-first.")
    }
  }

  private static func explain(_ error: TagExpressionError, _ condition: String) -> String {
    let shown = SafeText.shown(condition)
    var text = "--tag: \(error.message)"
    if shown == condition, condition.unicodeScalars.count < 200 {
      let width = condition.unicodeScalars.prefix(error.offset).reduce(0) { $0 + $1.columns }
      text += "\n  \(shown)\n  \(String(repeating: " ", count: width))^"
    }
    return text
  }

  /// The same as plain values.
  var request: SelectionRequest {
    SelectionRequest(
      filters: filter, tags: tag.compactMap { try? SelectionRequest.TagCondition($0) },
      failed: failed, failedFirst: failedFirst, changed: changed,
      shard: shard.flatMap { Shard($0) }, timings: timings.map { FilePath(argument: $0) },
      allowsNothing: noTests == .pass)
  }
}
