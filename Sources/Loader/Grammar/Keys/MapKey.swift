/// A key of one kind of map of the language. Its cases stand in the order in which they are told.
protocol MapKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  static var mapName: MapName { get }
  /// Made once, for every key that is read is looked up in it.
  static var keys: SpellingTable<Self> { get }
  var declaration: KeyDeclaration { get }
}

extension MapKey {
  var word: Word { Word(self) }

  /// The keys of such maps, to be found by their spelling.
  static func table() -> SpellingTable<Self> { SpellingTable(allCases.map { ($0.rawValue, $0) }) }
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
