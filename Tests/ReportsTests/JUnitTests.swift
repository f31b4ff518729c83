import Foundation
import Testing
import Values

@testable import Reports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitTests {
  private func junit(_ records: [RunRecord]) -> String {
    RecordSample.report(records, by: JUnitReporter())
  }

  @Test func aSuiteIsAFileAndACaseAScenario() {
    var slow = RecordSample.scenario("adds")
    slow.seconds = 0.5
    let text = junit(
      RecordSample.run([
        .scenario(slow),
        .scenario(RecordSample.failed(RecordSample.scenario("fails", index: 1, row: 0, line: 9))),
        .scenario(RecordSample.skipped(RecordSample.scenario("later", index: 2, line: 20))),
        .file(RecordSample.file(status: .failed)),
        .file(RecordSample.file("idle.yaml", index: 1, .idle)),
        .file(RecordSample.file("bad.yaml", index: 2, .invalid, [RecordSample.diagnostic()])),
      ]))
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="reactorctl" tests="4" failures="1" errors="1" skipped="1" time="0.500">
          <testsuite name="shop.yaml" file="shop.yaml" tests="3" failures="1" errors="0" skipped="1" time="0.500">
            <testcase name="adds" classname="shop.yaml" file="shop.yaml" line="5" time="0.500000"/>
            <testcase name="fails[0]" classname="shop.yaml" file="shop.yaml" line="9" time="0.000000">
              <failure message="price: expected 21, got 20" type="value-mismatch">shop.yaml:10:25: error: price: expected 21
          in: fails
        </failure>
            </testcase>
            <testcase name="later" classname="shop.yaml" file="shop.yaml" line="20" time="0.000000">
              <skipped message="not yet"/>
            </testcase>
          </testsuite>
          <testsuite name="bad.yaml" file="bad.yaml" tests="1" failures="0" errors="1" skipped="0" time="0.000">
            <testcase name="load" classname="bad.yaml" file="bad.yaml" line="3" time="0.000000">
              <error message="3:1: unknown key &quot;cels&quot;" type="unknown-key">bad.yaml:3:1: error: unknown key &quot;cels&quot;  [unknown-key]
        </error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test(arguments: [("outcome", "<failure "), ("error", "<error "), ("budget", "<error ")])
  func whatCouldNotGoOnIsAnError(_ kind: String, _ element: String) {
    var scenario = RecordSample.failed(RecordSample.scenario())
    scenario.failures[0].kind = kind
    let text = junit(RecordSample.run([.scenario(scenario), .file(RecordSample.file())]))
    #expect(text.contains("      \(element)"))
  }

  @Test func casesOfOneNameAreToldApart() {
    var again = RecordSample.scenario()
    again.pass = 2
    let passes = junit(
      RecordSample.run(
        [.scenario(RecordSample.scenario()), .scenario(again), .file(RecordSample.file())],
        repeats: 2))
    #expect(passes.contains("name=\"adds (pass 1)\"") && passes.contains("name=\"adds (pass 2)\""))
    let twins = junit(
      RecordSample.run([
        .scenario(RecordSample.scenario()),
        .scenario(RecordSample.scenario(index: 1, line: 12)), .file(RecordSample.file()),
      ]))
    #expect(twins.contains("name=\"adds\"") && twins.contains("name=\"adds (line 12)\""))
  }

  @Test func aRunThatWasCutShortIsNotGreen() {
    let text = junit(
      RecordSample.run([.scenario(RecordSample.scenario())], interrupted: true, remarks: ["Ended."])
    )
    #expect(text.contains("tests=\"2\" failures=\"0\" errors=\"1\""))
    #expect(text.contains("<testsuite name=\"shop.yaml\""))
    #expect(
      text.contains("<error message=\"not all of the run is told\" type=\"interrupted\">Ended."))
  }

  @Test func aCheckedFileIsACase() {
    let warning = RecordSample.diagnostic(.warning, "never read")
    let text = junit(
      RecordSample.run([.file(RecordSample.file("a.yaml", .valid, [warning]))], command: .check))
    #expect(text.contains("<testcase name=\"check\" classname=\"a.yaml\""))
    #expect(text.contains("<system-err>bad.yaml:3:1: warning: never read  [unknown-key]\n</system"))
  }

  @Test func aHugeTextIsCut() {
    var scenario = RecordSample.failed(RecordSample.scenario())
    scenario.failures[0].text = String(repeating: "x", count: 1_000_000)
    scenario.failures[0].message = String(repeating: "y", count: 1_000_000)
    let text = junit(RecordSample.run([.scenario(scenario), .file(RecordSample.file())]))
    #expect(text.utf8.count < 70_000)
    #expect(text.contains("… (934464 more)"))
  }

  /// The elements with their attributes, and the texts in them, as an XML parser reads them.
  private final class Reading: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var texts = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { elements.append((name, attributes)) }

    func parser(_ parser: XMLParser, foundCharacters text: String) { texts += text }
  }

  @Test(arguments: RecordSample.hostile)
  func noNameIsMoreThanAName(_ name: String) throws {
    let path = name.isEmpty ? "x" : SafeText.shown(name)
    let text = junit(
      RecordSample.run(
        [
          .scenario(RecordSample.scenario(name, file: path)),
          .scenario(RecordSample.failed(RecordSample.scenario(name, file: path, index: 1), name)),
          .scenario(RecordSample.skipped(RecordSample.scenario(name, file: path, index: 2), name)),
          .file(
            RecordSample.file(path, .failed, [RecordSample.diagnostic(.warning, name, file: path)])),
          .file(
            RecordSample.file("b", index: 1, .invalid, [RecordSample.diagnostic(.error, name)])),
        ], interrupted: true, remarks: [name]))
    #expect(RecordSample.isPrintable(text))
    #expect(RecordSample.commands(in: text).isEmpty)
    let reading = Reading()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reading
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      reading.elements.map(\.name) == [
        "testsuites", "testsuite", "testcase", "testcase", "failure", "testcase", "skipped",
        "system-err", "testsuite", "testcase", "error", "testsuite", "testcase", "error",
      ])
    let shown = LogSafe.guarded(SafeText.shown(name))
    #expect(reading.elements[2].attributes["name"] == shown)
    #expect(reading.elements[6].attributes["message"] == shown)
    #expect(reading.elements[0].attributes["errors"] == "2")
  }
}
