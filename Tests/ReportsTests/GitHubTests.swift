import Testing
import Values

@testable import Reports

/// A workflow command as GitHub's runner takes it apart (`ActionCommand.TryParseV2`).
private struct Command: Equatable {
  var name: String
  var properties: [String]
  var data: String

  init?(_ line: some StringProtocol) {
    let line = String(line)
    guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
    let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
    let parts = head.split(separator: " ", maxSplits: 1)
    name = parts.first.map(String.init) ?? ""
    properties = (parts.dropFirst().first ?? "").split(separator: ",").map {
      Command.unescaped(String($0))
    }
    data = Command.unescaped(String(line[end.upperBound...]))
  }

  private static func unescaped(_ text: String) -> String {
    [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")].reduce(text) {
      $0.split(separator: $1.0, omittingEmptySubsequences: false).joined(separator: $1.1)
    }
  }
}

extension StringProtocol {
  fileprivate func range(of text: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) {
        return index..<self.index(index, offsetBy: text.count)
      }
      index = self.index(after: index)
    }
    return nil
  }
}

@Suite struct GitHubTests {
  private func annotations(_ records: [RunRecord], folder: String = "") -> String {
    RecordSample.report(records, by: GitHubReporter(folder: folder))
  }

  @Test func aFailureIsAnAnnotationAtItsPlace() {
    let text = annotations(
      RecordSample.run([
        .scenario(RecordSample.failed(RecordSample.scenario("a, b: 50%"))),
        .file(RecordSample.file(status: .failed)),
      ]))
    #expect(
      text
        == "::error file=shop.yaml,line=10,endLine=10,col=25,endColumn=26,title=a%2C b%3A 50%25"
        + "::price: expected 21, got 20%0A  in: a, b: 50%25\n")
  }

  @Test func columnsAreLeftOutWhereThePlaceHasSeveralLines() {
    var scenario = RecordSample.failed(RecordSample.scenario())
    scenario.failures[0].place.endLine = 12
    let text = annotations(RecordSample.run([.scenario(scenario), .file(RecordSample.file())]))
    #expect(text.hasPrefix("::error file=shop.yaml,line=10,endLine=12,title=adds::"))
  }

  @Test(arguments: [
    ("shop.yaml", "sub/", "sub/shop.yaml"), ("./shop.yaml", "", "shop.yaml"),
    ("../other/./a.yaml", "sub", "other/a.yaml"), ("/abs/a.yaml", "sub", "/abs/a.yaml"),
    ("../../a.yaml", "sub", "../a.yaml"), ("../../../a.yaml", "sub", "../../a.yaml"),
    ("/../a.yaml", "sub", "/../a.yaml"), ("a/b/../../c.yaml", "", "c.yaml"),
  ])
  func pathsAreSeenFromTheRepositorysRoot(_ path: String, _ folder: String, _ shown: String) {
    let file = RecordSample.file(
      path, .invalid, [RecordSample.diagnostic(.error, "odd", file: path)])
    let text = annotations(RecordSample.run([.file(file)]), folder: folder)
    #expect(text.hasPrefix("::error file=\(shown),line=3,"))
  }

  @Test(arguments: [0, 9, 10, 11])
  func aRunThatWasCutShortIsTheFirstErrorOfAll(_ count: Int) {
    let failures = (0..<count).map { index in
      RunRecord.scenario(RecordSample.failed(RecordSample.scenario("s\(index)", index: index)))
    }
    let records = RecordSample.run(failures, interrupted: true, remarks: ["Ended: a, b."])
    let lines = annotations(records).split(separator: "\n")
    #expect(lines.first == "::error title=reactorctl::not all of the run is told%0AEnded: a, b.")
    #expect(lines.count == min(10, count + 1))
  }

  @Test(arguments: [1, 9, 10, 11, 100])
  func noMoreThanTenOfALevelAreToldAndTheRestIsCounted(_ count: Int) {
    var records: [RunRecord] = []
    for index in 0..<count {
      let path = "f\(index).yaml"
      for number in 0..<3 {
        let scenario = RecordSample.scenario(
          "s\(number)", file: path, fileIndex: index, index: number)
        records.append(.scenario(RecordSample.failed(scenario)))
      }
      let doubts = [DiagnosticRecord.Severity.warning, .note].map {
        RecordSample.diagnostic($0, "odd", file: path)
      }
      records.append(.file(RecordSample.file(path, index: index, .failed, doubts)))
    }
    let commands = annotations(RecordSample.run(records)).split(separator: "\n").compactMap {
      Command($0)
    }
    let errors = commands.filter { $0.name == "error" }
    let warnings = commands.filter { $0.name == "warning" }
    #expect(errors.count == min(10, 3 * count))
    #expect(warnings.count == min(10, count))
    #expect(commands.count { $0.name == "notice" } == min(10, count))
    if 3 * count > 10 {
      #expect(errors.last?.data == "\(3 * count - 9) more errors, all told in the log")
      // As many files as there is room for, in their order.
      let files = errors.dropLast().map { $0.properties[0] }
      #expect(Set(files).count == min(9, count))
      let sorted = files.sorted { ($0.count, $0) < ($1.count, $1) }
      #expect(files == sorted)
    }
    if count > 10 {
      #expect(warnings.last?.data == "\(count - 9) more warnings, all told in the log")
    }
  }

  @Test(arguments: RecordSample.hostile)
  func noNameIsACommandOfItsOwn(_ name: String) {
    let path = "dir/" + SafeText.shown(name)
    let text = annotations(
      RecordSample.run([
        .scenario(RecordSample.failed(RecordSample.scenario(name, file: path), name)),
        .file(RecordSample.file(path, .failed)),
        .file(
          RecordSample.file(
            "b", index: 1, .valid, [RecordSample.diagnostic(.warning, name, file: path)])),
      ]))
    #expect(RecordSample.isPrintable(text))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    let commands = lines.compactMap { Command($0) }
    #expect(commands.map(\.name) == ["error", "warning"])
    #expect(!text.contains("##[") && !text.contains("##vso["))
    let shown = LogSafe.guarded(SafeText.shown(name))
    #expect(commands.first?.properties.last == (name.isEmpty ? "endColumn=26" : "title=\(shown)"))
    #expect(commands.first?.properties.first == "file=" + LogSafe.guarded(path))
  }
}

