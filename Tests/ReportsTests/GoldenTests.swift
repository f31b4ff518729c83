import Scenarios
import Testing
import Values

@testable import Reports

/// A golden file: what is written is read again, and what is broken says where.
@Suite struct GoldenFileTests {
  private func read(_ text: String) throws(GoldenFile.Fault) -> GoldenFile {
    try GoldenFile(reading: Array(text.utf8))
  }

  private let text = """
    # golden 1: anything

    == one
    start
      a: 1 -> 2

    == two[0]
    start

    """

  @Test func whatIsWrittenIsReadAgain() throws {
    let file = GoldenFile([.init("one", ["start", "  a: 1 -> 2"]), .init("two[0]", ["start"])])
    let read = try read(file.text)
    #expect(read.sections.map(\.title) == ["one", "two[0]"])
    #expect(read.sections.map(\.lines) == file.sections.map(\.lines))
    #expect(read.text == file.text)
    #expect(read["two[0]"]?.start == 8)
  }

  @Test func lineEndsOfWindowsAndEmptyLinesBehindASectionAreNoDifference() throws {
    let plain = try read(text)
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(try read(windows).sections == plain.sections)
    // Each is written with the line ends that it was read with.
    #expect(
      try !plain.text.utf8.contains(13) && read(windows).text.utf8.filter { $0 == 13 }.count > 3)
    #expect(try read(text + "\n\n").sections == plain.sections)
  }

  @Test func titlesThatUnicodeHoldsForOneAreTwo() throws {
    let file = try read("# golden 1\n== \u{e9}\none\n== e\u{301}\ntwo\n")
    #expect(file["\u{e9}"].map { Array($0.lines) } == ["one"])
    #expect(file["e\u{301}"].map { Array($0.lines) } == ["two"])
    #expect(file["e"] == nil)
  }

  @Test func linesArePackedAndReadAgain() {
    var lines = TextLines(["one", "", "żółć"])
    #expect(Array(lines) == ["one", "", "żółć"])
    #expect(lines == ["one", "", "żółć"] && lines != ["one", "żółć"])
    lines.removeLast()
    lines.append("2")
    #expect(Array(lines.suffix(2)) == ["", "2"])
    #expect(TextLines(["ab", "c"]) != TextLines(["a", "bc"]))
  }

  @Test func anEmptyFileHoldsNothing() throws { #expect(try read("").sections.isEmpty) }

  @Test(arguments: [
    ("# golden 2: x\n", 1, "newer"), ("hello", 1, "does not begin"),
    ("# golden 1\nstray\n", 2, "no section"),
    ("# golden 1\n== a\n<<<<<<< HEAD\n=======\n>>>>>>> x\n", 3, "conflict"),
    ("<<<<<<< HEAD\n# golden 1\n", 1, "conflict"),
    ("# golden 1\n== a\n== b\n== a\n", 4, "two sections"),
  ])
  func whatIsBrokenSaysWhere(_ text: String, _ line: Int, _ part: String) {
    do throws(GoldenFile.Fault) {
      _ = try read(text)
      Issue.record("no fault in \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.message.contains(part), "\(error.message)")
    }
  }

  @Test func noTwoNamesHaveOneTitle() {
    let names: [(String, Int?)] = [
      ("a", nil), ("a", 0), ("a[0]", nil), ("a[0]", 0), (" a", nil), ("\" a\"", nil), ("a\n", nil),
      ("a\\n", nil), ("", nil), ("a\u{1B}", nil), ("a\\u{1B}", nil),
    ]
    let titles = names.map { GoldenFile.title(of: $0.0, row: $0.1) }
    #expect(Set(titles).count == names.count, "\(titles)")
    #expect(titles[0] == "a" && titles[1] == "a[0]")
    #expect(titles.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
  }
}

/// A log beside the one that is kept.
@Suite struct GoldenComparisonTests {
  let sample = Sample()

  private func golden(_ names: [String]) throws -> Golden {
    var log = RunLog()
    for name in names {
      log.add(
        RunLog.Entry(TraceEvent(.stopped, name), in: nil, turn: 0, time: .init(nanoseconds: 0)))
    }
    var result = sample.scenario([])
    result.log = log
    return try #require(Golden(result, in: sample.sources))
  }

  private func difference(_ names: [String], from kept: [String]) throws -> Failure? {
    let section = GoldenFile.Section("x", TextLines(kept.map { "\($0) stops" }), start: 4)
    return try golden(names).difference(
      from: section, of: "shop.golden", at: sample.span("price"), accepting: "accept it")
  }

  @Test func equalLogsAreNoFailure() throws {
    #expect(try difference(["a", "b"], from: ["a", "b"]) == nil)
  }

  @Test func whatDiffersIsAUnifiedDiffWithTheCommandThatAcceptsIt() throws {
    let failure = try #require(try difference(["a", "c", "d"], from: ["a", "b", "d"]))
    #expect(failure.kind == .golden && failure.code == .goldenDiffers)
    #expect(
      failure.details.map(\.text) == [
        """
        --- shop.golden
        +++ this run
        @@ -4,3 +4,3 @@
         a stops
        -b stops
        +c stops
         d stops
        """
      ])
    #expect(failure.help == ["if the new log is right: accept it"])
  }

  @Test func farChangesAreHunksBelowTheirSteps() {
    let old = (0..<40).map { $0 % 10 == 0 ? "step \($0)" : "  line \($0)" }
    var new = old
    new[5] = "  other"
    new.remove(at: 35)
    let lines = UnifiedDifference(old, new, startingAt: 10).lines
    #expect(
      lines.filter { $0.hasPrefix("@@") } == [
        "@@ -12,7 +12,7 @@ step 0", "@@ -42,7 +42,6 @@ step 30",
      ]
    )
    #expect(lines.count == 2 + 8 + 7)
  }

  @Test func aHunkBelowARemovedStepBearsItsName() {
    let lines = (0..<12).map { "  line \($0)" }
    let old = ["step one"] + lines
    var new = lines
    new[11] = "  other"
    let hunks = UnifiedDifference(old, new, startingAt: 1).lines.filter { $0.hasPrefix("@@") }
    #expect(hunks == ["@@ -1,4 +1,3 @@", "@@ -10,4 +9,4 @@ step one"])
  }

  @Test func longLogsAreComparedBySplittingThem() {
    let old = (0..<5_000).map { "line \($0)" }
    var new = old
    new[10] = "other"
    new.insert("more", at: 4_000)
    new[4_990] = "last"
    let changed = LineDifference.all(old, new).count { if case .same = $0 { false } else { true } }
    #expect(changed == 5)
  }

  @Test(arguments: 0..<30)
  func aDifferenceLeadsFromOneToTheOther(_ seed: Int) {
    var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let count = seed % 3 == 0 ? 1_200 : 40
    let old = (0..<count).map { _ in "l\(next(count / 2 + 1))" }
    var new = old
    for _ in 0..<next(20) {
      if next(2) == 0, !new.isEmpty { new.remove(at: next(new.count)) }
      new.insert("l\(next(count))", at: next(new.count + 1))
    }
    var (left, right): ([String], [String]) = ([], [])
    for change in LineDifference.all(old, new) {
      switch change {
      case .same(let line):
        left.append(line)
        right.append(line)
      case .removed(let line): left.append(line)
      case .added(let line): right.append(line)
      case .skipped: Issue.record("left out, seed \(seed)")
      }
    }
    #expect(left == old && right == new, "seed \(seed)")
  }

  @Test func aCutLogIsRefused() throws {
    var log = RunLog()
    log.cut()
    var result = sample.scenario([])
    result.log = log
    let golden = try #require(Golden(result, in: sample.sources))
    #expect(golden.refusal(at: sample.span("price"))?.code == .goldenBroken)
  }
}

