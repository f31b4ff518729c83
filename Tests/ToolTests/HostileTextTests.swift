import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Loader
@testable import Reports
@testable import Runner
@testable import Tool

/// One text that tries to be more than a name, in every place of a scenario file that takes a text,
/// and in every text of a report that is merged: whatever comes of it, nothing that the tool writes
/// makes a terminal, a CI runner or a parser do something.
///
/// The places are those of the project's own scenarios, one for each key and for what stands around
/// it. A key of the language that takes a text, and below which none has stood, fails the test.
///
/// `HOSTILE_TEXTS=all swift test --filter HostileTextTests` takes one for what stands further around
/// them too, and in more ways.
@Suite struct HostileTextTests {
  static let hostile =
    "\u{1B}[5m\r\nINJECTED\n::error::x\u{202E}\u{2028}\u{9B}31m\u{7F}##[group]##vso[a]"
    + "##teamcity[b]</b>%0A`c`\"'"

  /// Keys that take a number, true or false, or nothing.
  static let without = Set(
    ["autostart", "distinct", "golden", "seed", "settled", "unstash"]
      .compactMap(Word.init(rawValue:)))

  struct Sample: CustomTestStringConvertible {
    let path: FilePath
    let place: JSONTree.Place
    let keys: [String]
    /// Whether the key itself is what the file's author has chosen.
    let isKey: Bool
    var word: Word? { keys.compactMap(Word.init(rawValue:)).last }
    var testDescription: String { "\(path.shown) \(keys.joined(separator: "."))" }
  }

  static let isLong = ProcessInfo.processInfo.environment["HOSTILE_TEXTS"] == "all"

  static let files = ["passing", "failing", "invalid"].flatMap { folder in
    ScenarioLoader.discover([FilePath(Project.path("scenarios/\(folder)"))]).files
  }

  /// The first of each sort of place: below the same two keys of the language, and as deep.
  static let samples: [Sample] = {
    var seen: Set<String> = []
    var samples: [Sample] = []
    for path in files {
      guard let tree = JSONTree(path) else { continue }
      for (place, keys, node) in tree.nodes() where !keys.isEmpty {
        let around = keys.dropLast().compactMap(Word.init(rawValue:)).suffix(isLong ? 2 : 1)
          .map(\.rawValue)
        let last = keys.last ?? ""
        if !last.isEmpty, seen.insert("key \(around) \(Word(rawValue: last) == nil)").inserted {
          samples.append(Sample(path: path, place: place, keys: keys, isKey: true))
        }
        guard case .string(let text) = node else { continue }
        let kind = text.hasPrefix("=") ? "formula" : "text"
        let own = Word(rawValue: last)?.rawValue ?? (last.isEmpty ? "element" : "name")
        if seen.insert("\(kind) \(around) \(own)").inserted {
          samples.append(Sample(path: path, place: place, keys: keys, isKey: false))
        }
      }
    }
    return samples
  }()

  @Test func everyKeyThatTakesATextHasHadOne() {
    let had = Set(
      HostileTextTests.samples.flatMap { sample in
        (sample.isKey ? sample.keys.dropLast() : sample.keys[...]).compactMap(Word.init(rawValue:))
      })
    let missing = Set(Word.allCases).subtracting(had).subtracting(HostileTextTests.without)
    #expect(missing.isEmpty, "no scenario has a text below \(missing.map(\.rawValue).sorted())")
  }

  @Test func thereArePlacesEnough() {
    print("hostile texts: \(HostileTextTests.samples.count) places")
    #expect(HostileTextTests.samples.count > 200)
  }

  /// Of several shares that go side by side: one alone would be the last of all tests to end.
  static let shares = 16

  @Test(arguments: 0..<shares)
  func nothingInAFileIsObeyed(_ share: Int) throws {
    let samples = HostileTextTests.samples
    for index in stride(from: share, to: samples.count, by: HostileTextTests.shares) {
      let sample = samples[index]
      guard let tree = JSONTree(sample.path) else { continue }
      for mutant in HostileTextTests.mutants(of: tree, sample) {
        let outputs = HostileOutputs(of: mutant, in: sample.path.folder)
        for problem in outputs.problems() {
          Issue.record("\(sample.testDescription): \(problem)")
        }
      }
    }
  }

