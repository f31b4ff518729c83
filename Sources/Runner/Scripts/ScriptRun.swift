import CEL
import Reactor
import Scenarios
import Values

/// Performs a script on a world of its own, turn by turn, and checks what comes of each step.
///
/// Every event step is a turn: the event, then a flush (when `auto`), then the `always`
/// properties; and so is everything that it makes ready, one after the other, until nothing is. A
/// step that fails ends the scenario, because what follows was written for a world in which it had
/// not.
///
/// All that can happen next is listed by `enabled` and done by `step`; a run takes the first choice
/// each time. Between two choices nothing of the run stands on Swift's stack.
final class ScriptRun {
  let script: Script
  let file: FileTables
  let runtime: Runtime
  let world: World
  /// The world's, which is not counted at each turn.
  let scheduler: Lent<Scheduler>
  /// The runtime's, likewise.
  let actors: Lent<Actors>
  let calls: Lent<ScriptCalls>
  let frame: Frame
  /// Where what a failure shows of what happened begins in the trail: with the outermost step, or,
  /// where that only looks, with those behind the last outcome.
  var trailStart = 0
  /// Where the steps behind the last outcome began; before any step, the start.
  var unseenStart = 0
  /// Whether an outcome has looked at what was caused from there on; the start needs none.
  var isSeen = true

  /// How far the script is.
  enum Phase {
    case unstarted
    /// The world has been made; where that begins in the log.
    case starting(Trail.Mark)
    case underWay
    case over
  }

  var phase = Phase.unstarted
  var place = ScriptPlace()

  /// The scripts of an `interleave` under way.
  var threads: Threads?

  /// The row as written; nil without `each`.
  var cells: RowCells?
  /// What the row binds.
  private(set) var rowLocals = LocalValues()

  /// Whether somebody chooses what happens, and looks at nothing but properties: outcomes, and errors
  /// that outcomes could expect, are for runs that nobody leads elsewhere.
  var isExplored = false
  /// Whether somebody chooses each turn, or steps from one to the next.
  private(set) var isLed = true
  /// Whether a script of several side by side has just ended, and nobody has chosen yet what goes on.
  var isPaused = false
  /// Whether it only does again what has been looked at before: then no property is asked.
  var isRepeating = false
  /// Starting values beside the scenario's.
  var startingValues: GivenValues?

  /// Hears behind each turn which of the properties are asked.
  var onAsking: (([Int]) -> Void)?

  /// What a strict scenario's steps begin with.
  var snapshot: WorldSnapshot?

  /// Looks at outcomes before their steps, where that is wanted. Outcomes that differ are then gone past, so that
  /// those behind them are looked at, too.
  var heldBefore: HeldBefore?
  /// Whether to go on behind outcomes that only have to be written anew.
  var goesPastFixes = false
  var fixable = FixableFailures()

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
  var lacksTrails = false
  /// The step of the last turn of the script's own; in an explored one the first step, where none was an event.
  unowned(unsafe) var lastEvent: Step?
  /// The outermost step under way.
  unowned(unsafe) var current: Step?

  /// With `isRecording` all that happens is kept in `log`. Without `isListening` what happens is told
  /// to failures only where it takes long. `watching` are the slots of parts whose states and receipts
  /// are kept; without it those that the outcomes look at. Without `keepsEmissions` nobody can look at what was
  /// emitted.
  init(
    _ script: Script, in file: FileTables, isListening: Bool = true, isRecording: Bool = false,
    watching: Set<Int>? = nil, keepsEmissions: Bool = true, in bounds: Bounds = Bounds()
  ) {
    self.script = script
    self.file = file
    runtime = Runtime(
      file, watching: watching ?? script.watched, keepsEmissions: keepsEmissions,
      isListening: isListening, isRecording: isRecording, in: bounds)
    world = runtime.world
    scheduler = Lent(world.scheduler)
    actors = Lent(runtime.actors)
    calls = Lent(runtime.calls)
    frame = Frame(world: world, isScript: true)
  }

  /// Runs the whole script once and gives what was not as the file says.
  /// - Parameter choose: Gives the place of the choice to take among those that are enabled; without it the
  ///   first is taken.
  func run(locals: [Value], choosing choose: ((Choices) -> Int)? = nil) -> [Failure] {
    defer { runtime.close() }
    begin(locals: locals)
    isLed = choose != nil
    do {
      while true {
        let enabled = enabled
        if enabled.isEmpty { break }
        try step(enabled[choose?(enabled) ?? 0])
      }
      return fixable.failures
    } catch {
      world.trail.end(0)
      if let ending = world.watchdog.ending { return end(ending) }
      if world.whyOver != nil { return fixable.failures }
      isCrowded = world.memory.isCrowded
      return fixable.failures + error.failures
    }
  }

