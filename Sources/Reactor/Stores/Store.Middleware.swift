extension Store {
  /// Sees actions before any reducer does. It may start work, dispatch others, and says what becomes
  /// of the action it sees.
  public struct Middleware {
    typealias Run = (any Action, Store<State>) throws -> (any Action)?

    /// Nil for all actions.
    let type: ObjectIdentifier?
    let run: Run

    /// Sees every action. The answer goes on in its place; nil ends it. An error is reported, and the
    /// action goes on as it was. The store is the one that all middleware see: from before the
    /// action.
    public init(
      _ transform: @escaping (_ action: any Action, _ store: Store<State>) throws -> (any Action)?
    ) {
      self.init(type: nil, run: transform)
    }

    /// Sees actions of one type only.
    public init<Kind: Action>(
      _: Kind.Type,
      _ transform: @escaping (_ action: Kind, _ store: Store<State>) throws -> (any Action)?
    ) {
      self.init(type: ObjectIdentifier(Kind.self)) { action, store in
        guard let action = action as? Kind else { return action }
        return try transform(action, store)
      }
    }

    init(type: ObjectIdentifier?, run: @escaping Run) {
      self.type = type
      self.run = run
    }

    /// The middleware of a state that this one is a part of.
    public func unfocused<Whole>(
      by path: WritableKeyPath<Whole, State>
    ) -> Store<Whole>.Middleware {
      Store<Whole>.Middleware(type: type) { [run] action, store in
        try run(action, store.focused(by: path))
      }
    }

    /// The middleware of a state that may be nil. While it is, actions of the type meant end here,
    /// or pass; those of one for all actions pass.
    public func optional(_ absence: Absence = .passthrough) -> Store<State?>.Middleware {
      Store<State?>.Middleware(type: type) { [type, run] action, store in
        if store.isUnwrappable() { return try run(action, store.unwrapped()) }
        return absence == .consume && type != nil ? nil : action
      }
    }

    /// Goes behind the middleware there are.
    func join(_ core: StoreCore, _ focus: Focus<State>) {
      core.dispatcher.add { [type, run, unowned core] dispatched in
        if let type, type != dispatched.type { return .pass }
        let store = Store(core: core, focus: focus, keeper: core.keeper)
        guard let action = try run(dispatched.action, store) else { return .consume }
        var replacement = dispatched
        replacement.action = action
        return .replace(replacement)
      }
    }
  }
}

extension Store {
  /// Whether the optional that is the state holds something, untracked.
  func isUnwrappable<Wrapped>() -> Bool where State == Wrapped? {
    var isThere = false
    _ = focus.visit { isThere = $0 != nil }
    return isThere
  }
}
