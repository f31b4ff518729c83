import Scenarios
import Values

extension RunRecord {
  /// The version of the format that these lines are written in, `"v"`. New events and new keys do
  /// not raise it: readers pass over what they do not know.
  public static let formatVersion = 1

  /// The record as one line of JSON without its end, keys in a fixed order, everything that is not
  /// printable escaped. `docs/report-jsonl.md` is the format's description.
  public var line: String { json.text }

  var json: JSON {
    switch self {
    case .started(let start): RunRecord.event("run-started", start.members)
    case .scenario(let scenario): RunRecord.event("scenario", scenario.members)
    case .model(let model): RunRecord.event("model", model.members)
    case .traced(let trace): RunRecord.event("trace", trace.members)
    case .file(let file): RunRecord.event("file", file.members)
    case .ended(let end): RunRecord.event("run-ended", end.members)
    }
  }

  private static func event(_ name: String, _ members: [JSON.Member]) -> JSON {
    let head = [
      JSON.Member("v", .number(String(formatVersion))), JSON.Member("event", .string(name)),
    ]
    return .object(head + members)
  }
}

extension RunStart {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("tool", .string("reactorctl")), ("version", .string(version)),
      ("command", .string(command.rawValue)),
      (
        "shard",
        shard.map { .object(JSON.members(("index", .int($0.index)), ("count", .int($0.count)))) }
      ),
      // A text, since few readers of JSON hold 64 bits in a number.
      ("seed", seed.map { .string(String($0)) }), ("repeats", .int(repeats)),
      ("files", .int(files)))
  }
}

extension ScenarioRecord {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("id", .string(id)), ("file", .string(file)), ("fileIndex", .int(fileIndex)),
      ("index", .int(index)), ("pass", .int(pass)), ("name", .string(name)),
      ("row", row.map(JSON.int)), ("line", .int(line)), ("column", .int(column)),
      ("endLine", .int(endLine)), ("tags", .texts(tags)), ("status", .string(status.rawValue)),
      ("reason", reason.map(JSON.string)), ("seconds", .number(Microseconds.text(seconds))),
      ("failures", .array(failures.map(\.json))),
      ("unshown", unshown.orNone))
  }
}

extension FailureRecord {
  fileprivate var json: JSON {
    .object(
      JSON.members(
        ("kind", .string(kind)), ("code", .string(code)), ("message", .string(message)),
        ("place", place.json),
        (
          "details",
          .array(
            details.map {
              .object(JSON.members(("label", .string($0.label)), ("text", .string($0.text))))
            })
        ),
        ("places", .array(places.map { JSON.placed("label", $0.label, $0.place) })),
        (
          "parts",
          .array(
            parts.map {
              .object(JSON.members(("text", .string($0.text)), ("value", .string($0.value))))
            })
        ),
        ("help", .texts(help)), ("text", .string(text))))
  }
}

extension TraceRecord {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("id", .string(id)), ("fileIndex", .int(fileIndex)), ("index", .int(index)),
      ("pass", .int(pass)), ("number", .int(number)), ("parent", parent.map(JSON.int)),
      ("cause", cause.map(JSON.int)), ("turn", .int(turn)), ("time", .string(time)),
      ("kind", .string(kind)), ("subject", .string(subject)),
      ("receiver", receiver.map(JSON.string)), ("name", name.map(JSON.string)),
      ("old", old.map(JSON.string)), ("value", value.map(JSON.string)),
      ("count", count.map(JSON.int)), ("place", place?.json), ("text", .string(text)))
  }
}

extension ModelRecord {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("file", .string(file)), ("fileIndex", .int(fileIndex)),
      ("nodes", .array(nodes.map(\.json))), ("edges", .array(edges.map(\.json))))
  }
}

extension ModelRecord.Node {
  fileprivate var json: JSON {
    .object(
      JSON.members(
        ("name", .string(name)), ("kind", .string(kind)), ("detail", .string(detail)),
        ("place", place?.json)))
  }
}

