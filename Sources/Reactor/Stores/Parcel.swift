/// What a part of a program brings to a store: reducers, middleware, routes and daemons over a part
/// of its state. The program adds the parcel and need not know what is in it.
public struct Parcel<State: Equatable> {
  /// A reducer over the state of the parcel.
  public typealias Reducer = Store<State>.Reducer
  /// A middleware over the state of the parcel.
  public typealias Middleware = Store<State>.Middleware
  /// A route that the parcel serves.
  public typealias Route = Store<State>.Route
  /// A daemon over the state of the parcel.
  public typealias Daemon = Store<State>.Daemon

  /// What it delivers when it is added to a store that sees its state.
  public let build: (Store<State>) -> Delivery

  /// What is delivered must not keep the store that it was built with, or the store keeps itself.
  public init(build: @escaping (Store<State>) -> Delivery) { self.build = build }

  /// A parcel that delivers the same to every store.
  public init(
    reducers: [Reducer] = [], middleware: [Middleware] = [], routes: [Route] = [],
    daemons: [Daemon] = []
  ) {
    let delivery = Delivery(
      reducers: reducers, middleware: middleware, routes: routes, daemons: daemons)
    self.init { _ in delivery }
  }

  /// What this one delivers, then what the other does.
  public func combining(_ other: Parcel) -> Parcel {
    Parcel { [build] store in build(store).combining(other.build(store)) }
  }

  /// The parcel of a state that this one is a part of.
  public func unfocused<Whole>(by path: WritableKeyPath<Whole, State>) -> Parcel<Whole> {
    Parcel<Whole> { [build] in build($0.focused(by: path)).unfocused(by: path) }
  }

  /// The parcel of a state that may be nil. While it is, the actions that are its own, those of its
  /// reducers and of its middleware for one type, end at its place or go on as if it were not there;
  /// without `absence` its reducers are reported.
  public func optional(_ absence: Absence? = nil) -> Parcel<State?> {
    Parcel<State?> { [build] in build($0.unwrapped()).optional(absence) }
  }
}

extension Parcel {
  /// Middleware and reducers in the order in which they are added.
  public struct Delivery {
    /// One for each type of action at most, in a store.
    public var reducers: [Reducer]
    /// In the order in which they see an action.
    public var middleware: [Middleware]
    /// What its parts can be shown by.
    public var routes: [Route]
    /// What runs as long as the store does.
    public var daemons: [Daemon]

    /// A delivery of these, each in the order given.
    public init(
      reducers: [Reducer] = [], middleware: [Middleware] = [], routes: [Route] = [],
      daemons: [Daemon] = []
    ) {
      self.reducers = reducers
      self.middleware = middleware
      self.routes = routes
      self.daemons = daemons
    }

    /// What this one holds, then what the other does.
    public func combining(_ other: Delivery) -> Delivery {
      Delivery(
        reducers: reducers + other.reducers, middleware: middleware + other.middleware,
        routes: routes + other.routes, daemons: daemons + other.daemons)
    }

    /// The delivery over a state that this one is about a part of.
    public func unfocused<Whole>(by path: WritableKeyPath<Whole, State>) -> Parcel<Whole>.Delivery {
      Parcel<Whole>.Delivery(
        reducers: reducers.map { $0.unfocused(by: path) },
        middleware: middleware.map { $0.unfocused(by: path) },
        routes: routes.map { $0.unfocused(by: path) },
        daemons: daemons.map { $0.unfocused(by: path) })
    }

    /// The delivery over a state that may be nil, as `Parcel.optional` has it.
    public func optional(_ absence: Absence? = nil) -> Parcel<State?>.Delivery {
      var delivery = Parcel<State?>.Delivery(
        reducers: reducers.map { $0.optional(absence) },
        middleware: middleware.map { $0.optional() },
        routes: routes.map { $0.optional() },
        daemons: daemons.map { $0.optional() })
      if absence == .consume { delivery.middleware.insert(consumer(), at: 0) }
      return delivery
    }

    /// Ends actions of the delivery's own while there is no state for them.
    private func consumer() -> Store<State?>.Middleware {
      let own = Set(reducers.map(\.type) + middleware.compactMap(\.type))
      return Store<State?>.Middleware { action, store in
        own.contains(ObjectIdentifier(type(of: action))) && !store.isUnwrappable() ? nil : action
      }
    }
  }
}
