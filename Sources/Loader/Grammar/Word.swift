/// A word of the language as it is spelt: a key, a verb, what goes with one, or an outcome. One
/// spelling is one word, however many things it means.
struct Word: RawRepresentable, CaseIterable, Hashable, Sendable {
  let rawValue: String

  /// Nil for what is no word.
  init?(rawValue: String) {
    guard Word.known.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// The word of something that is declared.
  init(_ declared: some RawRepresentable<String>) { rawValue = declared.rawValue }

  private init(_ spelling: String) { rawValue = spelling }

  /// The keys of maps, then verbs by their chapters, what goes with them, and outcomes. Asked for only
  /// where something is misspelt or explained.
  static let allCases: [Word] = {
    var seen: Set<String> = []
    return (MapName.spellings + Grammar.spellings).filter { seen.insert($0).inserted }
      .map { Word($0) }
  }()

  private static let known = Set(allCases.map(\.rawValue))
}
