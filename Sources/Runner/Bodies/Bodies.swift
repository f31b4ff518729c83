import CEL
import Reactor
import Scenarios
import Values

/// What bodies do that parts have to do with.
protocol BodyParts: AnyObject {
  /// Does what the step says as part of the present turn: of a body, or of the script where there is
  /// none.
  func act(_ verb: TurnVerb, _ step: Step, in frame: Frame, by body: Body?) throws(RunError)

  /// The same of a `tell` that no body does.
  func tell(_ telling: Step.Telling, _ step: Step, in frame: Frame) throws(RunError)

  /// The same of a `set` of paths that are known before the step.
  func set(_ changes: Assignments, _ step: Step, in frame: Frame) throws(RunError)

  /// Does what goes on in a body: where that is an actor's, it comes to its next wait, or its end,
  /// also where it stops or restarts its actor.
  func goOn(in frame: Frame, _ work: () -> Void)
}

/// Runs the bodies of a world: step by step, from wait to wait.
final class Bodies {
  let world: World
  /// The memory of blocks that are over, for those of the next body.
  private var spareBlocks: [Body.Block] = []
  /// What its steps do, which it does not know.
  unowned(unsafe) var door: (any BodyParts)!
  /// What nobody will answer: asks in messages that the script has lost, and calls whose bodies
  /// have spent a budget.
  var unanswered: [Promise] = []
  /// The timers that steps have called by names.
  var handles = TimerHandles()

  init(_ world: World) { self.world = world }

  /// Memory for the blocks of a body: most hold an `if`, which is a block of its own.
  func takeBlocks() -> [Body.Block] {
    var blocks: [Body.Block] = []
    swap(&blocks, &spareBlocks)
    if blocks.capacity == 0 { blocks.reserveCapacity(2) }
    return blocks
  }

  /// The blocks are over.
  fileprivate func giveBack(_ blocks: inout [Body.Block]) {
    blocks.removeAll(keepingCapacity: true)
    swap(&blocks, &spareBlocks)
  }
}

/// How far a body came in one go.
enum Progress {
  /// The steps are over; with what `return` gave.
  case ended(Value?)
  case waits
}

extension Bodies {
  // MARK: Running

  /// Runs the steps of a body that cannot wait, or whose waiting nobody looks at, in the present
  /// turn. What they bind is gone behind them, but for the locals that are kept. The answer is true where a `return` ended the body.
  @discardableResult
  func execute(
    _ steps: [Step], in frame: Frame, as subject: String, keeping kept: [Int?] = []
  ) throws(RunError) -> Bool {
    let depth = frame.locals.count
    if canDo(steps) {
      defer { frame.locals.leave(to: depth, keeping: kept) }
      try executePlainly(steps, in: frame)
      return false
    }
    let body = Body(steps, in: frame, for: NamedPart(subject, self), self)
    defer { if !body.isAtWork { frame.locals.leave(to: depth, keeping: kept) } }
    switch try advance(body) {
    case .ended(let value): return value != nil
    case .waits: return false
    }
  }

  /// Whether steps are done without a body: those of most reactions, handlers and batches. Where
  /// somebody chooses what happens, an actor may crash between two steps, which ends its body there.
  func canDo(_ steps: [Step]) -> Bool { world.chooser == nil && !steps.needBody }

  /// Does steps that need no body, one behind the other, in the present turn. What they bind outside
  /// of blocks stays among the locals, and where one fails, also what is bound in these.
  func executePlainly(_ steps: [Step], in frame: Frame) throws(RunError) {
    for index in steps.indices {
      try Lent(steps[index]).lend { (step) throws(RunError) in
        try executePlainly(step, in: frame)
      }
    }
  }

  private func executePlainly(_ step: Step, in frame: Frame) throws(RunError) {
    try begin(step)
    switch step.brief {
    case .telling(let telling): try door.tell(telling, step, in: frame)
    case .setting(let changes): try door.set(changes, step, in: frame)
    case .condition(let choice):
      try Lent(choice).lend { (choice) throws(RunError) in
        let holds = try world.meets(choice, in: frame)
        let base = frame.locals.count
        try executePlainly(holds ? choice.then : choice.otherwise, in: frame)
        frame.locals.leave(to: base, keeping: choice.kept(holds))
      }
    case nil:
      switch step.verb {
      case .turn(let verb): try door.act(verb, step, in: frame, by: nil)
      case .control(.loop(let loop)):
        let passes = try world.passes(of: loop, in: frame)
        let base = frame.locals.count
        for pass in 0..<passes.count {
          if pass > 0 { try world.takeStep() }
          frame.locals.removeSubrange(base...)
          passes.bind(pass, in: frame)
          try executePlainly(passes.steps, in: frame)
        }
        frame.locals.leave(to: base, keeping: passes.kept)
      case .control(.batch(let steps, let exports)):
        let base = frame.locals.count
        try executePlainly(steps, in: frame)
        frame.locals.leave(to: base, keeping: exports.map(\.then))
      case .control(.bind(let entries)): try world.bind(entries, in: frame)
      case .control(.choose(let entries)): try world.choose(entries, in: frame)
      case .control(.perform), .control(.interleave), .advance, .check: break
      }
    }
  }

