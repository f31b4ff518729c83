/// A key of one kind of map of the language. Its cases stand in the order in which they are told.
protocol MapKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  static var mapName: MapName { get }
  /// Made once, for every key that is read is looked up in it.
  static var keys: KeyTable<Self> { get }
  var declaration: KeyDeclaration { get }
}

extension MapKey {
  var word: Word { Word(of: rawValue) }
}

/// What is said of a key, but how it is read.
struct KeyDeclaration: Sendable {
  /// Made only when it is asked for.
  let takes: @Sendable () -> Schema
  /// What it is for, in a sentence, and an example.
  let text: String
  let example: String?
  /// Whether it cannot be missing.
  let isNeeded: Bool

  init(
    _ takes: @autoclosure @escaping @Sendable () -> Schema, _ text: String,
    _ example: String? = nil, isNeeded: Bool = false
  ) {
    self.takes = takes
    self.text = text
    self.example = example
    self.isNeeded = isNeeded
  }

  var schema: Schema { takes().described(text, example) }
}

/// The keys of one kind of map, found by word.
struct KeyTable<Key: MapKey>: Sendable {
  let words: WordSet
  /// By the number of the word; nil for what is no such key.
  private let byWord: [Key?]

  init() {
    words = WordSet(Key.allCases.map { $0.word })
    var byWord = [Key?](repeating: nil, count: Word.allCases.count)
    for key in Key.allCases { byWord[key.word.number] = key }
    self.byWord = byWord
  }

  @inline(__always)
  subscript(word: Word) -> Key? { byWord[word.number] }
}
