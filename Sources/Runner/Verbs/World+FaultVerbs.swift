import Reactor
import Scenarios

extension World {
  func act(_ verb: FaultVerb, _ step: Step, in frame: Frame) throws(RunError) {
    switch verb {
    case .crash(let recipient):
      for run in try named(recipient, in: frame) {
        core.fail(run.id, World.scriptedCrash)
      }
    case .restart(let recipient):
      for run in try named(recipient, in: frame) { core.restart(run.id) }
    case .disturb(let disturbance): try disturb(disturbance, step, in: frame)
    }
  }
}
