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

  /// One of each kind, with the text in every place that takes one.
  static func event(_ kind: TraceEvent.Kind, _ text: String) -> TraceEvent {
    let name = Untrusted(text)
    let value = Value.string(text)
    let span = SourceSpan(file: 0, start: 0, end: 0)
    switch kind {
    case .started: return .started
    case .step: return .step("set", span, event: span)
    case .round: return .round(1, name: name, value)
    case .moved: return .moved(Duration(nanoseconds: 0))
    case .turn: return .turn(name)
    case .ran: return .ran(name, count: 1)
    case .starting: return .starting(name, value, given: [name])
    case .readable: return .readable(name, old: nil, value: value)
    case .unreadable: return .unreadable(name, error: name)
    case .changed: return .changed(path: name, old: .null, new: value)
    case .cutOff: return .cutOff(path: name, value: value)
    case .unchanged: return .unchanged(path: name, value: value)
    case .repeated: return .repeated(path: name, value: value)
    case .pulsed: return .pulsed(path: name, value: value)
    case .derived: return .derived(name, old: .null, value: value)
    case .stopped: return .stopped(name)
    case .emitted: return .emitted(channel: name, value: value)
    case .reported: return .reported(name)
    case .failed: return .failed(name, error: name)
    case .threw: return .threw(name)
    case .sent: return .sent(from: name, to: name, case: name, value)
    case .mutated: return .mutated(name, case: name, value)
    case .reduced: return .reduced(path: name, old: nil, new: value)
    case .state: return .state(name, value)
    case .replaced: return .replaced(name, case: name, by: name, value)
    case .caught: return .caught(name, case: name)
    case .presented: return .presented(name, route(text), isReplacing: false)
    case .dismissed: return .dismissed(name, left: 0)
    case .called: return .called(from: name, name, value)
    case .answered: return .answered(name, value)
    case .rejected: return .rejected(name, value)
    case .cancelled: return .cancelled(name)
    case .messaged: return .messaged(from: name, to: name, message: name, value, cause: name)
    case .began: return .began(name, value)
    case .spawned: return .spawned(name, by: name, value)
    case .restarted: return .restarted(name, value)
    case .crashed: return .crashed(name)
    case .became: return .became(name, name)
    case .stashed: return .stashed(name, name)
    case .unstashed: return .unstashed(name)
    case .watched: return .watched(name, by: name)
    case .timed: return .timed(name, Duration(nanoseconds: 1))
    case .note: return .note(name)
    }
  }

  private static func route(_ text: String) -> Value {
    let value = Value.string(text)
    let record = try? Value.record([
      ("route", value), ("args", value), ("screen", value), ("modal", value),
    ])
    return record ?? .null
  }

  @Test(arguments: TraceEvent.Kind.allCases)
  func theSampleIsOfItsKindAndHostileThroughout(_ kind: TraceEvent.Kind) {
    let event = EventTextTests.event(kind, EventTextTests.hostile)
    #expect(event.kind == kind)
    var found = 0
    EventTextTests.walk(event) { name in
      #expect(name.raw == EventTextTests.hostile)
      found += 1
    }
    #expect(found > 0 || [.started, .step, .moved].contains(kind))
  }

  /// Every untrusted text within.
  private static func walk(_ any: Any, _ visit: (Untrusted) -> Void) {
    if let name = any as? Untrusted { return visit(name) }
    if any is Value { return }
    for child in Mirror(reflecting: any).children { walk(child.value, visit) }
  }

  /// The log of one event, such as a failure's trail may have.
  private func result(_ event: TraceEvent) -> ScenarioResult {
    var log = RunLog()
    log.add(.init(event, in: nil, turn: 0, time: Duration(nanoseconds: 1_000_000)))
    // Turns and instants with nothing in them are left out.
    log.add(.init(.note("inside"), in: 0, turn: 0, time: Duration(nanoseconds: 1_000_000)))
    var result = sample.scenario([])
    result.log = log
    return result
  }

  @Test(arguments: TraceEvent.Kind.allCases)
  func nothingOfItsNamesIsObeyed(_ kind: TraceEvent.Kind) throws {
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

  @Test(arguments: TraceEvent.Kind.allCases)
  func nothingOfItsNamesIsObeyedInAFailure(_ kind: TraceEvent.Kind) {
    var failure = sample.failure()
    failure.trail = [
      .step("set", sample.step, event: sample.step),
      EventTextTests.event(kind, EventTextTests.hostile), .note("inside"),
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
  @Test(arguments: TraceEvent.Kind.allCases)
  func itsWordsDependOnAllThatItCarries(_ kind: TraceEvent.Kind) throws {
    let words = try ["one", "two"].map { text in
      let result = result(EventTextTests.event(kind, text))
      return try #require(Golden(result, in: sample.sources)).lines.joined(separator: "\n")
    }
    let isSilent: [TraceEvent.Kind] = [.started, .step, .moved, .state]
    #expect((words[0] == words[1]) == isSilent.contains(kind), "\(words)")
  }

  @Test func thePageOnRecordsNamesEveryKind() throws {
    let lines = try Project.text(of: "docs/report-jsonl.md").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("| `kind` | `start`") })
    for kind in TraceEvent.Kind.allCases {
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
