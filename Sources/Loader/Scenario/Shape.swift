/// A step, by the keys that it may have.
struct Shape {
  /// `a scenario`, for messages.
  let name: String
  let words: WordSet

  private init(_ name: String, _ words: WordSet) {
    self.name = name
    self.words = words
  }
}

/// A step and what may be in it.
extension Shape {
  static let verbs = WordSet(Grammar.shared.verbs.map(\.word))
  /// What goes with a verb.
  static let adverbs = WordSet(Companion.allCases.map(\.word))
  static let outcomes: WordSet = [
    .expect, .exactly, .assert, .emits, .runs, .states, .received, .calls, .replies, .presented,
    .fails, .reports,
  ]
  /// The outcomes that may be a step of their own.
  static let checks: WordSet = [.expect, .exactly, .assert]
  static let step = Shape("a step", verbs.union(adverbs).union(outcomes))
}

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
