public import Scenarios
public import Values

/// What the exploration of one scenario came to. It is told before the scenario itself.
public struct ExploredRecord: Sendable, Equatable {
  /// The scenario's id and places, as in its own record.
  public var id: String
  public var file: String
  public var fileIndex: Int
  public var index: Int
  public var name: String
  /// `holds` or `violated`.
  public var verdict: String
  /// Whether all was seen; else `bound` says what ended it, or `walks` how many there were.
  public var isComplete: Bool
  public var bound: String?
  public var walks: Int?
  /// How many there are of all shards, where these are those of one.
  public var allWalks: Int?
  /// What fails in the whole unless walks of other shards come to it.
  public var undecided: [String]
  /// Those of the walks that were ended before they came to an end.
  public var cuts: [Cut]
  public var states: Int
  public var violating: Int
  /// Turns taken.
  public var generated: Int
  public var notes: [String]
  /// How it was done, a line each, for those who ask.
  public var details: [String]
  /// What no run has come to.
  public var unseen: [Unseen]
  public var found: Found?

  /// Whether nothing is violated in all that was seen.
  var holds: Bool { verdict == Explored.Verdict.holds.rawValue }

  /// Walks that were ended before they came to an end.
  public struct Cut: Sendable, Equatable {
    public var walks: Int
    /// What ended them: `100 events`.
    public var bound: String
    public var cure: String
  }

  /// What reports say of such walks, a line each, and of a search that did not see all; where something is violated
  /// that is enough.
  var cutLines: [String] {
    guard holds else { return [] }
    guard let walks else {
      return bound.map { ["not all was seen: \(states.counted("state")), bounded by \($0)"] } ?? []
    }
    return cuts.map { "\($0.walks) of \(walks.counted("walk")) bounded by \($0.bound): \($0.cure)" }
  }

  /// Something that no run has come to.
  public struct Unseen: Sendable, Hashable {
    public var words: String
    /// Where the file has it, as `shop.yaml:3`; nil where it stands at no one place.
    public var line: String?
  }

  /// A run in which something is violated.
  public struct Found: Sendable, Equatable {
    public var code: String
    public var message: String
    /// Where the file has what is violated; nil in the reports of older versions.
    public var place: PlaceRecord?
    public var deviations: Int
    public var turns: Int
    public var isLeast: Bool
    public var token: String
    public var schedule: [Explored.Turn]
  }

  /// Of a result that has been explored; nil for any other.
  public init?(
    _ result: ScenarioResult, of path: String, fileIndex: Int, in sources: SourceMap
  ) {
    guard let explored = result.explored else { return nil }
    id = ScenarioRecord.id(file: path, name: result.name, row: result.numberedRow)
    file = path
    self.fileIndex = fileIndex
    index = result.index
    name = result.name
    verdict = explored.verdict.rawValue
    isComplete = explored.isComplete
    bound = explored.bound
    walks = explored.walks
    allWalks = explored.allWalks
    undecided = explored.undecided
    cuts = explored.cuts.map { Cut(walks: $0.walks, bound: $0.bound.words, cure: $0.bound.cure) }
    states = explored.states
    violating = explored.violating
    generated = explored.generated
    notes = explored.notes
    details = explored.details
    unseen = explored.unseen.map { Unseen($0, in: sources) }
    found = explored.found.map { Found($0, in: sources) }
  }
}

extension ExploredRecord {
  /// Of walks that come to nothing yet.
  init(_ walked: WalkedRecord) {
    (id, file, fileIndex) = (walked.id, walked.file, walked.fileIndex)
    (index, name, notes) = (walked.index, walked.name, walked.notes)
    verdict = Explored.Verdict.holds.rawValue
    (isComplete, states, violating, generated) = (false, 0, 0, 0)
    (undecided, cuts, details, unseen) = ([], [], [], [])
  }
}

extension ExploredRecord.Unseen {
  init(_ part: Explored.Unseen, in sources: SourceMap) {
    let place = part.span.map { PlaceRecord($0, in: sources) }
    self.init(words: part.words, line: place.map { "\($0.file):\($0.line)" })
  }
}

extension ExploredRecord.Found {
  init(_ found: Explored.Found, in sources: SourceMap) {
    self.init(
      code: found.failure.code.rawValue, message: found.failure.message,
      place: PlaceRecord(found.failure.span, in: sources), deviations: found.deviations,
      turns: found.turns, isLeast: found.isLeast, token: found.token, schedule: found.schedule)
  }
}

extension Explored {
  /// How it was done, a line each.
  fileprivate var details: [String] {
    var lines: [String] = []
    if let byReplay { lines.append("by replay, since \(byReplay)") }
    if hasRivals, verdict == .holds {
      lines.append(
        "messages kept the order in which they were sent: `delivery: pairwise` was not tried")
    }
    if let bits {
      lines.append(
        "states known by \(bits) bits: the odds that two were taken for one are below "
          + Explored.odds(states, bits))
    }
    return lines
  }

