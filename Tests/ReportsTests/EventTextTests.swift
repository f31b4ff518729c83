import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Reports

/// Every kind of event, told by every writer: its words are there, and what its names would do to a
/// terminal or a log is not.
@Suite struct EventTextTests {
  let sample = Sample()

  /// A text that tries to be more than a name.
  static let hostile =
    "\u{1B}[5m\r\nINJECTED\n::error::x\u{202E}\u{2028}\u{9B}\u{7F}##[group]##vso[a]\"</b>%0A`c`"

  /// An event of the kind, with the text in each place that its sentences have, and a step's spans.
  static func event(_ kind: TraceEvent.Happening, _ text: String) -> TraceEvent {
    let wording = TraceEvent(kind).wording
    func has(_ places: Sentence.Place...) -> Bool {
      places.contains { wording.log.holds($0) || wording.story?.holds($0) ?? false }
    }
    func word(_ places: Sentence.Place...) -> String? {
      places.contains { has($0) } ? text : nil
    }
    var value: Value?
    if has(.value, .payload, .state, .change, .outcome, .binding) { value = .string(text) }
    if has(.route) { value = route(text) }
    if has(.length) { value = .duration(Duration(nanoseconds: 1)) }
    let span = has(.step) ? SourceSpan(file: 0, start: 0, end: 0) : nil
    return TraceEvent(
      kind, word(.subject), to: word(.other), name: word(.name, .binding, .given, .route, .step),
      old: has(.change, .outcome) ? .null : nil, value, text: word(.text),
      count: has(.count) ? 1 : nil, cause: word(.cause), at: span, in: span)
  }

  private static func route(_ text: String) -> Value {
    let value = Value.string(text)
    let record = try? Value.record([
      ("route", value), ("args", value), ("screen", value), ("modal", value),
    ])
    return record ?? .null
  }

  /// What a record says of an event is all that its kind carries, and an event made of it says the
  /// same.
  @Test(arguments: TraceEvent.Happening.allCases)
  func itsRecordReadsBackToTheSameEvent(_ kind: TraceEvent.Happening) throws {
    let event = EventTextTests.event(kind, EventTextTests.hostile)
    let result = result(event)
    let scenario = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    let log = try #require(result.log)
    let told = try #require(
      TraceRecord.all(of: log, in: scenario, sample.sources).first { _ in true })
    guard case .traced(let record)? = try RunRecord.parse(RunRecord.traced(told).line) else {
      Issue.record("\(kind) is no trace")
      return
    }
    #expect(record == told)
    #expect(TraceEvent.Happening(rawValue: record.kind) == kind)
    let isText = event.subject == nil && event.text != nil
    #expect((isText ? nil : event.subject?.raw ?? "") == (isText ? nil : record.subject))
    #expect(event.other?.raw == record.receiver)
    #expect(event.name?.raw == record.name)
    #expect(event.old?.description == record.old)
    #expect(event.count == record.count)
    #expect((event.place == nil) == (record.place == nil))
    switch (event.value, event.text) {
    case (_, let text?) where isText: #expect(text.raw == record.subject && record.value == nil)
    case (nil, let text?): #expect(Value.string(text.raw).description == record.value)
    case (let value, _) where kind == .moved:
      #expect(record.value == nil && value?.description == "duration(\"\(record.time)\")")
    case (let value, _): #expect(value?.description == record.value)
    }
  }

  @Test(arguments: TraceEvent.Happening.allCases)
  func eachHasASentence(_ kind: TraceEvent.Happening) {
    let event = EventTextTests.event(kind, "inside")
    let text = LogText(event, width: .max, sources: sample.sources)
    #expect(text.lines.count == 1)
    #expect(text.lines[0].contains("inside") || [.start, .moved, .thread].contains(kind))
    #expect(!text.lines[0].contains("  "))
  }

  /// The log of one event, such as a failure's trail may have.
  private func result(_ event: TraceEvent) -> ScenarioResult {
    var log = RunLog()
    log.add(.init(event, in: nil, turn: 0, time: Duration(nanoseconds: 1)))
    // Turns and instants with nothing in them are left out.
    let note = TraceEvent(.note, text: "inside")
    log.add(.init(note, in: 0, turn: 0, time: Duration(nanoseconds: 1)))
    var result = sample.scenario([])
    result.log = log
    return result
  }

  @Test(arguments: TraceEvent.Happening.allCases)
  func nothingOfItsNamesIsObeyed(_ kind: TraceEvent.Happening) throws {
    let result = result(EventTextTests.event(kind, EventTextTests.hostile))
    let golden = try #require(Golden(result, in: sample.sources))
    let tree = TraceTree().text(result, titled: "t", in: sample.sources)
    let record = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: sample.sources)
    let log = try #require(result.log)
    let records = TraceRecord.all(of: log, in: record, sample.sources)
    for line in golden.lines {
      #expect(RecordSample.commands(in: line).isEmpty, "\(kind): \(line)")
    }
    for text in golden.lines + tree.split(separator: "\n").map(String.init) + records.map(\.text) {
      #expect(text.unicodeScalars.allSatisfy(SafeText.isPrintable), "\(kind): \(text)")
      #expect(text.drop { " │├└─".contains($0) } != "INJECTED", "\(kind): \(text)")
    }
    for record in records {
      let line = RunRecord.traced(record).line
      #expect(line.unicodeScalars.allSatisfy(SafeText.isPrintable))
      #expect(try RunRecord.parse(line) == .traced(record))
    }
  }

  @Test(arguments: TraceEvent.Happening.allCases)
  func nothingOfItsNamesIsObeyedInAFailure(_ kind: TraceEvent.Happening) {
    var failure = sample.failure()
    failure.trail = [
      TraceEvent(.step, name: "set", at: sample.step, in: sample.step),
      EventTextTests.event(kind, EventTextTests.hostile), TraceEvent(.note, text: "inside"),
    ]
    let text = TextReport().failures(sample.report([sample.scenario([failure])]))
    #expect(text.contains("note: inside"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || SafeText.isPrintable($0) }, "\(kind)")
    for line in text.split(separator: "\n") {
      #expect(line.drop { $0 == " " } != "INJECTED", "\(kind): \(line)")
    }
  }

  /// Two events of a kind with other contents have other words: nothing that an event carries is
  /// left out of the log.
  @Test(arguments: TraceEvent.Happening.allCases)
  func itsWordsDependOnAllThatItCarries(_ kind: TraceEvent.Happening) throws {
    let words = try ["one", "two"].map { text in
      let result = result(EventTextTests.event(kind, text))
      return try #require(Golden(result, in: sample.sources)).lines.joined(separator: "\n")
    }
    let isSilent: [TraceEvent.Happening] = [.start, .moved, .thread, .state]
    #expect((words[0] == words[1]) == isSilent.contains(kind), "\(words)")
  }

  @Test func thePageOnRecordsNamesEveryKind() throws {
    let lines = try Project.text(of: "docs/report-jsonl.md").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("| `kind` | `start`") })
    for kind in TraceEvent.Happening.allCases {
      #expect(line.contains("`\(kind.rawValue)`"), "\(kind)")
    }
  }
}

