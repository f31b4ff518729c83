import Reactor
import Scenarios

extension World {
  func act(
    _ verb: StateVerb, _ step: Step, in frame: Frame
  ) throws(RunError) {
    switch verb {
    case .set(let changes): try set(changes, in: frame)
    case .replaceState(let datum): try replaceState(datum, in: frame)
    case .depend(let path): _ = read(path, in: frame)
    case .changed(let path): try change(path, in: frame)
    case .invalidate(let target): computation(target, frame)?.invalidate()
    case .flush: try flush()
    case .start(let name): try restart(name.number, at: step.keyword.span)
    case .stop(let target): stop(target, frame)
    }
  }
}
