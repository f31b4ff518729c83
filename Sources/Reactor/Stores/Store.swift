/// One state, changed by actions that pass the middleware and reach one reducer; or the view of such
/// a store that sees a part of its state only. After Resin.
///
/// A store is a handle: copies and foci mean the same one. State is read like a cell and tracked to
/// the property; only reducers change it, in place. When the last handle goes but those that screens on
/// show were given, nothing is on show any more, and the store goes.
public struct Store<State: Equatable> {
  let core: StoreCore
  let focus: Focus<State>
  /// Nil in the handles of screens.
  private let keeper: StoreKeeper?

  /// - Parameter keeper: has the store stay; nil where the handle should not.
  init(core: StoreCore, focus: Focus<State>, keeper: StoreKeeper?) {
    self.core = core
    self.focus = focus
    self.keeper = keeper
  }

  /// A store of its own. It needs the graph, which it does not keep, as long as it is used.
  /// - Parameters:
  ///   - state: the state that it starts from.
  ///   - graph: holds the state, and tracks who reads it.
  ///   - scheduler: has late actions of its middleware wait for their turns.
  ///   - label: names it in messages.
  public init(_ state: State, _ graph: Graph, _ scheduler: Scheduler, label: String = "store") {
    let root = RootState(state, graph, label: label)
    core = StoreCore(graph, scheduler, label: label) { try root.reduce($0) }
    focus = root.focus()
    keeper = StoreKeeper(core, graph)
  }

  /// A store on a clock's graph and scheduler. It needs the clock, which it does not keep, as long as it is used.
  public init(_ state: State, on clock: VirtualClock, label: String = "store") {
    self.init(state, clock.graph, clock.scheduler, label: label)
  }

  /// The whole state. Who reads it runs again wherever any of it has changed. It must be there, as
  /// all reads of it must: only what `unwrapped` gives can lose it.
  public var state: State { self[\.self] }

  /// A property, tracked by itself: who reads it runs again where it is no longer equal.
  public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value {
    if core.graph.isActive, let value = try? focus.property(path, in: core).value {
      return value
    }
    // Not tracked; or evaluations nest too deep for a cell.
    focus.changes.depend()
    guard let value = focus.value(path) else {
      misuse("\(core.dispatcher.label): this part of the state is nil")
    }
    return value
  }

  /// The state, without depending on it.
  public func peek() -> State { core.graph.nonreactive { state } }

  /// A property as a cell: the fastest way to read it again and again. Nil where the part of the
  /// state is not there. It stays as long as the graph; when the last handle to the store goes, it
  /// keeps its last value and lets go of the state.
  public func property<Value: Equatable>(_ path: KeyPath<State, Value>) -> Derived<Value?> {
    focus.property(path, in: core)
  }

  /// This store, seeing a part of its state.
  public func focused<Part: Equatable>(by path: WritableKeyPath<State, Part>) -> Store<Part> {
    Store<Part>(core: core, focus: focus.part(path), keeper: keeper)
  }

  /// This store, seeing what an optional holds. It can be read only while that is there.
  public func unwrapped<Wrapped>() -> Store<Wrapped> where State == Wrapped? {
    Store<Wrapped>(core: core, focus: focus.wrapped(), keeper: keeper)
  }

  /// Whether there is a state to be read. Tracked.
  public var isPresent: Bool {
    focus.changes.depend()
    return focus.visit { _ in }
  }
}

// Actions.
extension Store {
  /// Has the action handled in a turn of its own, behind all that is ready.
  public func dispatch(
    _ action: any Action, file: StaticString = #fileID, line: UInt = #line
  ) {
    core.dispatcher.dispatch(Dispatched(action: action, file: file, line: line))
  }

  /// Has the action handled in a turn of its own, so much later.
  @discardableResult
  public func dispatch(
    _ action: any Action, after delay: Duration, file: StaticString = #fileID, line: UInt = #line
  ) throws(TimerError) -> TimerID {
    guard let nanoseconds = TimerError.nanoseconds(delay) else { throw .beyondTime }
    let dispatched = Dispatched(action: action, file: file, line: line)
    return try core.dispatcher.dispatch(dispatched, after: nanoseconds)
  }

  /// Handles the action at once. Where another is being handled it is dropped and reported, and the
  /// answer is false.
  @discardableResult
  public func dispatchNow(
    _ action: any Action, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    core.dispatcher.dispatchNow(Dispatched(action: action, file: file, line: line))
  }

  /// Takes all that the store could not do.
  public var onFault: ((StoreFault) -> Void)? {
    get { core.faults.take }
    nonmutating set {
      // What it held may run code when it goes, which may come back here.
      let old = core.faults.take
      core.faults.take = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// Sees each action as it begins to be handled, before the middleware.
  public var onAction: ((any Action) -> Void)? {
    get { core.onAction }
    nonmutating set {
      let old = core.onAction
      core.onAction = newValue
      withExtendedLifetime(old) {}
    }
  }

  /// What has been registered twice, in order.
  public var warnings: [String] { core.warnings }
}

// What works on it.
extension Store {
  /// Adds a reducer. There is one for a type of action: the last one added.
  public func add(_ reducer: Reducer) { add(Parcel<State>.Delivery(reducers: [reducer])) }

  /// Adds a middleware behind those there are.
  public func add(_ middleware: Middleware) {
    add(Parcel<State>.Delivery(middleware: [middleware]))
  }

  /// Adds a route behind those that there are.
  public func add(_ route: Route) { add(Parcel<State>.Delivery(routes: [route])) }

  /// Starts a daemon.
  public func add(_ daemon: Daemon) { add(Parcel<State>.Delivery(daemons: [daemon])) }

  /// Builds a parcel with this store and adds all that it delivers.
  public func add(_ parcel: Parcel<State>) { add(parcel.build(self)) }

  /// Adds middleware, reducers and routes, each in order, and starts daemons.
  public func add(_ delivery: Parcel<State>.Delivery) { focus.integrate(delivery, core) }
}
