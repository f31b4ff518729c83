import Testing
import Values

@testable import Reports

@Suite struct MergeTests {
  /// A run of several files with every kind of ending, as one machine tells it.
  static let whole: [RunRecord] = {
    var records: [RunRecord] = []
    for index in 0..<9 {
      let path = "f\(index).yaml"
      switch index {
      case 3:
        records.append(
          .file(RecordSample.file(path, index: 3, .invalid, [RecordSample.diagnostic()])))
      case 5: records.append(.file(RecordSample.file(path, index: 5, .idle)))
      default:
        let node = ModelRecord.Node("a", kind: "cell", detail: "1", at: nil)
        records.append(.model(ModelRecord(file: path, fileIndex: index, nodes: [node])))
        var status = FileRecord.Status.passed
        for number in 0..<(index * 3 + 1) {
          for pass in 1...2 {
            var scenario = RecordSample.scenario(
              "s\(number)", file: path, fileIndex: index, index: number)
            scenario.pass = pass
            if (index + number * pass) % 7 == 6 {
              scenario = RecordSample.failed(scenario)
              status = .failed
            } else if index == 8 {
              scenario = RecordSample.skipped(scenario)
            }
            records.append(
              .traced(
                TraceRecord(of: scenario, number: 0, kind: "ran", subject: "a", text: "a runs")))
            records.append(.scenario(scenario))
          }
        }
        if index == 8, status == .passed { status = .skipped }
        let warning = RecordSample.diagnostic(.warning, "odd", file: path)
        records.append(
          .file(RecordSample.file(path, index: index, status, index == 2 ? [warning] : [])))
      }
    }
    var totals = Totals()
    for record in records { totals.add(record) }
    var start = RunStart(version: "0.1.0", files: 9)
    start.repeats = 2
    var end = RunEnd(totals: totals, exitCode: 3)
    end.selected = RecordSample.selected(in: records)
    return [.started(start)] + records + [.ended(end)]
  }()

  /// What one of several machines tells of the same run.
  static func shard(_ index: Int, of count: Int) -> [RunRecord] {
    var records: [RunRecord] = []
    var statuses: Set<String> = []
    var totals = Totals()
    func isOwn(_ file: Int, _ scenario: Int) -> Bool { (file * 31 + scenario) % count == index - 1 }
    for record in whole {
      switch record {
      case .started(var start):
        start.shard = .init(index: index, count: count)
        records.append(.started(start))
      case .model(let model):
        if isOwn(model.fileIndex, 0) { records.append(record) }
      case .explored(let explored):
        if isOwn(explored.fileIndex, explored.index) { records.append(record) }
      case .walked: preconditionFailure("nothing is walked")
      case .traced(let trace):
        if isOwn(trace.fileIndex, trace.index) { records.append(record) }
      case .scenario(let scenario):
        guard isOwn(scenario.fileIndex, scenario.index) else { continue }
        statuses.insert(scenario.status.rawValue)
        records.append(record)
        totals.add(record)
      case .file(var file):
        if !file.isBroken {
          file.status =
            statuses.contains("failed")
            ? .failed
            : statuses.contains("passed") ? .passed : statuses.isEmpty ? .idle : .skipped
        } else if file.index % count != index - 1 {
          file = RecordSample.file(file.path, index: file.index, .idle)
        }
        statuses = []
        records.append(.file(file))
        totals.add(.file(file))
      case .ended:
        let code = totals.invalid > 0 ? 3 : totals.failed > 0 ? 1 : 0
        var end = RunEnd(totals: totals, exitCode: code)
        end.selected = RecordSample.selected(
          in: whole, own: RecordSample.selected(in: records).count)
        records.append(.ended(end))
      }
    }
    return records
  }

  private func merge(
    _ reports: [(name: String, records: [RunRecord])], isPartial: Bool = false
  ) throws(MergeError) -> [RunRecord] {
    var merge = ShardMerge()
    for report in reports {
      merge.begin(report.name)
      for (index, record) in report.records.enumerated() {
        try merge.receive(record, line: index + 1)
      }
    }
    return try merge.merged(isPartial: isPartial)
  }

  private func shards(_ count: Int) -> [(name: String, records: [RunRecord])] {
    (1...count).map { ("s\($0).jsonl", MergeTests.shard($0, of: count)) }
  }

