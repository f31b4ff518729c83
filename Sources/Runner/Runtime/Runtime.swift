import CEL
import Reactor
import Scenarios
import Values

/// What a run is: the world with all its parts, and what goes on between them.
///
/// Arrows go one way: from here to the parts, from them to the bodies, from those to the world. What
/// the world and the bodies ask of the parts they ask through `WorldParts` and `BodyParts`.
///
/// Invariants: every change goes through a turn, so that a flush and the properties follow it; all
/// that can be observed is in the world's `log` and `trail`; nothing outside is touched. All of it is
/// dropped with its scenario.
final class Runtime {
  let world: World
  let bodies: Bodies
  let calls: ScriptCalls
  let computations: Computations
  let reactors: Reactors
  let observedCells: ObservedCells
  let stores: Stores
  let services: Services
  let actors: Actors
  /// Room for what a step writes, while none does.
  var written: [Value] = []

  init(
    _ tables: FileTables, watching watched: Set<Int> = [], keepsEmissions: Bool = true,
    isListening: Bool = true, isRecording: Bool = false, in bounds: Bounds = Bounds()
  ) {
    world = World(
      tables, watching: watched, keepsEmissions: keepsEmissions, isListening: isListening,
      isRecording: isRecording, in: bounds)
    bodies = Bodies(world)
    calls = ScriptCalls(bodies)
    observedCells = ObservedCells(bodies)
    computations = Computations(bodies)
    reactors = Reactors(bodies)
    stores = Stores(bodies)
    services = Services(bodies, calls)
    actors = Actors(bodies, calls)
    world.door = self
    bodies.door = self
  }

  /// Makes every cell and every part, and runs what starts by itself, in file order, as one turn.
  func start(given: [GivenValues]) throws(RunError) {
    try world.start(given: given)
    try observedCells.start()
    stores.start()
    try reactors.start()
    try actors.start()
    try computations.start()
    try world.keepHeldCellsCurrent()
  }

  /// Drops all bodies and values, which hold each other.
  func close() {
    observedCells.close()
    reactors.close()
    actors.close()
    for promise in bodies.unanswered { promise.sever() }
    services.close()
    world.close()
  }
}

extension Runtime: WorldParts {
  func read(_ slot: Slot, _ path: [String], in frame: Frame) -> Resolution {
    switch slot {
    case .store(let index): stores.read(index, path)
    case .actor(let index): actors.read(actor: index, path)
    case .reference(let index): actors.read(reference: frame.locals[index], path)
    case .promise(let index):
      Resolution.walk(calls.promise(frame.locals[index])?.value ?? .null, path)
    case .local, .cell, .computation, .reactor, .service, .emitted, .member, .own, .now, .it,
      .addressed:
      preconditionFailure("\(slot) is no part")
    }
  }

  func read(
    _ actor: Recipient, _ path: [String], in frame: Frame
  ) throws(RunError) -> Resolution {
    guard let run = try actors.meant(by: actor, in: frame) else {
      preconditionFailure("a path begins with the name of an actor that is declared")
    }
    return Resolution.walk(actors.state(of: run), path)
  }

  func unmade() -> [(name: String, slot: Slot, value: Value)] { actors.unmade() }
}

extension Runtime: BodyParts {
  func goOn(in frame: Frame, _ work: () -> Void) { actors.goOn(in: frame, work) }
}

// MARK: Turns

/// What a turn is about, kept so that the words are made where they are shown.
enum TurnSubject {
  case words(String)
  /// The event of a script.
  case step(Step)
  case work(any ScheduledWork, at: Step?)
  case message(String, to: ActorRun)

  var words: String {
    switch self {
    case .words(let words): words
    case .step(let step): "`\(step.keyword.text)`"
    case .work(let work, let step): work.about(at: step)
    case .message(let name, let run): "\(run.name).\(name)"
    }
  }
}

extension Runtime {
  /// What a ready turn is about: known only before it is taken.
  func subject(ofTurn index: Int) -> TurnSubject {
    let turn = world.scheduler.ready(index)
    if turn.party == world.party, let work = world.scheduled[turn.word] {
      return .work(work, at: work.waitingStep)
    }
    if let message = actors.message(of: turn) {
      return .message(message.name, to: message.receiver)
    }
    return .words(world.scheduler.describe(turn))
  }
}
