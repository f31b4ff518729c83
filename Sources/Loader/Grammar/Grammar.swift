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

  /// Verbs by their chapters, then what goes with them, then outcomes.
  let stepKeys: [StepKey]
  let verbs: [VerbDeclaration]
  let outcomes: [OutcomeDeclaration]
  private let spelt: SpellingTable<StepKey>

  /// The chapters of verbs, in the order of the reference.
  private static let chapters: [any VerbWord.Type] = [
    StateWord.self, EventWord.self, LifeWord.self, TimeWord.self, ControlWord.self,
    ComputationWord.self, ResultWord.self, PromiseWord.self, FaultWord.self,
  ]

  /// The keys of a step as they are spelt, in their order.
  static var spellings: [String] {
    chapters.flatMap { $0.spellings } + Companion.allCases.map(\.rawValue)
      + OutcomeWord.allCases.map(\.rawValue)
  }

  private init() {
    verbs = Grammar.chapters.flatMap { $0.declarations }
    outcomes = OutcomeWord.allCases.map(\.declaration)
    stepKeys =
      verbs.map(StepKey.verb) + Companion.allCases.map(StepKey.companion)
      + outcomes.map(StepKey.outcome)
    spelt = SpellingTable(stepKeys.map { ($0.name, $0) })
  }

  /// The key of a step that is spelt so; nil where there is none.
  func stepKey(_ bytes: UnsafeBufferPointer<UInt8>) -> StepKey? { spelt.find(bytes) }

  func stepKey(_ text: String) -> StepKey? {
    var text = text
    return text.withUTF8(stepKey)
  }

  func isVerb(_ text: String) -> Bool {
    if case .verb = stepKey(text) { true } else { false }
  }

  /// The verbs that a companion goes with, in the order of messages: those of control first.
  func verbs(with companion: Companion) -> [VerbDeclaration] {
    let verbs = verbs.filter { $0.takes(companion) }
    let isControl = { (verb: VerbDeclaration) in ControlWord(rawValue: verb.word.rawValue) != nil }
    return verbs.filter(isControl) + verbs.filter { !isControl($0) }
  }
}