  /// What comes first at every step.
  private func begin(_ step: Step) throws(RunError) {
    try world.takeStep()
    try world.checkDepth()
    if let note = step.note { world.trail.add(TraceEvent(.note, text: note)) }
  }

  /// Runs a body from where it is until it ends, waits or fails. Where it fails, what it had begun
  /// is cancelled, but for what it has sent.
  func advance(_ body: Body) throws(RunError) -> Progress {
    body.status = .running
    do {
      while let step = try nextStep(of: body) {
        try execute(step, of: body)
        if body.result != nil { break }
        if body.wait != nil { return suspend(body) }
      }
    } catch {
      leave(body)
      throw error
    }
    return finish(body)
  }

  /// The step at which the body is; leaves the blocks that are over. Nil at the end, and where the
  /// body was cancelled by what it did.
  private func nextStep(of body: Body) throws(RunError) -> Step? {
    while !body.blocks.isEmpty {
      if body.status == .cancelled, body.stopsWhenCancelled { return nil }
      // A block is not copied at each of its steps.
      let top = body.blocks.count - 1
      let next = body.blocks[top].next
      if next < body.blocks[top].steps.count {
        body.blocks[top].next = next + 1
        return body.blocks[top].steps[next]
      }
      guard try beginPass(of: body) else {
        leaveBlock(of: body)
        continue
      }
    }
    return nil
  }

  /// The next pass of the loop in which the body is; false where there is none.
  private func beginPass(of body: Body) throws(RunError) -> Bool {
    let top = body.blocks.count - 1
    guard let manner = body.blocks[top].manner, let passes = manner.passes else { return false }
    let pass = manner.pass + 1
    guard pass < passes.count else { return false }
    try world.takeStep()
    manner.pass = pass
    body.blocks[top].next = 0
    body.frame.locals.removeSubrange(body.blocks[top].base...)
    passes.bind(pass, in: body.frame)
    return true
  }

  private func leaveBlock(of body: Body) {
    let block = body.blocks.removeLast()
    if let manner = block.manner, manner.isUntracked { body.untracked -= 1 }
    // The outermost locals stay for the timers that still run.
    if body.blocks.isEmpty { return }
    guard let manner = block.manner else {
      return body.frame.locals.removeSubrange(block.base...)
    }
    body.frame.locals.leave(to: block.base, keeping: manner.kept)
    if manner.bindsNull { body.frame.locals.append(.null) }
  }

  private func suspend(_ body: Body) -> Progress {
    // A computation that was invalidated while it ran goes no further than to its first wait.
    if body.status == .cancelled {
      endWait(of: body)
      return .ended(nil)
    }
    body.status = .waiting
    cancelWhenInvalidated(body)
    return .waits
  }

  private func finish(_ body: Body) -> Progress {
    if body.status != .cancelled {
      body.status = body.timers.isEmpty && body.parts.isEmpty ? .ended : .lingering
      if body.status == .lingering { cancelWhenInvalidated(body) }
    }
    giveBack(&body.blocks)
    return .ended(body.result)
  }

  /// What a computation's run waits for belongs to that run.
  private func cancelWhenInvalidated(_ body: Body) {
    guard let computation = body.frame.computation, !body.isTied else { return }
    body.isTied = true
    computation.onInvalidate(about: body) { [unowned self] in cancel(body) }
  }

  // MARK: Steps

  private func execute(_ step: Step, of body: Body) throws(RunError) {
    if body.untracked > 0 {
      try world.untracked { () throws(RunError) in try executeTracked(step, of: body) }
    } else {
      try executeTracked(step, of: body)
    }
  }

  private func executeTracked(_ step: Step, of body: Body) throws(RunError) {
    try begin(step)
    let frame = body.frame
    if step.delay != nil {
      return try delay(step, in: frame, owner: frame.isScript ? nil : body)
    }
    switch step.verb {
    case .turn(let verb): try door.act(verb, step, in: frame, by: body)
    case .control(.loop(let loop)): enter(try world.passes(of: loop, in: frame), body)
    case .control(.batch(let steps, let exports)):
      enter(steps, body, keeping: exports.map(\.then))
    case .control(.bind(let entries)): try world.bind(entries, in: frame)
    case .control(.choose(let entries)): try world.choose(entries, in: frame)
    // These stand in scripts alone.
    case .control(.perform), .control(.interleave), .advance, .check: break
    }
  }

  /// The body that does a step which only bodies have.
  static func atWork(_ body: Body?) throws(RunError) -> Body {
    guard let body else { throw RunError(.noMessage, "it stands in no body", at: nil) }
    return body
  }

  private func enter(_ passes: Passes, _ body: Body) {
    guard passes.count > 0 else { return }
    var block = Body.Block(steps: passes.steps, base: body.frame.locals.count)
    if passes.count > 1 || passes.elements != nil || !passes.kept.isEmpty {
      block.manner = Body.Manner(passes, keeping: passes.kept)
    }
    passes.bind(0, in: body.frame)
    body.blocks.append(block)
  }

