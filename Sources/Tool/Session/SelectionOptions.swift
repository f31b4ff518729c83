import ArgumentParser
import Loader
import Reports
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

  @Flag(help: "Run the scenarios that failed last time; all where none did.")
  var failed = false

  @Flag(help: "Run the scenarios that failed last time first, then the others.")
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
        _ = try TagParser.parse(condition)
      } catch {
        throw ValidationError(SelectionOptions.explain(error, condition))
      }
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "\"\(shard)\" is no shard: write the part and the number of parts, such as --shard 2/5, "
          + "with the part from 1 to their number.")
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
      text += "\n  \(shown)\n  \(String(repeating: " ", count: error.offset))^"
    }
    return text
  }

  /// What was asked for besides the paths, for a message: `--filter "x", --tag y`.
  var conditions: String {
    var words = filter.map { "--filter \"\($0)\"" }
    if filter.isEmpty, let name = Bazel.filter { words.append("Bazel's --test_filter=\(name)") }
    words += tag.map { "--tag \($0.contains(" ") ? "\"\($0)\"" : $0)" }
    if failed { words.append("--failed") }
    if let changed { words.append("--changed=\(changed)") }
    return SafeText.shown(words.joined(separator: ", "))
  }

  /// The tags that the conditions name.
  var tagNames: [String] { tag.flatMap { (try? TagParser.parse($0))?.names ?? [] } }

  /// What the environment and the disk have to say to it; nil behind a complaint.
  func selection(_ console: Console, store: RunStore?) -> Selection? {
    var selection = Selection()
    selection.filters = filter.isEmpty ? Bazel.filter.map { [$0] } ?? [] : filter
    selection.tags = tag.compactMap { try? TagParser.parse($0) }
    if failed, let keys = store?.failures(), !keys.isEmpty { selection.failed = FailedKeys(keys) }
    if let changed {
      do throws(ChangedFiles.Fault) {
        selection.changed = try ChangedFiles(since: changed)
      } catch {
        console.complain("--changed: \(error.message)")
        return nil
      }
    }
    var part = shard.flatMap { Shard($0) }
    do throws(Bazel.Mistake) {
      if part == nil { part = try Bazel.shard() }
    } catch {
      console.complain(error.message)
      return nil
    }
    guard let part else { return selection }
    var known: Timings?
    if let timings {
      known = self.known(timings, console)
      if known == nil { return nil }
    }
    selection.shard = ShardPlan(part, timings: known)
    return selection
  }

  private func known(_ path: String, _ console: Console) -> Timings? {
    let shown = SafeText.shown(path)
    do {
      let bytes = try FileReader.contents(of: FilePath(bytes: Arguments.Path(path).bytes))
      return try Timings(report: bytes)
    } catch let fault as FileReader.Fault {
      console.complain("--timings: \(shown): cannot be read: \(fault.message)")
    } catch let fault as Timings.Fault {
      console.complain("--timings: \(shown) is no JSONL report: \(fault.message)")
    } catch {
      console.complain("--timings: \(shown) cannot be used")
    }
    return nil
  }
}
