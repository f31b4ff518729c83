import Reactor
import Scenarios

extension Runtime {
  func act(_ verb: FaultVerb, _ step: Step, in frame: Frame) throws(RunError) {
    switch verb {
    case .crash(let recipient):
      for run in try actors.named(recipient, in: frame) {
        actors.core.fail(run.id, Actors.scriptedCrash)
      }
    case .restart(let recipient): try actors.restart(recipient, step, in: frame)
    case .disturb(let disturbance): try actors.disturb(disturbance, step, in: frame)
    }
  }
}
