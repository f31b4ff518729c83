import Loader
import Reports
import Values

/// Which scenarios are asked for, before the environment and the disk have had their say.
struct SelectionRequest {
  /// A condition on tags, and how it was written.
  struct TagCondition {
    let text: String
    let expression: TagExpression

    init(_ text: String) throws(TagExpressionError) {
      self.text = text
      expression = try TagParser.parse(text)
    }
  }

  var filters: [String] = []
  var tags: [TagCondition] = []
  /// Whether only what failed last time is wanted, or that first.
  var failed = false
  var failedFirst = false
  /// The commit in git from which the wanted files differ.
  var changed: String?
  var shard: Shard?
  /// The report that shards are balanced by.
  var timings: FilePath?
  /// Whether a run that is left without a scenario passes.
  var allowsNothing = false

  /// What was asked for besides the paths, for a message: `--filter "x", --tag y`.
  var conditions: String {
    var words = filters.map { "--filter \"\($0)\"" }
    if filters.isEmpty, let name = Bazel.filter { words.append("Bazel's --test_filter=\(name)") }
    words += tags.map(\.text).map { "--tag \($0.contains(" ") ? "\"\($0)\"" : $0)" }
    if failed { words.append("--failed") }
    if let changed { words.append("--changed=\(changed)") }
    return SafeText.shown(words.joined(separator: ", "))
  }

  /// The tags that the conditions name.
  var tagNames: [String] { tags.flatMap(\.expression.names) }

  /// What a command ends with behind a complaint of what was asked for.
  struct Refusal: Error { let status: ExitStatus }

  /// What the environment and the disk make of it; thrown is what has been complained of.
  func selection(_ console: Console, store: RunStore?) throws(Refusal) -> Selection {
    var selection = Selection()
    selection.filters = filters.isEmpty ? Bazel.filter.map { [$0] } ?? [] : filters
    selection.tags = tags.map(\.expression)
    if failed || failedFirst { recall(store, console, for: &selection) }
    do {
      selection.changed = try changed.map { try ChangedFiles(since: $0) }
      if let part = try shard ?? Bazel.shard() {
        selection.shard = ShardPlan(part, timings: try timings.map(SelectionRequest.known))
      }
      return selection
    } catch let fault as ChangedFiles.Fault {
      console.complain("--changed: \(fault.message)")
    } catch let mistake as Bazel.Mistake {
      console.complain(mistake.message)
    } catch {
      let fault = error as? Timings.Fault
      console.complain("--timings: \(fault?.message ?? "it cannot be used")")
      throw Refusal(status: fault?.status ?? .usage)
    }
    throw Refusal(status: .usage)
  }

  /// Takes what failed last time. Where nobody can say, all that is picked is wanted, which is said.
  private func recall(_ store: RunStore?, _ console: Console, for selection: inout Selection) {
    switch store?.recall() ?? .unknown("no variable names a folder for it, such as HOME") {
    case .nothing: break
    case .failures(let keys):
      if failed, !keys.isEmpty { selection.failed = FailedKeys(keys) }
    case .unknown(let reason):
      let doubt = "it is not known what failed last time: \(reason)"
      console.warn(doubt)
      selection.doubt = doubt
    }
  }

  private static func known(_ path: FilePath) throws(Timings.Fault) -> Timings {
    let bytes: [UInt8]
    do {
      bytes = try FileReader.contents(of: path)
    } catch {
      throw Timings.Fault(
        message: "\(path.shown): cannot be read: \(error.message)", status: .system)
    }
    do {
      return try Timings(report: bytes)
    } catch {
      throw Timings.Fault(message: "\(path.shown) is no JSONL report: \(error.message)")
    }
  }
}
