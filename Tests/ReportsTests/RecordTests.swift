import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Reports

@Suite struct RecordTests {
  let sample = Sample()

  @Test func aScenarioTellsItsPlaceInLinesAndColumns() {
    var result = sample.scenario([sample.failure()])
    result.index = 4
    result.pass = 2
    result.tags = ["slow"]
    let record = ScenarioRecord(result, of: "shop.yaml", fileIndex: 7, in: sample.sources)
    #expect(record.id == "shop.yaml::the receipt follows")
    #expect((record.fileIndex, record.index, record.pass) == (7, 4, 2))
    #expect((record.line, record.column, record.endLine) == (6, 3, 6))
    #expect(record.tags == ["slow"])
    let place = PlaceRecord(file: "shop.yaml", line: 10, column: 25, endColumn: 27)
    #expect(record.failures.map(\.place) == [place])
  }

  @Test func aFailureHasTheTextThatPeopleSee() {
    let result = sample.scenario([sample.failure(), sample.failure()])
    let record = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    let text = TextReport().failures(sample.report([result]))
    #expect(record.failures.map { $0.text + "\n" }.joined() == text)
  }

  @Test func aPlaceEndsBeforeTheBlanksBehindIt() {
    let span = sample.span("price: 10\ncomputations:").through(sample.span("computations:\n"))
    let place = PlaceRecord(span, in: sample.sources)
    #expect(place == PlaceRecord(file: "shop.yaml", line: 2, column: 3, endLine: 3, endColumn: 14))
  }

  @Test func ofManyFailuresTheFirstAreToldAndTheRestCounted() {
    let result = sample.scenario(Array(repeating: sample.failure(), count: 50))
    let record = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    #expect(record.failures.count == 20)
    #expect(record.unshown == 30)
  }

  @Test func aHugeValueIsCutAndSaysHowMuchWasCut() {
    let huge = String(repeating: "x", count: 1_000_000)
    let result = sample.scenario([sample.failure([.init("actual", huge)])])
    let record = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    let text = record.failures[0].details[0].text
    #expect(text.utf8.count < 70_000)
    #expect(text.hasSuffix("… (934464 more)"))
  }

