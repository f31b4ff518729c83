import Reactor
import Scenarios
import Values

/// Where a script is, between two turns: records, none of them on Swift's stack, so that the world
/// can be told whole and gone on with from outside, one choice at a time.
struct ScriptPlace {
  /// The lists of steps under way, outermost first.
  private(set) var blocks: [Block] = []
  /// How many of them belong to steps that look at all that happens inside.
  private var watching = 0
  /// The row's values, while the steps before the scenario's own are done.
  var pendingRow: KeptLocals?
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
    /// Whether the steps are as if they stood in the place of the one that holds them: of a
    /// procedure that is performed without an outcome.
    var isTransparent = false
  }

  /// A control step under way.
  final class Loop {
    let opened: OpenStep
    let passes: Passes
    /// The pass under way; before the first of them -1.
    var pass = -1
    /// Where the pass began in the log.
    var mark: Trail.Mark = 0
    /// Who performs the procedure whose steps these are; nil for other steps.
    let caller: Caller?
    /// The number of the script of an `interleave`; nil for other steps.
    let thread: Int?

    init(
      _ opened: OpenStep, _ passes: Passes, calledBy caller: Caller? = nil, thread: Int? = nil
    ) {
      self.caller = caller
      self.thread = thread
      self.opened = opened
      self.passes = passes
    }
  }

  /// What a script has bound that performs a procedure, which sees nothing of it.
  final class Caller {
    let locals: KeptLocals
    let promises: [Int]
    /// What `return` gave.
    var result: KeptValues?

    init(_ locals: KeptLocals, promises: [Int]) {
      self.locals = locals
      self.promises = promises
    }
  }

  /// A step that has been begun and is not over.
  struct OpenStep {
    /// Not counted: it belongs to the file, which its run holds.
    unowned(unsafe) let step: Step
    /// Where it began in the log.
    let mark: Trail.Mark
    /// What its outcomes look back at; nil where it has none.
    let before: Before?
    /// Whether an outcome of it tells of the error with which it fails.
    let expectsError: Bool
    /// Whether one of a step around it does.
    let isExpectedAround: Bool

    var isExpected: Bool { expectsError || isExpectedAround }

    /// The values that its outcomes compare with those from before it, by their paths in order.
    var kept: [KeptPath] { before?.kept ?? [] }
  }

  /// How things stood when a step began.
  final class Before {
    /// Where what it causes begins.
    let mark: StepLog.Mark
    let kept: [KeptPath]
    /// How much there was that no outcome named; see `WorldSnapshot`.
    let unnamed: Int

    init(_ mark: StepLog.Mark, keeping kept: [KeptPath], unnamed: Int) {
      self.mark = mark
      self.kept = kept
      self.unnamed = unnamed
    }
  }

  /// A step that goes on when nothing is ready any more.
  struct Waiting {
    let opened: OpenStep
    var stage: Phase
  }

  enum Phase {
    /// Its event has happened; with the error of that, and the promise that it made.
    case event(RunError?, Promise?)
    /// It moves the clock from timer to timer.
    indirect case moving(Advance)
    /// The clock has come to the end of its span, where no timer was due.
    indirect case arrived(Advance)
  }

  /// An `advance` under way.
  struct Advance {
    let end: Instant
    /// Ends it as soon as this is true.
    let until: Formula?
    /// Where the moves begin in the log.
    let mark: Trail.Mark
    /// Whether the last move came to the end.
    var isThere = false
  }

  /// Where the procedures under way are performed, the innermost first.
  var callers: [Failure.Place] {
    (blocks.compactMap(\.loop) + left).reversed().compactMap { loop in
      loop.caller == nil ? nil : Failure.Place("performed here", at: loop.opened.step.event)
    }
  }

  /// The passes under way, and those that an error has just left, for the report of a failure.
  var rounds: [Failure.Detail] { (blocks.compactMap(\.loop) + left).compactMap(\.detail) }

  /// What was bound from a local on is gone, but for those locals, which stand in its place.
  mutating func forget(from local: Int, keeping kept: [Int?]) {
    if promises.isEmpty { return }
    let moved = kept.indices.filter { index in
      kept[index].map(promises.contains) ?? false
    }
    while let last = promises.last, last >= local { promises.removeLast() }
    promises += moved.map { local + $0 }
  }

  mutating func push(_ block: Block) {
    blocks.append(block)
    if !block.isTransparent { watching += 1 }
  }

  mutating func popBlock() {
    if !blocks.removeLast().isTransparent { watching -= 1 }
  }

  /// The control step whose steps the innermost list holds; nil for the script's own.
  var loop: Loop? { blocks.isEmpty ? nil : blocks[blocks.count - 1].loop }

  /// The same, not counted: it lives as long as its list is under way.
  var lentLoop: Lent<Loop>? { blocks.isEmpty ? nil : blocks[blocks.count - 1].loop.map(Lent.init) }

  /// The next step of the innermost list; nil at its end.
  mutating func takeStep() -> Lent<Step>? {
    // A block is not copied at each of its steps.
    let top = blocks.count - 1
    let next = blocks[top].next
    guard next < blocks[top].steps.count else { return nil }
    blocks[top].next = next + 1
    return Lent(blocks[top].steps[next])
  }

  /// The innermost list begins again, or is over.
  mutating func rewind(toEnd: Bool = false) {
    let top = blocks.count - 1
    blocks[top].next = toEnd ? blocks[top].steps.count : 0
  }

  /// The steps that are begun and not over, outermost first.
  var open: [OpenStep] {
    blocks.compactMap { $0.loop?.opened } + (waiting.map { [$0.opened] } ?? [])
  }

  /// The innermost step that is not over; nil at the start.
  var innermost: Step? { waiting?.opened.step ?? loop?.opened.step }

  /// Whether a step that is begun now stands in none.
  var isOutermost: Bool { watching == 1 }

  /// Whether outcomes of a step that it stands in will look at what a step has caused that is begun now, or has just ended.
  var isLookedAt: Bool {
    blocks.contains { block in block.loop.map { !$0.opened.step.outcomes.isEmpty } ?? false }
  }

  /// Whether nothing follows the step under way: no step, no pass, and no outcome of a step that it stands in. Behind what
  /// comes `before` follows the scenario.
  var isAtEnd: Bool {
    pendingRow == nil
      && blocks.allSatisfy { block in
        guard block.next == block.steps.endIndex else { return false }
        return block.loop.map { $0.isInLastPass && $0.opened.step.outcomes.isEmpty } ?? true
      }
  }
}

