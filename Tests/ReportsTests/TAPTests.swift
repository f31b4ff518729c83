import Testing
import Values

@testable import Reports

@Suite struct TAPTests {
  private func tap(_ records: [RunRecord]) -> String {
    RecordSample.report(records, by: TAPReporter())
  }

  @Test func aPointForEveryScenarioAndThePlanOnceAtTheEnd() {
    let text = tap(
      RecordSample.run([
        .scenario(RecordSample.scenario()),
        .scenario(RecordSample.skipped(RecordSample.scenario("later"))),
        .scenario(RecordSample.failed(RecordSample.scenario("fails", row: 2))),
        .file(RecordSample.file(status: .failed)),
        .file(RecordSample.file("bad.yaml", index: 1, .invalid, [RecordSample.diagnostic()])),
      ]))
    #expect(
      text == """
        TAP version 14
        ok 1 - shop.yaml::adds
        ok 2 - shop.yaml::later # SKIP not yet
        not ok 3 - shop.yaml::fails[2]
          ---
          message: "price: expected 21, got 20"
          severity: "fail"
          code: "value-mismatch"
          wanted: "21"
          found: "20"
          at:
            file: "shop.yaml"
            line: 10
            column: 25
          text: |2
            shop.yaml:10:25: error: price: expected 21
              in: fails
          ...
        not ok 4 - bad.yaml
          ---
          message: "3:1: unknown key \\"cels\\""
          severity: "error"
          at:
            file: "bad.yaml"
            line: 3
            column: 1
          text: |2
            bad.yaml:3:1: error: unknown key "cels"  [unknown-key]
          ...
        1..4

        """)
  }

  @Test func everyLineOfABlockIsIndented() {
    var failed = RecordSample.failed(RecordSample.scenario())
    failed.failures[0].text = "shop.yaml:10:25: error: nothing\n\n  in: adds\n"
    let lines = tap(RecordSample.run([.scenario(failed)]))
      .split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.drop { $0 != "  ---" }.prefix { $0 != "  ..." }
    #expect(block.contains("    "))
    #expect(block.allSatisfy { $0.hasPrefix("  ") }, "\(block)")
  }

  @Test func passesAreToldApart() {
    var again = RecordSample.scenario()
    again.pass = 2
    let text = tap(
      RecordSample.run([.scenario(RecordSample.scenario()), .scenario(again)], repeats: 2))
    #expect(text.contains("ok 1 - shop.yaml::adds (pass 1)\nok 2 - shop.yaml::adds (pass 2)\n"))
  }

  @Test func aRunThatWasCutShortBailsOut() {
    let records = RecordSample.run(
      [.scenario(RecordSample.scenario())], interrupted: true, remarks: ["Interrupted."])
    #expect(tap(records).hasSuffix("# Interrupted.\nBail out! Not all of the run is told.\n"))
  }

  @Test func aRunOfNothingSaysSo() {
    #expect(tap(RecordSample.run([])) == "TAP version 14\n1..0 # SKIP nothing ran\n")
  }

  @Test func checkedFilesArePointsAndTheirWarningsComments() {
    let warning = RecordSample.diagnostic(.warning, "the cell a is never read", file: "a.yaml")
    let file = RecordSample.file("a.yaml", .valid, [warning])
    let text = tap(RecordSample.run([.file(file)], command: .check))
    #expect(
      text.hasSuffix("# a.yaml:3:1: warning: the cell a is never read\nok 1 - a.yaml\n1..1\n"))
  }

  /// What a reader of TAP makes of the text: its points with their descriptions and directives.
  private struct Point: Equatable {
    var isOK: Bool
    var description: String
    var directive: String?
  }

  private func points(_ text: String) -> [Point] {
    var points: [Point] = []
    var isInBlock = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "  ---" { isInBlock = true }
      if line == "  ..." { isInBlock = false }
      guard !isInBlock, line.hasPrefix("ok ") || line.hasPrefix("not ok ") else { continue }
      let rest = line.drop { $0 != "-" }.dropFirst(2)
      var description = ""
      var directive: String?
      var isEscaped = false
      for (index, character) in zip(rest.indices, rest) {
        if isEscaped {
          description.append(character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "#" {
          directive = String(rest[index...])
          break
        } else {
          description.append(character)
        }
      }
      points.append(
        Point(isOK: line.hasPrefix("ok"), description: description, directive: directive))
    }
    return points
  }

  @Test(arguments: RecordSample.hostile)
  func noNameIsMoreThanAName(_ name: String) {
    let failed = RecordSample.failed(RecordSample.scenario(name, index: 1), name)
    let skipped = RecordSample.skipped(RecordSample.scenario(name, index: 2), name)
    let text = tap(
      RecordSample.run(
        [
          .scenario(RecordSample.scenario(name)), .scenario(failed), .scenario(skipped),
          .file(RecordSample.file(status: .failed)),
          .file(
            RecordSample.file("x", index: 1, .invalid, [RecordSample.diagnostic(.error, name)])),
          .file(
            RecordSample.file("y", index: 2, .valid, [RecordSample.diagnostic(.warning, name)])),
        ], remarks: [name]))
    #expect(RecordSample.isPrintable(text))
    #expect(RecordSample.commands(in: text).isEmpty)
    let points = points(text)
    #expect(points.map(\.isOK) == [true, false, true, false, true])
    let shown = LogSafe.guarded("shop.yaml::" + SafeText.shown(name))
    #expect(points.prefix(2).map(\.description) == [shown, shown])
    #expect(points.map { $0.directive?.hasPrefix("# SKIP ") } == [nil, nil, true, nil, nil])
    #expect(text.hasSuffix("\n1..5\n"))
    #expect(!text.contains("\nBail out"))
    // Blocks end where they were begun.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0 == "  ---" } == 2)
    #expect(lines.count { $0 == "  ..." } == 2)
  }
}
