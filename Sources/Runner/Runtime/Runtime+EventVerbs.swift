import Scenarios
import Values

extension Runtime {
  func act(
    _ verb: EventVerb, _ step: Step, in frame: Frame, by body: Body?
  ) throws(RunError) {
    // A batch of a script is a body too, and waits for nothing.
    let waiting = frame.isScript ? nil : body
    // Its timer was a turn, in which it keeps its place among those of one instant.
    let isDue = body?.isEvent ?? false
    switch verb {
    case .send(let reactor, let action):
      try reactors.send(reactor.number, action, isDue: isDue, in: frame)
    case .dispatch(let store, let action, let isSync):
      try stores.dispatch(store.number, action, isSync: isSync || isDue, in: frame)
    case .tell(let recipient, let message):
      try actors.send(message, to: recipient, for: nil, step, isDue: isDue, in: frame)
    case .ask(let ask):
      if let waiting {
        try actors.begin(ask, step, waiting)
      } else {
        try actors.askFromScript(ask, step, isDue: isDue, in: frame)
      }
    case .call(let call):
      if let waiting {
        try services.begin(call, step, waiting)
      } else {
        try services.callFromScript(call, step, in: frame)
      }
    case .present(let route): try stores.present(route, replacing: false, in: frame)
    case .replace(let route): try stores.present(route, replacing: true, in: frame)
    case .dismiss(let store, let dismissal): try stores.dismiss(store.number, dismissal, in: frame)
    case .stub(let reactor): reactors.all[reactor.number].stub()
    }
  }
}
