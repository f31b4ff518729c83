import Loader
import Reports
import Runner
import Scenarios
import Values

/// `--update`: rewrites the outcomes of a file before it runs, so that everything that is told of
/// the run is told of the file as it then is.
final class Updater: Sendable {
  enum Mode: String, CaseIterable, Sendable {
    case write
    /// Shows each change and asks.
    case review
  }

  /// What came of one file, for the text for people.
  struct Outcome: Sendable, Equatable {
    /// How many values were written.
    var count = 0
    /// `shop.yaml:3:7: not updated: a formula is not rewritten`.
    var notes: [String] = []
    /// Why the file could not be written.
    var problem: String?
  }

  let review: Review?
  private let root: RootRule

  /// Asks where there is a review.
  init(_ root: RootRule, _ review: Review? = nil) {
    self.root = root
    self.review = review
  }

  /// Whether somebody is asked before anything is written.
  var asks: Bool { review != nil }

  /// Rewrites what the selected scenarios ask for. Files of which nothing changes are not written.
  func update(
    _ path: FilePath, _ loaded: LoadResult, in clock: RunClock = RunClock(),
    selecting: (ScenarioRunner.Candidate) -> Bool
  ) -> Outcome {
    var update = FileUpdate(
      loaded.sources.files[0].bytes, of: path, root, in: clock, hasStories: asks)
    update.run(selecting: selecting)
    if let fault = update.fault { return Outcome(problem: fault) }
    var changes = update.changes
    if let review {
      changes = review.accepted(of: changes, of: path, update.original)
    }
    // Of a run that has ended meanwhile not all is known, and it tells nothing more of the file.
    if clock.isOver { return Outcome() }
    var outcome = Outcome(count: changes.count)
    if !changes.isEmpty {
      outcome.problem = Updater.write(update, changes, over: loaded.identities[0])
    }
    if outcome.problem != nil { outcome.count = 0 }
    outcome.notes = Updater.notes(update, outcome.count == 0 ? [] : changes)
    return outcome
  }

  /// Replaces the file, and puts it back where it turns out not to be as it was worked out. Answers
  /// with what went wrong.
  private static func write(
    _ update: FileUpdate, _ changes: [FileUpdate.Change], over original: FileIdentity?
  ) -> String? {
    let text = update.text(with: changes)
    do throws(FileWriter.Failure) {
      let place = try WritePlace.inProject(update.path, update.root)
      try FileWriter.write(text, to: place, if: .holding(update.original, of: original))
      let loaded = ScenarioLoader.load(update.path, root: update.root)
      if update.isMet(by: loaded, with: changes) { return nil }
      try FileWriter.write(update.original, to: place, if: .holding(text))
      return loaded.verdict == .unreadable
        ? "could not be read again, and is left as it was"
        : "does not pass with its new values, and is left as it was"
    } catch {
      return error.message
    }
  }

  /// The places that are not updated, in the file as it now is.
  private static func notes(
    _ update: FileUpdate, _ changes: [FileUpdate.Change]
  ) -> [String] {
    let offsets = OffsetMap(changes.flatMap(\.edits))
    let file = SourceFile(name: update.path.shown, bytes: update.text(with: changes))
    return update.notes.map { ($0, offsets.written($0.offset)) }
      .sorted { $0.1 < $1.1 }
      .map { note, offset in
        let (line, column) = file.position(of: offset)
        return "\(update.path.shown):\(line):\(column): not updated: \(note.reason)"
      }
  }
}

extension Updater.Outcome {
  /// What is told of it behind the file's own line, each line with its end.
  func text(of path: FilePath) -> String {
    var text = ""
    if count > 0 {
      text += "updated  \(path.shown)  \(count.counted("value"))\n"
    }
    return notes.reduce(text) { $0 + $1 + "\n" }
  }
}
