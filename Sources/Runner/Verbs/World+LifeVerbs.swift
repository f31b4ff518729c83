import Reactor
import Scenarios
import Values

/// What happens to the life of an actor, with names as numbers.
enum LifeAction {
  case spawn(Int, DatumPlan?)
  case stop(RecipientPlan)
  case watch(RecipientPlan)
  case unwatch(RecipientPlan)
  /// Among the behaviours of the actor.
  case become(Int)
  case stash
  case unstash
}

extension LifeAction {
  init(_ verb: LifeVerb, in planner: StepPlanner) {
    switch verb {
    case .spawn(let kind, let arguments):
      self = .spawn(
        planner.number(kind, in: planner.scope.names.actors),
        arguments.map { DatumPlan($0, in: planner.scope) })
    case .stop(let recipient): self = .stop(planner.plan(recipient))
    case .watch(let recipient): self = .watch(planner.plan(recipient))
    case .unwatch(let recipient): self = .unwatch(planner.plan(recipient))
    case .become(let name):
      self = .become(planner.behaviors.firstIndex(of: name.text) ?? 0)
    case .stash: self = .stash
    case .unstash: self = .unstash
    }
  }
}

extension World {
  func act(
    _ action: LifeAction, _ step: StepPlan, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch action {
    case .spawn(let kind, let arguments):
      let reference = try spawn(kind, arguments, step, in: frame)
      if step.step.binding != nil { frame.locals.append(reference) }
    case .stop(let recipient): for run in try named(recipient, in: frame) { core.stop(run.id) }
    case .watch(let recipient):
      for run in try named(recipient, in: frame) { watch(run, step, in: frame) }
    case .unwatch(let recipient):
      for run in try named(recipient, in: frame) { unwatch(run, in: frame) }
    case .become(let behavior): if let run = actor(of: frame) { become(behavior, run) }
    case .stash: try stash(try World.atWork(body))
    case .unstash:
      if let run = actor(of: frame) {
        trail.record(.unstashed(Untrusted(run.name)))
        core.unstash(run.id)
        noteLoad(of: run)
      }
    }
  }

  private func unwatch(_ target: ActorRun, in frame: Frame) {
    guard let watcher = actor(of: frame) else { return }
    watches[Watch(target: target.id, watcher: watcher.id)] = nil
    core.unwatch(target.id, by: watcher.id)
  }
}
