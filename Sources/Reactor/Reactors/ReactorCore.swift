/// A running reactor: its logic, its pipeline, and its state. Held by the pipeline's closures until
/// it leaves.
final class ReactorCore<R: StateReactor> {
  typealias Place = PipelinePlace<R.Action, R.Mutation>
  /// Takes a state to the next, where it stands.
  typealias Reducer = (R, UnsafeMutablePointer<R.State>, R.Mutation) throws -> Void

  let reactor: R
  unowned let graph: Graph
  let scheduler: Scheduler
  let dependency: Dependency
  var onError: ((any Error, Place) -> Void)?
  /// The actions as they are sent.
  let sent = Source<R.Action>()
  /// The states as they are emitted.
  let emitted = Source<R.State>()
  private(set) var pipeline: Pipeline<R.Action, R.Mutation>?

  private let reduce: Reducer
  private let isInPlace: Bool
  /// What `reduce` goes on from.
  private let accumulated: UnsafeMutablePointer<R.State>
  /// What everyone sees: the same, unless states are transformed.
  private var shown: UnsafeMutablePointer<R.State>
  private var states: Source<R.State>?
  private var transform: Subscription?
  private var isReducing = false

  init(
    _ reactor: R, on clock: VirtualClock, label: String, isInPlace: Bool,
    _ reduce: @escaping Reducer
  ) {
    self.reactor = reactor
    self.isInPlace = isInPlace
    self.reduce = reduce
    graph = clock.graph
    scheduler = clock.scheduler
    dependency = graph.dependency(label: label)
    accumulated = .allocate(capacity: 1)
    accumulated.initialize(to: reactor.initialState)
    shown = accumulated
  }

  deinit {
    if shown != accumulated { free(shown) }
    free(accumulated)
  }

  private func free(_ state: UnsafeMutablePointer<R.State>) {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Begins the transforms. What they make at once is in the first state that anyone sees.
  func start(_ label: String) {
    let pipeline = Pipeline<R.Action, R.Mutation>(
      label, in: scheduler,
      .init(
        mutate: { [self] in reactor.mutate($0, ReactorScope(core: self)) },
        reduce: { [self] in try apply($0) }, overlap: reactor.overlap,
        transformAction: reactor.transform(action:),
        transformMutation: reactor.transform(mutation:),
        report: { [self] in report($0, $1) }, describe: actionName))
    self.pipeline = pipeline
    startStates(label)
    pipeline.start()
  }

  private func startStates(_ label: String) {
    let source = Source<R.State>()
    let flow = reactor.transform(state: source.flow)
    if case .source(let same) = flow.kind, same === source { return }
    shown = .allocate(capacity: 1)
    shown.initialize(to: accumulated.pointee)
    states = source
    let emitter = Emitter<R.State>(
      scheduler, { "\(label) transform.state" }, next: { [self] in show($0) },
      ended: { [self] ending in
        if case .failed(let error) = ending { pipeline?.end(error, at: .transformState) }
      })
    transform = emitter
    flow.run(into: emitter)
    source.next(accumulated.pointee)
  }

  /// What everyone sees now.
  var visible: R.State {
    precondition(!isReducing, "a state is read while it is being changed in place")
    return shown.pointee
  }

  func send(_ action: R.Action) {
    guard let pipeline else { return }
    if scheduler.isTurning || graph.isComputing || graph.isFlushing {
      graph.nonreactive {
        if sent.isObserved { sent.next(action) }
        pipeline.post(action)
      }
    } else {
      scheduler.turn("\(pipeline.label).\(actionName(action))") {
        if sent.isObserved { sent.next(action) }
        pipeline.send(action)
      }
    }
  }

  private func apply(_ mutation: R.Mutation) throws {
    isReducing = isInPlace && shown == accumulated
    defer { isReducing = false }
    try reduce(reactor, accumulated, mutation)
    isReducing = false
    if let states {
      states.next(accumulated.pointee)
    } else {
      announce()
    }
  }

  /// Makes a state the one that everyone sees.
  func show(_ state: R.State) {
    shown.pointee = state
    announce()
  }

  private func announce() {
    dependency.changed()
    if emitted.isObserved { emitted.next(shown.pointee) }
  }

  private func report(_ error: any Error, _ place: Place) {
    onError?(error, place)
    switch place {
    case .transformState: emitted.fail(error)
    case .transformAction, .transformMutation: emitted.complete()
    case .mutate, .reduce, .ended: break
    }
  }

  func stub(_ record: @escaping (R.Action) -> Void) {
    transform?.cancel()
    transform = nil
    states = nil
    sent.complete()
    pipeline?.stub(record)
  }

  func leave() {
    transform?.cancel()
    transform = nil
    pipeline?.leave()
    pipeline = nil
  }
}

/// The name of an action's case, for reports.
private func actionName<Action>(_ action: Action) -> String {
  String("\(action)".prefix { $0 != "(" })
}
