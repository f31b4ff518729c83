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
    case .started(let start): RunRecord.event("run-started", start.json)
    case .scenario(let scenario): RunRecord.event("scenario", scenario.json)
    case .model(let model): RunRecord.event("model", model.json)
    case .traced(let trace): RunRecord.event("trace", trace.json)
    case .explored(let explored): RunRecord.event("explored", explored.json)
    case .walked(let walked): RunRecord.event("walked", walked.json)
    case .file(let file): RunRecord.event("file", file.json)
    case .ended(let end): RunRecord.event("run-ended", end.json)
    }
  }

  private static func event(_ name: String, _ json: JSON) -> JSON {
    guard case .object(let members) = json else { return json }
    let head = [JSON.Member("v", .int(formatVersion)), JSON.Member("event", .string(name))]
    return .object(head + members)
  }
}

extension RunStart {
  fileprivate var json: JSON {
    [
      "tool": "reactorctl", "version": .string(version),
      "command": .string(command.rawValue),
      "shard": shard.map { ["index": .int($0.index), "count": .int($0.count)] },
      // A text, since few readers of JSON hold 64 bits in a number.
      "seed": seed.map { .string(String($0)) }, "repeats": .int(repeats), "files": .int(files),
    ]
  }
}

extension ScenarioRecord {
  fileprivate var json: JSON {
    [
      "id": .string(id), "file": .string(file), "fileIndex": .int(fileIndex), "index": .int(index),
      "pass": .int(pass), "name": .string(name), "row": row.map(JSON.int),
      "rowFile": rowFile.map(JSON.string), "line": .int(line), "column": .int(column),
      "endLine": .int(endLine), "tags": .texts(tags.all),
      "status": .string(status.rawValue), "reason": reason.map(JSON.string),
      "seconds": .number(Microseconds.text(seconds)), "failures": .array(failures.map(\.json)),
      "unshown": unshown.orNone,
    ]
  }
}

extension FailureRecord {
  var json: JSON {
    [
      "kind": .string(kind), "code": .string(code), "message": .string(message),
      "place": place.json,
      "details": .array(details.map { ["label": .string($0.label), "text": .string($0.text)] }),
      "places": .array(places.map { JSON.placed("label", $0.label, $0.place) }),
      "parts": .array(parts.map { ["text": .string($0.text), "value": .string($0.value)] }),
      "help": .texts(help), "text": .string(text),
    ]
  }
}

extension TraceRecord {
  fileprivate var json: JSON {
    [
      "id": .string(id), "fileIndex": .int(fileIndex), "index": .int(index), "pass": .int(pass),
      "number": .int(number), "parent": parent.map(JSON.int), "cause": cause.map(JSON.int),
      "turn": .int(turn), "time": .string(time), "kind": .string(kind), "subject": .string(subject),
      "receiver": receiver.map(JSON.string), "name": name.map(JSON.string),
      "old": old.map(JSON.string), "value": value.map(JSON.string), "count": count.map(JSON.int),
      "place": place?.json, "text": .string(text),
    ]
  }
}

extension ModelRecord {
  fileprivate var json: JSON {
    [
      "file": .string(file), "fileIndex": .int(fileIndex), "nodes": .array(nodes.map(\.json)),
      "edges": .array(edges.map(\.json)),
    ]
  }
}

extension ModelRecord.Node {
  fileprivate var json: JSON {
    ["name": .string(name), "kind": .string(kind), "detail": .string(detail), "place": place?.json]
  }
}

extension ModelRecord.Edge {
  fileprivate var json: JSON {
    ["from": .int(from), "to": .int(to), "kind": .string(kind), "labels": .texts(labels)]
  }
}

extension FileRecord {
  fileprivate var json: JSON {
    [
      "path": .string(path), "fileIndex": .int(index), "status": .string(status.rawValue),
      "diagnostics": .array(diagnostics.map(\.json)), "unshown": unshown.orNone,
      "brokenUses": brokenUses.map(\.json).orNone,
      "toldBefore": toldBefore.orNone, "problem": problem.map(JSON.string),
      "notes": notes.map(JSON.string).orNone, "digest": digest.map(JSON.string),
    ]
  }
}

extension UsedFile {
  fileprivate var json: JSON {
    ["path": .string(path), "unshown": unshown.orNone]
  }
}

extension DiagnosticRecord {
  fileprivate var json: JSON {
    [
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message),
      "place": place.json, "help": .texts(help),
      "related": .array(related.map { JSON.placed("message", $0.message, $0.place) }),
      "source": .string(source), "text": .string(text),
    ]
  }
}

extension PlaceRecord {
  var json: JSON {
    [
      "file": .string(file), "line": .int(line), "column": .int(column), "endLine": .int(endLine),
      "endColumn": .int(endColumn),
    ]
  }
}

extension RunEnd {
  fileprivate var json: JSON {
    [
      "files": .int(totals.files), "valid": .int(totals.valid), "invalid": .int(totals.invalid),
      "unreadable": .int(totals.unreadable), "passed": .int(totals.passed),
      "failed": .int(totals.failed), "skipped": .int(totals.skipped), "todo": .int(totals.todo),
      "missing": totals.missing.orNone, "missingFiles": totals.missingFiles.orNone,
      "absent": totals.absent.orNone, "obsoleteGoldens": totals.obsoleteGoldens.orNone,
      "warnings": .int(totals.warnings),
      "exitCode": .int(exitCode),
      "interrupted": .bool(isInterrupted), "seconds": .number(Microseconds.text(seconds)),
      "remarks": .texts(remarks), "selected": selected?.json, "digest": digest.map(JSON.string),
    ]
  }
}

extension RunEnd.Selected {
  fileprivate var json: JSON {
    ["count": .int(count), "digest": .string(digest), "own": .int(own)]
  }
}

extension JSON {
  fileprivate static func placed(_ name: String, _ text: String, _ place: PlaceRecord) -> JSON {
    [name: .string(text), "place": place.json]
  }
}

/// Seconds as a decimal number of six places: the same text on every machine, and read back the
/// same.
package enum Microseconds {
  /// The same cut to three places.
  package static func thousandths(_ seconds: Double) -> String { String(text(seconds).dropLast(3)) }

  static func text(_ seconds: Double) -> String {
    let count = Int((min(max(0, seconds.isNaN ? 0 : seconds), 1e9) * 1e6).rounded())
    let rest = String(count % 1_000_000)
    return "\(count / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }
}
