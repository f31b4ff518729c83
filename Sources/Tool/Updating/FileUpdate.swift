import Loader
import Reports
import Runner
import Scenarios
import Values

/// Works out how the outcomes of a file are to be rewritten so that they are met: in memory, round
/// by round, for a changed file is run again until nothing more is to be written.
///
/// Nothing that is not green afterwards is kept: a place that several rows or passes want to hold
/// different values, or that cannot hold its value, stays as it was.
struct FileUpdate {
  /// What is written for one outcome, in places of the file as it was.
  struct Change {
    var edits: [Edit]
    /// What the place is to hold by it.
    var wanted: Fix.Change
    /// Whose outcome it is, and what happened before; empty where nobody is to be shown it.
    var story = ""

    /// Why it is taken back, where these are asked for at its place once it is made.
    func objection(from fixes: [Fix]) -> String {
      if fixes.isEmpty { return FileUpdate.unmet }
      let isAskedAgain = fixes.contains { Fix(wanted, at: $0.span).isSame(as: $0) }
      return isAskedAgain ? FileUpdate.unwritable : FileUpdate.disagreement
    }
  }

  /// A place that is not updated, and why.
  struct Note: Equatable {
    /// In the file as it was.
    var offset: Int
    var reason: String
  }

  private static let mostRounds = 200
  /// In search of changes that cannot be made.
  private static let mostLoads = 100
  static let disagreement =
    "it is checked several times, and not one value is right every time"
  static let endless =
    "with what came out written, others differ, and so on for \(mostRounds) rounds"
  static let unwritable = "the value cannot be written there"
  static let unmet = "with what came out written, something else fails there"

  let path: FilePath
  let root: RootRule
  let original: [UInt8]
  let clock: RunClock
  private(set) var changes: [Change] = []
  private(set) var notes: [Note] = []
  /// Where the notes are: of a place one is enough.
  private var noted: Set<Int> = []
  /// Why the system did not let a file be read meanwhile; then nothing is known of the changes.
  private(set) var fault: String?
  /// How many times the scenarios have run.
  private(set) var rounds = 0
  /// Places that stay as they are, in the file as it was.
  private var closed = ClosedPlaces()
  /// The candidates with something to fix, and their siblings.
  private var affected: Set<Int>?
  /// The candidates that were asked for.
  private var asked: Set<Int> = []
  /// The candidates of which every outcome may be written; of others only those that they share
  /// with these.
  private var own: Set<Int> = []
  /// Whether changes have a story.
  private let hasStories: Bool

  init(
    _ original: [UInt8], of path: FilePath, _ root: RootRule = .nearest,
    in clock: RunClock = RunClock(), hasStories: Bool = false
  ) {
    self.hasStories = hasStories
    self.original = original
    self.clock = clock
    self.path = path
    self.root = root
  }

  var updated: [UInt8] { text(with: changes) }

  func text(with changes: [Change]) -> [UInt8] {
    Edit.apply(changes.flatMap(\.edits), to: original)
  }

  // MARK: Rounds

  /// Finds all changes for the selected scenarios.
  mutating func run(selecting isSelected: (ScenarioRunner.Candidate) -> Bool) {
    while rounds < FileUpdate.mostRounds {
      rounds += 1
      let text = updated
      let loaded = load(text)
      guard let file = loaded.file else {
        if changes.isEmpty || fault != nil { return }
        closeInvalid()
        continue
      }
      let runner = clock.runner(file)
      let candidates = runner.candidates
      // What is known to fail is to be mended, and not written as it is.
      let chosen = candidates.filter {
        $0.scenario.todo == nil && (affected?.contains($0.index) ?? isSelected($0))
      }
      let results = chosen.map { runner.run($0, pastFixes: true) }
      if affected == nil {
        asked = Set(chosen.map(\.index))
        own = FileUpdate.siblings(of: results, chosen, candidates).union(chosen.map(\.index))
        affected =
          FileUpdate.shareWhatDiffers(results, chosen)
          ? Set(candidates.map(\.index)) : FileUpdate.siblings(of: results, chosen, candidates)
      }
      let isSettled = !take(limited(results, chosen), loaded.sources)
      if isSettled { return }
    }
    close(Array(changes.indices), FileUpdate.endless)
  }