extension ModelRecord.Edge {
  fileprivate var json: JSON {
    .object(
      JSON.members(
        ("from", .int(from)), ("to", .int(to)), ("kind", .string(kind)),
        ("labels", .texts(labels))))
  }
}

extension FileRecord {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("path", .string(path)), ("fileIndex", .int(index)), ("status", .string(status.rawValue)),
      ("diagnostics", .array(diagnostics.map(\.json))),
      ("unshown", unshown.orNone),
      ("brokenUses", brokenUses.isEmpty ? nil : .array(brokenUses.map(\.json))),
      ("toldBefore", toldBefore.orNone), ("problem", problem.map(JSON.string)),
      ("notes", notes.isEmpty ? nil : .texts(notes)), ("digest", digest.map(JSON.string)))
  }
}

extension UsedFile {
  fileprivate var json: JSON {
    .object(JSON.members(("path", .string(path)), ("unshown", unshown.orNone)))
  }
}

extension DiagnosticRecord {
  fileprivate var json: JSON {
    .object(
      JSON.members(
        ("severity", .string(severity.rawValue)), ("code", .string(code)),
        ("message", .string(message)), ("place", place.json), ("help", .texts(help)),
        ("related", .array(related.map { JSON.placed("message", $0.message, $0.place) })),
        ("source", .string(source)), ("text", .string(text))))
  }
}

extension PlaceRecord {
  fileprivate var json: JSON {
    .object(
      JSON.members(
        ("file", .string(file)), ("line", .int(line)), ("column", .int(column)),
        ("endLine", .int(endLine)), ("endColumn", .int(endColumn))))
  }
}

extension RunEnd {
  fileprivate var members: [JSON.Member] {
    JSON.members(
      ("files", .int(totals.files)), ("valid", .int(totals.valid)),
      ("invalid", .int(totals.invalid)), ("unreadable", .int(totals.unreadable)),
      ("passed", .int(totals.passed)), ("failed", .int(totals.failed)),
      ("skipped", .int(totals.skipped)), ("todo", .int(totals.todo)),
      ("missing", totals.missing.orNone), ("missingFiles", totals.missingFiles.orNone),
      ("absent", totals.absent.orNone),
      ("warnings", .int(totals.warnings)),
      ("exitCode", .int(exitCode)), ("interrupted", .bool(isInterrupted)),
      ("seconds", .number(Microseconds.text(seconds))), ("remarks", .texts(remarks)),
      ("selected", selected?.json), ("digest", digest.map(JSON.string)))
  }
}

extension RunEnd.Selected {
  fileprivate var json: JSON {
    .object(
      JSON.members(("count", .int(count)), ("digest", .string(digest)), ("own", .int(own))))
  }
}

extension Int {
  /// Nil for 0, so that a count of nothing is left out.
  fileprivate var orNone: JSON? { self == 0 ? nil : .int(self) }
}

extension JSON {
  static func int(_ int: Int) -> JSON { .number(String(int)) }

  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  /// Members in their order, without those that have no value.
  static func members(_ members: (String, JSON?)...) -> [Member] {
    members.compactMap { name, value in value.map { Member(name, $0) } }
  }

  fileprivate static func placed(_ name: String, _ text: String, _ place: PlaceRecord) -> JSON {
    .object(members((name, .string(text)), ("place", place.json)))
  }
}

/// Seconds as a decimal number of six places: the same text on every machine, and read back the
/// same.
enum Microseconds {
  /// The same cut to three places.
  static func thousandths(_ seconds: Double) -> String { String(text(seconds).dropLast(3)) }

  static func text(_ seconds: Double) -> String {
    let count = Int((min(max(0, seconds.isNaN ? 0 : seconds), 1e9) * 1e6).rounded())
    let rest = String(count % 1_000_000)
    return "\(count / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }
}
