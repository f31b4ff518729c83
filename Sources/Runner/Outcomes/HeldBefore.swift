public import Scenarios
import Values

/// Finds outcomes that show nothing: those that held already before their step began, and those that
/// were never evaluated.
///
/// Asked are the outcomes about the state of the world: `expect`, `exactly`, `assert`, `presented`.
/// A step that also says what it caused, such as by `fails` or `emits`, expects a state that did not
/// change with good reason; and so does one of whose outcomes another did not hold. Time that passes
/// is no event: that nothing has happened yet is worth expecting.
public struct HeldBefore {
  /// By the places of the outcomes' keys; false where one of the times it did not hold.
  private var found: [(keyword: Name, held: Bool)] = []
  private var numbers: [SourceSpan: Int] = [:]

  /// The keys of the outcomes that were evaluated.
  private var evaluated: Set<SourceSpan> = []
  /// The keys of all outcomes, in the order of the file, and whether each time their scenario ended
  /// before its last step.
  private var all: [(keyword: Name, isCut: Bool)] = []
  private var places: [SourceSpan: Int] = [:]

  public init() {}

  /// The keys of the outcomes that nothing has led to, in the order of the file; `isCut` where the
  /// scenario ended before it came to them.
  public var unevaluated: [(keyword: Name, isCut: Bool)] {
    all.filter { !evaluated.contains($0.keyword.span) }
      .sorted { $0.keyword.span.start < $1.keyword.span.start }
  }

  mutating func noteEvaluated(_ step: Step) {
    for outcome in step.outcomes { evaluated.insert(outcome.keyword.span) }
  }

  /// Takes up the outcomes of a scenario that has been looked at, and of what it may have performed.
  mutating func expect(_ scripts: [[Step]], isCut: Bool) {
    for steps in scripts { expect(steps, isCut: isCut) }
  }

  private mutating func expect(_ steps: [Step], isCut: Bool) {
    steps.eachDeep { step in
      for outcome in step.outcomes {
        let keyword = outcome.keyword
        if let place = places[keyword.span] {
          all[place].isCut = all[place].isCut && isCut
        } else {
          places[keyword.span] = all.count
          all.append((keyword, isCut))
        }
      }
    }
  }

  /// The keys of the outcomes that held each time their step began, in the order of the file.
  public var outcomes: [Name] {
    found.filter(\.held).map(\.keyword).sorted { $0.span.start < $1.span.start }
  }

  /// Looks at a step that is about to begin.
  mutating func look(at step: Step, _ runtime: Runtime, _ frame: Frame) {
    guard HeldBefore.isEvent(step), step.outcomes.allSatisfy(\.isAboutState) else { return }
    let world = runtime.world
    let held = world.looking {
      step.outcomes.allSatisfy { outcome in
        var check = OutcomeCheck(
          runtime: runtime, frame: frame, step: step, since: world.mark(withRuns: false),
          error: nil)
        return check.holds(outcome)
      }
    }
    for outcome in step.outcomes { note(outcome.keyword, held) }
  }

  private mutating func note(_ keyword: Name, _ held: Bool) {
    if let number = numbers[keyword.span] {
      found[number].held = found[number].held && held
    } else {
      numbers[keyword.span] = found.count
      found.append((keyword, held))
    }
  }

  private static func isEvent(_ step: Step) -> Bool {
    // What a step is to bind, its outcomes may speak of, and it is not there yet.
    if step.binds { return false }
    return switch step.verb {
    case .check, .control(.bind), .control(.choose), .advance: false
    case .control(.loop), .control(.batch), .control(.perform), .control(.interleave), .turn: true
    }
  }
}