  /// Whether the file as loaded meets every outcome that was rewritten.
  func isMet(by loaded: LoadResult, with changes: [Change]) -> Bool {
    guard let file = loaded.file, loaded.sources.files[0].bytes == text(with: changes) else {
      return false
    }
    let offsets = OffsetMap(changes.flatMap(\.edits))
    let runner = clock.runner(file)
    return runner.candidates.filter { affected?.contains($0.index) == true }
      .allSatisfy { candidate in
        runner.run(candidate).failures.allSatisfy { failure in
          failure.span.file != 0 || offsets.written(in: failure.span).isEmpty
        }
      }
  }

  /// Loads the file as it would be, with the used files as they are.
  private mutating func load(_ text: [UInt8]) -> LoadResult {
    let loaded = ScenarioLoader.load(bytes: text, as: path, root: root)
    if loaded.verdict == .unreadable, let problem = loaded.problem {
      fault = fault ?? "is not updated: \(problem.path.shown) \(problem.message)"
    }
    return loaded
  }

  /// Takes back the changes that make the file invalid: those that do so alone, or else, as all
  /// together are too much for a file, those for which there is no more room.
  private mutating func closeInvalid() {
    var loads = 0
    let invalid = invalid(among: changes.indices, &loads)
    if !invalid.isEmpty { return close(invalid, FileUpdate.unwritable) }
    var (fitting, exceeding) = (0, changes.count)
    while exceeding - fitting > 1 {
      let middle = (fitting + exceeding) / 2
      if isValid(with: 0..<middle) { fitting = middle } else { exceeding = middle }
    }
    let message = load(text(with: Array(changes[..<exceeding]))).diagnostics
      .first { $0.severity == .error }?.message
    close(
      Array(fitting..<changes.count),
      "with it the file would be invalid: \(message ?? FileUpdate.unwritable)")
  }

  private mutating func isValid(with range: Range<Int>) -> Bool {
    load(text(with: Array(changes[range]))).file != nil
  }

  /// The changes of the range that make the file invalid without those outside of it. Where finding
  /// them takes too long, some beside them are taken for such.
  private mutating func invalid(among range: Range<Int>, _ loads: inout Int) -> [Int] {
    loads += 1
    if range.count < changes.count, isValid(with: range) { return [] }
    if range.count == 1 || loads > FileUpdate.mostLoads { return Array(range) }
    let middle = (range.lowerBound + range.upperBound) / 2
    return invalid(among: range.lowerBound..<middle, &loads)
      + invalid(among: middle..<range.upperBound, &loads)
  }

  /// The scenarios with something to fix or to tell, with all their rows: these share what is
  /// written.
  private static func siblings(
    of results: [ScenarioResult], _ chosen: [ScenarioRunner.Candidate],
    _ candidates: [ScenarioRunner.Candidate]
  ) -> Set<Int> {
    var spans = Set<SourceSpan>()
    for (result, candidate) in zip(results, chosen)
    where result.failures.contains(where: { !$0.fixes.isEmpty || $0.obstacle != nil }) {
      spans.insert(candidate.scenario.span)
    }
    return Set(candidates.filter { spans.contains($0.scenario.span) }.map(\.index))
  }

  /// Whether some of what differs stands in a script that other scenarios do too.
  private static func shareWhatDiffers(
    _ results: [ScenarioResult], _ candidates: [ScenarioRunner.Candidate]
  ) -> Bool {
    zip(results, candidates).contains { result, candidate in
      result.failures.contains { !candidate.scenario.span.holds($0.span) && !$0.fixes.isEmpty }
    }
  }

  /// Results of which those that were not asked for tell only of what they share with others.
  private func limited(
    _ results: [ScenarioResult], _ candidates: [ScenarioRunner.Candidate]
  ) -> [ScenarioResult] {
    zip(results, candidates).map { result, candidate in
      var result = result
      // What stands in a row is nobody else's.
      if !asked.contains(candidate.index), let row = result.rowSpan {
        for index in result.failures.indices {
          result.failures[index].fixes.removeAll { row.holds($0.span) }
        }
      }
      if own.contains(candidate.index) { return result }
      result.failures = result.failures.filter { !candidate.scenario.span.holds($0.span) }
      return result
    }
  }

