import Reactor
import Scenarios
import Values

extension World {
  /// The actors of `provider: instance`, in the order of the file.
  func startActors() throws(RunError) {
    for kind in actors {
      if case .instance = kind.declaration.provider { _ = try single(kind) }
    }
  }

  static let scriptedCrash = RunError(.crashed, "crash", at: nil)

  /// A new actor, a child of the one whose body it is; gives the reference.
  func spawn(
    _ kind: Int, _ arguments: Datum?, _ step: Step, in frame: Frame
  ) throws(RunError) -> Value {
    var value = Value.null
    if let arguments { value = try self.value(of: arguments, in: frame) }
    let kind = actors[kind]
    let run = try make(kind, under: actor(of: frame), arguments: value, spawnedBy: step) {
      kind.spawned.append($0)
      trail.add(TraceEvent(.spawned, origin(of: frame), to: $0.name, value))
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
    trail.record(TraceEvent(.stashed, work.actor.name, name: work.mail.message.name))
    work.isStashed = true
    body.result = .null
  }

  func become(_ behavior: Int, _ run: ActorRun) {
    trail.record(
      TraceEvent(.became, run.name, name: run.kind.declaration.behaviors[behavior].name.text))
    run.behavior = behavior
  }

  func watch(_ target: ActorRun, _ step: Step, in frame: Frame) {
    guard let watcher = actor(of: frame) else { return }
    trail.record(TraceEvent(.watched, watcher.name, to: target.name))
    watches[Watch(target: target.id, watcher: watcher.id)] = step
    core.watch(target.id, by: watcher.id)
  }
}

/// That an actor watches another.
struct Watch: Hashable {
  let target: ActorID
  let watcher: ActorID
}
