import Reactor
import Scenarios
import Values

/// Where a script is, between two turns: records, none of them on Swift's stack, so that the world
/// can be told whole and gone on with from outside, one choice at a time.
struct ScriptPlace {
  /// The lists of steps under way, outermost first.
  var blocks: [Block] = []
  /// The step whose turns are being taken.
  var waiting: Waiting?
  /// Which of the locals are promises, in the order in which they were bound.
  var promises: [Int] = []
  /// The loops that an error has just left, outermost first, while a step around them looks at it.
  var left: [Loop] = []

  /// A list of steps: the script's own, or those of a pass.
  struct Block {
    let steps: [Step]
    /// The index of the next step.
    var next = 0
    /// How many locals there were before: what is bound inside is gone behind it.
    let base: Int
    /// Nil for the script's own.
    var loop: Loop?
  }

  /// A control step under way.
  final class Loop {
    let opened: OpenStep
    let passes: Passes
    /// Counts what it goes through as held.
    private let keeper: KeptValues?
    /// The pass under way; before the first of them -1.
    @exclusivity(unchecked) var pass = -1
    /// Where the pass began in the log.
    @exclusivity(unchecked) var mark: Trail.Mark = 0

    init(_ opened: OpenStep, _ passes: Passes, _ keeper: KeptValues?) {
      self.opened = opened
      self.passes = passes
      self.keeper = keeper
    }
  }

  /// A step that has been begun and is not over.
  final class OpenStep {
    let step: Step
    /// Where what it causes begins, if it has outcomes.
    let before: StepLog.Mark?
    /// Where it began in the log.
    let mark: Trail.Mark
    /// The values that its outcomes compare with those from before it, by their paths in order.
    let kept: [KeptPath]
    /// Whether an outcome of it tells of the error with which it fails.
    let expectsError: Bool
    /// Whether one of a step around it does.
    let isExpectedAround: Bool

    init(
      _ step: Step, since before: StepLog.Mark?, _ mark: Trail.Mark, keeping kept: [KeptPath],
      expectsError: Bool, isExpectedAround: Bool
    ) {
      self.step = step
      self.before = before
      self.mark = mark
      self.kept = kept
      self.expectsError = expectsError
      self.isExpectedAround = isExpectedAround
    }
  }

  /// A step that goes on when nothing is ready any more.
  struct Waiting {
    let opened: OpenStep
    var stage: Stage
  }

  enum Stage {
    /// Its event has happened; with the error of that, and the promise that it made.
    case event(RunError?, Promise?)
    /// It moves the clock from timer to timer.
    case moving(Advance)
    /// The clock has come to the end of its span, where no timer was due.
    case arrived(Advance)
  }

  /// An `advance` under way.
  struct Advance {
    let end: Instant
    /// Where the moves begin in the log.
    let mark: Trail.Mark
    /// Whether the last move came to the end.
    var isThere = false
  }

  /// The passes under way, and those that an error has just left, for the report of a failure.
  var rounds: [Failure.Detail] { (blocks.compactMap(\.loop) + left).compactMap(\.detail) }

  /// What was bound from a local on is gone.
  mutating func forget(from local: Int) {
    while let last = promises.last, last >= local { promises.removeLast() }
  }

  /// The steps that are begun and not over, outermost first.
  var open: [OpenStep] {
    blocks.compactMap { $0.loop?.opened } + (waiting.map { [$0.opened] } ?? [])
  }

  /// The innermost step that is not over; nil at the start.
  var innermost: Step? { waiting?.opened.step ?? blocks.last?.loop?.opened.step }

  /// Whether a step that is begun now stands in none.
  var isOutermost: Bool { blocks.count == 1 }
}

extension ScriptPlace.Loop {
  private var element: Value? { pass < 0 ? nil : passes.elements?[pass] }

  /// The pass, for the log.
  var event: TraceEvent {
    if case .control(.loop(.elements(let name, _, _))) = opened.step.verb {
      return TraceEvent(.round, name: name.text, element, count: pass + 1)
    }
    return TraceEvent(.round, count: pass + 1)
  }

  fileprivate var detail: Failure.Detail? {
    guard case .control(.loop(let loop)) = opened.step.verb else { return nil }
    return switch loop {
    case .elements(let name, _, _):
      Failure.Detail("round", "\(pass + 1), \(name.text) = \(element?.brief ?? "")")
    case .times: Failure.Detail("round", "\(pass + 1)")
    case .condition: nil
    }
  }
}
