import Loader
import Reports
import Runner
import Scenarios
import Values

/// Which scenarios of a run are wanted: all conditions together. A pure function of a scenario, so
/// that every thread and every machine answers alike.
struct Selection: Sendable {
  /// What becomes of a scenario, and why it is not run.
  enum Answer {
    case wanted
    /// Not picked, or a condition does not hold.
    case passedOver
    /// Of a file that did not change, where only what changed is wanted.
    case unchanged
    /// Of another shard.
    case elsewhere
  }

  /// Any of these is part of the name, byte by byte; none where every name will do.
  var filters: [String] = []
  /// Any of these holds for the scenario's tags.
  var tags: [TagExpression] = []
  /// The ids of the scenarios that failed last time, where only they are wanted.
  var failed: FailedKeys?
  /// Why it is not known what failed last time, where that was asked for.
  var doubt: String?
  var changed: ChangedFiles?
  var shard: ShardPlan?
  /// Whether what is walked belongs to every shard, which makes some of the walks.
  var sharesWalks = false

  /// Wants all of the files where nothing of them failed last time.
  mutating func forgetFailures(unlessOf files: [FilePath]) {
    guard let known = failed else { return }
    var keys = FileKeys()
    if !files.contains(where: { known.touch(keys.key(of: $0)) }) { failed = nil }
  }

  /// Whether the file has to be loaded at all, by what it is remembered as.
  func mayWant(_ key: String) -> Bool {
    failed?.touch(key) ?? true
  }

  /// Whether anything in the file may be wanted, as far as the files that it is made of tell.
  func wants(_ loaded: LoadResult, of path: FilePath) -> Bool {
    changed?.touch(loaded, of: path) ?? true
  }

  /// Whether this run is the one that tells of a file in which nothing can run.
  func tells(of path: String) -> Bool { shard?.includes(path) ?? true }

  /// `hasChanged` is what `wants` said of the file.
  func answer(
    _ candidate: ScenarioRunner.Candidate, of file: FileRun, hasChanged: Bool
  ) -> Answer {
    if !filters.isEmpty, !filters.contains(where: candidate.name.holds) { return .passedOver }
    let own = candidate.scenario.tags
    if !tags.isEmpty, !tags.contains(where: { $0.holds(own) }) { return .passedOver }
    if !hasChanged, failed == nil { return .unchanged }
    if failed == nil, shard == nil { return .wanted }
    let id = file.id(of: candidate)
    let isShared = sharesWalks && file.loaded?.file?.isWalked(candidate.scenario) ?? false
    if let failed, !failed.contains(file.key(of: id), of: file.key) { return .passedOver }
    if !hasChanged { return .unchanged }
    return isShared || shard?.includes(id) ?? true ? .wanted : .elsewhere
  }
}

/// The scenarios that were not wanted: how many fall to other shards, and some tags for a
/// suggestion where none was wanted.
struct PassedOver: Sendable {
  private static let most = 1000
  private(set) var elsewhere = 0
  /// Files that could not be loaded, of which another shard tells.
  private(set) var filesElsewhere = 0
  private(set) var unchanged = 0
  private var tags: [String] = []

  mutating func add(_ candidate: ScenarioRunner.Candidate, _ answer: Selection.Answer) {
    switch answer {
    case .wanted, .passedOver: break
    case .unchanged: unchanged += 1
    case .elsewhere: elsewhere += 1
    }
    if tags.count < PassedOver.most { tags += candidate.scenario.tags.all }
  }

  /// Whether another shard has something to tell.
  var hasElsewhere: Bool { elsewhere + filesElsewhere > 0 }

  mutating func addFileElsewhere() { filesElsewhere += 1 }

  mutating func add(_ other: PassedOver) {
    elsewhere += other.elsewhere
    filesElsewhere += other.filesElsewhere
    unchanged += other.unchanged
    if tags.count < PassedOver.most { tags += other.tags }
  }

  /// The tag that was perhaps meant.
  func nearest(to wantedTags: [String]) -> String? {
    for tag in wantedTags {
      if let near = Suggestion.nearest(to: tag, among: tags) { return near }
    }
    return nil
  }
}
