import Testing

@testable import Loader

struct WordTests {
  @Test func everyWordIsFoundByItsSpelling() {
    #expect(Word.allCases.count > 150)
    for (number, word) in Word.allCases.enumerated() {
      #expect(word.number == number && Word(rawValue: word.rawValue) == word)
    }
    let spellings = Word.allCases.map(\.rawValue)
    #expect(Set(spellings).count == spellings.count)
    #expect(Set(spellings) == Set(MapName.spellings + Grammar.spellings))
  }

  @Test func aSetHoldsItsWordsAndNoOthers() {
    let words = [Word(EventWord.tell), Word(of: "cells"), Word(Companion.as)]
    let set = WordSet(words)
    #expect(set.words == words)
    #expect(Word.allCases.filter(set.contains) == words.sorted { $0.number < $1.number })
  }

  @Test(arguments: ["", "x", "cell", "cellss", "Cells", "descriptionn", "averyveryverylongword"])
  func otherTextsAreNoWords(text: String) {
    #expect(Word(rawValue: text) == nil)
  }
}
