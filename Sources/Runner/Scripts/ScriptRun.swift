import CEL
import Reactor
import Scenarios
import Values

/// Performs a script on a world of its own, step by step, and checks what comes of each.
///
/// Every event step is a turn: the event, then a flush (when `auto`), then the `always`
/// properties; and so is everything that it makes ready, one after the other, until nothing is. A
/// step that fails ends the scenario, because what follows was written for a world in which it had
/// not.
final class ScriptRun {
  private let script: Script
  private let file: FileTables
  let world: World
  private let frame: Frame
  /// Where what a failure shows of what happened begins in the trail: with the outermost step, or,
  /// where that only looks, with those behind the last outcome.
  private var trailStart = 0
  /// Where the steps behind the last outcome began; before any step, the start.
  private var unseenStart = 0
  /// Whether an outcome has looked at what was caused from there on; the start needs none.
  private var isSeen = true

  /// The passes of `for` and `repeat` that are under way, outermost first.
  private var rounds: [Round] = []

  /// Hears behind each turn which of the properties are asked.
  var onAsking: (([Int]) -> Void)?

  /// What a strict scenario's steps begin with.
  private var snapshot: WorldSnapshot?

  /// Looks at outcomes before their steps, where that is wanted: outcomes that differ are then gone
  /// past, for the looking itself may make derived cells run.
  var heldBefore: HeldBefore?
  /// Whether to go on behind outcomes that only have to be written anew.
  var goesPastFixes = false
  private var fixable = FixableFailures()

  /// Called where the outcomes of a step are looked at, before they are, and behind the start; with
  /// what the step failed with.
  var observe: ((RunError?) -> Void)?

  /// Ends the scenario.
  struct Stop: Error { let failures: [Failure] }

  /// Whether somebody interrupted it.
  private(set) var isCutShort = false
  /// Whether it found no room beside other worlds, and is to be run again alone.
  private(set) var isCrowded = false
  /// Whether a failure cannot show what happened before, since nobody listened.
  private(set) var lacksTrails = false
  /// The outermost step under way.
  private var current: Step?

  /// With `isRecording` all that happens is kept in `log`. Without `isListening` what happens is told
  /// to failures only where it takes long. `watching` are the slots of parts whose states and receipts
  /// are kept; without it those that the outcomes look at.
  init(
    _ script: Script, in file: FileTables, isListening: Bool = true, isRecording: Bool = false,
    watching: Set<Int>? = nil, in bounds: Bounds = Bounds()
  ) {
    self.script = script
    self.file = file
    world = World(
      file, watching: watching ?? script.watched, isListening: isListening,
      isRecording: isRecording, in: bounds)
    frame = Frame(world: world, isScript: true)
  }

  /// Runs the whole script once and gives what was not as the file says.
  func run(locals: [Value]) -> [Failure] {
    defer { world.close() }
    frame.locals = LocalValues(locals)
    do {
      try start()
      for step in script.steps { try runOutermost(step) }
      try checkDisturbances()
      try checkEventually()
      return fixable.failures
    } catch {
      if let ending = world.watchdog.ending { return end(ending) }
      isCrowded = world.memory.isCrowded
      return fixable.failures + error.failures
    }
  }

  /// What is told where the script cannot even begin, since what its row binds has no value.
  func fail(_ error: RunError) -> [Failure] {
    defer { world.close() }
    if error.code == .timedOut, world.watchdog.isOver(), let ending = world.watchdog.ending {
      return end(ending)
    }
    return [
      Failure(
        .error, error.code, error.text, at: error.span ?? script.scenario.span, help: error.help)
    ]
  }

  /// What becomes of a scenario that was not let go on.
  private func end(_ ending: Ending) -> [Failure] {
    let what: String
    let help: String
    switch ending {
    case .interrupted:
      isCutShort = true
      return []
    case .scenarioOverdue:
      let limit = script.scenario.timeout.map { $0.text } ?? ""
      what = "the scenario was not over within its `timeout` of \(limit)"
      help = "raise its `timeout`, or let it cause less"
    case .runOverdue(let limit):
      what = "the run was not over within its --timeout of \(limit), and this was under way"
      help = "raise --timeout, or spread the suite by --shard"
    }
    return [
      Failure(
        .budget, .timedOut, what, at: current?.keyword.span ?? script.scenario.name.span,
        step: current?.span, help: [help])
    ]
  }

  /// What the scenario cost, in the unit of formulas.
  var work: Int { world.limits.work }

  /// What happened, where that is kept.
  var log: RunLog? { world.trail.log }

  // MARK: Turns

