import Values

extension Word: RawRepresentable, CaseIterable {
  /// Nil for what is no word.
  init?(rawValue: String) {
    guard Word.known.contains(rawValue) else { return nil }
    self.init(spelling: rawValue)
  }

  /// The keys of maps, then verbs by their chapters, what goes with them, and outcomes. Asked for only
  /// where something is misspelt or explained.
  static let allCases: [Word] = {
    var seen: TextSet = []
    return (MapName.spellings + Grammar.spellings).filter { seen.insert($0) }
      .map { Word(spelling: $0) }
  }()

  private static let known = TextSet(allCases.map(\.rawValue))
}