extension ScriptPlace.Loop {
  /// Whether its steps come no more. Of several scripts side by side others may go on.
  fileprivate var isInLastPass: Bool { thread == nil && pass + 1 == passes.count }

  private var element: Value? { pass < 0 ? nil : passes.elements?.values[pass] }

  /// The pass, for the log; nil where there is nothing to tell of it but what it does: in a procedure, and in a branch.
  var event: TraceEvent? {
    if let thread { return TraceEvent(.thread, count: thread + 1) }
    guard case .control(.loop(let loop)) = opened.step.verb else { return nil }
    return switch loop {
    case .elements(let name, _, _):
      TraceEvent(.round, name: name.text, element, count: pass + 1)
    case .times: TraceEvent(.round, count: pass + 1)
    case .condition: nil
    }
  }

  fileprivate var detail: Failure.Detail? {
    if let thread { return Failure.Detail("script", "\(thread + 1) of interleave") }
    guard case .control(.loop(let loop)) = opened.step.verb else { return nil }
    return switch loop {
    case .elements(let name, _, _):
      Failure.Detail(Failure.Detail.round, "\(pass + 1), \(name.text) = \(element?.brief ?? "")")
    case .times: Failure.Detail(Failure.Detail.round, "\(pass + 1)")
    case .condition: nil
    }
  }
}
