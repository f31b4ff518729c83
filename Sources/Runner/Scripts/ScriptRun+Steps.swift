import Reactor
import Scenarios
import Values

// The script's own moves: each goes from one of its turns to the next.
extension ScriptRun {
  /// Goes on from where the script is until a turn of it has been taken, or it is over.
  func goOn() throws(Stop) {
    switch phase {
    case .unstarted: return try start()
    case .starting(let mark): try endStart(mark)
    case .underWay: if try resume() { return }
    case .over: return
    }
    while let step = try nextStep() {
      if try step.lend({ (step) throws(Stop) in try begin(step) }) { return }
    }
    if isPaused {
      isPaused = false
      return
    }
    phase = .over
    if isExplored { return }
    try checkDisturbances()
    try checkEventually()
  }

  // MARK: The start

  private func start() throws(Stop) {
    phase = .starting(world.trail.begin(TraceEvent(.start)))
    let locals = frame.locals
    let error = turn { () throws(RunError) in
      let own = GivenValues(changes: script.scenario.given, locals: locals)
      try runtime.start(given: [own] + (startingValues.map { [$0] } ?? []))
    }
    if let error { throw stop(error, "the start failed", step: nil) }
    try checkAlways(after: .words("the start"), step: nil)
  }

  private func endStart(_ mark: Trail.Mark) throws(Stop) {
    if !isExplored {
      runtime.actors.reportDeadlocks()
      world.noteReadable()
      observe?(nil)
      try checkReports(step: nil, context: "the start reported an error")
    }
    world.trail.end(mark)
    phase = .underWay
    if let opening = script.opening {
      place.pendingRow = KeptLocals(rowLocals, in: world.kept)
      frame.locals = []
      place.push(ScriptPlace.Block(steps: opening.steps, base: 0))
    } else {
      place.push(ScriptPlace.Block(steps: script.steps, base: frame.locals.count))
    }
  }

  // MARK: Where it goes on

  /// Goes on with the step whose turns have been taken. True where it takes one more.
  private func resume() throws(Stop) -> Bool {
    if !isExplored { runtime.actors.reportDeadlocks() }
    guard let waiting = place.waiting.take() else { return false }
    let opened = waiting.opened
    switch waiting.stage {
    case .event(let error, let promise):
      runtime.calls.last = promise
      try endEvent(opened, error)
      return false
    case .moving(let advance): return try move(opened, advance)
    case .arrived(let advance): return try endAdvance(opened, advance)
    }
  }

  /// The step at which the script is; leaves the blocks that are over. Nil at the end.
  private func nextStep() throws(Stop) -> Lent<Step>? {
    while true {
      if let step = place.takeStep() { return step }
      if place.loop != nil {
        try nextPass(place.blocks.count - 1)
        if isPaused { return nil }
      } else if let row = place.pendingRow {
        endOpening(row.locals)
      } else {
        return nil
      }
    }
  }

  /// The steps before the scenario's own are over: these see what they have bound, and the row.
  private func endOpening(_ row: LocalValues) {
    place.pendingRow = nil
    place.popBlock()
    for number in 0..<row.count { frame.locals.append(row[number]) }
    place.push(ScriptPlace.Block(steps: script.steps, base: frame.locals.count))
  }

  /// The next pass of the innermost loop; behind the last its step is over.
  private func nextPass(_ top: Int) throws(Stop) {
    guard let loop = place.blocks[top].loop else { return }
    endPass(of: loop, top)
    guard loop.pass + 1 < loop.passes.count else {
      if loop.thread != nil { return try endThread(loop) }
      place.popBlock()
      if loop.opened.step.binding != nil {
        frame.locals.append(loop.caller?.result?.values[0] ?? .null)
      }
      return try complete(loop.opened, nil)
    }
    do {
      try world.takeStep()
      if loop.caller != nil, place.isOutermost { try world.limits.countProcedure() }
    } catch {
      leave(loop)
      place.popBlock()
      return try complete(loop.opened, error)
    }
    let pass = loop.pass + 1
    loop.pass = pass
    place.rewind()
    loop.passes.bind(pass, in: frame)
    loop.mark = world.trail.beginRecord(loop.event)
  }

