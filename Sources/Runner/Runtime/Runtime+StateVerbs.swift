import Reactor
import Scenarios

extension Runtime {
  func act(
    _ verb: StateVerb, _ step: Step, in frame: Frame
  ) throws(RunError) {
    switch verb {
    case .set(let changes): try set(changes, in: frame)
    case .replaceState(let datum): try replaceState(datum, in: frame)
    case .depend(let path): _ = world.read(path, in: frame)
    case .changed(let path): try change(path, in: frame)
    case .invalidate(let target): computations.computation(target, frame)?.invalidate()
    case .flush: try world.flush()
    case .start(let name): try computations.restart(name.number, at: step.keyword.span)
    case .stop(let target): computations.stop(target, frame)
    }
  }
}
