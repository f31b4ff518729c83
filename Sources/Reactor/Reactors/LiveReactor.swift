/// A reactor at work on a virtual clock. Its state is read like a cell: a computation that reads
/// `live[\.isLoading]` depends on that property alone.
///
/// When the last reference goes, all that runs in it is cancelled (ReactorKit: disposed); so bodies
/// and observers hold it weakly, or not at all. Its graph must not go before it. To go takes as long as looking
/// through all that its clock has ready and pending, and what is made in the graph for it stays there: some hundred
/// bytes of each, and more of each property that was read.
public final class LiveReactor<R: StateReactor> {
  /// Where an error of this reactor came from.
  public typealias Place = PipelinePlace<R.Action, R.Mutation>

  @usableFromInline let core: ReactorCore<R>
  /// The clock whose graph holds its state and whose scheduler runs its turns.
  public let clock: VirtualClock
  /// What the reactor is called in reports.
  public let label: String
  private var properties: [PartialKeyPath<R.State>: UInt32] = [:]
  private weak var stubbed: ReactorStub<R>?
  /// What cells read of the state.
  @usableFromInline var reads: [any Living] = []

  /// Begins at once: the transforms are called, each once, and what they make at once is in the
  /// first state that anyone sees.
  /// - Parameters:
  ///   - reactor: what makes mutations of actions, and states of mutations.
  ///   - clock: the clock whose graph holds its state and whose scheduler runs its turns.
  ///   - label: names the reactor in reports; by default its type does.
  ///   - onError: receives what fails in it, and where; errors are dropped without it.
  @inlinable
  public convenience init(
    _ reactor: R, on clock: VirtualClock, label: String? = nil,
    onError: ((_ error: any Error, _ place: Place) -> Void)? = nil
  ) {
    self.init(reactor, clock, label ?? "\(R.self)", onError, isInPlace: false) {
      reactor, state, mutation in
      state.pointee = try reactor.reduce(state.pointee, mutation)
    }
  }

  @inlinable
  init(
    _ reactor: R, _ clock: VirtualClock, _ label: String,
    _ onError: ((any Error, Place) -> Void)?, isInPlace: Bool,
    _ reduce: @escaping ReactorCore<R>.Reducer
  ) {
    self.clock = clock
    self.label = label
    core = ReactorCore(
      reactor, on: clock, label: label, isInPlace: isInPlace, onError: onError, reduce)
    core.start(label)
  }

  deinit {
    core.leave()
    // In the middle of a change the state is nothing to be read.
    if core.isReducing { return }
    for read in reads { read.leave() }
  }

  /// Sends an action. It is handled now, as a turn; sent from inside a turn, a body or a flush it
  /// waits its turn, behind all that is ready. A flush is the clock's affair: `settle()`.
  @inlinable
  public func send(_ action: R.Action) { core.send(action) }

  /// What everyone sees now, without depending on it. Set before observers hear of it.
  @inlinable
  public var currentState: R.State { core.visible }

  /// What everyone sees now. Who reads it depends on every mutation, also one that changes nothing.
  @inlinable
  public var state: R.State {
    core.dependency.depend()
    return core.visible
  }

  /// A property of the state, tracked: whoever reads it runs again only where it has changed.
  public subscript<Value: Equatable>(path: KeyPath<R.State, Value>) -> Value {
    if let id = properties[path] {
      let derived = Derived<Value>(kernel: core.dependency.kernel, id: id)
      if let value = try? derived.value { return value }
    }
    let derived = property(path)
    properties[path] = derived.id
    return (try? derived.value) ?? core.visible[keyPath: path]
  }

  /// A property of the state as a derived cell of its own: the cheapest to read often. It stays as
  /// long as the graph; when the reactor goes, it keeps this last value and lets go of the state.
  @inlinable
  public func property<Value: Equatable>(_ path: KeyPath<R.State, Value>) -> Derived<Value> {
    property(path, cutoff: .equal)
  }

  /// A property of the state as a derived cell, with a cutoff of one's own. A pulse is told apart by its count:
  /// `property(\.$alert, cutoff: .custom { $0.valueUpdatedCount == $1.valueUpdatedCount })`.
  @inlinable
  public func property<Value>(
    _ path: KeyPath<R.State, Value>, cutoff: Cutoff<Value>
  ) -> Derived<Value> {
    let read = LivingRead { [core] in core.shown.pointee[keyPath: path] }
    reads.append(read)
    let dependency = core.dependency
    return clock.graph.derived(label: "\(label) property", cutoff: cutoff) {
      dependency.depend()
      return read.value
    }
  }

  /// The latest state at once, then each that is emitted: one for every mutation, also an equal one.
  /// Completes where a transform does, the bodies of whose actions are over then, and where one fails;
  /// fails where that is the transform of the states.
  public var states: Flow<R.State> {
    let emitted = core.emitted.flow
    return .make { [core] down in
      down.next(core.visible)
      emitted.feed(down, next: down.next, completed: down.complete)
    }
  }

  /// Hears the latest state at once, then each that is emitted. Actions sent from there wait their
  /// turn. Dropping the subscription does not end it.
  @discardableResult
  public func observe(_ body: @escaping (R.State) -> Void) -> Subscription {
    states.subscribe(in: clock.scheduler, label: "observer", next: body)
  }

  /// The value of a pulse at once, then at each emitted state in whose making it was assigned.
  public func pulse<Value>(_ path: KeyPath<R.State, Pulse<Value>>) -> Flow<Value> {
    states.map { $0[keyPath: path] }
      .distinct { $0.valueUpdatedCount == $1.valueUpdatedCount }
      .map(\.wrappedValue)
  }

  /// Cuts the reactor off: what runs in it is cancelled, nothing is mutated or reduced any more.
  /// For tests of what stands around it. As long as anybody holds the stub, it is the same for all who ask.
  public func stub() -> ReactorStub<R> {
    if let stubbed { return stubbed }
    let stub = ReactorStub(core)
    stubbed = stub
    return stub
  }
}

extension LiveReactor where R: InPlaceReactor {
  /// Begins a reactor that changes its state in place: a mutation costs what it changes.
  @inlinable
  public convenience init(
    _ reactor: R, on clock: VirtualClock, label: String? = nil,
    onError: ((_ error: any Error, _ place: Place) -> Void)? = nil
  ) {
    self.init(reactor, clock, label ?? "\(R.self)", onError, isInPlace: true) {
      reactor, state, mutation in
      reactor.reduce(into: &state.pointee, mutation)
    }
  }
}

/// A reactor that has been cut off: a test sees what it is sent, and says what its state is.
public final class ReactorStub<R: StateReactor> {
  private let core: ReactorCore<R>
  /// What has been sent since, in order.
  public private(set) var actions: [R.Action] = []

  init(_ core: ReactorCore<R>) {
    self.core = core
    core.stub { [weak self] in self?.actions.append($0) }
  }

  /// What everyone sees. Setting it emits a state, also an equal one.
  public var state: R.State {
    get { core.visible }
    set { core.show(newValue) }
  }
}
