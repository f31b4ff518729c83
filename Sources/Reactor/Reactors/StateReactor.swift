/// The logic of a reactor, after ReactorKit's `Reactor`: what actions set off, and how mutations
/// make the next state. It holds no state of its own; `LiveReactor` runs it.
///
///     action -> transform(action) -> mutate -> transform(mutation) -> reduce -> transform(state)
public protocol StateReactor {
  /// What is asked of the reactor: a tap, a text that was entered.
  associatedtype Action
  /// By default actions are mutations.
  associatedtype Mutation = Action
  /// What it shows: a value, replaced or changed in place by each mutation.
  associatedtype State

  /// The state before the first mutation. Asked for once, when the reactor begins to run.
  var initialState: State { get }

  /// The mutations that an action sets off, now and later. The flows of several actions run side by
  /// side, unless `overlap` says otherwise. By default the action itself where it is a mutation,
  /// else nothing.
  func mutate(_ action: Action, _ scope: ReactorScope<Self>) -> Flow<Mutation>

  /// The state after a mutation. Pure. Where it throws, the state stays and the error is reported.
  /// By default the state as it is.
  func reduce(_ state: State, _ mutation: Mutation) throws -> State

  /// What becomes of the actions before `mutate` sees them. Called once, as are the other two. A
  /// transform that fails ends the reactor, and later actions are reported. Where the actions
  /// complete, the bodies that run go on, and the mutations complete with the last; where mutations or
  /// states complete, what runs is cancelled. Nothing comes of later actions then.
  func transform(action: Flow<Action>) -> Flow<Action>

  /// What becomes of the mutations before they are reduced: the place to merge others in.
  func transform(mutation: Flow<Mutation>) -> Flow<Mutation>

  /// What everyone sees as the state, the initial one included. `reduce` goes on from the state
  /// before it.
  func transform(state: Flow<State>) -> Flow<State>

  /// Which running bodies an action ends, and which actions end its own.
  func overlap(_ action: Action) -> Overlap
}

extension StateReactor {
  @inlinable
  public func mutate(_ action: Action, _ scope: ReactorScope<Self>) -> Flow<Mutation> { .empty }

  @inlinable
  public func reduce(_ state: State, _ mutation: Mutation) throws -> State { state }

  @inlinable
  public func transform(action: Flow<Action>) -> Flow<Action> { action }

  @inlinable
  public func transform(mutation: Flow<Mutation>) -> Flow<Mutation> { mutation }

  @inlinable
  public func transform(state: Flow<State>) -> Flow<State> { state }

  @inlinable
  public func overlap(_ action: Action) -> Overlap { .sideBySide }
}

extension StateReactor where Action == Mutation {
  @inlinable
  public func mutate(_ action: Action, _ scope: ReactorScope<Self>) -> Flow<Mutation> {
    .just(action)
  }
}

/// A reactor that changes its state in place, so that a large state is not copied for a small
/// change.
public protocol InPlaceReactor: StateReactor {
  /// Makes the state the one after the mutation. Must not read the running reactor's state.
  func reduce(into state: inout State, _ mutation: Mutation)
}

extension InPlaceReactor {
  @inlinable
  public func reduce(_ state: State, _ mutation: Mutation) -> State {
    var state = state
    reduce(into: &state, mutation)
    return state
  }
}

/// What a body sees of the reactor that it runs in.
public struct ReactorScope<R: StateReactor> {
  @usableFromInline let core: ReactorCore<R>

  @inlinable
  init(core: ReactorCore<R>) { self.core = core }

  /// What everyone sees now. Within one flow, it holds what the mutations so far have made.
  @inlinable
  public var currentState: R.State { core.visible }

  /// The actions, at the moment they are sent, handled or not: for `take(until:)`. The one being
  /// handled is not among them.
  public var actions: Flow<R.Action> { core.sent.flow }

  /// Sends another action, which waits its turn.
  public func send(_ action: R.Action) { core.send(action) }
}