  /// What the pass has bound is gone behind it.
  private func endPass(of loop: ScriptPlace.Loop, _ top: Int) {
    if loop.pass < 0 { return }
    let base = place.blocks[top].base
    // Mostly nothing has been bound.
    if frame.locals.count > base || !loop.passes.kept.isEmpty || !place.promises.isEmpty {
      place.forget(from: base, keeping: loop.passes.kept)
      frame.locals.leave(to: base, keeping: loop.passes.kept)
    }
    leave(loop)
    world.trail.end(loop.mark)
  }

  /// Behind a procedure its caller sees what it has bound itself.
  private func leave(_ loop: ScriptPlace.Loop) {
    guard let caller = loop.caller else { return }
    frame.locals = caller.locals.locals
    place.promises = caller.promises
  }

  // MARK: Beginning a step

  /// Begins a step. True where a turn has been taken, and it goes on when nothing is ready.
  @inline(__always)
  private func begin(_ step: Step) throws(Stop) -> Bool {
    if isAlone, let changes = step.setting.map(Lent.init) {
      return try changes.lend { (changes) throws(Stop) in try set(changes, by: step) }
    }
    return try beginAny(step)
  }

  private func beginAny(_ step: Step) throws(Stop) -> Bool {
    if isExplored, lastEvent == nil { lastEvent = step }
    // Before what a failure of the step tells of, for it is no part of that.
    let kept =
      step.outcomes.isEmpty || isExplored ? [] : step.comparedPaths.map { keep($0) }
    if place.isOutermost { try beginOutermost(step) }
    let opened = open(step, step.outcomes.isEmpty ? nil : look(at: step, keeping: kept))
    if step.delay == nil {
      switch step.verb {
      case .check: return try completed(opened, nil)
      case .control(.bind(let entries)): return try completed(opened, bind(entries))
      case .control(.choose(let entries)): return try completed(opened, choose(entries))
      case .control(.interleave(let threads)): return try enter(threads, opened)
      case .control(.loop(let loop)): return try enter(loop, opened)
      case .control(.perform(let performance)): return try enter(performance, opened)
      case .turn(.result(.returning(let datum))): return try leaveProcedure(with: datum, opened)
      case .advance(let passage): return try advance(opened, by: passage)
      case .control(.batch), .turn: break
      }
    }
    return try event(of: step, opened)
  }

  private func beginOutermost(_ step: Step) throws(Stop) {
    current = step
    if place.blocks.count == 1 { world.limits.beginCounting() }
    try checkInterruption()
    world.log.clear()
    do { try world.limits.beginStep() } catch { throw stop(error, "", step: step) }
    world.scheduler.isNoting = false
    world.explanationsLeft = World.mostExplanations
    world.phase = "the step"
    beginTrail(of: step)
    if script.scenario.isStrict, !isExplored, snapshot == nil { snapshot = WorldSnapshot(runtime) }
    snapshot?.beginStep()
  }

  /// What a step that only looks tells of is what the steps before it caused.
  private func beginTrail(of step: Step) {
    if step.isCheck {
      trailStart = unseenStart
      return
    }
    world.settle()
    trailStart = world.trail.count
    if isSeen { unseenStart = trailStart }
    isSeen = false
  }

  /// What the outcomes of a step will look back at.
  private func look(at step: Step, keeping kept: [KeptPath]) -> ScriptPlace.Before {
    heldBefore?.look(at: step, runtime, frame)
    return ScriptPlace.Before(
      world.mark(withRuns: step.countsRuns), keeping: kept, unnamed: snapshot?.unnamed.count ?? 0)
  }

  private func open(_ step: Step, _ before: ScriptPlace.Before?) -> ScriptPlace.OpenStep {
    let mark = beginEntry(of: step)
    if let note = step.note { world.trail.add(TraceEvent(.note, text: note)) }
    return opened(step, at: mark, before)
  }

  @inline(__always)
  private func beginEntry(of step: Step) -> Trail.Mark {
    world.trail.begin(
      TraceEvent(.step, name: step.keyword.text, at: step.event, in: step.span))
  }

  private func opened(
    _ step: Step, at mark: Trail.Mark, _ before: ScriptPlace.Before?
  ) -> ScriptPlace.OpenStep {
    ScriptPlace.OpenStep(
      step: step, mark: mark, before: before, expectsError: before != nil && step.expectsError,
      isExpectedAround: place.lentLoop?.lend { $0.opened.isExpected } ?? false)
  }