  @Test func mergedTextIsThatOfTheRun() {
    let results = [sample.scenario([sample.failure()]), sample.skipped]
    let report = sample.report(results)
    let file = FileRecord(report, index: 0)
    let records = results.map {
      ScenarioRecord($0, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    }
    for (detail, isBrief) in [
      (TextReport.Detail.quiet, false), (.normal, false), (.verbose, false), (.normal, true),
    ] {
      for colours in [false, true] {
        let text = TextReport(colours: colours, detail: detail, isBrief: isBrief)
        #expect(text.line(file, records, []) == text.line(report))
        if !colours { #expect(text.failures(file, records, []) == text.failures(report)) }
      }
    }
  }
}

/// The lines of JSON that records are written as.
@Suite struct RecordLineTests {
  /// One of each event with every key.
  static var full: [RunRecord] {
    var start = RunStart(
      version: "0.1.0", command: .check, files: 3, shard: .init(index: 2, count: 5))
    start.seed = UInt64.max
    start.repeats = 2
    var scenario = RecordSample.failed(RecordSample.scenario(row: 1))
    scenario.rowFile = "rows.csv"
    scenario.tags = ["slow", "net"]
    scenario.reason = "why"
    scenario.seconds = 0.001234
    scenario.unshown = 3
    scenario.failures[0].help = ["write 20"]
    scenario.failures[0].parts = [.init(text: "a + b", value: "3")]
    let place = PlaceRecord(file: "shop.yaml", line: 1, column: 2, endLine: 3, endColumn: 4)
    scenario.failures[0].places = [.init("set here", at: place)]
    var file = RecordSample.file("bad.yaml", index: 1, .invalid, [RecordSample.diagnostic()])
    file.diagnostics[0].related = [.init("the first", at: place)]
    file.unshown = 2
    file.brokenUses = [UsedFile("model.yaml", unshown: 3)]
    file.toldBefore = 1
    file.problem = "cannot be read"
    file.notes = ["updated  shop.yaml"]
    file.digest = "00ff"
    var goldens = RecordSample.file(status: .failed)
    goldens.diagnostics = ["golden-obsolete", "golden-missing"].map {
      DiagnosticRecord(.error, code: $0, "it is wrong", at: place, text: "it is wrong\n")
    }
    var totals = Totals()
    totals.add(.scenario(scenario))
    totals.add(.file(file))
    var missing = scenario
    missing.status = .missing
    totals.add(.scenario(missing))
    totals.add(.file(RecordSample.file("late.yaml", index: 2, .missing)))
    totals.add(.file(RecordSample.file("nowhere.yaml", index: 3, .absent)))
    totals.add(.file(goldens))
    var trace = TraceRecord(
      of: scenario, number: 7, kind: "changed", subject: "price", text: "price: 1 -> 2")
    (trace.parent, trace.cause, trace.turn, trace.time) = (1, 0, 3, "0.3s")
    (trace.receiver, trace.name, trace.count, trace.place) = ("a", "b", 2, place)
    (trace.old, trace.value) = ("1", "2")
    let model = ModelRecord(
      file: "shop.yaml", fileIndex: 0,
      nodes: [.init("price", kind: "cell", detail: "1", at: place)],
      edges: [.init(from: 0, to: 0, kind: "reads", labels: ["x"])])
    var end = RunEnd(
      totals: totals, exitCode: 3, isInterrupted: true, seconds: 1.5, remarks: ["Interrupted."])
    end.selected = RunEnd.Selected(["shop.yaml::adds"], own: 1)
    end.digest = "ff00"
    return [
      .started(start), .model(model), .traced(trace), .scenario(scenario), .file(file),
      .ended(end), .explored(explored), .walked(walked),
    ]
  }

  private static var walked: WalkedRecord {
    let sample = Sample()
    var result = sample.scenario([])
    var walked = Walked(Walked.Share(first: 1, stride: 3), of: 9)
    (walked.turns, walked.notes, walked.todo) = ([3, 4], ["a note"], "later")
    walked.cuts = [Walked.Cut(.events(100), [1, 4])]
    walked.parts = [
      Walked.Part(.init("Add", at: sample.span("price: 10")), firstWalk: 1),
      Walked.Part(.init("fault crash"), firstWalk: nil),
    ]
    walked.doubts = [
      Walked.Doubt(sample.failure(), refutedBy: 4, standsBesideViolation: true)
    ]
    walked.ending = Walked.Ending(walk: 4, failures: [sample.failure()], found: found(sample))
    result.walked = walked
    guard let record = WalkedRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    else { preconditionFailure("it is walked") }
    return record
  }

  private static func found(_ sample: Sample) -> Explored.Found {
    var turn = Explored.Turn(
      actor: "script", words: "send Add", sent: [.init(to: "cart", "Add")], deviations: 1,
      choices: ["1 of 2"])
    turn.isPast = false
    return Explored.Found(
      failure: sample.failure(), deviations: 1, turns: 1, isLeast: true, token: "rx1.a",
      schedule: [turn])
  }

  private static var explored: ExploredRecord {
    let sample = Sample()
    var explored = Explored()
    (explored.verdict, explored.states, explored.violating, explored.generated) = (
      .violated, 9, 1, 7
    )
    (explored.bound, explored.walks, explored.bits) = ("9 states", 3, 128)
    (explored.allWalks, explored.undecided) = (9, ["something was true nowhere"])
    explored.cuts = [Explored.Cut(at: .events(100)), Explored.Cut(at: .turnsAlone(5))]
    explored.byReplay = "there are parts other than cells"
    explored.notes = ["a note"]
    explored.unseen = [.init("Add", at: sample.span("price: 10")), .init("fault crash")]
    explored.found = found(sample)
    var result = sample.scenario([sample.failure()])
    result.explored = explored
    guard
      let record = ExploredRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    else { preconditionFailure("it is explored") }
    return record
  }

  @Test(arguments: RecordLineTests.full)
  func aLineReadsBackAsTheRecord(_ record: RunRecord) throws {
    #expect(try RunRecord.parse(record.line) == record)
  }

  @Test(arguments: RecordSample.hostile)
  func noNameBreaksALine(_ name: String) throws {
    // The path of a file is safe to print before it comes here.
    var scenario = RecordSample.failed(
      RecordSample.scenario(name, file: SafeText.shown(name)), name)
    scenario.tags = [name]
    let record = RunRecord.scenario(RecordSample.skipped(scenario, name))
    var reporter = JSONLReporter()
    let line = reporter.receive(record)
    #expect(line.filter { $0.isNewline } == "\n")
    #expect(RecordSample.isPrintable(line))
    #expect(RecordSample.commands(in: line).isEmpty)
    #expect(try RunRecord.parse(String(line.dropLast())) == record)
  }

  @Test func timesHaveSixPlacesAndStayAsTheyAre() {
    let table: [(Double, String)] = [
      (0, "0.000000"), (0.0000004, "0.000000"), (1.5, "1.500000"), (61.000001, "61.000001"),
      (-1, "0.000000"), (.nan, "0.000000"), (.infinity, "1000000000.000000"),
    ]
    for (seconds, text) in table { #expect(Microseconds.text(seconds) == text) }
  }

  @Test func whatIsUnknownIsPassedOver() throws {
    #expect(try RunRecord.parse("{\"v\":1,\"event\":\"weather\",\"wind\":3}") == nil)
    let line = RecordLineTests.full[1].line
    let longer = "{\"new\":[{}]," + line.dropFirst()
    #expect(try RunRecord.parse(longer) == RecordLineTests.full[1])
  }

  @Test func anUnknownStatusOfAScenarioCountsAsFailed() throws {
    let line = RunRecord.scenario(RecordSample.scenario()).line
    let later = line.replacingOccurrences(of: "\"passed\"", with: "\"flaky\"")
    guard case .scenario(let scenario) = try RunRecord.parse(later) else {
      Issue.record("no scenario: \(later)")
      return
    }
    #expect(scenario.status == .failed)
  }

  static let broken: [(line: String, message: String, column: Int?)] = [
    ("", "the text ends early", 1),
    ("[1]", "the line is no JSON object", nil),
    ("{\"v\":1,", "a member's name is missing", 8),
    ("{\"event\":\"file\"}", "\"v\" is missing", nil),
    ("{\"v\":\"1\",\"event\":\"file\"}", "\"v\" must be a whole number from 1", nil),
    (
      "{\"v\":2,\"event\":\"file\"}",
      "the line is in version 2 of the format, and only 1 is known here", nil
    ),
    ("{\"v\":1}", "\"event\" is missing", nil),
    ("{\"v\":1,\"event\":\"file\",\"path\":\"a\"}", "\"status\" is missing", nil),
    (
      "{\"v\":1,\"event\":\"file\",\"path\":\"a\",\"fileIndex\":0,\"status\":\"odd\"}",
      "\"status\" of a file may not be \"odd\"", nil
    ),
    (
      "{\"v\":1,\"event\":\"file\",\"path\":\"a\",\"fileIndex\":-1,\"status\":\"idle\"}",
      "\"fileIndex\" must be a whole number", nil
    ),
    (
      "{\"v\":1,\"event\":\"file\",\"path\":\"a\",\"fileIndex\":9999999999999,\"status\":\"idle\"}",
      "\"fileIndex\" must be a whole number", nil
    ),
    (
      "{\"v\":1,\"event\":\"file\",\"path\":\"a\",\"fileIndex\":0,\"status\":\"idle\","
        + "\"diagnostics\":[{\"severity\":\"error\",\"code\":\"c\",\"message\":\"m\",\"place\":"
        + "{\"file\":\"a\",\"line\":0}}]}",
      "\"diagnostics[0].place.line\" must be a whole number from 1", nil
    ),
    (
      "{\"v\":1,\"event\":\"run-started\",\"version\":\"1\",\"command\":\"run\",\"repeats\":1,"
        + "\"files\":1,\"shard\":{\"index\":3,\"count\":2}}", "shard 3 of 2 does not exist", nil
    ),
  ]

  @Test(arguments: RecordLineTests.broken)
  func aBrokenLineIsRefusedWithItsPlace(_ line: String, _ message: String, _ column: Int?) {
    #expect(throws: RecordError(message, column: column)) { try RunRecord.parse(line) }
  }

  /// Cuts and changes lines at random: each is read or refused, and nothing else happens.
  @Test func noLineBreaksTheReader() {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<3000 {
      var bytes = Array(RecordLineTests.full[next(5)].line.utf8)
      for _ in 0...next(3) {
        let place = next(bytes.count)
        switch next(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8(next(256))
        default: bytes = Array(bytes.prefix(max(1, place)))
        }
        if bytes.isEmpty { bytes = [0x7b] }
      }
      _ = try? RunRecord.parse(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The format's description says what is written.
@Suite struct RecordFormatTests {
  private static func description() throws -> String {
    try Project.text(of: "docs/report-jsonl.md")
  }

  /// Every key with its path, `failures[].place.line`, in the order of writing.
  private static func keys(_ json: JSON, _ path: String = "") -> [String] {
    switch json {
    case .object(let members):
      return members.flatMap { member in
        let name = path.isEmpty ? member.name : "\(path).\(member.name)"
        return [name] + keys(member.value, name)
      }
    case .array(let elements): return elements.first.map { keys($0, path + "[]") } ?? []
    default: return []
    }
  }

  @Test(arguments: RecordLineTests.full)
  func everyKeyOfAnEventIsDescribedInItsOrder(_ record: RunRecord) throws {
    let json = try JSON.parse(record.line)
    guard case .string(let event)? = json["event"] else {
      Issue.record("no event")
      return
    }
    let text = try RecordFormatTests.description()
    let section = text.components(separatedBy: "\n## `\(event)`\n").dropFirst().first?
      .components(separatedBy: "\n## ").first
    let rows = try #require(section, "a section for \(event)").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let described = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    // What every place holds is described once, and so are failures, and runs that were found.
    let elsewhere = ["place.", "doubts[].failure.", "ending.failures[].", "ending.found."]
    let written = RecordFormatTests.keys(json).filter { key in
      !["v", "event"].contains(key) && !elsewhere.contains { key.contains($0) }
    }
    #expect(described == written)
  }

  @Test func theExampleLinesAreRecords() throws {
    let lines = try RecordFormatTests.description().split(separator: "\n")
      .filter { $0.hasPrefix("{\"v\"") }
    #expect(lines.count >= 4)
    for line in lines {
      let record = try #require(try RunRecord.parse(String(line)))
      #expect(record.line == line)
    }
  }
}
