import Values

/// Whether a report that has its end is whole: what the end says of the lines before it is so.
struct ReportCheck {
  private let report: ShardReport
  private let end: RunEnd

  init?(_ report: ShardReport) {
    guard let end = report.end else { return nil }
    self.report = report
    self.end = end
  }

  func check() throws(MergeError) {
    if !report.isIntact {
      throw broken(
        "its lines are not those that were written: some are missing, repeated or changed")
    }
    try checkFiles()
    try checkScenarios()
    try checkTotals()
    if report.start.command != .check { try checkSelection() }
  }

  /// Each file is told of once; all of them, unless the run was cut short.
  private func checkFiles() throws(MergeError) {
    let given = Set(report.files.map(\.index))
    if given.count != report.files.count { throw broken("it tells of a file twice") }
    let told = given.count { $0 < report.start.files }
    if told != report.start.files, !end.isInterrupted {
      throw broken("it tells of \(told) of \(report.start.files.counted("file"))")
    }
  }

  /// What is said of a scenario goes together.
  private func checkScenarios() throws(MergeError) {
    for scenario in report.scenarios {
      let isSound =
        switch scenario.status {
        case .passed: scenario.failures.isEmpty && scenario.reason == nil
        case .failed: !scenario.failures.isEmpty
        case .skipped, .missing, .todo: scenario.reason != nil
        }
      if !isSound {
        throw broken(
          "it calls \(scenario.id) \(scenario.status.rawValue), and says otherwise beside it")
      }
    }
  }

  private func checkTotals() throws(MergeError) {
    var totals = Totals()
    for scenario in report.scenarios { totals.add(.scenario(scenario)) }
    for file in report.files { totals.add(.file(file)) }
    // Notes are not counted in a report, and of shards that were not there more may be missing.
    totals.notes = end.totals.notes
    totals.missing = max(totals.missing, end.totals.missing)
    if totals != end.totals { throw broken("its totals are not those of its lines") }
  }

  private func checkSelection() throws(MergeError) {
    guard let selected = end.selected else {
      if end.isInterrupted || end.totals.missingFiles > 0 { return }
      throw broken("it does not say what was selected: it is of another version of reactorctl")
    }
    guard report.scenarios.count == report.own.scenarios * report.start.repeats else {
      throw broken("it does not tell of every pass of its scenarios")
    }
    if report.own.names.count != selected.own {
      throw broken(
        "\(selected.own.counted("scenario")) fell to it, and it tells of "
          + "\(report.own.names.count)")
    }
  }

  private func broken(_ what: String) -> MergeError {
    MergeError(.broken, "\(report.name) is not whole: \(what)", help: "make the report again")
  }
}

extension ShardReport {
  /// What was selected for this run: the ids of scenarios, each pass once, and the paths of files
  /// that could not be loaded; and how many of them are scenarios.
  var own: (names: [String], scenarios: Int) {
    var told: Set<[Int]> = []
    return own(besides: &told)
  }

  /// The same without what others have told of, whose places are given, and those of this one behind them.
  func own(besides told: inout Set<[Int]>) -> (names: [String], scenarios: Int) {
    var names: [String] = []
    for scenario in scenarios where told.insert([scenario.fileIndex, scenario.index]).inserted {
      names.append(scenario.id)
    }
    let count = names.count
    for file in files where file.isBroken && !isLost(file) { names.append(file.path) }
    return (names, count)
  }
}

/// What several reports say of one selection.
struct SelectionCheck {
  private let parts: [ShardReport]

  init(_ parts: [ShardReport]) { self.parts = parts }

  /// What all of them tell of, once also where they share its walks.
  private var names: [String] {
    var told: Set<[Int]> = []
    return parts.flatMap { $0.own(besides: &told).names }
  }

  /// Of the shards of a run: all selected the same, and together they tell of all of it. Gives how
  /// many scenarios nobody tells of, which is none where all shards are there.
  func check(isWhole: Bool) throws(MergeError) -> Int {
    let known = parts.filter { $0.end?.selected != nil }
    guard let first = known.first, let selected = first.end?.selected else { return 0 }
    for other in known.dropFirst() {
      guard let others = other.end?.selected,
        others.count != selected.count || others.digest != selected.digest
      else { continue }
      throw MergeError(
        .mismatch,
        "\(first.name) and \(other.name) are of different selections, of \(selected.count) and "
          + "\(others.count)",
        help: "give all shards the same files, paths and options")
    }
    let names = names
    // Of a shard that ended early it is not known what fell to it.
    guard isWhole, known.count == parts.count else { return max(0, selected.count - names.count) }
    if RunEnd.Selected(names, own: 0).digest != selected.digest {
      throw MergeError(
        .mismatch,
        "\(selected.count) scenarios were selected, and the shards tell of others, \(names.count)",
        help: "give all shards the same --timings, or none")
    }
    return 0
  }

  /// What was selected by all parts together; nil where that is not known.
  var joined: RunEnd.Selected? {
    let names = names
    let isKnown = parts.allSatisfy { $0.end?.selected != nil }
    return isKnown ? RunEnd.Selected(names, own: names.count) : nil
  }
}
