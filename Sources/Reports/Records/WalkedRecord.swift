public import Scenarios
public import Values

/// What the walks of one scenario came to that fell to one shard, walk by walk: what `merge` makes of all shards
/// what one run would have told. It is told before the scenario itself.
public struct WalkedRecord: Sendable, Equatable {
  /// The scenario's id and places, as in its own record.
  public var id: String
  public var file: String
  public var fileIndex: Int
  public var index: Int
  public var name: String
  /// The walks that are the shard's own, and how many there are of all shards.
  public var share: Walked.Share
  public var all: Int
  public var notes: [String]
  /// How many turns each of the own walks took.
  public var turns: [Int]
  public var cuts: [Cut]
  public var parts: [Part]
  public var doubts: [Doubt]
  public var ending: Ending?
  /// Why the scenario is known to fail, if it says so.
  public var todo: String?

  /// The walks that were ended at one bound, by their numbers.
  public struct Cut: Sendable, Equatable {
    public var bound: String
    public var cure: String
    public var walks: [Int]
  }

  /// Something that the model can do, and the first own walk that came to it.
  public struct Part: Sendable, Equatable {
    public var part: ExploredRecord.Unseen
    public var firstWalk: Int?
  }

  /// A failure, unless some walk shows that it is none; and the first own one that does.
  public struct Doubt: Sendable, Equatable {
    public var failure: FailureRecord
    public var refutedBy: Int?
    public var standsBesideViolation: Bool
  }

  /// No run is spread over more, so that numbers of walks cannot overflow.
  private static let mostShards = 1_000_000

  /// What ended the walks before all were walked.
  public struct Ending: Sendable, Equatable {
    public var walk: Int
    public var failures: [FailureRecord]
    public var found: ExploredRecord.Found?
  }

  /// Of a result of which only some of the walks were made; nil for any other.
  public init?(
    _ result: ScenarioResult, of path: String, fileIndex: Int, in sources: SourceMap
  ) {
    guard let walked = result.walked else { return nil }
    /// As the scenario's own record has them, were they its failures.
    func records(_ failures: [Failure]) -> [FailureRecord] {
      var failed = result
      failed.failures = failures
      return ScenarioRecord(failed, of: path, fileIndex: fileIndex, in: sources).failures
    }
    id = ScenarioRecord.id(file: path, name: result.name, row: result.numberedRow)
    file = path
    self.fileIndex = fileIndex
    index = result.index
    name = result.name
    share = walked.share
    all = walked.all
    notes = walked.notes
    turns = walked.turns
    cuts = walked.cuts.map {
      Cut(bound: $0.bound.words, cure: $0.bound.cure, walks: $0.walks)
    }
    parts = walked.parts.map {
      Part(part: ExploredRecord.Unseen($0.part, in: sources), firstWalk: $0.firstWalk)
    }
    doubts = walked.doubts.flatMap { doubt in
      records([doubt.failure]).map {
        Doubt(
          failure: $0, refutedBy: doubt.refutedBy,
          standsBesideViolation: doubt.standsBesideViolation)
      }
    }
    ending = walked.ending.map { ending in
      Ending(
        walk: ending.walk, failures: records(ending.failures),
        found: ending.found.map { ExploredRecord.Found($0, in: sources) })
    }
    todo = walked.todo
  }
}

extension WalkedRecord {
  var json: JSON {
    [
      "id": .string(id), "file": .string(file), "fileIndex": .int(fileIndex), "index": .int(index),
      "scenario": .string(name), "first": .int(share.first), "stride": .int(share.stride),
      "all": .int(all), "notes": .texts(notes), "turns": .ints(turns),
      "cuts": .array(cuts.map(\.json)), "parts": .array(parts.map(\.json)),
      "doubts": .array(doubts.map(\.json)), "ending": ending?.json,
      "todo": todo.map(JSON.string),
    ]
  }

  init(_ reader: MemberReader) throws(RecordError) {
    id = try reader.text("id")
    file = try reader.shown("file")
    fileIndex = try reader.int("fileIndex")
    index = try reader.int("index")
    name = try reader.text("scenario")
    let (first, stride) = (try reader.int("first"), try reader.int("stride", least: 1))
    guard stride <= WalkedRecord.mostShards, first < stride else {
      throw RecordError("\"first\" and \"stride\" are of no shard")
    }
    share = Walked.Share(first: first, stride: stride)
    all = try reader.int("all")
    notes = try reader.shownTexts("notes")
    turns = try reader.ints("turns")
    cuts = try reader.each("cuts") { cut throws(RecordError) in
      Cut(
        bound: try cut.shown("bound"), cure: try cut.shown("cure"), walks: try cut.ints("walks"))
    }
    parts = try reader.each("parts") { part throws(RecordError) in
      let line = try part.shownIfAny("at")
      return Part(
        part: .init(words: try part.shown("words"), line: line),
        firstWalk: try part.intIfAny("walk"))
    }
    doubts = try reader.each("doubts") { doubt throws(RecordError) in
      Doubt(
        failure: try FailureRecord(doubt.reader("failure")),
        refutedBy: try doubt.intIfAny("walk"), standsBesideViolation: try doubt.bool("beside"))
    }
    todo = try reader.textIfAny("todo")
    guard let end = try reader.readerIfAny("ending") else { return }
    ending = Ending(
      walk: try end.int("walk"),
      failures: try end.each("failures") { failure throws(RecordError) in
        try FailureRecord(failure)
      },
      found: try end.readerIfAny("found").flatMap { found throws(RecordError) in
        try ExploredRecord.Found(ifAny: found)
      })
  }
}

extension WalkedRecord.Cut {
  fileprivate var json: JSON {
    ["bound": .string(bound), "cure": .string(cure), "walks": .ints(walks)]
  }
}

extension WalkedRecord.Part {
  fileprivate var json: JSON {
    [
      "words": .string(part.words), "at": part.line.map(JSON.string),
      "walk": firstWalk.map(JSON.int),
    ]
  }
}

extension WalkedRecord.Doubt {
  fileprivate var json: JSON {
    [
      "failure": failure.json, "walk": refutedBy.map(JSON.int),
      "beside": .bool(standsBesideViolation),
    ]
  }
}

extension WalkedRecord.Ending {
  fileprivate var json: JSON {
    [
      "walk": .int(walk), "failures": .array(failures.map(\.json)),
      "found": found.map { JSON.object($0.members) },
    ]
  }
}