/// What the last door does with text that nobody has made safe.
@Suite struct PrintedTextTests {
  @Test(arguments: RecordSample.hostile)
  func nothingButOurOwnColoursPasses(_ text: String) {
    let painted = Palette(isOn: true).failed("x") + text + Palette(isOn: true).faint("y")
    let printed = LogSafe.printed(painted)
    var bare = printed
    for sequence in Palette.sequences { bare = bare.replacing(sequence, with: "") }
    #expect(RecordSample.isPrintable(bare), "\(bare)")
    #expect(RecordSample.commands(in: printed).isEmpty)
    #expect(printed.hasPrefix("\u{1B}[1;31mx\u{1B}[0m") && printed.hasSuffix("\u{1B}[2my\u{1B}[0m"))
  }

  @Test(arguments: [
    "\u{1B}[5m", "\u{1B}]0;title\u{7}", "\u{1B}[2J", "\u{1B}", "\u{9B}31m", "\u{1B}[3",
  ])
  func otherSequencesAreEscaped(_ text: String) {
    #expect(RecordSample.isPrintable(LogSafe.printed(text)))
    #expect(LogSafe.printed("a\(text)\u{1B}[1mb").hasSuffix("\u{1B}[1mb"))
  }

  @Test(arguments: RecordSample.hostile)
  func aReportHasNothingThatDoesNotShow(_ text: String) {
    struct Careless: Reporter {
      let text: String
      mutating func receive(_ record: RunRecord) -> String { text }
    }
    var reporter = Careless(text: text)
    let file = RecordSample.file()
    #expect(RecordSample.isPrintable(reporter.report(.file(file))))
  }

  @Test func anUntrustedTextShowsSafelyInAnother() {
    let name = Untrusted("a\u{1B}[31m\nb")
    #expect("\(name)" == "a\\u{1B}[31m\\u{A}b")
    #expect(String(describing: name) == "\(name)" && String(reflecting: name) == "\(name)")
    #expect(name != "a" && Untrusted("é") != Untrusted("e\u{301}"))
  }
}
