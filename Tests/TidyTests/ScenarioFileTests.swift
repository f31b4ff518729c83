import Testing

/// Every scenario file is run by somebody, and says what must come out.
@Suite struct ScenarioFileTests {
  static let verdicts = ["passing", "failing", "invalid", "exploring"]
  static let files: [String] = SourceTree.paths(in: "scenarios")
    .filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    .filter { !$0.hasSuffix(".rows.yaml") }

  @Test func thereAreScenariosOfEveryVerdict() {
    for verdict in ScenarioFileTests.verdicts {
      #expect(count(in: verdict) > 10, "scenarios/\(verdict)")
    }
    #expect(count(in: "invalid") >= 60)
  }

  @Test(arguments: files)
  func theFolderIsTheVerdict(_ path: String) {
    let folders = path.split(separator: "/")
    #expect(folders.count >= 3 && ScenarioFileTests.verdicts.contains(String(folders[1])))
  }

  @Test(arguments: files)
  func expectedOutputStandsBesideIt(_ path: String) {
    let isUsedByOthers = ScenarioFileTests.used.contains(path)
    let out = ScenarioFileTests.stem(path) + ".out"
    #expect(isUsedByOthers || SourceTree.text(of: out) != nil, "\(out) is missing")
  }

  @Test func noExpectedOutputIsLeftBehind() {
    let stems = Set(ScenarioFileTests.files.map(ScenarioFileTests.stem))
    for path in SourceTree.paths(in: "scenarios") where path.hasSuffix(".out") {
      #expect(stems.contains(ScenarioFileTests.stem(path)), "\(path) belongs to no file")
    }
  }

  @Test func aGoldenStandsBesideEachFileThatAsksForOne() {
    let asking = ScenarioFileTests.files.filter { path in
      let text = SourceTree.text(of: path) ?? ""
      return !path.hasPrefix("scenarios/invalid/") && text.contains("golden: true")
    }
    let goldens = SourceTree.paths(in: "scenarios").filter { $0.hasSuffix(".golden") }
    #expect(goldens.map(ScenarioFileTests.stem) == asking.map(ScenarioFileTests.stem).sorted())
  }

  /// The last column of the table of semantics.
  @Test func theReadmeNamesScenariosThatExist() {
    let lines = (SourceTree.text(of: "scenarios/README.md") ?? "").split(separator: "\n")
    let named = lines.compactMap { line -> Substring? in
      guard line.hasSuffix("` |"), line.contains("| `") else { return nil }
      return line.dropLast(3).split(separator: "`").last
    }
    #expect(named.count > 25)
    for name in named where name.contains("/") && name != "passing/actors" {
      #expect(
        ScenarioFileTests.files.contains("scenarios/passing/actors/\(name).yaml"), "\(name)")
    }
  }

  private func count(in verdict: String) -> Int {
    ScenarioFileTests.files.count { $0.hasPrefix("scenarios/\(verdict)/") }
  }

  static func stem(_ path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex))
  }

  /// The files that some file names under `use`, by the text of their last component.
  static let used: Set<String> = {
    var words: Set<Substring> = []
    for path in files {
      guard let text = SourceTree.text(of: path), text.contains("use:") else { continue }
      words.formUnion(text.split { " \n/\"'[],:{}".contains($0) })
    }
    return Set(files.filter { $0.split(separator: "/").last.map(words.contains) ?? false })
  }()
}
