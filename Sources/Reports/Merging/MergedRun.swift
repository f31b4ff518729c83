import Values

/// The records of several parts, put into the order of one run.
struct MergedRun {
  private let parts: [ShardReport]

  /// Where each file stands in the run of which all parts are shards; empty for the order of the files.
  private let ranks: [Int]

  init(_ parts: [ShardReport]) {
    self.parts = parts
    ranks =
      MergedRun.order(of: parts[0].start).map { order in
        var files = Array(0..<parts[0].start.files)
        order.shuffle(files: &files)
        var ranks = files
        for (rank, file) in files.enumerated() { ranks[file] = rank }
        return ranks
      } ?? []
  }

  /// No run has more files, whatever a report says.
  private static let mostFiles = 1_000_000

  /// The order that shards were shuffled to, if they were.
  private static func order(of start: RunStart) -> RunOrder? {
    guard start.shard != nil, let seed = start.seed, (0...mostFiles).contains(start.files) else {
      return nil
    }
    return RunOrder(seed: seed)
  }

  private func rank(of file: Int) -> Int { ranks.indices.contains(file) ? ranks[file] : file }

  /// `missing` says what of the whole is not there.
  func records(missing: [String]) throws(MergeError) -> [RunRecord] {
    // Shards of other paths spread other names: that says more than what is there twice for it.
    let files = try files().sorted { rank(of: $0.index) < rank(of: $1.index) }
    let joined = try ShardedScenarios(parts).joined()
    let scenarios = shuffled(joined.scenarios)
    var traces: [ScenarioPlace: [TraceRecord]] = [:]
    for trace in parts.flatMap(\.traces) { traces[ScenarioPlace(trace), default: []].append(trace) }
    var explored: [ScenarioPlace: ExploredRecord] = [:]
    for record in joined.explored { explored[ScenarioPlace(record)] = record }
    // Every shard that traces tells the model; all tell the same.
    var models: [Int: ModelRecord] = [:]
    for model in parts.flatMap(\.models) { models[model.fileIndex] = model }
    let start = start
    var records: [RunRecord] = [.started(start)]
    var totals = Totals()
    func add(_ record: RunRecord) {
      records.append(record)
      totals.add(record)
    }
    func tell(_ scenario: ScenarioRecord) {
      for trace in traces[ScenarioPlace(scenario)] ?? [] { add(.traced(trace)) }
      if let record = explored[ScenarioPlace(scenario)] { add(.explored(record)) }
      add(.scenario(scenario))
    }
    var rest = scenarios[...]
    var told = ToldOnce()
    for var file in files {
      // One run alone has told all of it once already, and knew the files by more than their paths.
      // A path that led to no file stands for itself, however often it was given.
      if parts.count > 1, file.index < start.files { told.filter(&file) }
      if let model = models[file.index] { add(.model(model)) }
      let own = rest.prefix { rank(of: $0.fileIndex) <= rank(of: file.index) }
      own.forEach(tell)
      rest = rest.dropFirst(own.count)
      if joined.shared.contains(file.index) { file.settle(by: own.map(\.status)) }
      add(.file(file))
    }
    if parts[0].start.shard != nil {
      totals.missing += try SelectionCheck(parts).check(isWhole: missing.isEmpty)
    }
    records.append(.ended(end(totals, missing: missing, sharesWalks: !joined.shared.isEmpty)))
    return records
  }

  private var start: RunStart {
    var start = parts[0].start
    let isSharded = start.shard != nil
    start.shard = nil
    start.files = isSharded ? start.files : parts.reduce(0) { $0 + $1.start.files }
    return start
  }

  /// In the order in which one run would have told them; the passes of each stay together.
  private func shuffled(_ scenarios: [ScenarioRecord]) -> [ScenarioRecord] {
    guard let order = MergedRun.order(of: parts[0].start) else { return scenarios }
    let files = Dictionary(grouping: scenarios, by: \.fileIndex)
    return files.sorted { rank(of: $0.key) < rank(of: $1.key) }.flatMap { _, records in
      var groups: [[ScenarioRecord]] = []
      for record in records {
        if groups.last?.first?.index == record.index {
          groups[groups.count - 1].append(record)
        } else {
          groups.append([record])
        }
      }
      order.shuffle(&groups, of: records[0].file)
      return groups.flatMap { $0 }
    }
  }