  /// What a path has before a step, read as an outcome reads it.
  private func keep(_ path: Path) -> KeptPath {
    world.looking { KeptPath(path, in: frame) }
  }

  private func bind(_ entries: [ControlVerb.Definition]) -> RunError? {
    do throws(RunError) {
      try world.bind(entries, in: frame)
      return nil
    } catch {
      return error
    }
  }

  private func choose(_ entries: [ControlVerb.Definition]) -> RunError? {
    do throws(RunError) {
      try world.choose(entries, in: frame)
      return nil
    } catch {
      return error
    }
  }

  private func enter(
    _ loop: LoopVerb, _ opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    let passes: Passes
    do {
      passes = try world.passes(of: loop, in: frame)
    } catch {
      return try completed(opened, error)
    }
    var block = ScriptPlace.Block(steps: passes.steps, base: frame.locals.count)
    block.next = passes.steps.count
    block.loop = ScriptPlace.Loop(opened, passes)
    place.push(block)
    return false
  }

  /// Begins a procedure, which knows nothing but what it is given.
  private func enter(
    _ performance: ControlVerb.Performance, _ opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    var arguments = Value.null
    do {
      if let datum = performance.arguments { arguments = try world.value(of: datum, in: frame) }
    } catch {
      return try completed(opened, error)
    }
    let steps = script.procedures[performance.procedure.number].steps
    let caller = ScriptPlace.Caller(
      KeptLocals(frame.locals, in: world.kept), promises: place.promises)
    frame.locals = [arguments]
    place.promises = []
    var block = ScriptPlace.Block(steps: steps, base: 0)
    block.next = steps.count
    block.loop = ScriptPlace.Loop(
      opened, Passes(steps: steps, count: 1, elements: nil), calledBy: caller)
    block.isTransparent = opened.step.outcomes.isEmpty
    place.push(block)
    return false
  }

  /// A `return`: all steps of the procedure are over, also those around this one.
  private func leaveProcedure(
    with datum: Datum, _ opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    let result: Value
    do { result = try world.value(of: datum, in: frame) } catch {
      return try completed(opened, error)
    }
    try complete(opened, nil)
    while let loop = place.loop {
      if let caller = loop.caller {
        caller.result = KeptValues([result], in: world.kept)
        place.rewind(toEnd: true)
        break
      }
      endPass(of: loop, place.blocks.count - 1)
      place.popBlock()
      try complete(loop.opened, nil)
    }
    return false
  }

  /// An event step: a turn and the properties; then come the turns that it makes ready. A call that is
  /// rejected among them, with nobody to take care of it, is the step's error. False where the step is over:
  /// it makes nothing ready, and nobody looks at the world behind its turn.
  private func event(of step: Step, _ opened: ScriptPlace.OpenStep) throws(Stop) -> Bool {
    lastEvent = step
    try beginEvent(of: step)
    let depth = frame.locals.count
    let error = turn { () throws(RunError) in try runtime.begin(step, in: frame) }
    if let binding = step.binding {
      if frame.locals.count == depth {
        frame.locals.append(.null)
      } else if binding.isPromise {
        place.promises.append(depth)
      }
    }
    return try goOn(behind: error, of: step, opened)
  }

  /// The turn of an event step has been taken, which may have failed.
  private func goOn(
    behind error: RunError?, of step: Step, _ opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    if let error, error.kind == .budget {
      try complete(opened, error)
      return true
    }
    if isExplored {
      try complete(opened, error)
    } else if !isLed, file.always.isEmpty, scheduler.lend({ $0.isIdle }) {
      actors.lend { $0.reportDeadlocks() }
      try endEvent(opened, error)
      return false
    } else {
      place.waiting = ScriptPlace.Waiting(
        opened: opened, stage: .event(error, runtime.calls.last))
    }
    try checkAlways(after: .step(step), step: step)
    return true
  }

  /// Whether nobody chooses, listens or looks at each turn.
  private var isAlone: Bool {
    !isLed && !isExplored && observe == nil && !world.trail.isHeard && file.always.isEmpty
  }

