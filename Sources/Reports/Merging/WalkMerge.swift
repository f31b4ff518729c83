import Scenarios
import Values

/// Makes of what several shards say of a scenario whose walks they share what one run would have said of it: it
/// goes as far as the first walk that found something, and pays no heed to what the others did behind that.
struct WalkMerge {
  /// What one shard says.
  struct Part {
    let scenario: ScenarioRecord
    /// Nil where the shard did not come to it.
    let walked: WalkedRecord?
  }

  private let parts: [Part]
  private let walked: [WalkedRecord]
  /// Whether every shard has made its walks.
  private let isWhole: Bool
  /// The first walk that found something, as the shard tells it that counts the walk.
  private let ending: WalkedRecord.Ending?

  /// - Parameters:
  ///   - parts: At least one.
  ///   - shards: How many there are of the run.
  init(_ parts: [Part], of shards: Int) {
    self.parts = parts
    walked = parts.compactMap(\.walked)
    isWhole = walked.count == shards
    let first = walked.compactMap { $0.ending?.walk }.min()
    let tellers = walked.filter { $0.ending?.walk == first }
    let owner = first.flatMap { walk in tellers.first { $0.share.holds(walk) } }
    ending = first.flatMap { _ in (owner ?? tellers.first)?.ending }
  }

  /// What the scenario's own record says, and before it what its exploration came to, where that is told.
  var records: (explored: ExploredRecord?, scenario: ScenarioRecord) {
    var scenario = parts[0].scenario
    scenario.seconds = parts.reduce(0) { $0 + $1.scenario.seconds }
    if !isWhole, ending == nil {
      (scenario.status, scenario.failures, scenario.unshown) = (.missing, [], 0)
      scenario.reason =
        parts.first { $0.walked == nil }?.scenario.reason ?? "not all of its walks were made"
      return (nil, scenario)
    }
    (scenario.reason, scenario.failures, scenario.unshown) = (nil, failures, 0)
    let rest = scenario.failures.count - ScenarioRecord.mostFailures
    if rest > 0 {
      scenario.failures.removeLast(rest)
      scenario.unshown = rest
    }
    scenario.status = scenario.failures.isEmpty ? .passed : .failed
    if scenario.status == .failed, let todo {
      (scenario.status, scenario.reason) = (.todo, todo)
      (scenario.failures, scenario.unshown) = ([], 0)
      return (nil, scenario)
    }
    return (explored, scenario)
  }

  /// Why it is known to fail. What the run had no more time for has not shown that it fails.
  private var todo: String? {
    guard let ending else { return walked.first?.todo }
    return walked.first { $0.ending == ending }?.todo
  }

  /// Whether one run would have come to a walk.
  private func isReached(_ walk: Int?) -> Bool {
    guard let walk else { return false }
    return ending.map { walk <= $0.walk } ?? true
  }

  private var failures: [FailureRecord] {
    guard let ending else { return standing { _ in true } }
    // Where something went wrong nothing is asked.
    guard ending.found != nil else { return ending.failures }
    // Of shards that are not there nobody knows what they would have seen.
    return ending.failures + (isWhole ? standing(where: \.standsBesideViolation) : [])
  }

  /// The failures that no walk has refuted.
  private func standing(where stands: (WalkedRecord.Doubt) -> Bool) -> [FailureRecord] {
    guard let first = walked.first else { return [] }
    return first.doubts.indices.filter { place in
      stands(first.doubts[place])
        && !walked.contains { isReached($0.doubts.dropFirst(place).first?.refutedBy) }
    }.map { first.doubts[$0].failure }
  }

  private var explored: ExploredRecord? {
    guard let first = walked.first, ending == nil || ending?.found != nil else { return nil }
    var explored = ExploredRecord(first)
    explored.walks = 0
    for part in walked {
      let reached = part.turns.enumerated().prefix { isReached(part.share.number($0.offset)) }
      explored.walks? += reached.count
      explored.generated += reached.reduce(0) { $0 + $1.element }
    }
    explored.cuts = cuts
    explored.unseen = first.parts.indices.filter { place in
      !walked.contains { isReached($0.parts.dropFirst(place).first?.firstWalk) }
    }.map { first.parts[$0].part }
    if let found = ending?.found {
      explored.verdict = Explored.Verdict.violated.rawValue
      explored.found = found
    }
    return explored
  }

  /// What walks were ended at, in the order in which one run would have come to it.
  private var cuts: [ExploredRecord.Cut] {
    var all: [(first: Int, cut: ExploredRecord.Cut)] = []
    for cut in walked.flatMap(\.cuts) {
      let walks = cut.walks.filter(isReached)
      guard let first = walks.min() else { continue }
      if let place = all.firstIndex(where: { $0.cut.bound == cut.bound }) {
        all[place].cut.walks += walks.count
        all[place].first = min(all[place].first, first)
      } else {
        all.append(
          (first, ExploredRecord.Cut(walks: walks.count, bound: cut.bound, cure: cut.cure)))
      }
    }
    return all.sorted { $0.first < $1.first }.map(\.cut)
  }
}

