/// A key of one kind of map of the language. Its cases stand in the order in which they are told.
protocol MapKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  static var mapName: MapName { get }
  /// Made once, for every key that is read is looked up in it.
  static var keys: SpellingTable<Self> { get }
  /// Those that cannot be missing.
  static var needed: [Self] { get }
  var declaration: KeyDeclaration { get }
}

extension MapKey {
  static var needed: [Self] { [] }

  var word: Word { Word(self) }

  /// The keys of such maps, to be found by their spelling.
  static func table() -> SpellingTable<Self> { SpellingTable(allCases.map { ($0.rawValue, $0) }) }
}

/// What is said of a key, but how it is read.
struct KeyDeclaration: Sendable {
  /// Made only when it is asked for.
  let takes: @Sendable () -> Schema
  /// What it is for, in sentences.
  let purpose: String
  /// What holds where it is left out, for one of which that can be said in a word.
  let otherwise: String?
  let example: String?

  init(
    _ takes: @autoclosure @escaping @Sendable () -> Schema, _ purpose: String,
    unless otherwise: String? = nil, _ example: String? = nil
  ) {
    self.takes = takes
    self.purpose = purpose
    self.otherwise = otherwise
    self.example = example
  }

  /// What holds where it is left out, in a sentence.
  var absence: String? {
    otherwise.map { "\($0.prefix(1).uppercased())\($0.dropFirst()) unless given." }
  }

  /// What it is for, and what holds where it is left out.
  var text: String { absence.map { "\(purpose) \($0)" } ?? purpose }

  /// What to write where it is missing: its example, where that is of one line.
  var cure: [String] {
    example.map { $0.contains("\n") ? [] : ["write: \($0)"] } ?? []
  }

  var schema: Schema { takes().described(text, example) }
}