  /// Each file once, with what all parts say of it.
  private func files() throws(MergeError) -> [FileRecord] {
    var all: [(record: FileRecord, part: Int)] = []
    for (number, part) in parts.enumerated() {
      all += (part.files + part.cutFiles).map { ($0, number) }
    }
    all.sort { ($0.record.index, $0.part) < ($1.record.index, $1.part) }
    var files: [FileRecord] = []
    var paths: [(path: String, part: Int)] = []
    for (record, part) in all {
      guard let last = files.last, last.index == record.index else {
        files.append(record)
        paths.append((record.path, part))
        continue
      }
      guard Text.same(last.path, record.path) else {
        let other = paths[paths.count - 1].part
        throw MergeError(
          .mismatch,
          "the shards saw different files: \(last.path) in \(parts[other].name), "
            + "\(record.path) in \(parts[part].name)",
          help: "run all shards in the same folder, over the same paths")
      }
      if let one = last.digest, let digest = record.digest, one != digest {
        let other = paths[paths.count - 1].part
        throw MergeError(
          .mismatch,
          "\(record.path) is not the same in \(parts[other].name) and \(parts[part].name)",
          help: "give all shards the same files")
      }
      files[files.count - 1] = MergedRun.joined(last, record)
    }
    if parts[0].start.shard == nil { try refuseRepeated(paths, files) }
    return files
  }

  /// Parts that are no shards must be of different files. One and the same part may tell of several
  /// whose paths are printed alike, and paths that led to no file may be lost in every part.
  private func refuseRepeated(
    _ paths: [(path: String, part: Int)], _ files: [FileRecord]
  ) throws(MergeError) {
    let count = start.files
    var seen: [[UInt8]: Int] = [:]
    for ((path, part), file) in zip(paths, files) where file.status != .idle && file.index < count {
      if let other = seen.updateValue(part, forKey: Array(path.utf8)), other != part {
        throw MergeError(
          .mismatch, "two reports tell of \(path)",
          help: "whole runs can be merged where they are of different files")
      }
    }
  }

  /// What two shards say of one file.
  private static func joined(_ one: FileRecord, _ other: FileRecord) -> FileRecord {
    var file = rank(other.status) > rank(one.status) ? other : one
    let less = rank(other.status) > rank(one.status) ? one : other
    for diagnostic in less.diagnostics where !file.diagnostics.contains(diagnostic) {
      file.diagnostics.append(diagnostic)
    }
    file.unshown = max(one.unshown, other.unshown)
    // What one of them was told before, the other may tell itself.
    if less.isBroken { file.toldBefore = min(one.toldBefore, other.toldBefore) }
    for used in less.brokenUses {
      if let index = file.brokenUses.firstIndex(where: { Text.same($0.path, used.path) }) {
        file.brokenUses[index].unshown = max(file.brokenUses[index].unshown, used.unshown)
      } else {
        file.brokenUses.append(used)
      }
    }
    file.digest = one.digest ?? other.digest
    for note in less.notes where !file.notes.contains(note) { file.notes.append(note) }
    return file
  }

  private static func rank(_ status: FileRecord.Status) -> Int {
    switch status {
    case .idle: 0
    case .skipped: 1
    case .passed: 2
    case .missing: 3
    case .failed: 4
    case .valid: 5
    case .invalid: 6
    case .unreadable: 7
    case .absent: 8
    }
  }

  private func end(_ totals: Totals, missing: [String], sharesWalks: Bool) -> RunEnd {
    let ends = parts.compactMap(\.end)
    var end = RunEnd(totals: totals, exitCode: exitCode(totals, ends, sharesWalks))
    end.selected = missing.isEmpty ? SelectionCheck(parts).joined : nil
    end.isInterrupted = ends.contains(where: \.isInterrupted) || !missing.isEmpty
    // Parts run side by side.
    end.seconds = ends.map(\.seconds).max() ?? 0
    for remark in ends.flatMap(\.remarks) + missing.map({ "Partial: \($0)." })
    where !end.remarks.contains(remark) {
      end.remarks.append(remark)
    }
    if !missing.isEmpty { end.exitCode = MergedRun.worst([end.exitCode, 4]) }
    return end
  }

  /// The exit code of the whole: what the parts say, and no better than what they tell of. That
  /// nothing was left to run in one part means nothing where something ran in another; and what failed in one
  /// that shares walks need not fail in the whole.
  private func exitCode(_ totals: Totals, _ ends: [RunEnd], _ sharesWalks: Bool) -> Int {
    var codes = ends.map { end in
      let isOfFailures = sharesWalks && end.totals.failed > 0 && !end.isInterrupted
      return isOfFailures && end.exitCode == ExitStatus.failed.rawValue ? 0 : end.exitCode
    }
    if totals.scenarios > 0 { codes = codes.map { $0 == 5 ? 0 : $0 } }
    if totals.absent > 0 { codes.append(5) }
    if totals.failed > 0 { codes.append(1) }
    if totals.invalid > 0 { codes.append(3) }
    if totals.unreadable > 0 { codes.append(4) }
    return MergedRun.worst(codes)
  }

  /// A code that no run ends with comes from elsewhere, and is worse than any; without a code nothing is known.
  private static func worst(_ codes: [Int]) -> Int {
    var worst: ExitStatus?
    for code in codes {
      guard let status = ExitStatus(rawValue: Int32(clamping: code)) else { return code }
      worst = worst?.joined(status) ?? status
    }
    return Int((worst ?? .system).rawValue)
  }
}