  /// Takes up what the results ask for; false where that is nothing new.
  private mutating func take(_ results: [ScenarioResult], _ sources: SourceMap) -> Bool {
    let failures = results.flatMap(\.failures)
    guard let file = FileEdits(sources.files[0]) else { return false }
    let stories = hasStories ? FileUpdate.stories(of: results, sources) : [:]
    let offsets = OffsetMap(changes.flatMap(\.edits))
    // What a change did not make green, or broke, is taken back.
    let objections = objections(of: failures, offsets)
    close(objections)
    if !objections.isEmpty { return true }
    let before = changes.count
    let owners = owners
    var occupied = OccupiedPlaces(changes)
    // All of a round is taken up in one go, so that places that disagree cost no round each.
    var gone: [Int: String] = [:]
    for fix in FileUpdate.fixes(failures.filter { $0.span.file == 0 }) {
      switch place(fix, file, offsets) {
      case .nowhere: continue
      case .beside(let numbers):
        // What has been written once is not right for another pass.
        for owner in Set(numbers.map { owners[$0] }) {
          FileUpdate.take(changes[owner].objection(from: [fix]), of: owner, &gone)
        }
      case .at(let edits):
        let change = Change(edits: edits, wanted: fix.change, story: stories[fix.span] ?? "")
        for rival in add(change, &occupied) {
          FileUpdate.take(FileUpdate.disagreement, of: rival, &gone)
        }
      }
    }
    let isNew = changes.count > before || !gone.isEmpty
    close(gone)
    if isNew { return true }
    noteRows(failures, sources, offsets)
    for failure in failures {
      if let reason = failure.obstacle { note(failure.span, reason, offsets) }
      guard failure.span.file != 0, !failure.fixes.isEmpty,
        let place = failure.places.last(where: { $0.span.file == 0 })
      else { continue }
      let name = sources[failure.span].name
      note(place.span, "what differs stands in \(SafeText.shown(name))", offsets)
    }
    return false
  }

  /// Cells of rows in other files that are told, for each place that is checked.
  private static let mostCells = 20

  /// Notes what cells of rows in other files would be: these are not written.
  private mutating func noteRows(
    _ failures: [Failure], _ sources: SourceMap, _ offsets: OffsetMap
  ) {
    var cells: [SourceSpan: Int] = [:]
    for failure in failures where failure.span.file == 0 && failure.isFixable {
      for fix in failure.fixes where fix.span.file != 0 {
        let source = sources[fix.span]
        let (line, column) = source.position(of: Int(fix.span.start))
        let count = cells[failure.span, default: 0] + 1
        cells[failure.span] = count
        guard count <= FileUpdate.mostCells else { continue }
        let place = "\(SafeText.shown(source.name)):\(line):\(column)"
        note(row: failure.span, "\(place) \(FileUpdate.cure(of: fix))", offsets)
      }
    }
    for (span, count) in cells.sorted(by: { $0.key.start < $1.key.start })
    where count > FileUpdate.mostCells {
      let more = (count - FileUpdate.mostCells).counted("more cell")
      note(row: span, "\(more) of rows in another file", offsets)
    }
  }

  private static func cure(of fix: Fix) -> String {
    let value =
      switch fix.change {
      case .replace(let value):
        "hold \(SafeText.shown(String(value.description.unicodeScalars.prefix(200))))"
      case .hold: "hold other values"
      }
    return "would \(value), and only the file that runs is updated"
  }

  /// Of one place there are as many such notes as cells.
  private mutating func note(row span: SourceSpan, _ reason: String, _ offsets: OffsetMap) {
    let place = Int(span.start)
    let note = Note(
      offset: offsets.original(place..<place)?.lowerBound ?? place, reason: reason)
    if !notes.contains(note) { notes.append(note) }
    noted.insert(note.offset)
  }

