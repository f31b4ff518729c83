import Reports
import Testing
import Values

@Suite struct ExplanationTests {
  private let all = Explanation.groups.flatMap(\.explanations)

  @Test func everyCodeHasOneExplanationInTheOrderOfTheCodes() {
    #expect(all.map(\.code) == ProblemCode.allCases)
  }

  @Test func codesAreShortWordsJoinedByHyphens() {
    for code in ProblemCode.allCases.map(\.rawValue) {
      #expect(code.utf8.count <= 24, "\(code)")
      let isPlain = code.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7a).contains($0) }
      #expect(isPlain && !code.hasPrefix("-") && !code.hasSuffix("-"), "\(code)")
    }
  }

  @Test func explanationsFitTheirScreen() {
    for explanation in all {
      let code = explanation.code.rawValue
      #expect(explanation.summary.count <= 75 && !explanation.summary.hasSuffix("."), "\(code)")
      #expect(explanation.meaning.hasSuffix(".") || explanation.meaning.hasSuffix(")"), "\(code)")
      for line in explanation.meaning.split(separator: "\n") {
        #expect(line.count <= 90, "\(code): \(line)")
      }
      let isBeside = explanation.goldens != nil || explanation.tables != nil
      #expect((explanation.wrong == explanation.right) == isBeside, "\(code)")
    }
  }
}
