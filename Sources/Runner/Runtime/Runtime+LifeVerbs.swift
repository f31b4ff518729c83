import Reactor
import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: LifeVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    switch verb {
    case .spawn(let kind, let arguments):
      let reference = try actors.spawn(kind.number, arguments, step, in: frame)
      if step.binding != nil { frame.locals.append(reference) }
    case .stop(let recipient):
      let own = actors.actor(of: frame)
      for run in try actors.named(recipient, in: frame) {
        if run === own { actors.core.exit(run.id) } else { actors.core.stop(run.id) }
      }
    case .watch(let recipient):
      for run in try actors.named(recipient, in: frame) { actors.watch(run, step, in: frame) }
    case .unwatch(let recipient):
      for run in try actors.named(recipient, in: frame) {
        guard let watcher = actors.actor(of: frame) else { continue }
        actors.watches[Watch(target: run.id, watcher: watcher.id)] = nil
        actors.core.unwatch(run.id, by: watcher.id)
      }
    case .become(let behavior):
      if let run = actors.actor(of: frame) { actors.become(behavior.number, run) }
    case .stash: try actors.stash(try Bodies.atWork(body))
    case .unstash:
      if let run = actors.actor(of: frame) {
        world.trail.record(TraceEvent(.unstashed, run.name))
        actors.core.unstash(run.id)
        actors.noteLoad(of: run)
      }
    }
  }
}