  /// The same as `begin` of a step that only sets paths that are known before, where it is `isAlone`: what nobody asks
  /// of such a step is not prepared. Saves a tenth of it; walked by the scenarios that pass, and those of which a log is
  /// kept walk the other way.
  private func set(_ changes: Assignments, by step: Step) throws(Stop) -> Bool {
    if place.isOutermost { try beginOutermost(step) }
    // Since then somebody may listen.
    let mark = beginEntry(of: step)
    lastEvent = step
    try beginEvent(of: step)
    let error = turn { () throws(RunError) in try runtime.set(changes, step, in: frame) }
    if error == nil, scheduler.lend({ $0.isIdle }) {
      actors.lend { $0.reportDeadlocks() }
      if calls.lend({ $0.isRejected }) {
        try endEvent(opened(step, at: mark, nil), nil)
      } else {
        try end(step, inside: nil)
      }
      return false
    }
    return try goOn(behind: error, of: step, opened(step, at: mark, nil))
  }

  /// Nothing is ready any more behind an event step.
  private func endEvent(_ opened: ScriptPlace.OpenStep, _ error: RunError?) throws(Stop) {
    world.noteReadable()
    try complete(opened, error ?? calls.lend(\.rejection))
  }

  private func beginEvent(of step: Step) throws(Stop) {
    calls.lend { $0.beginEvent() }
    if place.isOutermost { return }
    // Turns are counted as they are taken; what formulas cost may be settled later.
    do { try world.unsettledLimits.beginInnerStep() } catch { throw stop(error, "", step: step) }
  }

  // MARK: Moving the clock

  private func advance(
    _ opened: ScriptPlace.OpenStep, by passage: Passage
  ) throws(Stop) -> Bool {
    let end: Instant
    do {
      end = try world.instant(after: passage, in: frame)
    } catch {
      return try completed(opened, error)
    }
    try beginEvent(of: opened.step)
    let advance = ScriptPlace.Advance(end: end, until: passage.until, mark: world.trail.mark)
    return try move(opened, advance)
  }

  /// Moves the clock to the next timer, or to the end of the span. Timers due at one instant become
  /// ready together. The arrival at the end is a turn of its own where no timer was due there. False
  /// where the step is over.
  private func move(
    _ opened: ScriptPlace.OpenStep, _ advance: ScriptPlace.Advance
  ) throws(Stop) -> Bool {
    let (scheduler, step) = (world.scheduler, opened.step)
    lastEvent = step
    var advance = advance
    world.trail.end(advance.mark)
    switch isReached(advance) {
    case .success(false): break
    case .success(true): return try endAdvance(opened, advance)
    case .failure(let error): return try completed(opened, error)
    }
    if scheduler.moveToNextDue(upTo: advance.end) {
      do { try world.arrive() } catch { return try completed(opened, error) }
      advance.isThere = scheduler.now == advance.end
      place.waiting = ScriptPlace.Waiting(opened: opened, stage: .moving(advance))
      if isExplored { try checkAlways(after: .step(step), step: step) }
      return true
    }
    // An event that is explored may have moved the clock beyond the end meanwhile.
    if advance.isThere || scheduler.now > advance.end { return try endAdvance(opened, advance) }
    let error = turn { () throws(RunError) in
      scheduler.move(to: advance.end)
      try world.arrive()
    }
    if let error {
      world.trail.end(advance.mark)
      return try completed(opened, error)
    }
    place.waiting = ScriptPlace.Waiting(opened: opened, stage: .arrived(advance))
    try checkAlways(after: .step(step), step: step)
    return true
  }

  /// Whether what it waits for is so. Looking is no event of the world.
  private func isReached(_ advance: ScriptPlace.Advance) -> Result<Bool, RunError> {
    guard let until = advance.until else { return .success(false) }
    do throws(RunError) {
      return .success(
        try world.looking { () throws(RunError) in try world.condition(until, in: frame) })
    } catch {
      return .failure(error)
    }
  }

  /// The clock is where the step ends. Answers false: it takes no further turn.
  private func endAdvance(
    _ opened: ScriptPlace.OpenStep, _ advance: ScriptPlace.Advance
  ) throws(Stop) -> Bool {
    world.trail.end(advance.mark)
    var error = runtime.calls.rejection
    if let until = advance.until, error == nil {
      switch isReached(advance) {
      case .success(true): break
      case .success(false): error = unreached(until, opened.step)
      case .failure(let failure): error = failure
      }
    }
    world.noteReadable()
    if opened.step.binding != nil { frame.locals.append(.null) }
    return try completed(opened, error)
  }

