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
  static let step = Shape("a step", WordSet(Grammar.shared.stepKeys.map(\.word)))
}

extension [String] {
  /// `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
