import Scenarios
import Values

// What is otherwise where somebody chooses what happens.
extension ScriptRun {
  /// An error of a step does not end an explored run, for an outcome could expect it; but a formula of
  /// the step itself that fails is a mistake, and a spent budget is the end.
  func pass(_ error: RunError, of step: Step) throws(Stop) {
    if error.kind == .budget { throw stop(error, "the step failed", step: step) }
    guard error.isFormula, let span = error.span, step.span.holds(span) else { return }
    var failure = Failure(
      .error, .exploredError, "a formula of the script failed: \(error.text)", at: span,
      step: step.span, help: error.help)
    failure.parts = error.parts
    throw Stop(failures: [failure])
  }

  /// Whether the script goes on as soon as nothing is ready, without a turn: to its end, if nothing is left to be
  /// done, or to scripts side by side, which wait for nothing once they have begun.
  var goesOnByItself: Bool {
    if threads != nil { return false }
    if case .over = phase { return false }
    return !hasMoreToDo || isBeforeThreads
  }

  /// Whether scripts side by side come next, with nothing before them that depends on the world.
  private var isBeforeThreads: Bool {
    func isFirst(of steps: some Sequence<Step>) -> Bool? {
      for step in steps {
        if case .check = step.verb, step.delay == nil { continue }
        if case .control(.interleave) = step.verb, step.delay == nil { return true }
        return false
      }
      return nil
    }
    switch phase {
    case .unstarted, .over: return false
    case .starting: return isFirst(of: (script.opening?.steps ?? []) + script.steps) ?? false
    case .underWay: break
    }
    switch place.waiting?.stage {
    case .event, .moving: return false
    case .arrived, nil: break
    }
    for block in place.blocks.reversed() {
      if let isFirst = isFirst(of: block.steps[block.next...]) { return isFirst }
      if let loop = block.loop, loop.pass + 1 < loop.passes.count {
        return isFirst(of: loop.passes.steps) ?? false
      }
    }
    return place.pendingRow != nil && isFirst(of: script.steps) == true
  }

  /// Whether anything is left to be done from where the script is, of the present one of scripts that go side by side.
  /// Outcomes are nothing.
  var hasMoreToDo: Bool {
    switch phase {
    case .unstarted: return true
    case .starting:
      return (script.opening?.steps ?? []).contains { $0.isDone(script.procedures) }
        || script.steps.contains { $0.isDone(script.procedures) }
    case .over: return false
    case .underWay: break
    }
    switch place.waiting?.stage {
    case .event, .moving: return true
    // What follows is no turn: the clock is where it is to be.
    case .arrived, nil: break
    }
    if place.pendingRow != nil, script.steps.contains(where: { $0.isDone(script.procedures) }) {
      return true
    }
    for block in place.blocks.reversed() {
      let left = block.steps[block.next...]
      if left.contains(where: { $0.isDone(script.procedures) }) { return true }
      guard let loop = block.loop else { continue }
      if loop.pass + 1 < loop.passes.count,
        loop.passes.steps.contains(where: { $0.isDone(script.procedures) })
      {
        return true
      }
      // The steps behind are for all of them.
      if loop.thread != nil { return false }
    }
    return false
  }

  /// The numbers of the scripts side by side that are not over.
  var openThreads: [Int] {
    guard let threads else { return [] }
    return threads.bound.indices.filter { threads.bound[$0] == nil }
  }
}

extension Step {
  /// Whether it does anything where nobody looks at outcomes. What only binds or asks may fail, and have more ways than
  /// one: that is a turn, be there an event behind it or not.
  fileprivate func isDone(_ procedures: [Procedure]) -> Bool {
    if delay != nil { return true }
    switch verb {
    case .check: return false
    case .control(.interleave), .control(.perform):
      return inner(procedures).contains { $0.isDone(procedures) }
    case .advance, .turn, .control(.batch), .control(.bind), .control(.choose), .control(.loop):
      return true
    }
  }
}
