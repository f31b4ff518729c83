extension Word: RawRepresentable, CaseIterable {
  /// Nil for what is no word.
  init?(rawValue: String) {
    guard Word.known.contains(rawValue) else { return nil }
    self.init(spelling: rawValue)
  }

  /// The keys of maps, then verbs by their chapters, what goes with them, and outcomes. Asked for only
  /// where something is misspelt or explained.
  static let allCases: [Word] = {
    var seen: Set<String> = []
    return (MapName.spellings + Grammar.spellings).filter { seen.insert($0).inserted }
      .map { Word(spelling: $0) }
  }()

  private static let known = Set(allCases.map(\.rawValue))
}
