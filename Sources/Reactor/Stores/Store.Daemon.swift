extension Store {
  /// Watches the state: it runs at once when it is added, and again after a change of what it has
  /// read, until `stopDaemons`, and as long as the store is there.
  public struct Daemon {
    private let body: (Store<State>) throws -> Void

    /// - Parameter body: runs as a computation while the store runs; what it throws is reported.
    public init(_ body: @escaping (_ store: Store<State>) throws -> Void) { self.body = body }

    /// The daemon of a state that this one is a part of.
    public func unfocused<Whole>(by path: WritableKeyPath<Whole, State>) -> Store<Whole>.Daemon {
      Store<Whole>.Daemon { [body] store in try body(store.focused(by: path)) }
    }

    /// The daemon of a state that may be nil: it does nothing while it is.
    public func optional() -> Store<State?>.Daemon {
      Store<State?>.Daemon { [body] store in
        if store[\.isThere] { try body(store.unwrapped()) }
      }
    }

    func join(_ core: StoreCore, _ focus: Focus<State>) {
      core.daemons.add { [body, weak core] _ in
        if let core { try body(Store(core: core, focus: focus, keeper: core.keeper)) }
      }
    }
  }
}

extension Store {
  /// Stops all daemons of the store, whichever part they watch.
  public func stopDaemons() { core.daemons.stop() }

  /// Starts them all again; those added meanwhile, too. Nothing happens where they run.
  public func startDaemons() { core.daemons.start() }
}

extension Optional {
  var isThere: Bool { self != nil }
}
