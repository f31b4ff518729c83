/// A store's whole state, in one place, and the reducers that change it there: what a reducer leaves
/// alone is not copied.
final class RootState<State: Equatable> {
  private var state: State
  /// Whether a reducer is changing the state where it stands.
  private var isReducing = false
  let changes: Dependency
  private var reducers: [ObjectIdentifier: [Store<State>.Reducer]] = [:]

  init(_ state: State, _ graph: Graph, label: String) {
    self.state = state
    changes = graph.dependency(label: label)
  }

  /// True where the action's type has one already.
  func add(_ reducer: Store<State>.Reducer) -> Bool {
    reducers[reducer.type, default: []].append(reducer)
    return reducers[reducer.type, default: []].count > 1
  }

  /// Has the last reducer that stands for the action's type change the state. False where there is
  /// none; throws where the part of the state that it works on is nil.
  func reduce(_ dispatched: Dispatched) throws -> Bool {
    guard let candidates = reducers[dispatched.type] else { return false }
    isReducing = true
    defer { isReducing = false }
    for reducer in candidates.reversed() {
      switch reducer.run(dispatched.action, &state) {
      case .done:
        // Who depends on it may look at it at once.
        isReducing = false
        changes.changed()
        return true
      case .consumed: return true
      case .absent: throw AbsentState()
      case .skipped: continue
      }
    }
    return false
  }

  /// A focus on all of it.
  func focus() -> Focus<State> {
    Focus(
      changes: changes,
      visit: { [self] body in
        // Half of a change may be seen there, by what the end of a part of the state sets off.
        require(!isReducing, "the state of a store is read while a reducer changes it")
        body(state)
        return true
      },
      integrate: { [self] delivery, core in integrate(delivery, in: core) })
  }

  private func integrate(_ delivery: Parcel<State>.Delivery, in core: StoreCore) {
    let focus = focus()
    for middleware in delivery.middleware { middleware.join(core, focus) }
    for reducer in delivery.reducers where add(reducer) {
      core.warn("two reducers for \(reducer.name); the later counts")
    }
    for route in delivery.routes { route.join(core, focus) }
    for daemon in delivery.daemons { daemon.join(core, focus) }
  }
}

/// A reducer's part of the state is nil.
struct AbsentState: Error {}
