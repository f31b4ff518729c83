import CEL
import Reactor
import Scenarios
import Values

/// How far a body came in one go.
enum Progress {
  /// The steps are over; with what `return` gave.
  case ended(Value?)
  case waits
}

extension World {
  // MARK: Running

  /// Runs the steps of a body that cannot wait, or whose waiting nobody looks at, in the present
  /// turn. What they bind is gone behind them. The answer is true where a `return` ended the body.
  @discardableResult
  func execute(
    _ steps: [Step], in frame: Frame, as subject: String
  ) throws(RunError) -> Bool {
    let depth = frame.locals.count
    let body = Body(steps, in: frame, for: .part(subject))
    defer { if !body.isAtWork { frame.locals.removeSubrange(depth...) } }
    switch try advance(body) {
    case .ended(let value): return value != nil
    case .waits: return false
    }
  }

  /// Runs a body from where it is until it ends, waits or fails. Where it fails, all that it had
  /// begun is cancelled.
  func advance(_ body: Body) throws(RunError) -> Progress {
    body.status = .running
    do {
      while let step = try nextStep(of: body) {
        try execute(step, of: body)
        if body.result != nil { break }
        if body.wait != nil { return suspend(body) }
      }
    } catch {
      drop(body)
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
        leave(body.blocks.removeLast(), of: body)
        continue
      }
    }
    return nil
  }

  /// The next pass of the loop in which the body is; false where there is none.
  private func beginPass(of body: Body) throws(RunError) -> Bool {
    let top = body.blocks.count - 1
    let pass = body.blocks[top].pass + 1
    guard let passes = body.blocks[top].passes, pass < passes.count else { return false }
    try takeStep()
    body.blocks[top].pass = pass
    body.blocks[top].next = 0
    body.frame.locals.removeSubrange(body.blocks[top].base...)
    if let elements = passes.elements { body.frame.locals.append(elements[pass]) }
    return true
  }

  private func leave(_ block: Body.Block, of body: Body) {
    if block.isUntracked { body.untracked -= 1 }
    // The outermost locals stay for the timers that still run.
    guard !body.blocks.isEmpty else { return }
    body.frame.locals.removeSubrange(block.base...)
    if block.bindsNull { body.frame.locals.append(.null) }
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
    body.blocks = []
    return .ended(body.result)
  }

  /// What a computation's run waits for belongs to that run.
  private func cancelWhenInvalidated(_ body: Body) {
    guard let computation = body.frame.computation, !body.isTied else { return }
    body.isTied = true
    computation.onInvalidate { [unowned self] in cancel(body) }
  }

  // MARK: Steps

  private func execute(_ step: Step, of body: Body) throws(RunError) {
    if body.untracked > 0 {
      try untracked { () throws(RunError) in try executeTracked(step, of: body) }
    } else {
      try executeTracked(step, of: body)
    }
  }

  private func executeTracked(_ step: Step, of body: Body) throws(RunError) {
    try takeStep()
    try checkDepth()
    if let note = step.note { trail.add(TraceEvent(.note, text: note)) }
    let frame = body.frame
    if step.delay != nil {
      return try delay(step, in: frame, owner: frame.isScript ? nil : body)
    }
    switch step.verb {
    case .turn(let verb): try act(verb, step, in: frame, by: body)
    case .control(.loop(let loop)): enter(try passes(of: loop, in: frame), body)
    case .control(.batch(let steps)): enter(steps, body)
    case .control(.bind(let entries)):
      for entry in entries { frame.locals.append(try value(of: entry.value, in: frame)) }
    // These stand in scripts alone.
    case .advance, .check: break
    }
  }

  /// The body that does a step which only bodies have.
  static func atWork(_ body: Body?) throws(RunError) -> Body {
    guard let body else { throw RunError(.noMessage, "it stands in no body", at: nil) }
    return body
  }

  /// Has a computation that was made behind a wait end with the run of its parent: the graph sees
  /// only what is made while that runs.
  func adopt(_ child: ComputationDeclaration, _ body: Body) {
    guard let parent = body.frame.computation, body.isTied, body.untracked == 0,
      let child = computations[child.number].current
    else { return }
    parent.onInvalidate { child.stop() }
  }

  private func enter(_ passes: Passes, _ body: Body) {
    guard passes.count > 0 else { return }
    var block = Body.Block(steps: passes.steps, base: body.frame.locals.count)
    block.passes = passes
    if let elements = passes.elements { body.frame.locals.append(elements[0]) }
    body.blocks.append(block)
  }

  func enter(_ steps: [Step], _ body: Body, isUntracked: Bool = false) {
    var block = Body.Block(steps: steps, base: body.frame.locals.count)
    block.isUntracked = isUntracked
    body.blocks.append(block)
  }

  // MARK: Waiting

  func wait(_ span: Datum, _ step: Step, _ body: Body) throws(RunError) {
    let span = try duration(span, "wait", in: body.frame)
    body.wait = .time(try post(.resume(body, .time, step), after: span, step))
  }

  /// Goes on behind the step that waited: a turn of its own.
  func resume(_ body: Body, _ answer: Answer, _ step: Step) {
    guard body.status == .waiting else { return }
    body.wait = nil
    run(body) { () throws(RunError) in
      switch answer {
      case .time: if step.binding != nil { body.frame.locals.append(.null) }
      case .value(let value):
        if step.binding != nil { body.frame.locals.append(value) }
      case .error(let error):
        guard let otherwise = step.otherwise else {
          throw error.placed(at: step.keyword.span)
        }
        var block = Body.Block(steps: otherwise, base: body.frame.locals.count)
        block.bindsNull = step.binding != nil
        body.frame.locals.append(error.value)
        body.blocks.append(block)
      }
    }
  }

  /// Begins a body, or goes on with one, in the present turn, and tells who is to be told.
  func run(_ body: Body, after prepare: () throws(RunError) -> Void = {}) {
    do throws(RunError) {
      do { try prepare() } catch {
        drop(body)
        throw error
      }
      if case .ended(let value) = try advance(body) { ended(body, value) }
    } catch {
      failed(body, error)
    }
  }

  /// Ends a body and all that it has begun: its timers, its open call, its ticks. It goes no
  /// further than the step at which it is; a computation's body to its end, or its first wait.
  func cancel(_ body: Body) {
    guard body.isAtWork else { return }
    switch body.purpose {
    case .method(let promise):
      drop(body)
      if promise.isPending { settle(promise, .cancelled) }
    case .message(let work) where work.actor.work === work:
      cancelling(work)
      drop(body)
      over(work)
    default: drop(body)
    }
  }

  /// Ends all that a body has begun, whoever is to be told of its end.
  func drop(_ body: Body) {
    let wasRunning = body.status == .running
    body.status = .cancelled
    if !wasRunning { endWait(of: body) }
    for timer in body.takeTimers() { cancel(timer) }
    for part in body.parts.takeAll() { cancel(part) }
  }

  private func endWait(of body: Body) {
    switch body.wait {
    case .time(let timer): cancel(timer)
    case .answer(let promise):
      promise.waiter = .nobody
      cancel(promise)
    case nil: break
    }
    body.wait = nil
  }

  // MARK: The end of a body

  /// The steps are over: tells who is interested.
  func ended(_ body: Body, _ value: Value?) {
    switch body.purpose {
    case .method(let promise): if promise.isPending { settle(promise, .value(value ?? .null)) }
    case .middleware(let run): run.ended(value)
    case .message(let work): ended(work, value)
    case .setup(let run): ended(setup: body, of: run, nil)
    case .part, .computation, .action, .timer: break
    }
    if body.status == .ended || body.status == .cancelled { completed(body) }
  }

  /// Nothing of the body is at work any more.
  func completed(_ body: Body) {
    switch body.purpose {
    case .action(let source): source.emitter.complete()
    case .timer(let timer): timer.owner.map { partEnded(body, of: $0) }
    case .message(let work): work.actor.lingering.remove(body)
    case .setup(let run): run.lingering.remove(body)
    default: break
    }
  }

  /// A tick or a timer of the body is over.
  private func partEnded(_ part: Body, of owner: Body) {
    owner.parts.remove(part)
    endIfIdle(owner)
  }

  func endIfIdle(_ body: Body) {
    guard body.status == .lingering, body.timers.isEmpty, body.parts.isEmpty else { return }
    body.status = .ended
    completed(body)
  }

  /// A body failed with nobody around who looks at it: the error goes where it belongs.
  func failed(_ body: Body, _ error: RunError) {
    switch body.purpose {
    case .part(let subject): report(error.about(subject))
    case .computation(let declaration, let captured):
      guard let computation = body.frame.computation else { return report(error) }
      let name = declaration.name.text
      trail.add(TraceEvent(.failed, name, text: error.text))
      recover(declaration, captured, error.about(name), computation)
    case .action(let source): source.emitter.fail(error)
    case .method(let promise):
      // A spent budget is no answer, which the caller could take care of: it ends the scenario.
      if error.kind == .budget {
        unanswered.append(promise)
        return report(error.about(name(of: promise.subject)))
      }
      if promise.isPending { settle(promise, .error(error)) }
    case .middleware(let run): run.failed(error)
    case .message(let work): fail(work, error)
    case .setup(let run): ended(setup: body, of: run, error)
    case .timer(let timer):
      cancel(timer)
      guard let owner = timer.owner, owner.isAtWork else { return report(error) }
      drop(owner)
      failed(owner, error)
    }
  }
}

extension Body {
  /// The rest of a computation's run is done, whatever it invalidates.
  fileprivate var stopsWhenCancelled: Bool { frame.computation == nil }
}
