import Loader

/// The files that a command reads, which none of its reports may take the place of: by device and
/// number, so that no other name, hard link or spelling leads to one.
final class RunInputs: Sendable {
  private struct State {
    var known: [FileIdentity: String] = [:]
    /// Files that may come to be while the command runs.
    var coming: [(path: FilePath, what: String)] = []
    var hasOwn = false
    var hasUsed = false
  }

  private let files: [FilePath]
  private let root: RootRule
  private let state: Guarded<State>

  /// The scenario files of a run, the goldens beside them, and what it remembers.
  init(_ files: [FilePath], _ root: RootRule, store: RunStore? = nil) {
    (self.files, self.root) = (files, root)
    var state = State()
    for file in files {
      state.coming.append((FileGoldens.path(beside: file), "a golden of this run"))
    }
    if let store { state.coming.append((store.file, "where it is kept what failed last")) }
    self.state = Guarded(state)
  }

  /// None.
  static let none = RunInputs([], .nearest)

  /// A file that the command reads besides, as `what`.
  func add(_ file: FilePath, as what: String) {
    if let identity = FileIdentity(of: file) { state.with { $0.known[identity] = what } }
  }

  private static let scenarios = "a scenario file of this run"

  /// A file that was loaded, with those that it uses.
  func add(_ loaded: LoadResult) {
    if loaded.identities.count > 1 { state.with { RunInputs.add(loaded, to: &$0) } }
  }

  private static func add(_ files: [FilePath], to state: inout State) {
    state.hasOwn = true
    for file in files {
      if let identity = FileIdentity(of: file) { state.known[identity] = scenarios }
    }
  }

  private static func add(_ loaded: LoadResult, to state: inout State) {
    for (index, identity) in loaded.identities.enumerated() {
      guard let identity, state.known[identity] == nil else { continue }
      state.known[identity] = index == 0 ? scenarios : "a file that one of this run uses"
    }
  }

  /// Loads all files for what they use. For those who are about to write before anything has run,
  /// and to what is not plainly a report.
  func findUsed() {
    let isDone = state.with { state in
      defer { state.hasUsed = true }
      return state.hasUsed
    }
    if isDone { return }
    for file in files where Interruption.requested == nil {
      add(ScenarioLoader.load(file, root: root))
    }
  }

  /// Why a report may not be written there; nil where it may.
  func refusal(_ identity: FileIdentity) -> String? {
    state.with { state in
      if !state.hasOwn { RunInputs.add(files, to: &state) }
      let what =
        state.known[identity]
        ?? state.coming.first { FileIdentity(of: $0.path) == identity }?.what
      return what.map { "is not written: there stands \($0)" }
    }
  }

  /// What files of that name are, where a report may not have it, whether something stands there or
  /// not.
  static func kind(named name: some Collection<UInt8>) -> String? {
    let kinds = [(".yaml", "scenario file"), (".yml", "scenario file"), (".golden", "golden")]
    return kinds.first { hasEnding($0.0, name) }?.1
  }

  /// Whether a name ends so, in small letters or capitals.
  static func hasEnding(_ ending: String, _ name: some Collection<UInt8>) -> Bool {
    name.suffix(ending.utf8.count).map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
      .elementsEqual(ending.utf8)
  }
}
