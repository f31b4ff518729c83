import Loader
import Reports
import Runner
import Scenarios
import Values

/// Which scenarios of a run are wanted: all conditions together. A pure function of a scenario, so
/// that every thread and every machine answers alike.
struct Selection: Sendable {
  /// Why a scenario is not run.
  enum Answer { case wanted, passedOver, elsewhere }

  /// Part of the name, byte by byte.
  var filter: String?
  /// Any of these holds for the scenario's tags.
  var tags: [TagExpression] = []
  /// The ids of the scenarios that failed last time, where only they are wanted.
  var failed: Set<String>?
  var changed: ChangedFiles?
  var shard: ShardPlan?

  /// Whether the file has to be loaded at all.
  func mayWant(_ path: String) -> Bool {
    guard let failed else { return true }
    return failed.contains { RunStore.isOf(path, $0) }
  }

  /// Whether anything in the file may be wanted, as far as the files that it is made of tell.
  func wants(_ sources: SourceMap, of path: FilePath) -> Bool {
    changed?.touch(sources, of: path) ?? true
  }

  /// Whether this run is the one that tells of a file in which nothing can run.
  func tells(of path: String) -> Bool { shard?.includes(path) ?? true }

  func answer(_ candidate: ScenarioRunner.Candidate, of path: String) -> Answer {
    if let filter, !candidate.name.holds(filter) { return .passedOver }
    let own = candidate.scenario.tags
    if !tags.isEmpty, !tags.contains(where: { $0.holds(own) }) { return .passedOver }
    if failed == nil, shard == nil { return .wanted }
    let id = ScenarioRecord.id(file: path, name: candidate.scenario.name.text, row: candidate.row)
    if let failed, !failed.contains(RunStore.key(id)), !failed.contains(RunStore.key(path)) {
      return .passedOver
    }
    return shard?.includes(id) ?? true ? .wanted : .elsewhere
  }
}

/// The scenarios that were not wanted: how many fall to other shards, and some names for a
/// suggestion where none was wanted.
struct PassedOver: Sendable {
  private static let most = 1000
  private(set) var elsewhere = 0
  private var names: [String] = []
  private var tags: [String] = []

  mutating func add(_ candidate: ScenarioRunner.Candidate, _ answer: Selection.Answer) {
    if answer == .elsewhere { elsewhere += 1 }
    guard names.count < PassedOver.most else { return }
    names.append(candidate.name)
    tags += candidate.scenario.tags
  }

  mutating func add(_ other: PassedOver) {
    elsewhere += other.elsewhere
    guard names.count < PassedOver.most else { return }
    names += other.names
    tags += other.tags
  }

  /// The name or tag that was perhaps meant.
  func nearest(to wanted: [String], tags wantedTags: [String]) -> String? {
    for name in wanted {
      if let near = Suggestion.nearest(to: name, among: names) { return near }
    }
    for tag in wantedTags {
      if let near = Suggestion.nearest(to: tag, among: tags) { return near }
    }
    return nil
  }
}
