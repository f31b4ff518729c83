extension Dispatcher {
  /// What went wrong on the way of an action.
  package enum Fault {
    /// There is no reducer for what came out of the middleware.
    case unhandled(Action)
    /// It was to be handled at once, while another was being handled.
    case dropped(Action, during: Action)
    /// A middleware failed on it, and it went on as it was.
    case middleware(Action, any Error)
    /// Its reducer failed.
    case reducer(Action, any Error)
  }

  /// What a fault says to people: the store, the action, and what about it.
  package func message(of fault: Fault) -> String {
    switch fault {
    case .unhandled(let action): "\(label): no reducer for \(name(action))"
    case .dropped(let action, let other):
      "\(label): dispatch of \(name(action)) dropped: \(name(other)) is being handled"
    case .middleware(let action, let error): "\(label) middleware \(name(action)): \(error)"
    case .reducer(let action, let error): "\(label).\(name(action)): \(error)"
    }
  }
}
