// Hooks on being observed. Where the list of dependents of a hooked node becomes empty, or is so no
// longer, the next flush looks at it once, when no invalid computation is left: what has come and
// gone by then has not happened. Nodes without a hook pay for one flag where their list turns.
extension Kernel {
  /// Has a hook called from now on; in the next flush where the node is observed already.
  func addHook(
    to id: UInt32, forObserved isForObserved: Bool, _ call: @escaping () throws -> Void
  ) {
    disturb()
    let observation = state.pointee.observations?[id] ?? Observation(of: id)
    state.pointee.observations = state.pointee.observations ?? [:]
    state.pointee.observations?[id] = observation
    observation.hooks.append(.init(isForObserved: isForObserved, call: call))
    // Records know what flags a node has.
    state.pointee.topology &+= 1
    node(id).pointee.flags.insert(.hooked)
    if node(id).pointee.firstDependent != 0 { noteObservation(of: id) }
  }

  /// Has the flush look at a node that somebody depends on now, or nobody does.
  @inline(never)
  func noteObservation(of id: UInt32) {
    guard let observation = state.pointee.observations?[id], !observation.isQueued else { return }
    observation.isQueued = true
    callAfterFlush(about: observation) { [self] in tell(observation) }
  }

  /// Has a handler called once, when no invalid computation is left. A graph that has been closed calls and keeps none.
  func callAfterFlush(about detail: AnyObject?, _ call: @escaping () throws -> Void) {
    if state.pointee.isClosed { return }
    state.pointee.afterFlush.append(Handler(call: call, detail: detail))
    state.pointee.afterFlushCount += 1
  }

  private func tell(_ observation: Observation) {
    observation.isQueued = false
    let isObserved = node(observation.node).pointee.firstDependent != 0
    // A hook may add another, which is considered with the next turn.
    for place in observation.hooks.indices where observation.hooks[place].isObserved != isObserved {
      observation.hooks[place].isObserved = isObserved
      let hook = observation.hooks[place]
      if hook.isForObserved == isObserved { call(hook.call, for: nil) }
    }
  }
}