  /// With the text at the place; with it wherever the same text stands, so that names still meet;
  /// and as what a formula gives.
  private static func mutants(of tree: JSONTree, _ sample: Sample) -> [JSONTree] {
    if sample.isKey {
      let old = sample.keys.last ?? ""
      let everywhere = tree.mapping(
        { node in if case .string(old) = node { .string(hostile) } else { node } },
        key: { $0 == old && Word(rawValue: old) == nil ? hostile : $0 })
      let alone = tree.replacing(Array(sample.place.dropLast())) { node in
        guard case .object(var members) = node, let index = sample.place.last else { return node }
        members[index] = JSON.Member(hostile, members[index].value)
        return .object(members)
      }
      return isLong ? [everywhere, alone] : [everywhere]
    }
    var old = ""
    let alone = tree.replacing(sample.place) { node in
      if case .string(let text) = node { old = text }
      return .string(hostile)
    }
    let everywhere = tree.mapping(
      { node in if case .string(old) = node { .string(hostile) } else { node } },
      key: { $0 == old ? hostile : $0 })
    let formula = tree.replacing(sample.place) { _ in
      .string("= \(Value.string(hostile))")
    }
    return isLong ? [alone, everywhere, formula] : [everywhere, formula]
  }

  @Test func nothingInAMergedReportIsObeyed() throws {
    let lines = try HostileTextTests.reportLines()
    let kinds = Set(lines.compactMap { try? JSON.parse($0)["event"]?.text })
    #expect(kinds.count == 6, "\(kinds)")
    var count = 0
    for (number, line) in lines.enumerated() {
      let tree = JSONTree(root: try JSON.parse(line))
      for (place, keys, node) in tree.nodes() where keys != ["event"] {
        guard case .string = node else { continue }
        var changed = lines
        let mutant = tree.replacing(place) { _ in .string(HostileTextTests.hostile) }
        changed[number] = mutant.root.text
        let outputs = HostileOutputs(merging: changed)
        count += 1
        for problem in outputs.problems() { Issue.record("\(keys): \(problem)") }
      }
    }
    #expect(count > 60)
  }

  /// The report of a run with one of each record, and with all that records may have.
  private static func reportLines() throws -> [String] {
    let text = """
      cells: {price: 10, total: = price * 2}
      scenarios:
        - name: fails
          tags: [slow]
          steps: [{set: {price: 1}}, {assert: total == price, expect: {total: 3}}]
        - {name: later, skip: not yet, steps: []}
      """
    let loaded = ScenarioLoader.load(bytes: Array(text.utf8), name: "shop.yaml")
    let file = try #require(loaded.file)
    let results = HostileOutputs.results(of: file)
    let report = FileReport(path: "shop.yaml", sources: loaded.sources, scenarios: results)
    var record = FileRecord(report, index: 0)
    let broken = ScenarioLoader.load(bytes: Array("cels: {}".utf8), name: "shop.yaml")
    record.diagnostics = broken.diagnostics.map { DiagnosticRecord($0, in: broken.sources) }
    record.diagnostics[0].related = [
      .init("there", at: PlaceRecord(file: "shop.yaml", line: 1, column: 1))
    ]
    record.problem = "cannot be read"
    record.notes = ["golden   shop.golden  1 written"]
    var start = RunStart(version: "1", files: 1)
    start.seed = 1
    var all: [RunRecord] = [
      .started(start),
      .model(ModelRecord(ModelGraph(file), of: "shop.yaml", fileIndex: 0, in: loaded.sources)),
    ]
    for result in results {
      var scenario = ScenarioRecord(result, of: "shop.yaml", fileIndex: 0, in: loaded.sources)
      for index in scenario.failures.indices {
        scenario.failures[index].places = [.init("here", at: scenario.failures[index].place)]
      }
      for trace in result.log.map({ Array(TraceRecord.all(of: $0, in: scenario, loaded.sources)) })
        ?? []
      {
        all.append(.traced(trace))
      }
      all.append(.scenario(scenario))
    }
    all.append(.file(record))
    var totals = Totals()
    for record in all { totals.add(record) }
    all.append(.ended(RunEnd(totals: totals, exitCode: 1, remarks: ["A remark."])))
    return all.map(\.line)
  }
}
