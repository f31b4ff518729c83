extension MapName {
  /// The keys that such a map may have.
  var words: [String] { spellings ?? Grammar.spellings }

  /// Where a key may stand, for one that stands at the wrong place.
  static func homes(of word: Word) -> [MapName] {
    allCases.filter { $0.isHome && $0.words.contains(word.rawValue) }
  }
}
