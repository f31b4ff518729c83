/// All that is said of a verb, but what it is made of, how it is read and what it does.
final class VerbDeclaration: Sendable {
  let name: VerbName
  let word: Word
  let form: Form
  let standing: Standing
  /// What may go with it, in the order of the language; a `note` goes with every verb.
  let companions: [CompanionUse]
  /// Their keys.
  private let known: [Companion]
  /// What `as` binds; nil where it binds nothing.
  let binds: BoundResult?
  /// Whether exploration may choose it.
  let isEvent: Bool
  /// Whether outcomes may stand beside it.
  let hasOutcomes: Bool
  /// What it does, in a sentence, and an example.
  let text: String
  let example: String?

  init(
    _ word: some VerbWord, _ form: Form, _ standing: Standing, companions: [CompanionUse],
    isEvent: Bool, hasOutcomes: Bool, _ text: String, _ example: String?
  ) {
    name = word.name
    self.word = Word(word)
    self.form = form
    self.standing = standing
    self.companions = Companion.allCases.compactMap { key in
      (companions + [.note]).first { $0.key == key }
    }
    known = self.companions.map(\.key)
    binds = self.companions.first { $0.key == .as }?.binds
    self.isEvent = isEvent
    self.hasOutcomes = hasOutcomes
    self.text = text
    self.example = example
  }

  /// Whether it is answered, so that `replies` tells of it.
  var isAnswered: Bool { binds == .answer }

  /// Whether it may stand beside the verb, whatever else does.
  func takes(_ companion: Companion) -> Bool { known.contains(companion) }

  /// The same where these stand there too.
  func takes(_ companion: Companion, beside others: [Companion]) -> Bool {
    guard let use = companions.first(where: { $0.key == companion }) else { return false }
    return use.needs.map { others.contains($0) } ?? true
  }

  /// Where the steps behind a companion stand, for the verb at a place.
  func inner(_ companion: Companion, at place: StepPlace) -> StepPlace {
    companions.first { $0.key == companion }?.inner(place) ?? place
  }

  func objection(at place: StepPlace) -> (message: String, help: String?)? {
    if place == .within(.events) {
      return isEvent ? nil : ("is no event that could be chosen", eventCure)
    }
    return standing.objection(at: place)
  }
}

extension VerbDeclaration {
  /// What to write where it is meant as an event, and is none.
  private var eventCure: String? {
    switch name {
    case .control(.for): "put the loop into a batch: batch: [{for: …, do: […]}]"
    case .control(.let), .control(.choose):
      "names of an event stand in its \"for\", one event for each element: for: {x: [1, 2]}"
    case .control(.perform), .control(.interleave): "write an event for each of its steps"
    case .control(.if), .control(.unless), .control(.repeat), .control(.batch), .state, .event,
      .life, .time, .computation, .result, .promise, .fault:
      nil
    }
  }
}

/// The verbs of one chapter of the language's reference, as they are spelt.
protocol VerbWord: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  var name: VerbName { get }
  var declaration: VerbDeclaration { get }
}

extension VerbWord {
  static var spellings: [String] { allCases.map { $0.rawValue } }
  static var declarations: [VerbDeclaration] { allCases.map { $0.declaration } }

  /// A declaration of this verb.
  func verb(
    _ form: Form, at standing: Standing = .anywhere, with companions: [CompanionUse] = [],
    isEvent: Bool = false, hasOutcomes: Bool = true, _ text: String,
    _ example: String? = nil
  ) -> VerbDeclaration {
    VerbDeclaration(
      self, form, standing, companions: companions, isEvent: isEvent, hasOutcomes: hasOutcomes,
      text, example)
  }
}
