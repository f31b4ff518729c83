/// A key of a step.
enum StepKey: Sendable {
  case verb(VerbDeclaration)
  case companion(Companion)
  case outcome(OutcomeDeclaration)

  var name: String {
    switch self {
    case .verb(let verb): verb.word.rawValue
    case .companion(let companion): companion.rawValue
    case .outcome(let outcome): outcome.word.rawValue
    }
  }
}

/// Every key of a step, as it is declared.
struct Grammar: Sendable {
  static let shared = Grammar()

  /// In the order of words.
  let stepKeys: [(word: Word, key: StepKey)]
  let verbs: [VerbDeclaration]
  let outcomes: [OutcomeDeclaration]
  /// By the number of the word; nil for what is no key of a step.
  private let byWord: [StepKey?]

  private init() {
    let chapters: [[VerbDeclaration]] = [
      StateWord.allCases.map(\.declaration), EventWord.allCases.map(\.declaration),
      LifeWord.allCases.map(\.declaration), TimeWord.allCases.map(\.declaration),
      ControlWord.allCases.map(\.declaration), ComputationWord.allCases.map(\.declaration),
      ResultWord.allCases.map(\.declaration), PromiseWord.allCases.map(\.declaration),
      FaultWord.allCases.map(\.declaration),
    ]
    let keys =
      chapters.joined().map(StepKey.verb) + Companion.allCases.map(StepKey.companion)
      + OutcomeWord.allCases.map { StepKey.outcome($0.declaration) }
    var byWord = [StepKey?](repeating: nil, count: Word.allCases.count)
    for key in keys { byWord[WordTable.number(of: Word(of: key.name))] = key }
    self.byWord = byWord
    stepKeys = zip(Word.allCases, byWord).compactMap { word, key in key.map { (word, $0) } }
    verbs = stepKeys.compactMap { if case .verb(let verb) = $0.key { verb } else { nil } }
    outcomes = stepKeys.compactMap {
      if case .outcome(let outcome) = $0.key { outcome } else { nil }
    }
  }

  func stepKey(_ word: Word) -> StepKey? { byWord[WordTable.number(of: word)] }

  func isVerb(_ word: Word) -> Bool {
    if case .verb = stepKey(word) { true } else { false }
  }

  /// The verbs that a companion goes with, in the order of messages: those of control first.
  func verbs(with companion: Companion) -> [VerbDeclaration] {
    let verbs = verbs.filter { $0.takes(companion) }
    let isControl = { (verb: VerbDeclaration) in ControlWord(rawValue: verb.word.rawValue) != nil }
    return verbs.filter(isControl) + verbs.filter { !isControl($0) }
  }
}

extension Word {
  /// The word of a key that is declared.
  init(of name: String) {
    var name = name
    guard let word = name.withUTF8(WordTable.shared.word) else {
      preconditionFailure("\(name) is no word of the language")
    }
    self = word
  }
}
