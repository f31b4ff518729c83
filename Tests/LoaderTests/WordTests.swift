import Testing

@testable import Loader

struct WordTests {
  @Test func everyWordIsFoundAndNumberedWithinASet() {
    for (number, word) in Word.allCases.enumerated() {
      let bytes = Array(word.rawValue.utf8)
      #expect(bytes.withUnsafeBufferPointer(WordTable.shared.word) == word)
      #expect(WordTable.number(of: word) == number)
      #expect(number < WordSet.capacity)
      var set: WordSet = []
      set.insert(word)
      #expect(set.words == [word])
    }
  }

  @Test(arguments: ["", "x", "cell", "cellss", "Cells", "descriptionn", "averyveryverylongword"])
  func otherTextsAreNoWords(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(WordTable.shared.word) == nil)
  }
}
