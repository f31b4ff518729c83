import CEL
import Reactor
import Scenarios
import Values

/// The actors of a world. Mailboxes, lives and supervisors are the engine's; what messages are, and
/// what is done about them, is here.
final class Actors {
  let world: World
  let bodies: Bodies
  let calls: ScriptCalls
  let kinds: [ActorKind]
  /// Nil until it is needed.
  private var madeCore: ActorCore?
  /// All that have been made, by the number of their engine's part.
  var runs: [ActorRun] = []
  /// By what they are referred to.
  var references: TextTable<ActorRun> = [:]
  /// The messages that are on their way, queued, put aside or at work.
  var mails = SlotTable<Mail>()
  /// The frame of a message that has been handled, for the next one.
  var spareFrame: Frame?
  /// The faults of the script that wait for their message, in order.
  var disturbances = Disturbances()
  /// What has been asked, where somebody wants to know whether all of it was answered.
  var asked: [Promise] = []
  /// As whom the outside sends now, where only the messages of one sender keep their order.
  var outsider = ActorID.none
  /// Who watches whom, and by which step.
  var watches: [Watch: Step] = [:]

  init(_ bodies: Bodies, _ calls: ScriptCalls) {
    self.bodies = bodies
    self.calls = calls
    world = bodies.world
    kinds = bodies.world.model.actors.enumerated().map { ActorKind($0.element, index: $0.offset) }
    for kind in kinds { kind.join(core) }
  }

  /// The engine's part of the actors. Many worlds have none, and never ask for it.
  var core: ActorCore {
    if let madeCore { return madeCore }
    let core = ActorCore(world.scheduler, host: self)
    madeCore = core
    return core
  }

  func close() {
    madeCore?.leave()
    spareFrame = nil
    for run in runs { run.sever() }
    for promise in asked { promise.sever() }
    let mails = mails
    mails.each { $0.promise?.sever() }
  }

  /// The state of an actor may have changed: that of its kind, and its own.
  func touch(_ run: ActorRun) {
    world.touches.add(run.state.slot)
    if run.isSpawned { world.touches.add(observed: .member(run.number)) }
  }

  /// What a ready turn is about, where that is a message: its name and its receiver.
  func message(of turn: Turn) -> (name: String, receiver: ActorRun)? {
    guard let (envelope, actor) = madeCore?.message(of: turn),
      let mail = mails[envelope.word]
    else {
      return nil
    }
    return (mail.message.name, run(actor))
  }

  /// What kinds stand for of which no actor has been made, where that may not be what was told last.
  func unmade() -> [(name: String, slot: Slot, value: Value)] {
    kinds.compactMap { kind in
      let isPool = kind.pool != nil
      if kind.isMade || kind.declaration.state == nil && !isPool { return nil }
      // A state without formulas is what it was, and a pool is empty until its first worker is made.
      let slot = Slot.actor(kind.index)
      let isSteady = isPool || !kind.declaration.isUnsteady && world.given[slot.number] == nil
      if isSteady, world.told.value(of: slot) != nil { return nil }
      return (kind.name, slot, state(of: kind))
    }
  }
}