  /// By place, what is to be known of the first failure there.
  private static func stories(
    of results: [ScenarioResult], _ sources: SourceMap
  ) -> [SourceSpan: String] {
    let report = TextReport()
    var stories: [SourceSpan: String] = [:]
    for result in results {
      for failure in result.failures {
        for fix in failure.fixes where stories[fix.span] == nil {
          let row = result.numberedRow.map { " [row \($0)]" } ?? ""
          stories[fix.span] =
            "  in: \(SafeText.shown(result.name))\(row)\n" + report.story(failure, in: sources)
        }
      }
    }
    return stories
  }

  /// Of the outcomes that can be met by fixes alone.
  static func fixes(_ failures: [Failure]) -> [Fix] {
    var known = KnownFixes()
    for fix in failures.filter(\.isFixable).flatMap(\.fixes) { known.add(fix) }
    return known.fixes
  }

  private enum Placement {
    case nowhere
    /// Next to what those edits wrote, by their number.
    case beside([Int])
    /// In the file as it was.
    case at([Edit])
  }

  private mutating func place(
    _ fix: Fix, _ file: FileEdits, _ offsets: OffsetMap
  ) -> Placement {
    let edits: [Edit]
    do throws(FileEdits.Refusal) {
      edits = try file.edits(for: fix)
    } catch {
      note(fix.span, error.reason, offsets)
      return .nowhere
    }
    var placed: [Edit] = []
    for edit in edits {
      guard let range = offsets.original(edit.range) else {
        return .beside(offsets.touching(edit.range))
      }
      placed.append(Edit(range, edit.replacement))
    }
    return placed.isEmpty || placed.contains { closed.touch($0.range) } ? .nowhere : .at(placed)
  }

  /// Makes a change of the edits. Where changes of another pass are in their way, neither gets its
  /// own: answers with these, by number.
  private mutating func add(_ change: Change, _ occupied: inout OccupiedPlaces) -> Set<Int> {
    let rivals = Set(change.edits.flatMap { occupied.rivals(of: $0.range) })
    if rivals.isEmpty {
      for edit in change.edits { occupied.add(edit.range, by: changes.count) }
      changes.append(change)
    } else {
      for edit in change.edits + rivals.sorted().flatMap({ changes[$0].edits }) {
        closed.insert(edit.range)
      }
    }
    return rivals
  }

  // MARK: Places that stay

  /// The number of the change that each edit belongs to, numbered through all changes.
  private var owners: [Int] {
    changes.indices.flatMap { index in changes[index].edits.map { _ in index } }
  }

  /// What the failures have against changes that were made, by the numbers of these.
  private func objections(of failures: [Failure], _ offsets: OffsetMap) -> [Int: String] {
    let owners = owners
    var objections: [Int: String] = [:]
    for failure in failures where failure.span.file == 0 {
      for owner in Set(offsets.written(in: failure.span).map { owners[$0] }) {
        let fixes = failure.fixes.filter { fix in
          fix.span.file == 0
            && offsets.touching(Int(fix.span.start)..<Int(fix.span.end))
              .contains { owners[$0] == owner }
        }
        FileUpdate.take(changes[owner].objection(from: fixes), of: owner, &objections)
      }
    }
    return objections
  }

  /// Notes why a change goes: that its place is to hold several values says more than all else.
  private static func take(_ reason: String, of number: Int, _ reasons: inout [Int: String]) {
    if reasons[number] == nil || reason == disagreement { reasons[number] = reason }
  }

  private mutating func close(_ numbers: [Int], _ reason: String) {
    close(Dictionary(uniqueKeysWithValues: numbers.map { ($0, reason) }))
  }

  /// Takes back the changes of these numbers.
  private mutating func close(_ gone: [Int: String]) {
    for (number, reason) in gone.sorted(by: { $0.key > $1.key }) {
      let edits = changes[number].edits
      for edit in edits { closed.insert(edit.range) }
      add(Note(offset: edits[0].range.lowerBound, reason: reason))
    }
    changes = changes.indices.filter { gone[$0] == nil }.map { changes[$0] }
  }

  private mutating func note(_ span: SourceSpan, _ reason: String, _ offsets: OffsetMap) {
    guard span.file == 0 else { return }
    let place = Int(span.start)
    add(Note(offset: offsets.original(place..<place)?.lowerBound ?? place, reason: reason))
  }

  private mutating func add(_ note: Note) {
    if noted.insert(note.offset).inserted { notes.append(note) }
  }
}
