/// What the language says of one of its words, at one kind of place.
public struct WordEntry: Sendable {
  /// What the word is there: `a verb`, `an outcome`, `a key of a cell`.
  public let role: String
  /// What it is for, in a sentence.
  public let text: String
  /// How it is written; nil where that is plain.
  public let example: String?
  /// In a sentence each, what goes with it and where it may stand.
  public let remarks: [String]
}

extension WordEntry {
  init(_ verb: VerbDeclaration) {
    role = "a verb"
    (text, example) = (verb.text, verb.example)
    var remarks = verb.standing.sentences
    let needed = verb.companions.filter(\.isNeeded).map(\.key.rawValue)
    if !needed.isEmpty { remarks.append("It needs \(needed.quoted.enumeration).") }
    let others = verb.companions.filter { !$0.isNeeded && $0.key != .note }.map(\.key.rawValue)
    if !others.isEmpty { remarks.append("It goes with \(others.quoted.enumeration).") }
    if !verb.hasOutcomes { remarks.append("It has no outcomes.") }
    if verb.isEvent { remarks.append("It may be one of the `events` of `explore`.") }
    self.remarks = remarks
  }

  init(_ companion: Companion) {
    role = "beside a verb"
    (text, example) = companion.text
    let verbs = Grammar.shared.verbs(with: companion).map(\.word.rawValue)
    let isAnywhere = verbs.count == Grammar.shared.verbs.count
    remarks =
      (companion.takes.words.map { ["It takes \($0)."] } ?? [])
      + ["It goes with \(isAnywhere ? "every verb" : verbs.quoted.enumeration)."]
  }

  init(_ outcome: OutcomeDeclaration) {
    role = "an outcome"
    (text, example) = (outcome.text, outcome.example)
    var remarks: [String] = []
    if outcome.needsAnswer {
      let verbs = Grammar.shared.verbs.filter(\.isAnswered).map(\.word.rawValue)
      remarks.append("It goes with \(verbs.quoted.enumeration).")
    }
    if outcome.standsAlone { remarks.append("It may be a step of its own.") }
    let excluded = Companion.allCases.filter(outcome.excludes).map(\.rawValue)
    if !excluded.isEmpty {
      remarks.append("It does not stand beside \(excluded.quoted.alternatives).")
    }
    self.remarks = remarks
  }

  init(_ key: KeyDeclaration, isNeeded: Bool, of map: MapName) {
    role = "a key of \(map.title)"
    (text, example) = (key.purpose, key.example)
    remarks =
      (key.takes().words.map { ["It takes \($0)."] } ?? [])
      + (key.absence.map { [$0] } ?? []) + (isNeeded ? ["It cannot be missing."] : [])
  }
}

extension [String] {
  /// As words of the language within a sentence.
  fileprivate var quoted: [String] { map { "`\($0)`" } }
}
