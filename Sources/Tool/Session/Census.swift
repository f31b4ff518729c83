import Reports

/// What a run selected against what it told of. At its end all that was selected has passed, failed
/// or been skipped, stands in a file that could not be loaded, or is reported missing; anything else
/// would be a bug that could turn a run green.
struct Census {
  private let files: Int
  /// Files that were told of, and those of them that were not begun.
  private var toldFiles = 0
  private var unbegunFiles = 0
  /// Scenarios, every pass counted.
  private var selected = 0
  private var told = 0
  private var missing = 0
  /// What was selected for all shards, and how much of it fell to this one.
  private var names: [String] = []
  private var own = 0

  init(files: Int) { self.files = files }

  /// Scenarios and files that the run did not come to.
  var leftOut: Int { missing + unbegunFiles }

  /// Takes a file that was told of with what was told of its scenarios.
  mutating func add(_ file: FileRun, _ statuses: some Sequence<ScenarioRecord.Status>) {
    toldFiles += 1
    selected += file.passes
    names += file.names
    own += file.own
    for status in statuses {
      switch status {
      case .passed, .failed, .skipped, .todo: told += 1
      case .missing: missing += 1
      }
    }
  }

  /// Takes a file that was not begun.
  mutating func addUnbegun() {
    toldFiles += 1
    unbegunFiles += 1
  }

  /// What was selected; nil where not every file was looked into.
  var whole: RunEnd.Selected? {
    unbegunFiles == 0 ? RunEnd.Selected(names, own: own) : nil
  }

  /// What of the selection is unaccounted for; nil where all is in order. Only a run that ended
  /// early may leave anything out, and only a run without failures may pass.
  func fault(_ totals: Totals, ended: EarlyEnd?, _ status: ExitStatus) -> String? {
    if toldFiles != files { return "\(files) files were selected, and \(toldFiles) told of" }
    if told + missing != selected {
      return "\(selected) scenarios were selected, and \(told + missing) told of"
    }
    if ended == nil, leftOut > 0 {
      return "\(missing) scenarios and \(unbegunFiles) files were left out of a whole run"
    }
    if totals.scenarios != selected {
      return "\(selected) scenarios were selected, and \(totals.scenarios) counted"
    }
    let isGreen = status == .success && ended != .interrupted
    if isGreen, !totals.isGreen { return "the run passes though not all of it did" }
    return nil
  }
}
