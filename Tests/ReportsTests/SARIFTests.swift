import Testing
import Values

@testable import Reports

@Suite struct SARIFTests {
  private func sarif(_ records: [RunRecord]) throws -> JSON {
    let text = RecordSample.report(
      RecordSample.run(records, command: .check), by: SARIFReporter())
    #expect(RecordSample.isPrintable(text))
    #expect(RecordSample.commands(in: text).isEmpty)
    return try JSON.parse(text)
  }

  private func results(_ log: JSON) -> [JSON] {
    guard case .array(let runs)? = log["runs"], case .array(let results)? = runs.first?["results"]
    else { return [] }
    return results
  }

  private func fingerprint(_ result: JSON) -> String {
    guard case .string(let text)? = result["partialFingerprints"]?["primaryLocationLineHash"]
    else { return "" }
    return text
  }

  @Test func aDiagnosticIsAResultWithItsRuleAndRegion() throws {
    let file = RecordSample.file(
      "a b/bad.yaml", .invalid,
      [
        RecordSample.diagnostic(file: "a b/bad.yaml")
      ])
    let log = try sarif([.file(file)])
    guard case .array(let runs)? = log["runs"], let run = runs.first else {
      Issue.record("no run")
      return
    }
    let driver = run["tool"]?["driver"]
    #expect(driver?["name"]?.text == "\"reactorctl\"" && driver?["version"]?.text == "\"0.1.0\"")
    guard case .array(let rules)? = driver?["rules"], let rule = rules.first else {
      Issue.record("no rule")
      return
    }
    #expect(rules.count == 1 && rule["id"]?.text == "\"unknown-key\"")
    let explanation = Explanation.of(.unknownKey)
    #expect(rule["shortDescription"]?["text"]?.text == explanation.map { "\"\($0.summary)\"" })
    #expect(run["columnKind"]?.text == "\"unicodeCodePoints\"")
    let result = try #require(results(log).first)
    #expect(
      result.text.hasPrefix(
        """
        {"ruleId":"unknown-key","ruleIndex":0,"level":"error","message":{"text":"unknown key \
        \\"cels\\"\\nhelp: did you mean \\"cells\\"?"},"locations":[{"physicalLocation":\
        {"artifactLocation":{"uri":"a%20b/bad.yaml"},"region":{"startLine":3,"startColumn":1,\
        "endLine":3,"endColumn":5}}}],"partialFingerprints":{"primaryLocationLineHash":"
        """))
  }

  @Test func aFingerprintStaysWhereLinesComeAndGo() throws {
    func prints(_ lines: [(Int, String)]) throws -> [String] {
      let diagnostics = lines.map {
        RecordSample.diagnostic(.error, "odd in line \($0)", line: $0, source: $1)
      }
      return results(try sarif([.file(RecordSample.file("b", .invalid, diagnostics))]))
        .map(fingerprint)
    }
    let before = try prints([(3, "cels:"), (4, "set: 1"), (9, "set: 1")])
    let after = try prints([(33, "cels:"), (40, "set: 1"), (41, "set: 1")])
    #expect(before == after)
    #expect(Set(before).count == 3)
    #expect(before[1].hasSuffix(":1") && before[2].hasSuffix(":2"))
  }

  @Test func whatIsWrongWithAUsedFileIsOneResult() throws {
    let files = ["a", "b", "c"].enumerated().map { index, name in
      var file = RecordSample.file(name, index: index, .invalid)
      file.brokenUses = [UsedFile("used.yaml")]
      if index == 0 { file.diagnostics = [RecordSample.diagnostic(file: "used.yaml")] }
      return RunRecord.file(file)
    }
    #expect(results(try sarif(files)).count == 1)
    let text = RecordSample.report(RecordSample.run(files), by: GitHubReporter())
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func whatCannotBeReadIsANotification() throws {
    var file = RecordSample.file("gone.yaml", .unreadable)
    file.problem = "cannot be read: No such file or directory"
    let log = try sarif([.file(file)])
    #expect(results(log).isEmpty)
    #expect(
      log.text.contains(
        """
        "invocations":[{"executionSuccessful":false,"exitCode":0,"toolExecutionNotifications":\
        [{"level":"error","message":{"text":"cannot be read: No such file or directory"}
        """))
  }

  @Test(arguments: [
    ("shop.yaml", "shop.yaml"), ("./a/b.yaml", "a/b.yaml"), ("a:b/c d.yaml", "a%3Ab/c%20d.yaml"),
    ("é%.yaml", "%C3%A9%25.yaml"), ("/tmp/x#y?.yaml", "file:///tmp/x%23y%3F.yaml"),
  ])
  func pathsArePercentEncoded(_ path: String, _ uri: String) {
    #expect(SARIFReporter.uri(path) == uri)
  }

  @Test(arguments: RecordSample.hostile)
  func noNameBreaksTheLog(_ name: String) throws {
    var diagnostic = RecordSample.diagnostic(.warning, name, source: name)
    diagnostic.help = [name]
    diagnostic.related = [.init(name, at: PlaceRecord(file: name, line: 1, column: 1))]
    let log = try sarif([.file(RecordSample.file("b", .valid, [diagnostic]))])
    let result = try #require(results(log).first)
    let shown = SafeText.shown(name, keepingLineEnds: true)
    guard case .string(let text)? = result["message"]?["text"] else {
      Issue.record("no message")
      return
    }
    #expect(Text.same(text, "\(shown)\nhelp: \(shown)"))
  }
}
