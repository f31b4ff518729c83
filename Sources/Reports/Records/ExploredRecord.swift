public import Scenarios
import Values

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
  public var states: Int
  public var violating: Int
  /// Turns taken.
  public var generated: Int
  public var notes: [String]
  /// What no run has come to.
  public var unseen: [String]
  public var found: Found?

  /// A run in which something is violated.
  public struct Found: Sendable, Equatable {
    public var code: String
    public var message: String
    public var deviations: Int
    public var turns: Int
    public var isLeast: Bool
    public var token: String
    public var schedule: [Explored.Turn]
  }

  /// Of a result that has been explored; nil for any other.
  public init?(_ result: ScenarioResult, _ scenario: ScenarioRecord) {
    guard let explored = result.explored else { return nil }
    id = scenario.id
    file = scenario.file
    fileIndex = scenario.fileIndex
    index = scenario.index
    name = scenario.name
    verdict = explored.verdict.rawValue
    isComplete = explored.isComplete
    bound = explored.bound
    walks = explored.walks
    states = explored.states
    violating = explored.violating
    generated = explored.generated
    notes = explored.notes
    unseen = explored.unseen.map(\.words)
    found = explored.found.map {
      Found(
        code: $0.failure.code.rawValue, message: $0.failure.message, deviations: $0.deviations,
        turns: $0.turns, isLeast: $0.isLeast, token: $0.token, schedule: $0.schedule)
    }
  }
}

extension ExploredRecord {
  var json: JSON {
    [
      "id": .string(id), "file": .string(file), "fileIndex": .int(fileIndex), "index": .int(index),
      "scenario": .string(name), "verdict": .string(verdict), "complete": .bool(isComplete),
      "bound": bound.map(JSON.string), "walks": walks.map(JSON.int), "states": .int(states),
      "violating": .int(violating), "generated": .int(generated), "notes": .texts(notes),
      "unseen": .texts(unseen),
      "code": found.map { .string($0.code) }, "message": found.map { .string($0.message) },
      "deviations": found.map { .int($0.deviations) }, "turns": found.map { .int($0.turns) },
      "least": found.map { .bool($0.isLeast) }, "token": found.map { .string($0.token) },
      "schedule": found.map { .array($0.schedule.map(\.json)) },
    ]
  }

  init(_ reader: MemberReader) throws(RecordError) {
    id = try reader.text("id")
    file = try reader.shown("file")
    fileIndex = try reader.int("fileIndex")
    index = try reader.int("index")
    name = try reader.text("scenario")
    verdict = try reader.text("verdict")
    isComplete = try reader.bool("complete")
    bound = try reader.textIfAny("bound")
    walks = try reader.intIfAny("walks")
    states = try reader.int("states")
    violating = try reader.int("violating")
    generated = try reader.int("generated")
    notes = try reader.texts("notes")
    unseen = try reader.texts("unseen")
    guard let token = try reader.textIfAny("token") else { return }
    found = Found(
      code: try reader.text("code"), message: try reader.text("message"),
      deviations: try reader.int("deviations"), turns: try reader.int("turns"),
      isLeast: try reader.bool("least"), token: token,
      schedule: try reader.each("schedule") { turn throws(RecordError) in
        try Explored.Turn(turn)
      })
  }
}

extension Explored.Turn {
  fileprivate var json: JSON {
    [
      "actor": .string(actor), "words": .string(words), "deviations": .int(deviations),
      "choices": .texts(choices),
      "sent": .array(sent.map { ["to": .string($0.receiver), "message": .string($0.message)] }),
    ]
  }

  fileprivate init(_ reader: MemberReader) throws(RecordError) {
    self.init(
      actor: try reader.text("actor"), words: try reader.text("words"),
      sent: try reader.each("sent") { sent throws(RecordError) in
        Sent(to: try sent.text("to"), try sent.text("message"))
      }, deviations: try reader.int("deviations"), choices: try reader.texts("choices"))
  }
}
