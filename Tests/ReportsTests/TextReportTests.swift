import Scenarios
import Testing
import Values

@testable import Reports

@Suite struct TextReportTests {
  let sample = Sample()
  let report = TextReport()

  @Test func linesThatAreCutAreCounted() {
    #expect(Cut.lines(["1", "2", "3"], to: 3) == ["1", "2", "3"])
    #expect(Cut.lines(["1", "2", "3", "4"], to: 3) == ["1", "2", "… 2 more lines"])
    #expect(Cut.lines(["1", "2", "3", "4"], to: 4) == ["1", "2", "3", "4"])
    #expect(Cut.line("abcd", to: 3) == "abc… (1 more)" && Cut.line("abc", to: 3) == "abc")
  }

  @Test func aPassedFileIsOneLine() {
    let line = report.line(sample.report([sample.scenario([])]))
    #expect(line == "passed   shop.yaml  1 scenario\n")
  }

  @Test func aFailedFileCountsWhatFailedAndWasSkipped() {
    let line = report.line(sample.report([sample.scenario([sample.failure()]), sample.skipped]))
    #expect(line == "failed   shop.yaml  2 scenarios, 1 failed, 1 skipped\n")
  }

  @Test func verboseNamesEveryScenario() {
    let line = TextReport(detail: .verbose).line(
      sample.report([sample.scenario([]), sample.skipped]))
    #expect(
      line == """
        passed   shop.yaml  2 scenarios, 1 skipped
          passed   the receipt follows
          skipped  later: not yet

        """)
  }

  @Test func aFailureShowsTheStepTheValuesAndTheEvents() throws {
    var failure = sample.failure()
    failure.trail = [
      TraceEvent(
        .step, name: "set: {price: 20}", at: sample.span("set: {price: 20}"),
        in: sample.span("set: {price: 20}")),
      TraceEvent(.changed, "price", old: .int(10), .int(20)),
      TraceEvent(.ran, "receipt", count: 2),
      TraceEvent(.emitted, "receipt", .string("to pay 20")),
    ]
    failure.omitted = 3
    #expect(
      report.failures(sample.report([sample.scenario([failure])])) == """
        shop.yaml:10:25: error: price: expected 21  [value-mismatch]
          in: the receipt follows
           8 |       - set: {price: 20}
           9 |         emits: [{receipt: to pay 60}]
          10 |         expect: {price: 21}
             |                         ^^
             = expected: 21
             =   actual: 20
             = what happened:
                 … 3 earlier events
                 set: {price: 20}  (line 8)
                   price 10 -> 20
                   receipt runs (2)
                   receipt emits "to pay 20"


        """)
  }

  @Test func valuesThatTheMessageGivesAreNotSaidAgain() {
    var failure = sample.failure()
    failure.message = "price: expected 21, got 20"
    let text = report.failures(sample.report([sample.scenario([failure])]))
    #expect(!text.contains("= expected"))
  }

  /// Of very long values only equal beginnings may have been kept.
  @Test func whatDiffersBehindWhatIsKeptIsNotShownAsEqual() {
    let long = "[" + (0..<60).map(String.init).joined(separator: ", ") + " …"
    let failure = sample.failure([.init("expected", long), .init("actual", long)])
    let text = report.failures(sample.report([sample.scenario([failure])]))
    #expect(text.contains("= expected and actual differ behind what is kept of them\n"), "\(text)")
    #expect(!text.contains("expected (-)"))
  }

  @Test func partsOfAFormulaStandInATable() {
    var failure = sample.failure([])
    failure.parts = [
      .init(text: "price * 2", value: "40"), .init(text: "price", value: "20"),
      .init(text: "price * 2 == total", value: "false"),
    ]
    let text = report.failures(sample.report([sample.scenario([failure])]))
    #expect(
      text.hasSuffix(
        """
             = where:
                 price * 2          = 40
                 price              = 20
                 price * 2 == total = false


        """))
  }

  @Test func whatLedThereIsToldOnceAStep() {
    var first = sample.failure()
    first.trail = [TraceEvent(.start), TraceEvent(.stopped, "receipt")]
    let text = report.failures(sample.report([sample.scenario([first, first])]))
    #expect(text.split(separator: "what happened", omittingEmptySubsequences: false).count == 2)
  }

  @Test func aRejectedAnswerIsNoAnswerAndTimesAreOffsets() {
    var failure = sample.failure()
    failure.trail = [
      TraceEvent(.moved, nil, .duration(Duration(nanoseconds: 90_200_000_000))),
      TraceEvent(.answered, "api.get", .int(1)),
      TraceEvent(.rejected, "api.get", .string("offline")),
    ]
    let text = report.failures(sample.report([sample.scenario([failure])]))
    #expect(
      text.hasSuffix(
        """
             = what happened:
                   at 1m30.2s
                   api.get answers 1
                   api.get is rejected with "offline"


        """))
  }

  @Test func whatOnlyLooksIsLeftOutOfWhatHappened() {
    let place = sample.span("set: {price: 20}")
    var failure = sample.failure()
    failure.trail = [
      TraceEvent(.start), TraceEvent(.step, name: "set: {price: 20}", at: place, in: place),
      TraceEvent(.changed, "price", old: .int(10), .int(20)),
      TraceEvent(.step, name: "assert", at: place, in: place),
      TraceEvent(.step, name: "expect", at: place, in: place),
    ]
    let text = report.failures(sample.report([sample.scenario([failure])]))
    #expect(
      text.hasSuffix(
        """
             = what happened:
                 set: {price: 20}  (line 8)
                   price 10 -> 20


        """))
  }

  @Test func aLongStepShowsItsFirstLineAndThoseNearThePlace() {
    let lines = (1...40).map { "    line\($0): x" }.joined(separator: "\n")
    let sample = Sample("steps:\n  - batch:\n\(lines)\n", name: "long.yaml")
    var failure = Failure(.outcome, "m", at: sample.span("line30"))
    failure.step = sample.span("- batch").through(sample.span("line40"))
    var result = ScenarioResult(
      name: "n", row: 2, span: failure.span, verdict: .failed, failures: [failure])
    result.numberedRow = 2
    #expect(
      report.failures(sample.report([result])) == """
        long.yaml:32:5: error: m  [value-mismatch]
          in: n [row 2]
           2 |   - batch:
             …
          26 |     line24: x
          27 |     line25: x
          28 |     line26: x
          29 |     line27: x
          30 |     line28: x
          31 |     line29: x
          32 |     line30: x
             |     ^^^^^^
          33 |     line31: x
          34 |     line32: x


        """)
  }

  @Test func aPlaceOutsideTheStepStandsApartFromIt() {
    var failure = Failure(.property, "m", at: sample.span("price: 10"))
    failure.step = sample.span("set: {price: 20}")
    #expect(
      report.failures(sample.report([sample.scenario([failure])])) == """
        shop.yaml:2:3: error: m  [always-violated]
          in: the receipt follows
          2 |   price: 10
            |   ^^^^^^^^^
            …
          8 |       - set: {price: 20}


        """)
  }

  @Test func theTotalsNameOnlyWhatThereIs() {
    var totals = Totals()
    totals.add(sample.report([sample.scenario([])]))
    let end = report.end(FailureList(), totals: totals, remarks: [], time: nil)
    #expect(end == "1 file, 1 scenario: 1 passed\n")
    totals.add(sample.report([sample.scenario([sample.failure()]), sample.skipped]))
    totals.add(
      FileReport(path: "x", sources: SourceMap(), verdict: .invalid, diagnostics: []))
    #expect(
      report.end(FailureList(), totals: totals, remarks: ["Stopped."], time: "0.01 s") == """
        Stopped.
        3 files (1 invalid), 3 scenarios: 1 passed, 1 failed, 1 skipped in 0.01 s

        """)
  }

  @Test func coloursChangeNothingButColours() {
    var failure = sample.failure()
    failure.trail = [TraceEvent(.start)]
    failure.help = ["write 20"]
    let file = sample.report([sample.scenario([failure])])
    let plain = report.line(file) + report.failures(file)
    let coloured = TextReport(colours: true)
    let painted = coloured.line(file) + coloured.failures(file)
    #expect(painted != plain)
    #expect(removingColours(painted) == plain)
  }

  @Test func foreignControlCharactersAreShownEscaped() {
    var failure = sample.failure([.init("expected", "a\u{1B}[31mb")])
    failure.message = "m\u{1B}]0;x\u{7}"
    failure.trail = [TraceEvent(.note, text: "\u{202E}evil\nline")]
    let scenario = sample.scenario([failure], name: "n\u{0}\n::error::x")
    let text = report.failures(sample.report([scenario]))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || SafeText.isPrintable($0) })
    #expect(text.contains("m\\u{1B}]0;x\\u{7}"))
    #expect(!text.contains("\n::error"))
  }

  private func removingColours(_ text: String) -> String {
    var plain = ""
    var isCode = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isCode = true }
      if !isCode { plain.unicodeScalars.append(scalar) }
      if scalar == "m" { isCode = false }
    }
    return plain
  }
}