  private func start() throws(Stop) {
    let mark = world.trail.begin(TraceEvent(.start))
    defer { world.trail.end(mark) }
    let locals = frame.locals
    let error = turn { () throws(RunError) in
      try world.start(given: script.scenario.given, locals: locals)
    }
    if let error { throw stop(error, "the start failed", step: nil) }
    try checkAlways(after: .words("the start"), step: nil)
    try settle(nil)
    world.noteReadable()
    observe?(nil)
    try checkReports(step: nil, context: "the start reported an error")
  }

  /// One turn: the event, and the flush behind it. The properties are asked by the caller, who
  /// knows which step to show.
  private func turn(_ event: () throws(RunError) -> Void) -> RunError? {
    do throws(RunError) {
      try world.takeTurn()
      var failure: RunError?
      world.scheduler.turn(World.script) { failure = ScriptRun.failure(of: event) }
      if let failure, failure.kind == .budget { throw failure }
      try world.endTurn()
      return failure
    } catch {
      return error
    }
  }

  private static func failure(of event: () throws(RunError) -> Void) -> RunError? {
    do {
      try event()
      return nil
    } catch {
      return error
    }
  }

  /// Takes turns, in the order in which they became ready, until none is.
  private func settle(_ step: Step?) throws(Stop) {
    let scheduler = world.scheduler
    while scheduler.readyCount > 0 {
      try checkInterruption()
      // What the turn is about is known only before it is taken.
      let about = file.always.isEmpty ? .words("") : world.subjectOfNextTurn()
      let mark = world.beginTurn()
      defer { world.trail.end(mark) }
      do throws(RunError) {
        try world.takeTurn()
        _ = scheduler.step()
        try world.endTurn()
      } catch {
        throw stop(error, "the step failed", step: step)
      }
      try checkAlways(after: about, step: step)
    }
    world.reportDeadlocks()
  }

  // MARK: Steps

  private func checkInterruption() throws(Stop) {
    do { try world.checkPatience() } catch { throw Stop(failures: []) }
  }

  private func runOutermost(_ step: Step) throws(Stop) {
    current = step
    try checkInterruption()
    world.log.clear()
    do { try world.limits.beginStep() } catch { throw stop(error, "", step: step) }
    world.scheduler.isNoting = false
    world.hasExplained = false
    world.phase = "the step"
    beginTrail(of: step)
    if script.scenario.isStrict, snapshot == nil { snapshot = WorldSnapshot(world) }
    if let error = try run(step, isExpected: false) {
      throw stop(error, "the step failed", step: step)
    }
    try checkReports(step: step, context: "an error was reported that nobody expected")
    try checkStrict(step)
  }

  /// What a step that only looks tells of is what the steps before it caused.
  private func beginTrail(of step: Step) {
    if step.isCheck {
      trailStart = unseenStart
      return
    }
    trailStart = world.trail.count
    if isSeen { unseenStart = trailStart }
    isSeen = false
  }

  /// Runs one step and checks its outcomes. The answer is an error that a step around this one
  /// expects by its `fails`.
  private func run(_ step: Step, isExpected: Bool) throws(Stop) -> RunError? {
    if !step.outcomes.isEmpty { heldBefore?.look(at: step, world, frame) }
    let before = step.outcomes.isEmpty ? nil : world.log.mark(withRuns: step.countsRuns)
    let expectsError = step.expectsError
    let mark = world.trail.begin(
      TraceEvent(
        .step, name: step.keyword.text, at: step.event, in: step.span))
    defer { world.trail.end(mark) }
    if let note = step.note { world.trail.add(TraceEvent(.note, text: note)) }
    let error = try runVerb(step, isExpected: isExpected || expectsError)
    // A rejection has been told where it happened.
    if let error, error !== world.rejection {
      world.trail.record(TraceEvent(.stepFailed, text: error.text))
    }
    observe?(error)
    if let error, !expectsError || error.kind == .budget {
      if isExpected, error.kind != .budget { return error }
      throw stop(error, "the step failed", step: step)
    }
    guard let before else { return nil }
    heldBefore?.noteEvaluated(step)
    isSeen = true
    var check = OutcomeCheck(world: world, frame: frame, step: step, since: before, error: error)
    world.trail.setPaused(true)
    let failures = check.run()
    world.trail.setPaused(false)
    if !failures.isEmpty, heldBefore == nil {
      let cause = unexpectedReport(step, since: before)
      if goesPastFixes, cause.isEmpty, fixable.haveRoom, failures.allSatisfy(\.isFixable) {
        for failure in failures where fixable.lack(failure) {
          fixable.add(fixable.haveTrails ? withTrail(failure, step) : failure)
        }
        return nil
      }
      throw Stop(failures: cause + failures.map { withTrail($0, step) })
    }
    return nil
  }

