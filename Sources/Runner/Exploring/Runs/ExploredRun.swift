import Reactor
import Scenarios
import Values

/// One run of a script in which somebody chooses what happens next, among all that can.
///
/// It is told one move at a time, and the choices inside of the turn that this is; those that it is not
/// told are made as a run would make them, and noted. The same moves give the same run in any process.
final class ExploredRun {
  let run: ScriptRun
  let exploration: Exploration
  let plan: FaultPlan
  private(set) var faults = FaultCount()
  /// How many events there were.
  private(set) var eventCount = 0
  private(set) var delayed: [Delayed] = []
  /// The actors that have had a turn, where that matters, by their numbers.
  private(set) var begun: Set<Int> = []
  /// The ready turns by what keeps an order, where they are many.
  var index = ReadyIndex()

  /// What the turn under way, or the last one, has reported that must not be.
  private(set) var noticed: Violation?

  /// Why it was not let go on: it may stand in the middle of a turn, so that nothing can be asked of it any more.
  private(set) var stopped: [Failure]?

  /// Hears of the pieces of which turns consist.
  var onPiece: ((Piece) -> Void)?

  enum Piece {
    /// What the turn itself does is done.
    case body
    /// So is what the script's threads do that have nothing left to happen; whether that was nothing at all.
    case threads(isNothing: Bool)
  }

  /// What was chosen inside the turn under way, or the last one.
  private(set) var inner: [InnerPick] = []
  private var told: ArraySlice<Int> = []
  /// Chooses inside turns what was not told; without it always the first.
  var guide: ((InnerChoice, Int) -> Int)?

  struct InnerPick {
    let choice: InnerChoice
    let index: Int
    let count: Int

    /// What is to be told of it: what goes on as it would is not, but for values.
    var toldWords: String? {
      if case .element = choice { return choice.words(index) }
      return index > 0 ? choice.words(index) : nil
    }
  }

  /// What waits until nothing else can happen, or somebody takes it earlier.
  struct Delayed {
    enum Content {
      case message(Envelope, ActorID)
      case answer(parts: [StatePart], give: () -> Void)
    }

    let subject: String
    let content: Content
  }

  /// How a turn went.
  enum Ending {
    case went
    /// There was nothing to choose from: the run ends there.
    case over
    case violated(Violation)
    /// It was not let go on, or reached a limit that keeps the tool alive.
    case stopped([Failure])
  }

  init(
    _ script: Script, in tables: FileTables, _ exploration: Exploration, _ plan: FaultPlan,
    from start: GivenValues? = nil, isRecording: Bool = false, in bounds: Bounds
  ) {
    self.exploration = exploration
    self.plan = plan
    run = ScriptRun(
      script, in: tables, isListening: false, isRecording: isRecording, watching: [],
      keepsEmissions: false, in: bounds)
    run.isExplored = true
    run.startingValues = start
    run.world.chooser = self
    run.runtime.actors.core.delivery =
      switch exploration.delivery {
      case .causal: .causal
      case .pairwise: .pairwise
      case .unordered: .unordered
      }
  }

  var world: World { run.world }
  var runtime: Runtime { run.runtime }
  var actors: Actors { run.runtime.actors }

  /// Must be called at the end.
  func close() {
    delayed = []
    runtime.close()
  }

  // MARK: Turns

  /// Makes the world: the first turn of all.
  func begin(locals: [Value], _ inner: [Int] = []) -> Ending {
    run.begin(locals: locals)
    return turn(inner) { () throws(ScriptRun.Stop) in try run.goOn() }
  }

  /// Takes one of the moves that can be taken now, with the choices inside it as far as they are told.
  func take(_ move: Move, _ inner: [Int] = []) -> Ending {
    turn(inner) { () throws(ScriptRun.Stop) in try act(move) }
  }

  private func turn(
    _ inner: [Int], _ body: () throws(ScriptRun.Stop) -> Void
  ) -> Ending {
    if let stopped { return .stopped(stopped) }
    told = inner[...]
    self.inner = []
    world.log.clear()
    do throws(ScriptRun.Stop) {
      do throws(RunError) { try world.limits.beginStep() } catch {
        throw run.stop(error, "", step: nil)
      }
      noticed = nil
      try body()
      onPiece?(.body)
      try settle()
      evaluateDerived()
      if let violation = noticed ?? violationBehindTurn { return .violated(violation) }
      return .went
    } catch {
      return ending(error.failures)
    }
  }

  private func ending(_ failures: [Failure]) -> Ending {
    if world.whyOver != nil { return .over }
    guard let failure = failures.first, failure.kind != .budget else {
      stopped = failures
      return .stopped(failures)
    }
    return .violated(Violation(failure))
  }

