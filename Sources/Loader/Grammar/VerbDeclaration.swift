/// All that is said of a verb, but what it is made of and what it does.
final class VerbDeclaration: Sendable {
  let word: Word
  let form: Form
  let standing: Standing
  /// What may go with it besides `note`.
  let companions: [Word]
  /// What of that cannot be missing.
  let needed: [Word]
  /// Whether it is answered: `as` binds the answer, and `replies` tells of it.
  let isAnswered: Bool
  /// Whether exploration may choose it.
  let isEvent: Bool
  /// What it does, in a sentence, and an example.
  let text: String
  let example: String?

  init(
    _ word: Word, _ form: Form, _ standing: Standing, companions: [Word], needed: [Word],
    isAnswered: Bool, isEvent: Bool, _ text: String, _ example: String?
  ) {
    self.word = word
    self.form = form
    self.standing = standing
    self.companions = companions
    self.needed = needed
    self.isAnswered = isAnswered
    self.isEvent = isEvent
    self.text = text
    self.example = example
  }

  /// Whether it may stand beside the verb, a `note` aside.
  func takes(_ companion: Word) -> Bool { companions.contains(companion) }

  func objection(at place: ScenarioReader.Place) -> (message: String, help: String?)? {
    if place == .within(.events) {
      return isEvent ? nil : ("is no event that could be chosen", nil)
    }
    return standing.objection(at: place)
  }
}

/// The verbs of one chapter of the language's reference, as they are spelt.
protocol VerbWord: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  var declaration: VerbDeclaration { get }
}

extension VerbWord {
  /// A declaration of this verb.
  func verb(
    _ form: Form, at standing: Standing = .anywhere, with companions: [Word] = [],
    needing needed: [Word] = [], isAnswered: Bool = false, isEvent: Bool = false, _ text: String,
    _ example: String? = nil
  ) -> VerbDeclaration {
    guard let word = Word(rawValue: rawValue) else {
      preconditionFailure("\(rawValue) is no word of the language")
    }
    return VerbDeclaration(
      word, form, standing, companions: companions, needed: needed, isAnswered: isAnswered,
      isEvent: isEvent, text, example)
  }
}

/// Every verb of the language, as its chapter declares it.
struct Grammar: Sendable {
  static let shared = Grammar()

  /// In the order of words.
  let verbs: [VerbDeclaration]
  /// By the number of the word; nil for what is no verb.
  private let byWord: [VerbDeclaration?]

  private init() {
    var byWord = [VerbDeclaration?](repeating: nil, count: Word.allCases.count)
    let chapters: [[VerbDeclaration]] = [
      StateWord.allCases.map(\.declaration), EventWord.allCases.map(\.declaration),
      LifeWord.allCases.map(\.declaration), TimeWord.allCases.map(\.declaration),
      ControlWord.allCases.map(\.declaration), ComputationWord.allCases.map(\.declaration),
      ResultWord.allCases.map(\.declaration), PromiseWord.allCases.map(\.declaration),
      FaultWord.allCases.map(\.declaration),
    ]
    for verb in chapters.joined() { byWord[WordTable.number(of: verb.word)] = verb }
    self.byWord = byWord
    verbs = byWord.compactMap { $0 }
  }

  func verb(_ word: Word) -> VerbDeclaration? { byWord[WordTable.number(of: word)] }

  func isAnswered(_ word: Word) -> Bool { verb(word)?.isAnswered ?? false }

  /// The verbs that a companion goes with, in the order of messages: those of control first.
  func verbs(with companion: Word) -> [Word] {
    let words = verbs.filter { $0.takes(companion) }.map(\.word)
    let isControl = { (word: Word) in ControlWord(rawValue: word.rawValue) != nil }
    return words.filter(isControl) + words.filter { !isControl($0) }
  }
}
