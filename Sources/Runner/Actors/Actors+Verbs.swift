import Reactor
import Scenarios
import Values

extension Actors {
  /// The actors of `provider: instance`, in the order of the file.
  func start() throws(RunError) {
    for kind in kinds {
      if case .instance = kind.declaration.provider { _ = try single(kind) }
    }
  }

  static let scriptedCrash = RunError(.crashed, "crash", at: nil)

  /// A new actor, a child of the one whose body it is; gives the reference.
  func spawn(
    _ kind: Int, _ arguments: Datum?, _ step: Step, in frame: Frame
  ) throws(RunError) -> Value {
    var value = Value.null
    if let arguments { value = try world.value(of: arguments, in: frame) }
    let kind = kinds[kind]
    let run = try make(kind, under: actor(of: frame), arguments: value, spawnedBy: step) {
      kind.spawned.append($0)
      world.trail.add(TraceEvent(.spawned, world.origin(of: frame), to: $0.name, value))
    }
    return .string(run.name)
  }

  /// Puts the message at work aside and ends the body.
  func stash(_ body: Body) throws(RunError) {
    let work = try body.message(toBe: "put aside")
    do {
      try core.stash(work.actor.id)
    } catch {
      throw RunError(
        .mailboxFull, "the stash of \(work.actor.name) is full (\(error.limit))", at: nil)
    }
    world.trail.record(TraceEvent(.stashed, work.actor.name, name: work.mail.message.name))
    work.isStashed = true
    body.result = .null
  }

  func become(_ behavior: Int, _ run: ActorRun) {
    world.trail.record(
      TraceEvent(.became, run.name, name: run.kind.declaration.behaviors[behavior].name.text))
    run.behavior = behavior
  }

  func watch(_ target: ActorRun, _ step: Step, in frame: Frame) {
    guard let watcher = actor(of: frame) else { return }
    world.trail.record(TraceEvent(.watched, watcher.name, to: target.name))
    watches[Watch(target: target.id, watcher: watcher.id)] = step
    core.watch(target.id, by: watcher.id)
  }
}

/// That an actor watches another.
struct Watch: Hashable {
  let target: ActorID
  let watcher: ActorID
}

extension Body {
  /// The message that it is the body of. Ticks and delayed steps have none, of whomever they are.
  /// - Parameter done: What would be done to it, for the error.
  func message(toBe done: String) throws(RunError) -> Work {
    if let work = purpose as? Work { return work }
    throw RunError(.noMessage, "nothing to be \(done): it is no message's own body", at: nil)
  }
}
