/// A word of the language as it is spelt: a key, a verb, what goes with one, or an outcome; by its
/// number among all of them. One spelling is one word, however many things it means.
struct Word: RawRepresentable, CaseIterable, Hashable, Sendable {
  let number: Int

  fileprivate init(number: Int) { self.number = number }

  init?(rawValue: String) {
    var text = rawValue
    guard let word = text.withUTF8(WordTable.shared.word) else { return nil }
    self = word
  }

  /// The word of something that is declared.
  init(_ declared: some RawRepresentable<String>) { self.init(of: declared.rawValue) }

  /// The word of a key that is declared.
  init(of name: String) {
    guard let word = Word(rawValue: name) else {
      preconditionFailure("\(name) is no word of the language")
    }
    self = word
  }

  var rawValue: String { WordTable.shared.spellings[number] }

  /// The keys of maps, then verbs by their chapters, what goes with them, and outcomes.
  static let allCases = WordTable.shared.spellings.indices.map(Word.init(number:))
}

/// Some words, in an order.
struct WordSet: Sendable {
  let words: [Word]
  private let isIn: [Bool]

  init(_ words: [Word]) {
    self.words = words
    var isIn = [Bool](repeating: false, count: Word.allCases.count)
    for word in words { isIn[word.number] = true }
    self.isIn = isIn
  }

  func contains(_ word: Word) -> Bool { isIn[word.number] }
}

/// Finds the word that bytes spell: a hash table over at most 16 bytes packed into two integers.
struct WordTable: Sendable {
  private struct Slot {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var word: Word?
  }

  static let shared = WordTable()
  /// By the numbers of the words.
  let spellings: [String]
  private var slots: [Slot]
  private static let size = 512

  private init() {
    var spellings: [String] = []
    var slots = [Slot](repeating: Slot(), count: WordTable.size)
    for spelling in MapName.spellings + Grammar.spellings {
      precondition(spelling.utf8.count <= 16, "\(spelling) is too long for the table of words")
      let (low, high) = Array(spelling.utf8).withUnsafeBufferPointer(WordTable.pack)
      var index = WordTable.hash(low, high)
      while slots[index].word != nil, (slots[index].low, slots[index].high) != (low, high) {
        index = (index + 1) & (WordTable.size - 1)
      }
      guard slots[index].word == nil else { continue }
      slots[index] = Slot(low: low, high: high, word: Word(number: spellings.count))
      spellings.append(spelling)
    }
    precondition(spellings.count < WordTable.size / 2, "too many words for their table")
    self.spellings = spellings
    self.slots = slots
  }

  @inline(__always)
  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 { low = low << 8 | UInt64(byte) } else { high = high << 8 | UInt64(byte) }
    }
    return (low, high)
  }

  @inline(__always)
  private static func hash(_ low: UInt64, _ high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((low ^ (high &* 0x9e37_79b9)) &* 0x9e37_79b9_7f4a_7c15) >> 55)
  }

  func word(_ bytes: UnsafeBufferPointer<UInt8>) -> Word? {
    guard bytes.count <= 16 else { return nil }
    let (low, high) = WordTable.pack(bytes)
    var index = WordTable.hash(low, high)
    while let word = slots[index].word {
      if slots[index].low == low, slots[index].high == high { return word }
      index = (index + 1) & (WordTable.size - 1)
    }
    return nil
  }
}