  /// What follows a turn without being one: messages come up whose actors are busy, scripts end of which
  /// nothing more can come, and scripts side by side begin.
  private func settle() throws(ScriptRun.Stop) {
    let isForgetting = runtime.calls.isOfEvent
    let isComingUp = comeUp()
    // The script's own steps look at nothing, and forget what was reported before them.
    noticed = reportedViolation
    let isEnding = try endThreads()
    onPiece?(.threads(isNothing: !isForgetting && !isComingUp && !isEnding))
    // The last turn was about what it was about.
    let step = run.lastEvent
    defer { run.lastEvent = step }
    while world.scheduler.readyCount == 0, run.goesOnByItself {
      try run.goOn()
      try endThreads()
    }
  }

  /// Ends the scripts side by side that have nothing left to do. Only the one that has gone on may have come to that,
  /// unless they have just begun. Gives whether there was anything to be done.
  @discardableResult
  private func endThreads() throws(ScriptRun.Stop) -> Bool {
    guard let haveBegun = run.threads?.haveBegun else { return false }
    if haveBegun {
      if run.hasMoreToDo { return false }
      try run.goOn()
    } else {
      run.threads?.haveBegun = true
      for number in run.openThreads {
        run.goOn(with: number)
        if !run.hasMoreToDo { try run.goOn() }
      }
    }
    return true
  }

  /// A message that comes up while its actor is at something else joins the mailbox, which is no turn.
  /// One to an actor that has ended is dead at once, as one would be that had arrived before: so it makes no
  /// difference whether a message has. Gives whether there was any.
  private func comeUp() -> Bool {
    let scheduler = world.scheduler
    var isAny = false
    var place = mayBeDead ? 0 : scheduler.readyCount
    while place < scheduler.readyCount {
      if let (_, actor) = actors.core.message(of: scheduler.ready(place)),
        !actors.core.isAlive(actor)
      {
        isAny = true
        scheduler.step(choice: place)
      } else {
        place += 1
      }
    }
    while scheduler.readyCount > 0,
      let (_, actor) = actors.core.message(of: scheduler.ready(0)),
      actors.core.isAlive(actor), !actors.core.isIdle(actor)
    {
      isAny = true
      scheduler.step(choice: 0)
    }
    return isAny
  }

  // MARK: Moves

  private func act(_ move: Move) throws(ScriptRun.Stop) {
    if !plan.faults.isEmpty { noteTurn(of: move) }
    if exploration.delivery == .pairwise { actors.outsider = move.outsider }
    world.phase = "the turn"
    switch move {
    // Only the first of what keeps an order is among the moves.
    case .ready(let place): try run.takeTurn(place, isFirst: true)
    case .overtaking(let actor, let place):
      let envelope = actors.core.remove(place, of: actor)
      try receive(envelope, actor)
    case .script:
      beginStep()
      try run.goOn()
    case .thread(let number):
      beginStep()
      run.goOn(with: number)
      try run.goOn()
    case .delayed(let place): try take(delayed.remove(at: place))
    case .event(let number, let values):
      eventCount += 1
      world.coverage?.note(.event(number))
      let mark = world.trail.beginRecord(TraceEvent(.turn, "event \(words(for: move).words)"))
      defer { world.trail.end(mark) }
      try take(event: number, values)
    case .message(let fault, let actor, let place):
      world.trail.record(TraceEvent(.note, text: words(for: move).words))
      befell(fault)
      befall(fault, actor, place)
    case .crash(let actor):
      befell(.crash)
      let mark = world.trail.beginRecord(TraceEvent(.turn, words(for: move).words))
      try run.takeTurn(.words("the crash of \(actors.run(actor).name)"), mark) {
        world.scheduler.turn("crash") { actors.core.fail(actor, Actors.scriptedCrash) }
      }
    }
  }

  private func beginStep() {
    runtime.calls.beginEvent()
    run.lastEvent = nil
  }

  private func befell(_ fault: Exploration.Fault) {
    faults.add(fault)
    world.coverage?.note(.fault(fault))
  }

  /// Only who has had a turn can crash.
  private func noteTurn(of move: Move) {
    switch move {
    case .ready(let place):
      switch ReadyTurn(world.scheduler.ready(place), of: runtime) {
      case .message(_, let actor), .next(let actor): begun.insert(actors.run(actor).number)
      case .element, .dispatch, .queued, .other: break
      }
    case .overtaking(let actor, _): begun.insert(actors.run(actor).number)
    case .delayed(let place):
      if case .message(_, let actor) = delayed[place].content {
        begun.insert(actors.run(actor).number)
      }
    case .script, .thread, .event, .message, .crash: break
    }
  }