/// What several shards say of the scenarios of a run: of most only one does, of those that are walked all.
struct ShardedScenarios {
  private let parts: [ShardReport]

  init(_ parts: [ShardReport]) { self.parts = parts }

  struct Joined {
    /// Each once.
    var scenarios: [ScenarioRecord] = []
    /// What explorations came to.
    var explored: [ExploredRecord] = []
    /// The files with scenarios whose walks are shared.
    var shared: Set<Int> = []
  }

  func joined() throws(MergeError) -> Joined {
    var joined = Joined()
    let single = parts.map { part in
      Dictionary(part.explored.map { (ScenarioPlace($0), $0) }) { $1 }
    }
    var all: [(place: ScenarioPlace, record: ScenarioRecord, part: Int)] = []
    for (number, part) in parts.enumerated() {
      for scenario in part.scenarios { all.append((ScenarioPlace(scenario), scenario, number)) }
    }
    all.sort { ($0.place, $0.part) < ($1.place, $1.part) }
    let walked = parts.map(walks)
    var rest = all[...]
    while let first = rest.first {
      let same = rest.prefix { $0.place == first.place }
      rest = rest.dropFirst(same.count)
      let told = same.map { WalkMerge.Part(scenario: $0.record, walked: walked[$0.part][$0.place]) }
      guard parts[0].start.shard != nil, told.contains(where: { $0.walked != nil }) else {
        if same.count > 1 {
          let next = same[same.startIndex + 1]
          throw twice(first.record, parts[first.part].name, parts[next.part].name)
        }
        joined.scenarios.append(first.record)
        if let explored = single[first.part][first.place] { joined.explored.append(explored) }
        continue
      }
      try check(told, same.map(\.part))
      let merged = WalkMerge(told, of: parts[0].start.shard?.count ?? 1).records
      joined.scenarios.append(merged.scenario)
      joined.shared.insert(first.record.fileIndex)
      if let explored = merged.explored { joined.explored.append(explored) }
    }
    return joined
  }

  private func walks(of part: ShardReport) -> [ScenarioPlace: WalkedRecord] {
    Dictionary(part.walked.map { (ScenarioPlace($0), $0) }) { $1 }
  }

  /// Of each part once, and the same walks of the same model.
  private func check(_ told: [WalkMerge.Part], _ numbers: [Int]) throws(MergeError) {
    for (one, other) in zip(numbers, numbers.dropFirst()) where one == other {
      throw twice(told[0].scenario, parts[one].name, parts[one].name)
    }
    var first: (walked: WalkedRecord, part: Int)?
    for (part, number) in zip(told, numbers) {
      // One that the run did not come to has none of its walks.
      guard let walked = part.walked else {
        if part.scenario.status == .missing { continue }
        throw twice(part.scenario, parts[numbers[0]].name, parts[number].name)
      }
      guard let (one, other) = first else {
        first = (walked, number)
        continue
      }
      let isAlike =
        walked.all == one.all && walked.notes == one.notes
        && walked.doubts.count == one.doubts.count && walked.parts.count == one.parts.count
      if isAlike || walked.parts.isEmpty || one.parts.isEmpty { continue }
      throw MergeError(
        .mismatch,
        "\"\(SafeText.shown(walked.id))\" is walked otherwise in \(parts[other].name) and "
          + "\(parts[number].name)", help: "give all shards the same --runs and --seed")
    }
  }

  private func twice(_ record: ScenarioRecord, _ first: String, _ second: String) -> MergeError {
    let shown = SafeText.shown(record.id)
    return MergeError(
      .mismatch,
      first == second
        ? "\(first) tells of \"\(shown)\" twice"
        : "\"\(shown)\" stands in both \(first) and \(second)",
      help: "every scenario runs in one shard alone")
  }
}

/// Where a record stands: in a file scenario by scenario, the passes of each together.
struct ScenarioPlace: Hashable, Comparable {
  var file: Int
  var index: Int
  var pass: Int

  init(_ scenario: ScenarioRecord) {
    (file, index, pass) = (scenario.fileIndex, scenario.index, scenario.pass)
  }

  init(_ explored: ExploredRecord) {
    (file, index, pass) = (explored.fileIndex, explored.index, 1)
  }

  init(_ walked: WalkedRecord) {
    (file, index, pass) = (walked.fileIndex, walked.index, 1)
  }

  init(_ trace: TraceRecord) {
    (file, index, pass) = (trace.fileIndex, trace.index, trace.pass)
  }

  static func < (left: ScenarioPlace, right: ScenarioPlace) -> Bool {
    (left.file, left.index, left.pass) < (right.file, right.index, right.pass)
  }
}
