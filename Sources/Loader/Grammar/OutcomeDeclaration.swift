import Scenarios

/// What stands behind an outcome: how it is read, and what an editor is told that it takes.
struct OutcomeForm: Sendable {
  typealias ID = ScenarioReader.ID
  typealias Read = @Sendable (inout ScenarioReader, ID, OutcomeDeclaration) -> Outcome.Kind?

  let read: Read
  let takes: @Sendable () -> Schema

  /// The schema is made only when it is asked for.
  init(_ takes: @autoclosure @escaping @Sendable () -> Schema, _ read: @escaping Read) {
    self.takes = takes
    self.read = read
  }
}

/// All that is said of an outcome, but what it is made of and how it is compared.
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

  let word: Word
  /// `"expect"`, for messages.
  let what: String
  let form: OutcomeForm
  private let company: Company
  /// The companions that leave nothing to tell of.
  private let excluded: [Companion]
  /// What it says, in a sentence, and an example.
  let text: String
  let example: String?

  init(
    _ word: Word, _ form: OutcomeForm, _ company: Company, excluding excluded: [Companion],
    _ text: String, _ example: String?
  ) {
    self.word = word
    what = "\"\(word.rawValue)\""
    self.form = form
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
    _ form: OutcomeForm, beside company: OutcomeDeclaration.Company = .verbs,
    without excluded: [Companion] = [], _ text: String, _ example: String
  ) -> OutcomeDeclaration {
    OutcomeDeclaration(Word(self), form, company, excluding: excluded, text, example)
  }
}
