import Foundation
import Scenarios
import Values

@testable import Loader
@testable import Reports
@testable import Runner
@testable import Tool

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// All that the tool writes of a scenario file, or of a report that is merged, and what is wrong
/// with it. Texts for people are taken from before the last door, which would hide much.
struct HostileOutputs {
  private var texts: [(name: String, text: String)] = []
  private var reports: [ReportRequest.Format: String] = [:]
  private var summary = ""

  // MARK: Making

  /// Of a run, a check and a look at a file whose name is hostile too.
  init(of tree: JSONTree, in folder: FilePath) {
    let path = folder.appending(Array("h\(HostileTextTests.hostile.prefix(40)).yaml".utf8))
    let failing = tree.failing
    let loaded = ScenarioLoader.load(bytes: failing.bytes, as: path)
    let report = TextReport(detail: .verbose)
    let found = loaded.diagnostics + ScenarioLoader.check(loaded)
    var told = FileReport(
      path: path.shown, sources: loaded.sources,
      verdict: loaded.file == nil ? .invalid : .valid, diagnostics: found)
    texts.append(("check", report.line(told) + report.failures(told)))
    var records: [RunRecord] = [.started(RunStart(version: "1", files: 1))]
    if let file = loaded.file {
      let results = HostileOutputs.results(of: file)
      let warnings = told.diagnostics
      told = FileReport(path: path.shown, sources: loaded.sources, scenarios: results)
      texts.append(("run", report.line(told) + report.failures(told)))
      let graph = ModelGraph(file)
      texts.append(("mermaid", ModelPicture(graph).mermaid))
      texts.append(("graphviz", ModelPicture(graph).graphviz(titled: path.shown)))
      records.append(
        .model(ModelRecord(graph, of: path.shown, fileIndex: 0, in: loaded.sources)))
      for result in results { add(result, of: path, in: loaded.sources, &records) }
      told.diagnostics = warnings
    }
    records.append(.file(FileRecord(told, index: 0)))
    finish(records)
  }

  /// Of reports that are merged to one.
  init(merging lines: [String]) {
    var merge = ShardMerge()
    merge.begin("a.jsonl")
    do {
      for (number, line) in lines.enumerated() {
        if let record = try RunRecord.parse(line) { try merge.receive(record, line: number + 1) }
      }
      let records = try merge.merged(isPartial: true)
      tell(records)
      report(records)
    } catch let error as MergeError {
      texts.append(("merge", error.message))
    } catch let error as RecordError {
      texts.append(("merge", error.message))
    } catch {
      texts.append(("merge", "\(error)"))
    }
  }

  static func results(of file: ScenarioFile) -> [ScenarioResult] {
    var results: [ScenarioResult] = []
    onDeepStack {
      let runner = ScenarioRunner(file)
      results = runner.candidates.map { runner.run($0, isRecording: true) }
    }
    return results
  }

  private mutating func add(
    _ result: ScenarioResult, of path: FilePath, in sources: SourceMap, _ records: inout [RunRecord]
  ) {
    let record = ScenarioRecord(result, of: path.shown, fileIndex: 0, in: sources)
    texts.append(("list", SafeText.shown(record.id)))
    texts.append(
      ("trace", TraceTree().text(result, titled: SafeText.shown(record.id), in: sources)))
    if let golden = Golden(result, in: sources) {
      let section = GoldenFile.Section(golden.title, golden.lines)
      texts.append(("golden", GoldenFile([section]).text))
      let other = GoldenFile.Section(golden.title, [HostileTextTests.hostile])
      let difference = golden.difference(
        from: other, of: "h.golden", at: result.span, accepting: "reactorctl")
      var failed = result
      failed.failures = [difference].compactMap { $0 }
      let told = FileReport(path: path.shown, sources: sources, scenarios: [failed])
      texts.append(("golden difference", TextReport().failures(told)))
    }
    for trace in result.log.map({ Array(TraceRecord.all(of: $0, in: record, sources)) }) ?? [] {
      records.append(.traced(trace))
    }
    records.append(.scenario(record))
  }

  private mutating func finish(_ records: [RunRecord]) {
    var totals = Totals()
    for record in records { totals.add(record) }
    report(records + [.ended(RunEnd(totals: totals, exitCode: 1))])
  }

  private mutating func report(_ records: [RunRecord]) {
    for kind in ReportRequest.Format.allCases {
      var reporter = ReportSet.reporter(kind)
      reports[kind] = records.map { reporter.receive($0) }.joined()
    }
    var summary = GitHubSummary()
    self.summary = records.map { summary.receive($0) }.joined()
  }