/// The text of a step, from its place in the file.
@Suite struct StepTextTests {
  private func check(_ yaml: String, _ text: String) {
    var sources = SourceMap()
    let file = sources.add(SourceFile(name: "a.yaml", bytes: Array(yaml.utf8)))
    let span = SourceSpan(file: file, start: 0, end: yaml.utf8.count)
    #expect(StepText.line(span, in: sources) == text)
  }

  @Test func oneLineStaysAsItIs() {
    check("set: {a: 1}", "set: {a: 1}")
    check("set: {a: '#'} # why", "set: {a: '#'}")
    check("flush", "flush")
  }

  @Test func aBlockIsBracketed() {
    check("set:\r\n  a: 1 # one\r\n  b: 2\r\n", "set: {a: 1, b: 2}")
    check("batch:\n  - flush\n  - set: {a: 1}\n", "batch: [flush, set: {a: 1}]")
    check("set: {a: 1,\n   b: 2}", "set: {a: 1, b: 2}")
    check("set:\n  {a: 1}", "set: {a: 1}")
  }

  @Test func aLongStepIsCut() {
    var sources = SourceMap()
    let yaml = "set: {a: \(String(repeating: "x", count: 300))}"
    let file = sources.add(SourceFile(name: "a.yaml", bytes: Array(yaml.utf8)))
    let line = StepText.line(SourceSpan(file: file, start: 0, end: yaml.utf8.count), in: sources)
    #expect(line?.hasSuffix("… (210 more)") == true)
  }
}
