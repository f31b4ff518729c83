/// All that is said of an outcome, but what it is made of, how it is read and compared.
final class OutcomeDeclaration: Sendable {
  /// Beside what it may stand.
  enum Company: Sendable {
    /// Any verb that has outcomes.
    case verbs
    /// The same, or no verb at all: then it is a step of its own.
    case verbsOrNone
    /// A verb that is answered.
    case answers
  }

  let name: OutcomeWord
  let word: Word
  /// `"expect"`, for messages.
  let what: String
  /// What an editor is told that it takes; made only when it is asked for.
  let takes: @Sendable () -> Schema
  private let company: Company
  /// The companions that leave nothing to tell of.
  private let excluded: [Companion]
  /// What it says, in a sentence, and an example.
  let text: String
  let example: String?

  init(
    _ name: OutcomeWord, _ takes: @escaping @Sendable () -> Schema, _ company: Company,
    excluding excluded: [Companion], _ text: String, _ example: String?
  ) {
    self.name = name
    word = Word(name)
    what = "\"\(name.rawValue)\""
    self.takes = takes
    self.company = company
    self.excluded = excluded
    self.text = text
    self.example = example
  }

  /// Whether it may be a step of its own.
  var standsAlone: Bool {
    switch company {
    case .verbsOrNone: true
    case .verbs, .answers: false
    }
  }

  /// Whether it tells of an answer.
  var needsAnswer: Bool {
    switch company {
    case .answers: true
    case .verbs, .verbsOrNone: false
    }
  }

  func excludes(_ companion: Companion) -> Bool { excluded.contains(companion) }
}

extension OutcomeWord {
  /// A declaration of this outcome.
  func outcome(
    _ takes: @autoclosure @escaping @Sendable () -> Schema,
    beside company: OutcomeDeclaration.Company = .verbs,
    without excluded: [Companion] = [], _ text: String, _ example: String
  ) -> OutcomeDeclaration {
    OutcomeDeclaration(self, takes, company, excluding: excluded, text, example)
  }
}
