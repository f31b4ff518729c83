/// A running reactor: its logic, its pipeline, and its state. Held by the pipeline's closures until
/// it leaves.
@usableFromInline
final class ReactorCore<R: StateReactor> {
  @usableFromInline typealias Place = PipelinePlace<R.Action, R.Mutation>
  /// Takes a state to the next, where it stands.
  @usableFromInline
  typealias Reducer = (R, Address<R.State>, R.Mutation) throws -> Void

  @usableFromInline let reactor: R
  @usableFromInline let scheduler: Scheduler
  @usableFromInline let dependency: Dependency
  let onError: ((any Error, Place) -> Void)?
  /// The actions as they are sent.
  @usableFromInline let sent = Source<R.Action>()
  /// The states as they are emitted.
  @usableFromInline let emitted = Source<R.State>()
  @inlinable
  var pipeline: Pipeline<R.Action, R.Mutation>? {
    @inline(__always)
    get { unsafe uncheckedPipeline }
    @inline(__always)
    set { unsafe uncheckedPipeline = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedPipeline: Pipeline<R.Action, R.Mutation>?

  @usableFromInline let reduce: Reducer
  @usableFromInline let isInPlace: Bool
  /// What `reduce` goes on from.
  @usableFromInline let accumulated: Address<R.State>
  private let memory: Owned<R.State>
  private var shownMemory: Owned<R.State>?
  /// What everyone sees: the same, unless states are transformed.
  @inlinable
  var shown: Address<R.State> {
    @inline(__always)
    get { unsafe uncheckedShown }
    @inline(__always)
    set { unsafe uncheckedShown = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedShown: Address<R.State>
  @inlinable
  var states: Source<R.State>? {
    @inline(__always)
    get { unsafe uncheckedStates }
    @inline(__always)
    set { unsafe uncheckedStates = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedStates: Source<R.State>?
  private var transform: Subscription?
  @inlinable
  var isReducing: Bool {
    @inline(__always)
    get { unsafe uncheckedIsReducing }
    @inline(__always)
    set { unsafe uncheckedIsReducing = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedIsReducing: Bool = false

  @usableFromInline
  init(
    _ reactor: R, on clock: VirtualClock, label: String, isInPlace: Bool,
    onError: ((any Error, Place) -> Void)?, _ reduce: @escaping Reducer
  ) {
    self.reactor = reactor
    self.isInPlace = isInPlace
    self.reduce = reduce
    self.onError = onError
    scheduler = clock.scheduler
    dependency = clock.graph.dependency(label: label)
    memory = Owned(reactor.initialState)
    accumulated = memory.address
    unsafe uncheckedShown = accumulated
  }

  /// Begins the transforms. What they make at once is in the first state that anyone sees.
  @inlinable
  func start(_ label: String) {
    let pipeline = Pipeline<R.Action, R.Mutation>(
      label, in: scheduler,
      .init(
        mutate: { [self] in reactor.mutate($0, ReactorScope(core: self)) },
        reduce: { [self] in try apply($0) }, overlap: reactor.overlap,
        transformAction: reactor.transform(action:),
        transformMutation: reactor.transform(mutation:),
        ended: { [self] in if $0 == .mutations { endStates() } },
        report: { [self] in report($0, $1) }, describe: ReactorName.of))
    self.pipeline = pipeline
    startStates(label)
    pipeline.start()
  }

  @usableFromInline
  func startStates(_ label: String) {
    let source = Source<R.State>()
    let flow = reactor.transform(state: source.flow)
    if case .source(let same) = flow.kind, same === source.entrance { return }
    let transformed = Owned(accumulated.pointee)
    shown = transformed.address
    shownMemory = consume transformed
    states = source
    let emitter = Emitter<R.State>(
      scheduler.link, { "\(label) transform.state" }, next: { [self] in show($0) },
      ended: { [self] ending in
        switch ending {
        case .completed:
          pipeline?.complete()
          emitted.complete()
        case .failed(let error):
          pipeline?.end(error, at: .transformState)
          emitted.fail(error)
        }
      })
    transform = emitter
    flow.run(into: emitter)
    source.next(accumulated.pointee)
  }

  /// What everyone sees now.
  @inlinable
  var visible: R.State {
    require(!isReducing, "a state is read while it is being changed in place")
    return shown.pointee
  }

  @inlinable
  func send(_ action: R.Action) {
    guard let pipeline else { return }
    if isInside {
      post(action)
      return
    }
    if scheduler.isNoting { scheduler.note(pipeline.name(action)) }
    scheduler.beginTurn()
    if sent.isObserved { sent.next(action) }
    pipeline.send(action)
    scheduler.endTurn()
  }

  /// Whether a turn, a flush or a body is under way.
  @usableFromInline
  var isInside: Bool {
    scheduler.isTurning || dependency.kernel.isComputing
      || dependency.kernel.state.pointee.isFlushing
  }

  @inlinable
  func post(_ action: R.Action) {
    dependency.kernel.untracked {
      if sent.isObserved { sent.next(action) }
      pipeline?.post(action)
    }
  }

  @inlinable
  func apply(_ mutation: R.Mutation) throws {
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

  @inlinable
  func announce() {
    dependency.changed()
    if emitted.isObserved { emitted.next(shown.pointee) }
  }

  @usableFromInline
  func report(_ error: any Error, _ place: Place) {
    onError?(error, place)
  }

  /// No state comes any more but those that the transform of states holds.
  @usableFromInline
  func endStates() {
    if let states { states.complete() } else { emitted.complete() }
  }

  func stub(_ record: @escaping (R.Action) -> Void) {
    transform?.cancel()
    transform = nil
    states = nil
    sent.complete()
    pipeline?.stub(record)
  }

  @usableFromInline
  func leave() {
    transform?.cancel()
    transform = nil
    pipeline?.leave()
    pipeline = nil
  }
}

@usableFromInline
enum ReactorName {
  /// The name of an action's case, for reports.
  @usableFromInline
  static func of<Action>(_ action: Action) -> String {
    String("\(action)".prefix { $0 != "(" })
  }
}