  /// Takes what the row binds, before anything else.
  func begin(locals: [Value]) {
    rowLocals = LocalValues(locals)
    runtime.services.play(script.scenario.methods, row: locals)
    // What stands in the way of the row is bound later.
    frame.locals = LocalValues([Value](repeating: .null, count: openingCount) + locals)
  }

  private var openingCount: Int { script.opening?.localCount ?? 0 }

  /// What is told where the script cannot even begin, since what its row binds has no value.
  func fail(_ error: RunError) -> [Failure] {
    defer { runtime.close() }
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
    isCutShort = ending == .interrupted
    let failure = script.scenario.failure(at: ending, under: current)
    return failure.map { [$0] } ?? []
  }

  /// What the scenario cost, in the unit of formulas.
  var work: Int { world.limits.work }

  /// What happened, where that is kept.
  var log: RunLog? { world.trail.log }

  // MARK: Choices

  /// One of the things that can happen next.
  enum Choice: Equatable {
    /// A ready turn, by its place among them.
    case turn(Int)
    /// The script's next move: to its next event, or to the next timer of an `advance`.
    case script
  }

  /// What can happen next, in the order in which it became possible; a run takes the first.
  struct Choices: RandomAccessCollection {
    let readyCount: Int
    let isScriptEnabled: Bool

    var startIndex: Int { 0 }
    var endIndex: Int { readyCount + (isScriptEnabled ? 1 : 0) }

    subscript(_ index: Int) -> Choice { index < readyCount ? .turn(index) : .script }
  }

  /// All that can be chosen now. The script's own steps wait until nothing is ready; behind its end
  /// there is no choice left.
  var enabled: Choices {
    let readyCount = scheduler.lend { $0.readyCount }
    if case .over = phase { return Choices(readyCount: readyCount, isScriptEnabled: false) }
    return Choices(readyCount: readyCount, isScriptEnabled: readyCount == 0)
  }

  /// Does one of what is enabled, with the properties behind it.
  func step(_ choice: Choice) throws(Stop) {
    switch choice {
    case .turn(let index): try takeTurn(index)
    case .script: try goOn()
    }
  }

  /// - Parameter isFirst: Whether it is known that no other turn that is ready has to precede it.
  func takeTurn(_ index: Int, isFirst: Bool = false) throws(Stop) {
    // What the turn is about is known only before it is taken.
    let about = file.always.isEmpty ? nil : runtime.subject(ofTurn: index)
    try takeTurn(about, world.beginTurn(index)) {
      scheduler.lend { scheduler in
        if index == 0 {
          _ = scheduler.step()
        } else if isFirst {
          scheduler.step(first: index)
        } else {
          scheduler.step(choice: index)
        }
      }
    }
  }

  /// A turn that is none of the script's own, with the properties behind it.
  func takeTurn(
    _ about: TurnSubject?, _ mark: Trail.Mark, _ body: () -> Void
  ) throws(Stop) {
    defer { world.trail.end(mark) }
    do throws(RunError) {
      try world.takeTurn()
      body()
      try world.endTurn()
    } catch {
      if let opened = place.waiting?.opened, isExpectedUnsettled(error, opened) {
        try complete(opened, error)
      }
      throw stop(error, "the step failed", step: place.innermost)
    }
    if let about { try checkAlways(after: about, step: place.innermost) }
  }

  /// One turn of the script's own: the event, and the flush behind it. The properties are asked by
  /// the caller, who knows which step to show.
  @inline(__always)
  func turn(_ event: () throws(RunError) -> Void) -> RunError? {
    do throws(RunError) {
      try world.takeTurn()
      var failure: RunError?
      scheduler.lend { $0.beginTurn(World.script) }
      do throws(RunError) { try event() } catch { failure = error }
      scheduler.lend { $0.endTurn() }
      if let failure, failure.kind == .budget { throw failure }
      try world.endTurn()
      return failure
    } catch {
      return error
    }
  }

  func checkInterruption() throws(Stop) {
    do { try world.checkPatience() } catch { throw Stop(failures: []) }
  }
}

extension Scenario {
  /// What is told where its time is over; nil where somebody interrupts, for that says nothing.
  /// - Parameter step: What was under way, where that is known.
  func failure(at ending: Ending, under step: Step? = nil) -> Failure? {
    let what: String
    let help: String
    switch ending {
    case .interrupted: return nil
    case .scenarioOverdue:
      what = "the scenario was not over within its `timeout` of \(timeout.map { $0.text } ?? "")"
      help = "raise its `timeout`, or let it cause less"
    case .runOverdue(let limit):
      what = "the run was not over within its --timeout of \(limit), and this was under way"
      help = "raise --timeout, or spread the suite by --shard"
    }
    var failure = Failure(
      .budget, .timedOut, what, at: step?.keyword.span ?? name.span, step: step?.span,
      help: [help])
    if case .runOverdue = ending { failure.isOfRun = true }
    return failure
  }
}
