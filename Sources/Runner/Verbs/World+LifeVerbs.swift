import Reactor
import Scenarios
import Values

extension World {
  func act(
    _ verb: LifeVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .spawn(let kind, let arguments):
      let reference = try spawn(kind.number, arguments, step, in: frame)
      if step.binding != nil { frame.locals.append(reference) }
    case .stop(let recipient): for run in try named(recipient, in: frame) { core.stop(run.id) }
    case .watch(let recipient):
      for run in try named(recipient, in: frame) { watch(run, step, in: frame) }
    case .unwatch(let recipient):
      for run in try named(recipient, in: frame) { unwatch(run, in: frame) }
    case .become(let behavior): if let run = actor(of: frame) { become(behavior.number, run) }
    case .stash: try stash(try World.atWork(body))
    case .unstash:
      if let run = actor(of: frame) {
        trail.record(TraceEvent(.unstashed, run.name))
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