@Suite struct GitHubSummaryTests {
  private func page(_ records: [RunRecord], room: Int = GitHubSummary.mostBytes) -> String {
    RecordSample.report(records, by: GitHubSummary(room: room))
  }

  @Test func theSummaryHasTheTotalsAndEveryFailure() {
    let text = page(
      RecordSample.run([
        .scenario(RecordSample.failed(RecordSample.scenario("fails"))),
        .scenario(RecordSample.skipped(RecordSample.scenario("later", index: 1))),
        .file(RecordSample.file(status: .failed)),
      ]))
    #expect(
      text == """
        ### reactorctl run: failed

        1 file, 2 scenarios: 1 failed, 1 skipped

        <details><summary><code>shop.yaml:5</code> <code>fails</code>: <code>price: expected 21, \
        got 20</code></summary>

        <pre>shop.yaml:10:25: error: price: expected 21
          in: fails
        </pre>

        </details>

        <details><summary>Skipped and to do</summary>
        <ul>
        <li><code>shop.yaml:5</code> <code>later</code>: <code>not yet</code></li>
        </ul>
        </details>


        """)
  }

  @Test(arguments: [0, 5000, 100_000, 1 << 20])
  func thePageFitsIntoItsRoom(_ room: Int) {
    let long = String(repeating: "<long>\n", count: 2000)
    var records: [RunRecord] = []
    for index in 0..<200 {
      var scenario = RecordSample.failed(RecordSample.scenario("s\(index)", index: index))
      scenario.failures[0].text = long
      records.append(.scenario(scenario))
      records.append(
        .scenario(RecordSample.skipped(RecordSample.scenario("t\(index)", index: 500 + index))))
    }
    let text = page(RecordSample.run(records), room: room)
    #expect(text.utf8.count <= max(room, 4096))
    #expect(text.contains("did not fit here; the log has all"))
  }

  @Test(arguments: RecordSample.hostile)
  func noNameIsMarkdownOrHTML(_ name: String) {
    let text = page(
      RecordSample.run(
        [
          .scenario(RecordSample.failed(RecordSample.scenario(name), name)),
          .scenario(RecordSample.skipped(RecordSample.scenario(name, index: 1), name)),
          .file(RecordSample.file(status: .failed)),
          .file(
            RecordSample.file("b", index: 1, .invalid, [RecordSample.diagnostic(.error, name)])),
        ], remarks: [name]))
    #expect(RecordSample.isPrintable(text))
    #expect(RecordSample.commands(in: text).isEmpty)
    // Without what stands in code and pre, nothing foreign is left.
    var rest = ""
    var depth = 0
    var tag = ""
    for character in text {
      if character == "<" { tag = "<" } else if !tag.isEmpty { tag.append(character) }
      if tag.isEmpty, depth == 0 { rest.append(character) }
      guard character == ">" else { continue }
      if tag == "<code>" || tag == "<pre>" { depth += 1 }
      if tag == "</code>" || tag == "</pre>" { depth -= 1 }
      #expect(
        [
          "<details>", "</details>", "<summary>", "</summary>", "<code>", "</code>", "<pre>",
          "</pre>", "<ul>", "</ul>", "<li>", "</li>",
        ].contains(tag))
      tag = ""
    }
    let known = [
      "###", "reactorctl", "run:", "failed", "2", "files", "(1", "invalid),", "scenarios:", "1",
      "failed,", "skipped", "Skipped", "and", "to", "do", ":", "",
    ]
    for word in rest.split(whereSeparator: \.isWhitespace) {
      #expect(known.contains(String(word)), "\(word)")
    }
  }

  @Test func eachPassSaysWhichItIs() {
    let passes = (1...2).map { pass in
      var scenario = RecordSample.failed(RecordSample.scenario("one"))
      scenario.pass = pass
      return RunRecord.scenario(scenario)
    }
    for (repeats, titles) in [(1, ["one"]), (2, ["one (pass 1)", "one (pass 2)"])] {
      var start = RunStart(version: "0.1.0", files: 1)
      start.repeats = repeats
      var reporter: any Reporter = GitHubReporter()
      let end = RunRecord.ended(RunEnd(totals: Totals(), exitCode: 1))
      let text = ([.started(start)] + passes.prefix(repeats) + [end])
        .map { reporter.report($0) }.joined()
      for title in titles { #expect(text.contains("title=\(title)::"), "\(text)") }
    }
  }
}