  private func runVerb(_ step: Step, isExpected: Bool) throws(Stop) -> RunError? {
    if step.delay == nil {
      switch step.verb {
      case .check: return nil
      case .control(.bind(let entries)): return bind(entries)
      case .control(.loop(let loop)): return try control(loop, step, isExpected: isExpected)
      case .advance(let span): return try advance(step, by: span)
      case .control(.batch), .turn: break
      }
    }
    return try event(step) { () throws(RunError) in try world.begin(step, in: frame) }
  }

  /// An event step: a turn and the properties, and the turns that it makes ready. A call that is
  /// rejected among them, with nobody to take care of it, is the step's error.
  private func event(
    _ step: Step, _ event: () throws(RunError) -> Void
  ) throws(Stop) -> RunError? {
    beginEvent()
    let depth = frame.locals.count
    let error = turn(event)
    if step.binding != nil, frame.locals.count == depth {
      frame.locals.append(.null)
    }
    if error?.kind == .budget { return error }
    try checkAlways(after: .step(step), step: step)
    let promise = world.lastPromise
    try settle(step)
    world.lastPromise = promise
    world.noteReadable()
    return error ?? world.rejection
  }

  /// The steps inside settle one by one; what they bind is gone behind the list.
  private func run(_ steps: [Step], isExpected: Bool) throws(Stop) -> RunError? {
    let depth = frame.locals.count
    defer { frame.locals.removeSubrange(depth...) }
    for step in steps {
      if let error = try run(step, isExpected: isExpected) { return error }
    }
    return nil
  }

  private func bind(_ entries: [Datum.Entry]) -> RunError? {
    do throws(RunError) {
      for entry in entries { frame.locals.append(try world.value(of: entry.value, in: frame)) }
      return nil
    } catch {
      return error
    }
  }

  private func control(
    _ loop: LoopVerb, _ step: Step, isExpected: Bool
  ) throws(Stop) -> RunError? {
    let passes: Passes
    do { passes = try world.passes(of: loop, in: frame) } catch { return error }
    let keeper = passes.elements.map { KeptValues($0, in: world.kept) }
    for index in 0..<passes.count {
      try checkInterruption()
      do { try world.takeStep() } catch { return error }
      let depth = frame.locals.count
      defer { frame.locals.removeSubrange(depth...) }
      if let element = passes.elements?[index] { frame.locals.append(element) }
      withExtendedLifetime(keeper) {}
      let round = Round(step: step, index: index, element: passes.elements?[index])
      let mark = world.trail.beginRecord(round.event)
      defer { world.trail.end(mark) }
      rounds.append(round)
      if let error = try run(passes.steps, isExpected: isExpected) { return error }
      rounds.removeLast()
    }
    return nil
  }

  /// Moves the clock to the end of the span, from timer to timer. Those due at one instant become
  /// ready together. The arrival at the end is a turn of its own where no timer was due there.
  private func advance(_ step: Step, by span: Datum) throws(Stop) -> RunError? {
    let end: Instant
    do {
      end = try world.instant(after: span, in: frame)
    } catch {
      return error
    }
    beginEvent()
    let scheduler = world.scheduler
    var hasArrived = false
    let mark = world.trail.mark
    defer { world.trail.end(mark) }
    while scheduler.moveToNextDue(upTo: end) {
      world.trail.end(mark)
      do { try world.arrive() } catch { return error }
      try settle(step)
      hasArrived = scheduler.now == end
    }
    if !hasArrived {
      world.trail.end(mark)
      let error = turn { () throws(RunError) in
        scheduler.move(to: end)
        try world.arrive()
      }
      if let error { return error }
      try checkAlways(after: .step(step), step: step)
      try settle(step)
    }
    world.trail.end(mark)
    world.noteReadable()
    if step.binding != nil { frame.locals.append(.null) }
    return world.rejection
  }

  private func beginEvent() {
    world.eventNumber += 1
    world.rejection = nil
    world.lastPromise = nil
  }

  // MARK: Checks

  /// Asks the properties that may not hold any more.
  private func checkAlways(after event: TurnSubject, step: Step?) throws(Stop) {
    if file.always.isEmpty { return }
    let due = world.touches.takeDue()
    onAsking?(due)
    for index in due {
      let failure = check(
        file.always[index], "always",
        "after \(world.words(for: event)) (turn \(world.turns))")
      if let failure {
        throw Stop(failures: [withTrail(failure, step)])
      }
    }
  }

