import Scenarios
import Testing
import Values

@testable import Reports

/// A log as a tree, and what its lines say.
@Suite struct TraceTreeTests {
  let sample = Sample()

  private func tree(_ events: [(TraceEvent, parent: Int?)], colours: Bool = false) -> String {
    var log = RunLog()
    for (event, parent) in events {
      log.add(RunLog.Entry(event, in: parent, turn: 0, time: Duration(nanoseconds: 1_500_000)))
    }
    var result = sample.scenario([])
    result.log = log
    return TraceTree(colours: colours).text(
      result, titled: "shop.yaml::the receipt follows", in: sample.sources)
  }

  private let moved = TraceEvent(.moved, nil, .duration(Duration(nanoseconds: 1_500_000)))

  private var step: TraceEvent {
    TraceEvent(.step, name: "set", at: sample.span("set: {price: 20}"), in: sample.step)
  }

  @Test func eachLineHangsOnWhatItHappenedIn() {
    let text = tree([
      (TraceEvent(.start), nil), (TraceEvent(.ran, "receipt", count: 1), 0), (step, nil),
      (TraceEvent(.changed, "price", old: .int(10), .int(20)), 2),
      (TraceEvent(.ran, "receipt", count: 2), 2),
      (TraceEvent(.emitted, "receipt", .string("x")), 4),
    ])
    #expect(
      text == """
        passed   shop.yaml::the receipt follows
        ├─ start
        │  └─ receipt runs  (1)
        └─ set: {price: 20}  (line 8)
           ├─ price: 10 -> 20
           └─ receipt runs  (2)
              └─ receipt emits "x"

        """)
  }

  @Test func turnsAndInstantsWithoutContentAreLeftOut() {
    let text = tree([
      (step, nil), (moved, 0), (TraceEvent(.turn, "a.Go"), 1), (TraceEvent(.turn, "b.Go"), 1),
      (TraceEvent(.stopped, "b"), 3),
      (moved, 0),
    ])
    #expect(
      text == """
        passed   shop.yaml::the receipt follows
        └─ set: {price: 20}  (line 8)
           └─ at 1.5ms
              └─ turn: b.Go
                 └─ b stops

        """)
  }

  @Test func aLongValueContinuesOnLinesOfItsOwn() throws {
    let long = try Value.list(of: (1...40).map { .int($0 * 1_000_000) })
    let text = tree([
      (step, nil), (TraceEvent(.emitted, "receipt", long), 0), (TraceEvent(.stopped, "a"), 0),
    ])
    let lines = text.split(separator: "\n")
    #expect(lines[2] == "   ├─ receipt emits [")
    #expect(lines[3] == "   │    1000000,")
    #expect(lines[lines.count - 2] == "   │  ]")
  }

  @Test func hostileNamesAndValuesStayInTheirLines() {
    let text = tree([
      (TraceEvent(.note, text: "a\nb\u{1B}[31m"), nil), (TraceEvent(.turn, "x\ny"), nil),
      (TraceEvent(.stopped, "\u{202E}"), 1),
      (TraceEvent(.emitted, "c\n", .string("\n::error::")), nil),
    ])
    #expect(text.split(separator: "\n").count == 5)
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
  }

  @Test func aVeryDeepLogTakesNoMoreRoomThanItsLines() {
    let events = (0..<10_000).map { index -> (TraceEvent, parent: Int?) in
      (TraceEvent(.ran, "c\(index)", count: 1), index == 0 ? nil : index - 1)
    }
    let text = tree(events)
    #expect(text.utf8.count < 10_000 * 400)
    #expect(text.split(separator: "\n").count == 10_001)
  }

  @Test func onlyColoursPutEscapesIn() {
    #expect(!tree([(step, nil)]).contains("\u{1B}"))
    #expect(tree([(step, nil)], colours: true).contains("\u{1B}[1mset: {price: 20}\u{1B}[0m"))
  }

  @Test(arguments: [
    (0, "0s"), (999, "999ns"), (1_500, "1.5us"), (300_000_000, "300ms"),
    (1_500_000_000, "1.5s"), (90_000_000_000, "1m30s"), (3_600_000_000_000, "1h"),
    (-1_000_000, "-1ms"),
  ])
  func timesAreOffsetsInShortUnits(_ nanoseconds: Int, _ text: String) {
    #expect(OffsetText.offset(Duration(nanoseconds: Int64(nanoseconds))) == text)
  }
}

/// What differs between two values, in lines.
@Suite struct ChangeTextTests {
  private let long = String(repeating: "x", count: 60)

  private func lines(_ old: Value?, _ new: Value?) -> [String] {
    ChangeText(width: 80).lines("a", old, new)
  }

  private func record(_ entries: [(String, Value)]) throws -> Value { try Value.record(entries) }

  @Test func aShortChangeIsTwoValuesInALine() {
    #expect(lines(.int(1), .double(1)) == ["a: 1 -> 1.0"])
    #expect(lines(nil, .int(1)) == ["a: made 1"])
    #expect(lines(.int(1), nil) == ["a: removed, was 1"])
  }

  @Test func aLongRecordTellsWhatDiffersInIt() throws {
    let old = try record([("text", .string(long)), ("n", .int(1)), ("gone", .null)])
    let new = try record([("text", .string(long)), ("n", .int(2)), ("two words", .null)])
    #expect(
      lines(old, new) == [
        "a.n: 1 -> 2", "a[\"two words\"]: made null", "a.gone: removed, was null",
      ])
  }

  @Test func aLongListTellsWhatWasAdded() throws {
    let old = try Value.list(of: [.string(long)])
    let new = try Value.list(of: [.string(long), .int(1)])
    #expect(lines(old, new) == ["a[1]: made 1"])
    #expect(lines(new, old) == ["a[1]: removed, was 1"])
  }

  @Test func whatDiffersThroughoutIsToldWhole() throws {
    let old = try Value.list(of: [.string(long), .int(1)])
    let new = try Value.list(of: [.int(1), .string(long), .int(2)])
    #expect(lines(old, new) == ["a: now [1, \"\(long)\", 2]"])
  }
}