  func enter(
    _ steps: [Step], _ body: Body, isUntracked: Bool = false, keeping kept: [Int?] = []
  ) {
    var block = Body.Block(steps: steps, base: body.frame.locals.count)
    if isUntracked || !kept.isEmpty {
      block.manner = Body.Manner(isUntracked: isUntracked, keeping: kept)
    }
    body.blocks.append(block)
  }

  // MARK: Waiting

  func wait(_ span: Datum, _ step: Step, _ body: Body) throws(RunError) {
    let span = try world.duration(span, "wait", in: body.frame)
    body.awaits(step)
    body.wait = .time(try world.post(body, after: span, step))
  }

  /// Waits for an answer at a step.
  func wait(for promise: Promise, at step: Step, _ body: Body) {
    body.awaits(step)
    body.wait = .answer(promise)
    promise.waiter = body
  }

  /// Goes on behind the step that waited: a turn of its own.
  func resume(_ body: Body) {
    guard body.status == .waiting, let (step, answer) = body.takeAnswer() else { return }
    body.wait = nil
    body.purpose.resumes(body)
    run(body) { () throws(RunError) in
      switch answer {
      case .time: if step.binding != nil { body.frame.locals.append(.null) }
      case .value(let value): if step.binding != nil { body.frame.locals.append(value) }
      case .error(let error):
        guard let otherwise = step.otherwise else {
          throw error.placed(at: step.keyword.span)
        }
        var block = Body.Block(steps: otherwise, base: body.frame.locals.count)
        if step.binding != nil { block.manner = Body.Manner(bindsNull: true) }
        body.frame.locals.append(error.value)
        body.blocks.append(block)
      }
    }
  }

  /// Begins a body, or goes on with one, in the present turn, and tells who is to be told.
  func run(_ body: Body, after prepare: () throws(RunError) -> Void = {}) {
    do throws(RunError) {
      do { try prepare() } catch {
        leave(body)
        throw error
      }
      if case .ended(let value) = try advance(body) { ended(body, value) }
    } catch {
      failed(body, error)
    }
  }

  /// Ends a body and all that it has begun: its timers, its open call, its ticks. It goes no
  /// further than the step at which it is; a computation's body to its end, or its first wait.
  func cancel(_ body: Body) { if body.isAtWork { body.purpose.cancel(body) } }

  /// Ends all that a body has begun, whoever is to be told of its end.
  func drop(_ body: Body) {
    let wasRunning = body.status == .running
    body.status = .cancelled
    if !wasRunning { endWait(of: body) }
    for timer in body.takeTimers() { cancel(timer) }
    for part in body.parts.takeAll() { cancel(part) }
  }

  /// Ends a body that has failed, with its wait and its ticks. What it has sent stays sent: the
  /// events still to come, and those that are on their way.
  func leave(_ body: Body) {
    if body.status == .cancelled { return drop(body) }
    // Of one that has failed before only events are left, and it begins nothing more.
    if !body.hasFailed {
      body.hasFailed = true
      if body.status == .waiting { endWait(of: body) } else { forgetWait(of: body) }
      for timer in body.timers where timer.isTicking { cancel(timer) }
      for part in body.parts.all where part.isTick {
        if part.status == .running { drop(part) } else { leave(part) }
        if !part.isAtWork { body.parts.remove(part) }
      }
      body.blocks = []
    }
    body.status = body.timers.isEmpty && body.parts.isEmpty ? .cancelled : .lingering
    if body.status == .lingering { cancelWhenInvalidated(body) }
  }

  private func endWait(of body: Body) {
    switch body.wait {
    case .time(let timer): world.cancel(timer)
    case .answer(let promise):
      promise.waiter = nil
      world.cancel(promise)
    case nil: break
    }
    body.wait = nil
  }

  /// What it was about to wait for has failed before anybody heard of it.
  private func forgetWait(of body: Body) {
    if case .answer(let promise)? = body.wait { promise.waiter = nil }
    body.wait = nil
  }

  // MARK: The end of a body

  /// The steps are over: tells who is interested.
  func ended(_ body: Body, _ value: Value?) {
    body.purpose.ended(body, value)
    if body.status == .ended || body.status == .cancelled { body.purpose.completed(body) }
  }

  /// A tick or a timer of the body is over.
  func partEnded(_ part: Body, of owner: Body) {
    owner.parts.remove(part)
    endIfIdle(owner)
  }

  func endIfIdle(_ body: Body) {
    guard body.status == .lingering, body.timers.isEmpty, body.parts.isEmpty else { return }
    body.status = .ended
    body.purpose.completed(body)
  }

  /// A body failed with nobody around who looks at it: the error goes where it belongs.
  func failed(_ body: Body, _ error: RunError) { body.purpose.failed(body, error) }
}

extension Body {
  /// The rest of a computation's run is done, whatever it invalidates.
  fileprivate var stopsWhenCancelled: Bool { frame.computation == nil }
}
