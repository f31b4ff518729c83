import Values

/// Makes one run of the reports of its parts.
///
/// Parts are the shards of one run, which must all be there, once each; or whole runs over different
/// files, which follow one another in the order given. The records that come out are those of a run
/// that was never spread: files in order, in each its scenarios, and totals counted anew.
public struct ShardMerge {
  private var reports: [ShardReport] = []
  /// The report whose lines come.
  private var name = ""
  /// Whether it has told of a run.
  private var tellsOfRun = true
  /// The reports before it that have told of none.
  private var empty: [String] = []

  public init() {}

  /// The records that come next are those of the report of this name.
  public mutating func begin(_ name: String) {
    empty = silent
    self.name = name
    tellsOfRun = false
  }

  /// The reports that tell of no run: where one was to be, something has gone wrong.
  private var silent: [String] { tellsOfRun ? empty : empty + [name] }

  /// Takes a line of the report under way with its number, from 1, and the record that it is; nil
  /// for one that is not known here.
  public mutating func receive(
    _ text: String, _ record: RunRecord?, line: Int
  ) throws(MergeError) {
    if let record { try receive(record, line: line) }
    guard let index = reports.indices.last, Text.same(reports[index].path, name) else { return }
    if case .ended(let end)? = record {
      reports[index].isIntact = end.digest == reports[index].hash.hexadecimal
    } else {
      reports[index].hash.update(text)
      reports[index].hash.update("\n")
    }
  }

  /// Takes the record of a line of the report under way, both from 1. One report may hold several
  /// runs behind each other.
  mutating func receive(_ record: RunRecord, line: Int) throws(MergeError) {
    if case .started(let start) = record {
      tellsOfRun = true
      let isFirst = reports.last.map { !Text.same($0.path, name) } ?? true
      let shown = isFirst ? name : "\(name):\(line)"
      reports.append(ShardReport(path: name, name: shown, start: start))
      return
    }
    guard let last = reports.last, Text.same(last.path, name), last.end == nil else {
      throw MergeError(.broken, "\(name):\(line): a run-started event must come first")
    }
    let index = reports.count - 1
    switch record {
    case .started: break
    case .scenario(let scenario): reports[index].scenarios.append(scenario)
    case .model(let model): reports[index].models.append(model)
    case .traced(let trace): reports[index].traces.append(trace)
    case .explored(let explored): reports[index].explored.append(explored)
    case .walked(let walked): reports[index].walked.append(walked)
    case .file(let file): reports[index].files.append(file)
    case .ended(let end): reports[index].end = end
    }
  }

  /// The whole. With `isPartial` what is missing is told in remarks of the end, and the run counts
  /// as one that could not be read to its end.
  public func merged(isPartial: Bool = false) throws(MergeError) -> [RunRecord] {
    guard let first = reports.first else {
      throw MergeError(.missing, "no report tells of a run")
    }
    let parts: [ShardReport]
    var missing = cutOff + silent.map { "\($0) tells of no run" }
    if first.start.shard == nil {
      parts = try follow()
    } else {
      parts = try gather(like: first)
      missing += absent(parts)
    }
    for report in reports { try ReportCheck(report)?.check() }
    if let what = missing.first, !isPartial {
      throw MergeError(
        .missing, what, help: "give all reports, or --partial to merge what there is")
    }
    return try MergedRun(parts).records(missing: missing)
  }

  /// The reports that end before their run did.
  private var cutOff: [String] {
    reports.filter { $0.end == nil }.map {
      "\($0.name) ends without its run-ended event: the run was cut off"
    }
  }

  /// The shards that nobody reports of.
  private func absent(_ shards: [ShardReport]) -> [String] {
    let count = shards.first?.start.shard?.count ?? 0
    let given = Set(shards.compactMap { $0.start.shard?.index })
    // Of a count that no one has, only the first few are named.
    let missing = (1...max(1, min(count, 10_000))).filter { !given.contains($0) }
    if missing.isEmpty { return [] }
    let named = missing.prefix(10).map(String.init).joined(separator: ", ")
    let more = count - given.count - min(missing.count, 10)
    let rest = more > 0 ? " and \(more) more" : ""
    return [
      "no report of shard\(missing.count == 1 ? "" : "s") \(named)\(rest) of \(count)"
    ]
  }

  /// Shards of one run, in order.
  private func gather(like first: ShardReport) throws(MergeError) -> [ShardReport] {
    for report in reports.dropFirst() {
      try check(report, against: first)
      guard let shard = report.start.shard else {
        throw MergeError(
          .mismatch, "\(first.name) is a shard, and \(report.name) a whole run")
      }
      let count = first.start.shard?.count ?? 0
      if shard.count != count {
        throw MergeError(
          .mismatch,
          "\(first.name) is one of \(count.counted("shard")), and \(report.name) one of "
            + "\(shard.count)", help: "merge the reports of one run")
      }
      if report.start.files != first.start.files {
        throw MergeError(
          .mismatch,
          "the shards saw different files: \(first.start.files) in \(first.name), "
            + "\(report.start.files) in \(report.name)")
      }
    }
    let sorted = reports.sorted { ($0.start.shard?.index ?? 0) < ($1.start.shard?.index ?? 0) }
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.start.shard == other.start.shard {
      throw MergeError(
        .mismatch,
        "shard \(one.start.shard?.index ?? 0) is there twice: \(one.name) and \(other.name)")
    }
    return sorted
  }

  /// Whole runs behind each other: the files of each count on from those before.
  private func follow() throws(MergeError) -> [ShardReport] {
    var offset = 0
    // Paths that led to no file are numbered behind the files of all, as one run would have it.
    var lost = reports.reduce(0) { $0 + $1.start.files }
    var parts: [ShardReport] = []
    for report in reports {
      if let first = parts.first { try check(report, against: first) }
      if report.start.shard != nil {
        throw MergeError(
          .mismatch, "\(reports[0].name) is a whole run, and \(report.name) a shard")
      }
      var part = report
      part.firstFile = offset
      for index in part.scenarios.indices { part.scenarios[index].fileIndex += offset }
      for index in part.models.indices { part.models[index].fileIndex += offset }
      for index in part.traces.indices { part.traces[index].fileIndex += offset }
      for index in part.explored.indices { part.explored[index].fileIndex += offset }
      for index in part.files.indices {
        if report.isLost(part.files[index]) {
          part.files[index].index = lost
          lost += 1
        } else {
          part.files[index].index += offset
        }
      }
      parts.append(part)
      offset += part.start.files
    }
    return parts
  }

  private func check(_ report: ShardReport, against first: ShardReport) throws(MergeError) {
    let (one, other) = (first.start, report.start)
    if one.command != other.command {
      throw MergeError(
        .mismatch,
        "\(first.name) is of \(one.command.rawValue), and \(report.name) of \(other.command.rawValue)"
      )
    }
    if one.repeats != other.repeats {
      throw MergeError(
        .mismatch,
        "\(first.name) ran each scenario \(one.repeats) times, and \(report.name) \(other.repeats)")
    }
    if one.seed != other.seed {
      throw MergeError(.mismatch, "\(first.name) and \(report.name) were shuffled differently")
    }
  }
}