  /// What `merge` prints. The text of a failure is a report's own, in lines that are told as they
  /// are, so that no line of it is looked at here.
  private mutating func tell(_ records: [RunRecord]) {
    let report = TextReport(detail: .verbose)
    var scenarios: [ScenarioRecord] = []
    var explored: [ExploredRecord] = []
    var failures = FailureList()
    for record in records {
      switch record {
      case .started, .model, .traced, .walked: break
      case .explored(let found): explored.append(found)
      case .scenario(let scenario): scenarios.append(scenario)
      case .file(let file):
        texts.append(
          (
            "merged",
            report.line(file, scenarios, explored)
              + report.failures(file, scenarios, explored)
          ))
        failures.add(file, scenarios)
      case .ended(let end):
        texts.append(
          ("merged", report.end(failures, totals: end.totals, remarks: end.remarks, time: nil)))
      }
    }
  }

  // MARK: Judging

  func problems() -> [String] {
    var problems: [String] = []
    for (name, text) in texts {
      problems += HostileOutputs.unprintable(text).map { "\(name): \($0)" }
      if name != "merged" { problems += HostileOutputs.injected(text).map { "\(name): \($0)" } }
      problems += HostileOutputs.commands(LogSafe.printed(text)).map { "\(name): \($0)" }
    }
    for kind in ReportRequest.Format.allCases {
      guard let text = reports[kind] else { continue }
      problems += HostileOutputs.unprintable(text).map { "\(kind): \($0)" }
      problems += judge(kind, text).map { "\(kind): \($0)" }
    }
    problems += HostileOutputs.unprintable(summary).map { "summary: \($0)" }
    // HTML begins where Markdown would end.
    if summary.contains("</b>") || summary.contains("`c`") && !summary.contains("<code>") {
      problems.append("summary: \(summary)")
    }
    return problems
  }

  private func judge(_ kind: ReportRequest.Format, _ text: String) -> [String] {
    switch kind {
    case .junit:
      let parser = XMLParser(data: Data(text.utf8))
      return (parser.parse() ? [] : ["is no XML: \(text)"]) + HostileOutputs.commands(text)
    case .tap:
      return HostileOutputs.injected(text.replacing("\n    ", with: "\n  . "))
        + HostileOutputs.commands(text)
        + HostileOutputs.lines(text).filter { !HostileOutputs.isTAP($0) }
    case .jsonl:
      return HostileOutputs.lines(text).filter { line in
        guard let record = try? RunRecord.parse(line) else { return true }
        return LogSafe.guarded(record.line, .json) != line
      } + HostileOutputs.commands(text)
    case .github:
      return HostileOutputs.lines(text).filter { line in
        !["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
          || line.contains("##[") || line.contains("##vso[")
      }
    case .sarif:
      return ((try? JSON.parse(text)) == nil ? ["is no JSON"] : [])
        + HostileOutputs.commands(text)
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0) }
  }

  private static func isTAP(_ line: String) -> Bool {
    ["TAP version 14", "ok ", "not ok ", "# ", "1..", "  ", "Bail out!"].contains {
      line.hasPrefix($0)
    }
  }

  private static func unprintable(_ text: String) -> [String] {
    let found = text.unicodeScalars.filter { $0 != "\n" && !SafeText.isPrintable($0) }
    return found.isEmpty ? [] : ["\(found.count) characters as they are: \(text.debugDescription)"]
  }

  /// Lines that the text's own line end has made. Where a long value is broken behind a line end in
  /// it, that end is to be seen, as `\\n`.
  private static func injected(_ text: String) -> [String] {
    HostileOutputs.lines(text).filter { line in
      line.drop { " │├└─+-=|".contains($0) } == "INJECTED"
    }
  }

  /// Lines that a CI runner would obey.
  private static func commands(_ text: String) -> [String] {
    HostileOutputs.lines(text).filter { line in
      line.drop { $0 == " " }.hasPrefix("::")
        || ["##[", "##vso[", "##teamcity["].contains { line.contains($0) }
    }
  }
}

extension JSONTree {
  /// The same file with a property that holds nowhere, so that all that happened is told.
  fileprivate var failing: JSONTree {
    guard case .object(let members) = root, root["eventually"] == nil else { return self }
    return JSONTree(
      root: .object(members + [JSON.Member("eventually", .array([.string("false")]))]))
  }
}