  private func receive(_ envelope: Envelope, _ actor: ActorID) throws(ScriptRun.Stop) {
    let name = actors.mails[envelope.word]?.message.name ?? ""
    let mark = world.trail.beginRecord(
      TraceEvent(.turn, "\(actors.run(actor).name).\(name)"))
    try run.takeTurn(.message(name, to: actors.run(actor)), mark) {
      if actors.core.isAlive(actor) {
        actors.core.receive(first: envelope, by: actor)
      } else {
        actors.dead(envelope, to: actor, .stopped)
      }
      actors.noteLoad(of: actors.run(actor))
    }
  }

  private func take(_ delayed: Delayed) throws(ScriptRun.Stop) {
    switch delayed.content {
    case .message(let envelope, let actor): try receive(envelope, actor)
    case .answer(_, let give):
      try run.takeTurn(.words(delayed.subject), world.trail.mark) {
        world.scheduler.turn(delayed.subject) { give() }
      }
    }
  }

  private func befall(_ fault: Exploration.Fault, _ actor: ActorID, _ place: WaitingPlace) {
    switch fault {
    case .drop: actors.lose(actors.core.remove(place, of: actor))
    case .duplicate:
      guard let envelope = actors.core.waiting(at: place, of: actor),
        let copy = actors.copy(envelope)
      else { return }
      actors.core.insert(copy, behind: place, of: actor)
    case .delay:
      let envelope = actors.core.remove(place, of: actor)
      let name = actors.mails[envelope.word]?.message.name ?? ""
      delayed.append(
        Delayed(
          subject: "\(actors.run(actor).name).\(name)", content: .message(envelope, actor)))
    case .crash, .crashMidway, .reject: preconditionFailure("it befalls no message")
    }
    actors.noteLoad(of: actors.run(actor))
  }

  /// What the outside does, as one turn.
  private func take(event number: Int, _ values: [Value]) throws(ScriptRun.Stop) {
    runtime.calls.beginEvent()
    let step = exploration.events[number].step
    let frame = Frame(world: world, locals: LocalValues(values), isScript: true)
    var error: RunError?
    if case .advance(let passage) = step.verb {
      error = moveClock(by: passage, in: frame)
    } else {
      error = run.turn { () throws(RunError) in
        if case .turn = step.verb {
          try runtime.begin(step, in: frame)
        } else {
          try runtime.bodies.execute([step], in: frame, as: step.keyword.text)
        }
      }
    }
    if let error { try run.pass(error, of: step, in: "event") }
    try run.checkAlways(after: .words(words(forEvent: number, values)), step: step)
  }

  /// To the next timer that is due within a span, or to its end.
  private func moveClock(by passage: Passage, in frame: Frame) -> RunError? {
    do throws(RunError) {
      let end = try world.instant(after: passage, in: frame)
      if world.scheduler.moveToNextDue(upTo: end) {
        try world.arrive()
        return nil
      }
      return run.turn { () throws(RunError) in
        world.scheduler.move(to: end)
        try world.arrive()
      }
    } catch {
      return error
    }
  }
}

// MARK: Choices inside turns

extension ExploredRun: Chooser {
  func pick(_ choice: InnerChoice, among count: Int) -> Int {
    let index = min(told.popFirst() ?? guide?(choice, count) ?? 0, count - 1)
    inner.append(InnerPick(choice: choice, index: index, count: count))
    switch choice {
    case .element: break
    case .crash: if index > 0 { befell(.crashMidway) }
    case .call(_, let fates):
      switch fates[index] {
      case .done: break
      case .doubled: befell(.duplicate)
      case .rejected: befell(.reject)
      }
    case .answer(_, let fates):
      switch fates[index] {
      case .given: break
      case .lost: befell(.drop)
      case .delayed: befell(.delay)
      }
    }
    return index
  }

  func allows(_ fault: Exploration.Fault, actor: Int) -> Bool {
    plan.mayBefall(fault, actor: actor) && faults.allows(fault, plan.budget)
  }

  func allows(_ fault: Exploration.Fault, service: Int, method: Int) -> Bool {
    plan.mayBefall(fault, service: service, method: method) && faults.allows(fault, plan.budget)
  }

  func delay(_ subject: String, _ parts: [StatePart], _ answer: @escaping () -> Void) {
    delayed.append(Delayed(subject: subject, content: .answer(parts: parts, give: answer)))
  }
}