  private func unreached(_ until: Formula, _ step: Step) -> RunError {
    guard case .advance(let passage) = step.verb else { preconditionFailure("it advances") }
    let (span, parts) = world.looking {
      (
        try? world.duration(passage.span, "within", in: frame),
        Explaining.parts(of: until, in: frame)
      )
    }
    let within = span.map { " within \(Duration(nanoseconds: $0).description)" } ?? ""
    return RunError(
      .notReached, "`\(until.text)` was not true\(within)", at: until.span,
      parts: parts)
  }

  // MARK: The end of a step

  /// The same as `complete`, for a step that takes no further turn.
  private func completed(
    _ opened: ScriptPlace.OpenStep, _ error: RunError?
  ) throws(Stop) -> Bool {
    try complete(opened, error)
    return false
  }

  /// A step is over: what has come of it is compared with its outcomes. An error of it may be
  /// expected by a step around it, which then is over too.
  func complete(_ opened: ScriptPlace.OpenStep, _ error: RunError?) throws(Stop) {
    place.waiting = nil
    var opened = opened
    if error == nil, opened.before == nil, observe == nil {
      // Nobody looks at it.
      world.trail.end(opened.mark)
    } else {
      opened = try compareThrough(opened, error)
    }
    try end(opened.step, inside: opened.before?.unnamed)
  }

  /// A step is over that is not looked at, or has been.
  @inline(__always)
  private func end(_ step: Step, inside first: Int?) throws(Stop) {
    guard !isExplored else { return }
    if place.isOutermost {
      try checkReports(step: step, context: "an error was reported that nobody expected")
    }
    if snapshot != nil { try checkStrict(step, inside: first) }
  }

  /// Compares what has come of a step, and of those around it that expect its error.
  /// - Returns: The last of these.
  private func compareThrough(
    _ opened: ScriptPlace.OpenStep, _ error: RunError?
  ) throws(Stop) -> ScriptPlace.OpenStep {
    var opened = opened
    while try isPassedOn(error, from: opened), let loop = place.loop {
      endPass(of: loop, place.blocks.count - 1)
      place.popBlock()
      if loop.thread != nil { leaveThreads() }
      place.left.insert(loop, at: 0)
      opened = loop.opened
    }
    if !place.left.isEmpty { place.left.removeAll(keepingCapacity: true) }
    return opened
  }

  /// Looks at what a step has come to. True where it is an error that a step around this one expects
  /// by its `fails`.
  private func isPassedOn(
    _ error: RunError?, from opened: ScriptPlace.OpenStep
  ) throws(Stop) -> Bool {
    let step = opened.step
    defer { world.trail.end(opened.mark) }
    // A rejection has been told where it happened.
    if let error, error !== runtime.calls.rejection {
      world.trail.record(TraceEvent(.stepFailed, text: error.text))
    }
    observe?(error)
    if isExplored {
      if let error { try pass(error, of: step) }
      return false
    }
    if let error {
      let isUnsettled = isExpectedUnsettled(error, opened)
      guard isUnsettled || opened.isExpected && error.kind != .budget else {
        throw stop(error, "the step failed", step: step)
      }
      if !opened.expectsError { return true }
      if isUnsettled { try endUnsettled(opened, error) }
    }
    if let before = opened.before { try compare(opened, since: before.mark, error) }
    return false
  }

  func compare(
    _ opened: ScriptPlace.OpenStep, since before: StepLog.Mark, _ error: RunError?
  ) throws(Stop) {
    let step = opened.step
    heldBefore?.noteEvaluated(step)
    isSeen = true
    var check = OutcomeCheck(
      runtime: runtime, frame: frame, step: step, since: before, error: error)
    check.kept = opened.kept
    check.cells = cells
    let failures = world.looking { check.run() }
    if failures.isEmpty || heldBefore != nil { return }
    let cause = unexpectedReport(step, since: before)
    if goesPastFixes, cause.isEmpty, fixable.hasRoom, failures.allSatisfy(\.isFixable) {
      for failure in failures where fixable.lacks(failure) {
        fixable.add(fixable.hasTrails ? withTrail(failure, step) : failure)
      }
      return
    }
    throw Stop(failures: cause + failures.map { withTrail($0, step) })
  }
}