  @Test(arguments: 1...17)
  func theMergedRunIsTheUnshardedOne(_ count: Int) throws {
    // In whatever order the reports are given.
    var reports = shards(count)
    for turn in [0, 1, count / 2] {
      reports = Array(reports[(turn % count)...] + reports[..<(turn % count)]).reversed()
      let merged = try merge(reports)
      #expect(merged == MergeTests.whole)
      for (one, other) in zip(
        MergeTests.texts(merged), MergeTests.texts(MergeTests.whole))
      {
        #expect(one == other)
      }
    }
  }

  private static func texts(_ records: [RunRecord]) -> [String] {
    [
      RecordSample.report(records, by: JSONLReporter()),
      RecordSample.report(records, by: JUnitReporter()),
      RecordSample.report(records, by: TAPReporter()),
      RecordSample.report(records, by: GitHubReporter()),
      RecordSample.report(records, by: GitHubSummary()),
    ]
  }

  @Test func whatIsMergedAgainStaysTheSame() throws {
    #expect(try merge([("whole.jsonl", MergeTests.whole)]) == MergeTests.whole)
  }

  @Test func runsOfDifferentFilesFollowOneAnother() throws {
    func run(_ path: String) -> [RunRecord] {
      RecordSample.run([
        .scenario(RecordSample.scenario(file: path)), .file(RecordSample.file(path)),
      ])
    }
    let merged = try merge([("a.jsonl", run("z.yaml") + run("m.yaml")), ("b.jsonl", run("a.yaml"))])
    let files = merged.compactMap { if case .file(let file) = $0 { file.path } else { nil } }
    #expect(files == ["z.yaml", "m.yaml", "a.yaml"])
    guard case .ended(let end)? = merged.last, case .started(let start)? = merged.first else {
      Issue.record("no end")
      return
    }
    #expect(end.totals.passed == 3 && start.files == 3)
    #expect(throws: MergeError.self) {
      try self.merge([("a.jsonl", run("z.yaml")), ("b.jsonl", run("z.yaml"))])
    }
  }

  /// Of a run that was cut short the files that it did not come to count as well. Paths that led to no
  /// file stand behind the files of all reports, as in one run.
  @Test func theFilesOfARunCountOnFromAllThatTheOneBeforeHad() throws {
    func run(_ path: String, files: Int, lost: [Int] = []) -> [RunRecord] {
      let scenario = RecordSample.scenario(file: path)
      let node = ModelRecord.Node("a", kind: "cell", detail: "1", at: nil)
      var records: [RunRecord] = [
        .model(ModelRecord(file: path, fileIndex: 0, nodes: [node])),
        .traced(TraceRecord(of: scenario, number: 0, kind: "ran", subject: "a", text: "a runs")),
        .scenario(scenario), .file(RecordSample.file(path)),
      ]
      let selected = RecordSample.selected(in: records)
      records += lost.map { .file(RecordSample.file("lost-\($0)", index: $0, .absent)) }
      records = RecordSample.run(records, interrupted: true)
      if case .started(var start) = records[0] {
        start.files = files
        records[0] = .started(start)
      }
      if case .ended(var end)? = records.last {
        end.selected = selected
        records[records.count - 1] = .ended(end)
      }
      return records
    }
    let merged = try merge([
      ("a.jsonl", run("a.yaml", files: 3)), ("b.jsonl", run("b.yaml", files: 1, lost: [4])),
      ("c.jsonl", run("c.yaml", files: 1)),
    ])
    let places = merged.compactMap { record -> String? in
      switch record {
      case .started, .walked, .ended: nil
      case .model(let model): "model \(model.fileIndex)"
      case .traced(let trace): "trace \(trace.fileIndex)"
      case .explored(let explored): "explored \(explored.fileIndex)"
      case .scenario(let scenario): "scenario \(scenario.fileIndex)"
      case .file(let file): "file \(file.index)"
      }
    }
    #expect(
      places == [
        "model 0", "trace 0", "scenario 0", "file 0", "model 3", "trace 3", "scenario 3", "file 3",
        "model 4", "trace 4", "scenario 4", "file 4", "file 5",
      ])
  }

  @Test func aShardThatIsMissingIsAnErrorUnlessAskedFor() throws {
    var reports = shards(5)
    reports.remove(at: 3)
    reports.remove(at: 1)
    let error = #expect(throws: MergeError.self) { try self.merge(reports) }
    #expect(error?.kind == .missing)
    #expect(error?.message == "no report of shards 2, 4 of 5")
    let merged = try merge(reports, isPartial: true)
    guard case .ended(let end)? = merged.last else {
      Issue.record("no end")
      return
    }
    #expect(end.isInterrupted && end.exitCode == 4)
    #expect(end.remarks == ["Partial: no report of shards 2, 4 of 5."])
  }

  @Test func aReportThatWasCutOffIsAnErrorUnlessAskedFor() throws {
    var reports = shards(2)
    reports[1].records.removeLast(3)
    let error = #expect(throws: MergeError.self) { try self.merge(reports) }
    #expect(error?.kind == .missing)
    #expect(
      error?.message == "s2.jsonl ends without its run-ended event: the run was cut off")
    guard case .ended(let end)? = try merge(reports, isPartial: true).last else {
      Issue.record("no end")
      return
    }
    #expect(end.exitCode == 4)
  }

  /// Wherever a report ends, its scenarios stand with their file, and this fails as one of them does.
  @Test(arguments: [1, 2, 3])
  func theScenariosOfAFileThatWasCutStandWithIt(_ count: Int) throws {
    let whole = count == 1 ? [("whole.jsonl", MergeTests.whole)] : shards(count)
    for kept in 1..<whole[0].records.count {
      var reports = whole
      reports[0].records.removeLast(reports[0].records.count - kept)
      let merged = try merge(reports, isPartial: true)
      var open: [ScenarioRecord] = []
      for record in merged {
        switch record {
        case .scenario(let scenario): open.append(scenario)
        case .file(let file):
          #expect(open.allSatisfy { $0.fileIndex == file.index && $0.file == file.path })
          let fails = open.contains { $0.status == .failed }
          #expect((file.status == .failed) == fails, "\(file.path) of \(kept)")
          open = []
        case .started, .model, .explored, .walked, .traced, .ended: break
        }
      }
      #expect(open.isEmpty, "\(kept)")
    }
  }

  /// The file that was cut is the reports' own: it is missing but for what they tell of it.
  @Test func whatIsKnownOfAFileThatWasCutIsJoinedWithTheRest() throws {
    func run(_ path: String, _ records: [RunRecord]) -> [RunRecord] {
      let all = RecordSample.run(records + [.file(RecordSample.file(path))])
      return records.isEmpty ? all : Array(all.dropLast(2))
    }
    let passed = run("a.yaml", [.scenario(RecordSample.scenario(file: "a.yaml"))])
    let failed = run(
      "b.yaml", [.scenario(RecordSample.failed(RecordSample.scenario(file: "b.yaml")))])
    let merged = try merge(
      [("a.jsonl", passed), ("b.jsonl", failed), ("c.jsonl", run("c.yaml", []))], isPartial: true)
    let files = merged.compactMap { record -> String? in
      guard case .file(let file) = record else { return nil }
      return "\(file.index) \(file.path) \(file.status)"
    }
    #expect(files == ["0 a.yaml missing", "1 b.yaml failed", "2 c.yaml passed"])
    let again = #expect(throws: MergeError.self) {
      try self.merge([("a.jsonl", passed), ("again.jsonl", passed)], isPartial: true)
    }
    #expect(again?.message == "two reports tell of a.yaml")
  }

  static let mismatches: [(message: String, change: @Sendable (inout [[RunRecord]]) -> Void)] = [
    (
      "shard 1 is there twice: s1.jsonl and s2.jsonl", { $0[1] = $0[0] }
    ),
    (
      "s1.jsonl is one of 3 shards, and s2.jsonl one of 4",
      { $0[1] = MergeTests.shard(2, of: 4) }
    ),
    (
      "s1.jsonl is a shard, and s3.jsonl a whole run", { $0[2] = MergeTests.whole }
    ),
    (
      "the shards saw different files: 9 in s1.jsonl, 10 in s2.jsonl",
      { $0[1][0] = MergeTests.started(2) { $0.files = 10 } }
    ),
    (
      "s1.jsonl ran each scenario 2 times, and s2.jsonl 3",
      { $0[1][0] = MergeTests.started(2) { $0.repeats = 3 } }
    ),
    (
      "s1.jsonl and s2.jsonl were shuffled differently",
      { $0[1][0] = MergeTests.started(2) { $0.seed = 3 } }
    ),
    (
      "s1.jsonl is of run, and s2.jsonl of check",
      { $0[1][0] = MergeTests.started(2) { $0.command = .check } }
    ),
    (
      "the shards saw different files: f0.yaml in s1.jsonl, other.yaml in s3.jsonl",
      { reports in
        for index in reports[2].indices {
          if case .file(var file) = reports[2][index], file.index == 0 {
            file.path = "other.yaml"
            reports[2][index] = .file(file)
          }
        }
      }
    ),
    (
      "\"f1.yaml::s0\" stands in both s1.jsonl and s3.jsonl",
      { reports in
        let scenario = RecordSample.scenario("s0", file: "f1.yaml", fileIndex: 1)
        var again = scenario
        again.pass = 2
        for number in 0...2 {
          var kept = reports[number].filter { record in
            guard case .scenario(let other) = record else { return true }
            return other.fileIndex != 1 || other.index != 0
          }
          if number != 1 {
            kept.insert(contentsOf: [.scenario(scenario), .scenario(again)], at: 1)
          }
          reports[number] = MergeTests.ended(kept)
        }
      }
    ),
  ]

  /// The records with an end that is right about them.
  static func ended(_ records: [RunRecord]) -> [RunRecord] {
    let told = records.dropLast()
    var totals = Totals()
    for record in told { totals.add(record) }
    var end = RunEnd(totals: totals, exitCode: 3)
    end.selected = RecordSample.selected(
      in: whole, own: RecordSample.selected(in: Array(told)).count)
    return told + [.ended(end)]
  }

  static func started(_ index: Int, _ change: (inout RunStart) -> Void) -> RunRecord {
    var start = RunStart(version: "0.1.0", files: 9, shard: .init(index: index, count: 3))
    start.repeats = 2
    change(&start)
    return .started(start)
  }

  @Test(arguments: MergeTests.mismatches.indices)
  func partsOfDifferentRunsAreRefused(_ number: Int) {
    let (message, change) = MergeTests.mismatches[number]
    var reports = shards(3).map(\.records)
    change(&reports)
    let named = reports.enumerated().map { ("s\($0.offset + 1).jsonl", $0.element) }
    let error = #expect(throws: MergeError.self) { try self.merge(named) }
    #expect(error?.message == message)
    #expect(error?.kind == .mismatch)
  }

  @Test func recordsBeforeTheStartAreRefused() {
    let error = #expect(throws: MergeError.self) {
      try self.merge([("a.jsonl", Array(MergeTests.whole.dropFirst()))])
    }
    #expect(error?.message == "a.jsonl:1: a run-started event must come first")
    #expect(throws: MergeError.self) { try self.merge([("a.jsonl", [])]) }
  }

  @Test func thatNothingFellToAShardIsNoFailure() throws {
    let start = MergeTests.started(2) {
      $0.shard = .init(index: 2, count: 2)
      $0.repeats = 1
    }
    let other = MergeTests.started(1) {
      $0.shard = .init(index: 1, count: 2)
      $0.repeats = 1
    }
    let files = (0..<9).map { RunRecord.file(RecordSample.file("f\($0).yaml", index: $0, .idle)) }
    let scenario = RunRecord.scenario(RecordSample.scenario(file: "f0.yaml"))
    func ended(_ records: [RunRecord], _ code: Int, own: Int) -> RunRecord {
      var totals = Totals()
      for record in records { totals.add(record) }
      var end = RunEnd(totals: totals, exitCode: code)
      end.selected = RecordSample.selected(in: [scenario], own: own)
      return .ended(end)
    }
    let merged = try merge([
      ("a", [start] + files + [ended(files, 5, own: 0)]),
      ("b", [other, scenario] + files + [ended([scenario] + files, 0, own: 1)]),
    ])
    guard case .ended(let end)? = merged.last else {
      Issue.record("no end")
      return
    }
    #expect(end.exitCode == 0)
  }
}