  /// That of so many states two have one fingerprint, as a power of ten that it is below.
  private static func odds(_ states: Int, _ bits: Int) -> String {
    var odds = Double(states) * Double(states) / 2
    for _ in 0..<bits { odds /= 2 }
    var power = 0
    while odds < 0.1, power < 99 {
      odds *= 10
      power += 1
    }
    return power == 0 ? "1" : "1 in 10^\(power)"
  }
}

extension ExploredRecord {
  var json: JSON {
    let all: JSON = [
      "id": .string(id), "file": .string(file), "fileIndex": .int(fileIndex), "index": .int(index),
      "scenario": .string(name), "verdict": .string(verdict), "complete": .bool(isComplete),
      "bound": bound.map(JSON.string), "walks": walks.map(JSON.int),
      "allWalks": allWalks.map(JSON.int), "undecided": undecided.map(JSON.string).orNone,
      "cuts": cuts.isEmpty ? nil : .array(cuts.map(\.json)), "states": .int(states),
      "violating": .int(violating), "generated": .int(generated), "notes": .texts(notes),
      "details": details.map(JSON.string).orNone, "unseen": .texts(unseen.map(\.words)),
      "unseenAt": .texts(unseen.map { $0.line ?? "" }),
    ]
    guard case .object(let members) = all else { return all }
    return .object(members + (found?.members ?? []))
  }

  init(_ reader: MemberReader) throws(RecordError) {
    id = try reader.text("id")
    file = try reader.shown("file")
    fileIndex = try reader.int("fileIndex")
    index = try reader.int("index")
    name = try reader.text("scenario")
    verdict = try reader.text("verdict")
    isComplete = try reader.bool("complete")
    bound = try reader.shownIfAny("bound")
    walks = try reader.intIfAny("walks")
    allWalks = try reader.intIfAny("allWalks")
    undecided = try reader.has("undecided") ? reader.shownTexts("undecided") : []
    cuts =
      try reader.has("cuts")
      ? reader.each("cuts") { cut throws(RecordError) in try Cut(cut) } : []
    states = try reader.int("states")
    violating = try reader.int("violating")
    generated = try reader.int("generated")
    notes = try reader.shownTexts("notes")
    details = try reader.has("details") ? reader.shownTexts("details") : []
    let words = try reader.shownTexts("unseen")
    let lines = try reader.has("unseenAt") ? reader.shownTexts("unseenAt") : []
    unseen = words.enumerated().map { number, words in
      let line = lines.indices.contains(number) ? lines[number] : ""
      return Unseen(words: words, line: line.isEmpty ? nil : line)
    }
    found = try Found(ifAny: reader)
  }
}

extension ExploredRecord.Found {
  var members: [JSON.Member] {
    let json: JSON = [
      "code": .string(code), "message": .string(message), "place": place?.json,
      "deviations": .int(deviations), "turns": .int(turns), "least": .bool(isLeast),
      "token": .string(token), "schedule": .array(schedule.map(\.json)),
    ]
    guard case .object(let members) = json else { return [] }
    return members
  }

  /// Nil where the members of no run are there.
  init?(ifAny reader: MemberReader) throws(RecordError) {
    guard let token = try reader.shownIfAny("token") else { return nil }
    self.init(
      code: try reader.shown("code"), message: try reader.text("message"),
      place: try reader.readerIfAny("place").map { place throws(RecordError) in
        try PlaceRecord(place)
      },
      deviations: try reader.int("deviations"), turns: try reader.int("turns"),
      isLeast: try reader.bool("least"), token: token,
      schedule: try reader.each("schedule") { turn throws(RecordError) in
        try Explored.Turn(turn)
      })
  }
}

extension ExploredRecord.Cut {
  fileprivate var json: JSON {
    ["walks": .int(walks), "bound": .string(bound), "cure": .string(cure)]
  }

  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    walks = try reader.int("walks")
    bound = try reader.shown("bound")
    cure = try reader.shown("cure")
  }
}

extension Explored.Turn {
  fileprivate var json: JSON {
    [
      "actor": .string(actor), "words": .string(words), "deviations": .int(deviations),
      "choices": .texts(choices),
      "sent": .array(sent.map { ["to": .string($0.receiver), "message": .string($0.message)] }),
      "aside": isPast ? nil : .bool(true),
    ]
  }

  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    self.init(
      actor: try reader.text("actor"), words: try reader.text("words"),
      sent: try reader.each("sent") { sent throws(RecordError) in
        Sent(to: try sent.text("to"), try sent.text("message"))
      }, deviations: try reader.int("deviations"), choices: try reader.texts("choices"))
    let isAside = try reader.has("aside") ? reader.bool("aside") : false
    isPast = !isAside
  }
}
