/// A reactor without its state: actions in, mutations out (ReactorKit's `createReactorStreams`).
///
///     action -> transform -> mutate, side by side -> transform -> reduce
///
/// An action is handled when it is sent, or in a turn of its own where the pipeline is at work; a
/// mutation is reduced the moment it is made. A body that fails keeps what it did and ends alone. A
/// transform that fails ends the pipeline: what runs is cancelled, and later actions are reported.
///
/// A stream that completes ends without a word. Behind the end of the actions the bodies at work go
/// on, and with the last of them the mutations end, as those of a flat map do; the end of the
/// mutations cancels what runs. Nothing comes of later actions.
///
/// The scheduler holds the pipeline until `leave`.
@usableFromInline
package final class Pipeline<Action, Mutation> {
  /// What a pipeline is made of. Transforms that are nil, or give back the flow they are given, cost
  /// nothing.
  @frozen
  @usableFromInline
  package struct Parts {
    /// What an action sets off. An error counts as one of the body.
    @usableFromInline package var mutate: (Action) throws -> Flow<Mutation>
    /// Takes a mutation to the state, at once. An error is reported.
    @usableFromInline package var reduce: (Mutation) throws -> Void
    /// Which running bodies an action ends, and which actions end its own. Nil: none.
    @usableFromInline package var overlap: ((Action) -> Overlap)?
    /// What becomes of the actions before `mutate` sees them. Called once, by `start`.
    @usableFromInline package var transformAction: ((Flow<Action>) -> Flow<Action>)?
    /// What becomes of the mutations before they are reduced. Called once, by `start`.
    @usableFromInline package var transformMutation: ((Flow<Mutation>) -> Flow<Mutation>)?
    /// Hears of an action of which nothing comes, since another one of its kind still runs, or since
    /// the actions have ended.
    @usableFromInline package var passOver: ((Action) -> Void)?
    /// Hears of each stream that has ended: of the actions that have completed; of the mutations also
    /// where they or the actions have failed, behind the report.
    @usableFromInline package var ended: ((PipelineStream) -> Void)?
    /// Whether what comes before an end among the operators on mutations is over with that end, also where
    /// operators behind it hold mutations still. Then nobody may subscribe to the mutations again.
    @usableFromInline package var letsGo = false
    /// Takes every error, with the place where it arose; nothing is thrown out of a pipeline.
    @usableFromInline package var report: (any Error, PipelinePlace<Action, Mutation>) -> Void
    /// An action's name, for reports.
    @usableFromInline package var describe: (Action) -> String

    /// The parts as they are named; the optional ones are left out where they do nothing.
    @inlinable
    package init(
      mutate: @escaping (Action) throws -> Flow<Mutation>,
      reduce: @escaping (Mutation) throws -> Void, overlap: ((Action) -> Overlap)? = nil,
      transformAction: ((Flow<Action>) -> Flow<Action>)? = nil,
      transformMutation: ((Flow<Mutation>) -> Flow<Mutation>)? = nil,
      passOver: ((Action) -> Void)? = nil, ended: ((PipelineStream) -> Void)? = nil,
      report: @escaping (any Error, PipelinePlace<Action, Mutation>) -> Void,
      describe: @escaping (Action) -> String
    ) {
      self.mutate = mutate
      self.reduce = reduce
      self.overlap = overlap
      self.transformAction = transformAction
      self.transformMutation = transformMutation
      self.passOver = passOver
      self.ended = ended
      self.report = report
      self.describe = describe
    }
  }

  /// What the pipeline is called in reports.
  @usableFromInline package let label: String
  /// Where its turns are taken.
  @usableFromInline package let scheduler: Scheduler
  @usableFromInline let parts: Parts
  /// What its turns are known by.
  @usableFromInline package private(set) var party: UInt32 = 0

  /// Whether something of this pipeline is under way, so that an action must wait its turn.
  @inlinable
  var isAtWork: Bool {
    @inline(__always)
    get { unsafe uncheckedIsAtWork }
    @inline(__always)
    set { unsafe uncheckedIsAtWork = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedIsAtWork: Bool = false
  /// Whether a transform has failed.
  @usableFromInline package private(set) var isEnded = false
  /// Whether the mutations or the states have ended without an error, so that nothing comes of
  /// actions any more.
  @usableFromInline package private(set) var isComplete = false
  /// Whether the transformed actions have ended without an error.
  @usableFromInline package private(set) var areActionsOver = false
  /// Whether the pipeline is complete but for mutations that the operators on them hold still.
  private var isLetGo = false
  /// Whether it has ended, in whichever way, and is neither a stub nor gone.
  @usableFromInline var isOver: Bool { (isEnded || isComplete) && record == nil && !hasLeft }

  /// Ended, complete, stubbed or gone: actions and mutations do not go their way.
  @inlinable
  var isCut: Bool {
    @inline(__always)
    get { unsafe uncheckedIsCut }
    @inline(__always)
    set { unsafe uncheckedIsCut = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedIsCut: Bool = false
  private var hasLeft = false
  private var record: ((Action) -> Void)?

  // Where the transforms begin; nil where there are none.
  @inlinable
  var actions: Source<Action>? {
    @inline(__always)
    get { unsafe uncheckedActions }
    @inline(__always)
    set { unsafe uncheckedActions = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedActions: Source<Action>?
  @inlinable
  var mutations: Source<Mutation>? {
    @inline(__always)
    get { unsafe uncheckedMutations }
    @inline(__always)
    set { unsafe uncheckedMutations = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedMutations: Source<Mutation>?
  private var transforms: [Subscription] = []

  /// The actions that wait for their turns.
  @inlinable
  var queued: OrderedSlots<Action> {
    @inline(__always)
    get { unsafe uncheckedQueued }
    @inline(__always)
    _modify { yield unsafe &uncheckedQueued }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedQueued: OrderedSlots<Action> = OrderedSlots<Action>()
  /// Takes the action of a number out of the queue and handles it. A closure, made where the types
  /// are known: what a protocol calls in a generic class never is.
  @usableFromInline var takeQueued: ((Int) -> Void)?
  private var bodies = RunningBodies()
  private var waiting = WaitingActions<Action>()
  /// Whether a body may have to end where an action is sent.
  @inlinable
  var areBodiesEnded: Bool {
    @inline(__always)
    get { unsafe uncheckedAreBodiesEnded }
    @inline(__always)
    set { unsafe uncheckedAreBodiesEnded = newValue }
  }
  @exclusivity(unchecked)
  @usableFromInline var uncheckedAreBodiesEnded: Bool = false

  /// A pipeline that has not begun: `start` begins it, and `leave` ends it. Until it leaves, the
  /// scheduler holds it.
  @usableFromInline
  package init(_ label: String, in scheduler: Scheduler, _ parts: Parts) {
    self.label = label
    self.scheduler = scheduler
    self.parts = parts
    party = scheduler.join(self)
  }

  /// Begins the transforms; what they make at once is handled at once. To be called once.
  @inlinable
  package func start() {
    takeQueued = { [unowned self] number in accept(number) }
    isAtWork = true
    mutations = begin(
      parts.transformMutation, .transformMutation, { [self] in apply($0) },
      completed: { [self] in endMutations() })
    if parts.letsGo { watchMutations() }
    actions = begin(
      parts.transformAction, .transformAction, { [self] in begin($0) },
      completed: { [self] in endActions() })
    isAtWork = false
  }

  @usableFromInline
  func watchMutations() {
    guard let mutations else { return }
    if !mutations.isObserved { letGo() }
    mutations.onAbandoned = { [unowned self] in letGo() }
  }

  /// Nobody takes mutations any more: what runs is over, and what operators hold still comes.
  private func letGo() {
    guard !isCut else { return }
    (isComplete, isCut, isLetGo) = (true, true, true)
    // Those of the mutations have begun first.
    let last = transforms.removeFirst()
    cancelAll()
    transforms = [last]
  }

  @usableFromInline
  func begin<Element>(
    _ transform: ((Flow<Element>) -> Flow<Element>)?, _ place: PipelinePlace<Action, Mutation>,
    _ next: @escaping (Element) -> Void, completed: @escaping () -> Void
  ) -> Source<Element>? {
    // The states may have ended with the first one, or the mutations before any.
    guard !isCut, let transform else { return nil }
    let source = Source<Element>()
    let flow = transform(source.flow)
    if case .source(let same) = flow.kind, same === source.entrance { return nil }
    let describe = { [label] in "\(label) \(place.name)" }
    let emitter = Emitter<Element>(
      scheduler.link, describe, next: { [self] element in work { next(element) } },
      ended: { [self] ending in
        switch ending {
        case .completed: completed()
        case .failed(let error): end(error, at: place)
        }
      })
    transforms.append(emitter)
    flow.run(into: emitter)
    return isCut ? nil : source
  }

  /// Handles an action now; in a turn of its own, behind all that is ready, where something of this
  /// pipeline is under way. Bodies that run until this action end before either.
  @inlinable
  package func send(_ action: Action) {
    if isAtWork { return post(action) }
    if isCut || areBodiesEnded, !isTaken(action) { return }
    isAtWork = true
    enter(action)
    isAtWork = false
  }

  /// Handles an action in a turn of its own, behind all that is ready, be it only to say that nothing
  /// comes of it. Bodies that run until this action end now.
  @inlinable
  package func post(_ action: Action) {
    if isCut ? !isOver : areBodiesEnded, !isTaken(action) { return }
    let number = queued.insert(action)
    scheduler.post(Turn(party: party, word: UInt64(number)))
  }

  /// Tells the actions that wait for their turns, in order.
  @usableFromInline
  package func eachQueued(_ body: (Action) -> Void) {
    for entry in queued.entries { if let action = entry.element { body(action) } }
  }

  /// Tells the actions that wait for others of their kind: those whose turn has come, in order, then
  /// the others, kind by kind.
  @usableFromInline
  package func eachWaiting(_ body: (Action) -> Void) { waiting.each(body) }

  /// Whether the action of a turn still waits for it: what has been stubbed since has none.
  @usableFromInline
  package func isQueued(_ turn: Turn) -> Bool {
    if turn.word & Turn.released != 0 { return waiting.holds(turn.waitingNumber) }
    return queued[Int(turn.word)] != nil
  }

  /// Whether the action of a turn has waited for another one of its kind.
  package func hasWaited(_ turn: Turn) -> Bool { turn.word & Turn.released != 0 }

  /// Tells the subscriptions to the transforms, in the order in which they began.
  @usableFromInline
  package func eachTransform(_ body: (Subscription) -> Void) {
    for transform in transforms { body(transform) }
  }

  /// Tells the bodies that are under way, in the order in which they began, and what each is called.
  @usableFromInline
  package func eachBody(_ body: (Subscription, _ label: String) -> Void) {
    for running in bodies.all { body(running, (running as? Emitter<Mutation>)?.label ?? "") }
  }

  @inlinable
  func accept(_ number: Int) {
    // What has been stubbed meanwhile has no queue.
    guard let action = queued.remove(number) else { return }
    if isCut {
      refuse(action)
      return
    }
    let before = isAtWork
    isAtWork = true
    enter(action)
    isAtWork = before
  }

  /// An action goes through the transform. Where nobody takes actions any more nothing comes of it.
  @inlinable
  func enter(_ action: Action) {
    guard let actions else { return begin(action) }
    if actions.isObserved { actions.next(action) } else { parts.passOver?(action) }
  }

  /// What is said of an action that comes behind the end.
  @usableFromInline
  func refuse(_ action: Action) {
    if isEnded { parts.report(PipelineEnded(), .ended(action)) } else { parts.passOver?(action) }
  }

  /// What happens at the moment of sending where it is more than nothing. False where that is all.
  @usableFromInline
  func isTaken(_ action: Action) -> Bool {
    if let record {
      record(action)
      return false
    }
    if isEnded || isComplete {
      refuse(action)
      return false
    }
    if let overlap = parts.overlap {
      let ended = bodies.take(until: overlap(action).kind)
      areBodiesEnded = bodies.areEndedByActions
      work { for body in ended { body.cancel() } }
      if !bodies.freed.isEmpty { releaseFreed() }
      settle()
    }
    return !hasLeft
  }

  /// Begins the body of an action that has come through the transform.
  @inlinable
  func begin(_ action: Action) {
    let overlap = parts.overlap?(action) ?? .sideBySide
    if overlap.rule != .sideBySide, !mayBegin(action, overlap) { return }
    begin(action, overlap)
  }

  @inlinable
  func begin(_ action: Action, _ overlap: Overlap) {
    let flow: Flow<Mutation>
    do {
      flow = try parts.mutate(action)
    } catch {
      parts.report(error, .mutate(action))
      return
    }
    switch flow.kind {
    case .empty: return
    case .just(let mutation): take(mutation)
    case .several(let mutations) where overlap.until.isEmpty:
      for mutation in mutations { take(mutation) }
    case .failure(let error): parts.report(error, .mutate(action))
    case .several, .source, .producer, .deferred, .composite: run(flow, of: action, overlap)
    }
  }

  /// Whether the body of an action that minds others of its kind may begin now.
  @usableFromInline
  func mayBegin(_ action: Action, _ overlap: Overlap) -> Bool {
    switch overlap.rule {
    case .sideBySide: return true
    case .latest:
      bodies.take(latest: overlap.kind)?.cancel()
      return true
    case .first:
      if !bodies.isRunning(overlap.kind) { return true }
      parts.passOver?(action)
      return false
    case .queue:
      if !bodies.isRunning(overlap.kind), !waiting.isDue(overlap.kind) { return true }
      waiting.append(action, overlap.kind)
      return false
    }
  }

  /// Has the next action of each kind that has been waited for take its turn.
  private func releaseFreed() {
    for kind in bodies.takeFreed() { release(kind) }
  }

  private func release(_ kind: Int) {
    guard !isCut, !bodies.isRunning(kind), !waiting.isDue(kind),
      let number = waiting.release(kind)
    else { return }
    scheduler.post(Turn(party: party, word: UInt64(number) | Turn.released))
  }

  /// The turn of an action has come that has waited for others of its kind.
  private func begin(waiting number: Int) {
    guard let action = waiting.take(number) else { return }
    if isCut { return refuse(action) }
    let overlap = parts.overlap?(action) ?? .sideBySide
    work { begin(action, overlap) }
    // Its body may be over already.
    release(overlap.kind)
    settle()
  }

  @inlinable
  func run(_ flow: Flow<Mutation>, of action: Action, _ overlap: Overlap) {
    var number = 0
    let body = Emitter<Mutation>(
      scheduler.link, { [self] in name(action) },
      next: { [self] mutation in
        let before = isAtWork
        isAtWork = true
        take(mutation)
        isAtWork = before
      },
      ended: { [self] ending in
        remove(body: number)
        if case .failed(let error) = ending { parts.report(error, .mutate(action)) }
        settle()
      })
    number = add(body: body, overlap)
    flow.run(into: body)
  }

  @usableFromInline
  func add(body: Subscription, _ overlap: Overlap) -> Int {
    let number = bodies.insert(body, overlap)
    areBodiesEnded = bodies.areEndedByActions
    return number
  }

  @usableFromInline
  func remove(body number: Int) {
    bodies.remove(number)
    areBodiesEnded = bodies.areEndedByActions
    if !bodies.freed.isEmpty { releaseFreed() }
  }

  @inlinable
  func take(_ mutation: Mutation) {
    if isCut { return }
    if let mutations { mutations.next(mutation) } else { apply(mutation) }
  }

  @inlinable
  func apply(_ mutation: Mutation) {
    do {
      try parts.reduce(mutation)
    } catch {
      parts.report(error, .reduce(mutation))
    }
  }

  /// What is done while the pipeline is at work.
  private func work(_ body: () -> Void) {
    let before = isAtWork
    isAtWork = true
    body()
    isAtWork = before
  }

  /// Ends the pipeline, as a transform that fails does: reports the error and cancels what runs.
  /// Where it has ended only states may still come, and fail: that is reported.
  @usableFromInline
  package func end(_ error: any Error, at place: PipelinePlace<Action, Mutation>) {
    if isEnded || isComplete, !isLetGo {
      guard case .transformState = place else { return }
    }
    isEnded = true
    isLetGo = false
    isCut = true
    parts.report(error, place)
    cancelAll()
    switch place {
    // For the states this is but an end, as in ReactorKit.
    case .transformAction, .transformMutation: parts.ended?(.mutations)
    case .transformState, .mutate, .reduce, .ended: break
    }
  }

  /// Ends the pipeline without an error, as states that complete do: what runs is cancelled, and
  /// nothing comes of later actions. Nothing happens where it has ended.
  @usableFromInline
  package func complete() {
    guard !isEnded, !isComplete || isLetGo else { return }
    isLetGo = false
    isComplete = true
    isCut = true
    cancelAll()
  }

  /// The transformed actions have completed.
  @usableFromInline
  func endActions() {
    areActionsOver = true
    parts.ended?(.actions)
    settle()
  }

  /// Where the actions have ended and what they have set off is over, no mutation comes any more.
  @usableFromInline
  func settle() {
    guard areActionsOver, !isCut, bodies.count == 0, waiting.isEmpty else { return }
    if let mutations { mutations.complete() } else { endMutations() }
  }

  /// The transformed mutations have completed.
  @usableFromInline
  func endMutations() {
    guard !isCut || isLetGo else { return }
    complete()
    parts.ended?(.mutations)
  }

  /// Cuts the pipeline off: what runs and what is queued is cancelled, and from now on actions are
  /// only recorded, the moment they are sent (ReactorKit's `Stub`).
  @usableFromInline
  package func stub(_ record: @escaping (Action) -> Void) {
    self.record = record
    isCut = true
    _ = queued.removeAll()
    cancelAll()
  }

  /// Cancels what runs, and leaves the scheduler.
  @usableFromInline
  package func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    isCut = true
    _ = queued.removeAll()
    cancelAll()
    scheduler.leave(party)
  }

  private func cancelAll() {
    let running = transforms + bodies.takeAll()
    transforms = []
    areBodiesEnded = false
    waiting.removeAll()
    actions = nil
    mutations = nil
    for subscription in running { subscription.cancel() }
  }

  @usableFromInline
  func name(_ action: Action) -> String { "\(label).\(parts.describe(action))" }
}

extension Pipeline: Party {
  /// Handles the queued action that the turn names, if it still waits.
  @usableFromInline
  package func take(_ turn: Turn) {
    if turn.word & Turn.released != 0 { return begin(waiting: turn.waitingNumber) }
    takeQueued?(Int(turn.word))
  }

  /// The name of the queued action that the turn names, or the label where it is gone.
  @usableFromInline
  package func describe(_ turn: Turn) -> String {
    let action =
      turn.word & Turn.released == 0
      ? queued[Int(turn.word)] : waiting.action(turn.waitingNumber)
    return action.map(name) ?? label
  }
}

extension Turn {
  /// Marks the turns of actions that have waited for others of their kind.
  fileprivate static let released: UInt64 = 1 << 63

  fileprivate var waitingNumber: Int { Int(word & ~Turn.released) }
}

/// One of the streams of a pipeline, behind its transform.
@usableFromInline
package enum PipelineStream {
  case actions, mutations
}

/// Where an error of a pipeline comes from.
public enum PipelinePlace<Action, Mutation> {
  /// A transform failed, which ends the reactor.
  case transformAction, transformMutation, transformState
  /// The body of an action.
  case mutate(Action)
  /// Taking a mutation to the state threw; the state stays as it was.
  case reduce(Mutation)
  /// The pipeline had ended when the action was sent, or when its turn came.
  case ended(Action)

  var name: String {
    switch self {
    case .transformAction: "transform.action"
    case .transformMutation: "transform.mutation"
    case .transformState: "transform.state"
    case .mutate: "mutate"
    case .reduce: "reduce"
    case .ended: "ended"
    }
  }
}

/// An action was sent to a reactor that a failing transform has ended.
public struct PipelineEnded: Error, Equatable {
  /// There is nothing to say but that it has ended.
  public init() {}

  /// What reports say of it: one line without an end mark.
  public var message: String { "the reactor has ended" }
}

extension PipelineEnded: CustomStringConvertible {
  public var description: String { message }
}