  private func checkDisturbances() throws(Stop) {
    do {
      try world.checkDisturbances()
    } catch {
      throw stop(error, "the script failed", step: nil)
    }
  }

  private func checkEventually() throws(Stop) {
    trailStart = 0
    for property in file.eventually {
      if let failure = check(property, "eventually", "at the end") {
        throw Stop(failures: [withTrail(failure, nil)])
      }
    }
  }

  /// Asks a property; what its reads evaluate counts as no run of the step.
  private func check(
    _ property: Formula, _ kind: String, _ place: @autoclosure () -> String
  ) -> Failure? {
    world.isAsking = true
    world.trail.setPaused(true)
    defer {
      world.isAsking = false
      world.trail.setPaused(false)
    }
    let text = property.text
    let code = kind == "always" ? ProblemCode.alwaysViolated : .eventuallyViolated
    return Explaining.failure(property, in: world.bare, kind: .property, code) { verdict in
      "\(kind) `\(text)` \(verdict) \(place())"
    }
  }

  private func checkReports(step: Step?, context: String) throws(Stop) {
    guard
      let report = world.log.reports.first(where: { !$0.isExpected })
    else { return }
    throw stop(report.error, context, step: step, isReport: true)
  }

  /// An error that nobody expected may be why a step's outcomes differ. A step that tells of reports
  /// has said so itself.
  private func unexpectedReport(_ step: Step, since mark: StepLog.Mark) -> [Failure] {
    guard !step.expectsReports,
      let report = world.log.reports[mark.reports...].first(where: { !$0.isExpected })
    else { return [] }
    let context = "an error was reported that nobody expected"
    return stop(report.error, context, step: step, isReport: true).failures
  }

  private func checkStrict(_ step: Step) throws(Stop) {
    guard let before = snapshot else { return }
    world.trail.setPaused(true)
    defer { world.trail.setPaused(false) }
    let touched = world.observed(among: world.touches.takeObserved())
    let unnamed = StrictCheck(
      world: world, frame: frame, step: step, before: before, touched: touched
    ).unnamed()
    snapshot?.update(touched, world)
    guard !unnamed.isEmpty else { return }
    var failure = Failure(
      .strict, "a strict step must name all that it causes", at: step.keyword.span,
      step: step.span,
      help: ["name it in an outcome of the step, or drop `strict: true`"])
    failure.details = unnamed.map { Failure.Detail("unnamed", $0) }
    throw Stop(failures: [withTrail(failure, step)])
  }

  private func stop(
    _ error: RunError, _ context: String, step: Step?, isReport: Bool = false
  ) -> Stop {
    let place = error.span ?? step?.keyword.span ?? script.scenario.name.span
    let isBudget = error.kind == .budget
    var failure = Failure(
      isBudget ? .budget : .error, error.code, isBudget ? error.text : "\(context): \(error.text)",
      at: place,
      step: step?.span, help: error.help)
    failure.parts = error.parts
    failure.places = error.places
    if failure.help.isEmpty, error.kind == .failure, !error.isLimit, step != nil {
      failure.help = [
        isReport
          ? "if it is meant, expect it: reports: [\(ScriptRun.quoted(error.text))]"
          : "if it is meant, expect it: fails: \(ScriptRun.quoted(error.text))"
      ]
    }
    return Stop(failures: [withTrail(failure, step)])
  }

  private static func quoted(_ text: String) -> String {
    var quoted = ""
    Value.write(quoted: text, to: &quoted)
    return quoted
  }

  private func withTrail(_ failure: Failure, _ step: Step?) -> Failure {
    var failure = failure
    lacksTrails = lacksTrails || !world.trail.hasHeard(since: trailStart)
    let trail = world.trail.since(trailStart)
    failure.trail = trail.events
    failure.omitted = trail.omitted
    failure.step = failure.step ?? step?.span
    failure.details += rounds.compactMap(\.detail)
    return failure
  }
}

/// One pass of a loop of the script, for the report of a failure in it.
private struct Round {
  let step: Step
  let index: Int
  let element: Value?

  var event: TraceEvent {
    if case .control(.loop(.elements(let name, _, _))) = step.verb {
      return TraceEvent(.round, name: name.text, element, count: index + 1)
    }
    return TraceEvent(.round, count: index + 1)
  }

  var detail: Failure.Detail? {
    guard case .control(.loop(let loop)) = step.verb else { return nil }
    return switch loop {
    case .elements(let name, _, _):
      Failure.Detail("round", "\(index + 1), \(name.text) = \(element?.brief ?? "")")
    case .times: Failure.Detail("round", "\(index + 1)")
    case .condition: nil
    }
  }
}
