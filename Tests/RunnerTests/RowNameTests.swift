import Scenarios
import Testing

/// What a scenario of rows is called.
@Suite struct RowNameTests {
  @Test(arguments: [
    ("{n} of {m}", "3 of Ada"), ("{{n}}", "{3}"),
    ("{ {n}", "{ 3"), ("a {n", "a {n"), ("} {n}", "} 3"), ("{}{n}", "{}3"), ("{n} {", "3 {"),
  ])
  func onlyNamesOfTheRowAreFilledInAndOtherBracesStay(_ written: String, _ shown: String) throws {
    let results = try results(
      of: """
        cells: {a: 1}
        scenarios:
          - name: "\(written)"
            each: [{n: 3, m: Ada}]
            steps: [{set: {a: = n}, expect: {a: 3}, assert: m == "Ada"}]
        """)
    #expect(results.map(\.name) == [shown])
  }

  @Test func aRowHasANumberOnlyWhereItsNameIsThatOfAnother() throws {
    let results = try results(
      of: """
        scenarios:
          - name: "{n}"
            each: [{n: a}, {n: b}, {n: "e\u{301}"}, {n: a}, {n: "\u{e9}"}, {n: c}, {n: "a[0]"}]
            steps: [{assert: "n != ''"}]
          - name: c
            steps: [{assert: true}]
        """)
    // The last row is what the first is called with its number. Names are compared by code points.
    #expect(results.map(\.numberedRow) == [0, nil, nil, 3, nil, 5, 6, nil])
    #expect(results.map { $0.rowSpan == nil } == Array(repeating: false, count: 7) + [true])
  }

  @Test func aNameHoldsTheFirstThousandCharactersOfAText() throws {
    let text = String(repeating: "x", count: 1_000)
    let results = try results(
      of: """
        scenarios:
          - name: "{m}"
            each: [{m: \(text)}, {m: \(text)x}]
            steps: [{assert: m.size() >= 1000}]
        """)
    #expect(results.map(\.name) == [text, text + "…"])
  }
}
