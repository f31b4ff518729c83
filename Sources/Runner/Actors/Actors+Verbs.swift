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

  /// Begins what a step names anew, also where it has ended. Nothing but a report comes of it where
  /// there is no such actor.
  func restart(_ recipient: Recipient, _ step: Step, in frame: Frame) throws(RunError) {
    if let run = try meant(by: recipient, in: frame) { return try restart(run, step) }
    guard case .declared(let name) = recipient else { return }
    let kind = kinds[name.number]
    if kind.pool == nil {
      guard let run = kind.one else {
        return reportNothing("\(kind.name) has not been made", step)
      }
      return try restart(run, step)
    }
    let living = members(of: kind).filter { core.isAlive($0.id) }
    if living.isEmpty { return reportNothing("no worker of \(kind.name) is alive", step) }
    for run in living { core.restart(run.id) }
  }

  /// What has ended is made once more where it stands for its name; a worker of a pool is when there
  /// is work for it.
  private func restart(_ run: ActorRun, _ step: Step) throws(RunError) {
    if core.isAlive(run.id) { return core.restart(run.id) }
    let kind = run.kind
    guard kind.one === run else { return reportNothing("\(run.name) has ended for good", step) }
    var parent: ActorRun?
    if let index = kind.declaration.parent {
      parent = kinds[index].one
      // One that waits for its own restart will make it then.
      guard let parent, core.isBegun(parent.id) else {
        let name = kinds[index].name
        return reportNothing(
          "\(run.name) is made with \(name), which has ended", step, help: ["restart: \(name)"])
      }
    }
    try make(kind, under: parent, isRestart: true) { kind.one = $0 }
  }

  private func reportNothing(_ reason: String, _ step: Step, help: [String] = []) {
    world.report(
      RunError(
        .nothingToRestart, "nothing to restart: \(reason)", at: step.keyword.span, help: help))
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
