import Testing
import Values

@Suite struct TextTableTests {
  // "é" in one and in two code points, which Swift's own `==` holds equal.
  private static let one = "caf\u{e9}"
  private static let two = "cafe\u{301}"

  @Test func textsAreToldApartByCodePoints() {
    var table: TextTable<Int> = [TextTableTests.one: 1]
    #expect(table[TextTableTests.two] == nil)
    table[TextTableTests.two, default: 5] += 1
    #expect(table[TextTableTests.one] == 1)
    #expect(table[TextTableTests.two] == 6)
    #expect(table.count == 2)
    let before = table.updateValue(7, forKey: TextTableTests.two)
    #expect(before == 6)
    let removed = table.removeValue(forKey: TextTableTests.one)
    #expect(removed == 1)
    #expect(table.map(\.value) == [7])
  }

  @Test func elementsThatComeAgainAreCombined() {
    let table = TextTable([("a", 1), ("b", 2), ("a", 3)], uniquingKeysWith: +)
    #expect(table == ["a": 4, "b": 2])
    #expect(table.keys.sorted() == ["a", "b"])
    #expect(table.values.sorted() == [2, 4])
  }

  @Test func setsTellThemApartToo() {
    var set: TextSet = [TextTableTests.one]
    #expect(!set.contains(TextTableTests.two))
    let inserted = [set.insert(TextTableTests.two), set.insert(TextTableTests.two)]
    #expect(inserted == [true, false])
    #expect(set.count == 2)
    #expect(set.subtracting([TextTableTests.one]) == [TextTableTests.two])
    #expect(set.subtracting([TextTableTests.two]) == [TextTableTests.one])
    var larger = set
    larger.formUnion(["x", TextTableTests.one])
    #expect(larger.count == 3)
    let rest = set.subtracting([TextTableTests.one])
    #expect(Array(rest).map { Array($0.utf8) } == [Array(TextTableTests.two.utf8)])
  }
}
