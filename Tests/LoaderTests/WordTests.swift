import TestSupport
import Testing

@testable import Loader

struct WordTests {
  @Test func everyWordIsSpeltOnce() {
    #expect(Word.allCases.count > 150)
    for word in Word.allCases { #expect(Word(rawValue: word.rawValue) == word) }
    #expect(Set(Word.allCases).count == Word.allCases.count)
    #expect(Set(Word.allCases.map(\.rawValue)) == Set(MapName.spellings + Grammar.spellings))
  }

  @Test func everyKeyIsFoundWhereItBelongsAndNowhereElse() {
    for word in Word.allCases {
      let isKey = Grammar.spellings.contains(word.rawValue)
      #expect(Grammar.shared.stepKey(word.rawValue)?.name == (isKey ? word.rawValue : nil))
      var text = word.rawValue
      #expect(text.withUTF8(FileKey.keys.find) == FileKey(rawValue: word.rawValue))
      #expect(text.withUTF8(ActorKey.keys.find) == ActorKey(rawValue: word.rawValue))
    }
  }

  @Test(arguments: [
    "", "x", "cell", "cellss", "Cells", "descriptionn", "averyveryverylongword", "\0set", "\0cells",
  ])
  func otherTextsAreNoWords(text: String) {
    var text = text
    #expect(Word(rawValue: text) == nil && Grammar.shared.stepKey(text) == nil)
    #expect(text.withUTF8(FileKey.keys.find) == nil)
  }

  @Test(arguments: [1, 8, 60, 400], [5, 2_026] as [UInt64])
  func aTableFindsWhatItWasGiven(_ count: Int, _ seed: UInt64) {
    var random = Seeded(seed)
    func spelling() -> String {
      let letters = Array("abcxyzABC_")
      return String((0..<(1 + random.below(16))).map { _ in letters[random.below(letters.count)] })
    }
    var given: [String: Int] = [:]
    while given.count < count { given[spelling()] = given.count }
    let table = SpellingTable(given.map { ($0.key, $0.value) })
    for (text, meaning) in given {
      var text = text
      #expect(text.withUTF8(table.find) == meaning)
    }
    for _ in 0..<200 {
      var text = spelling()
      #expect(text.withUTF8(table.find) == given[text])
    }
  }
}
