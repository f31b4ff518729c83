import Scenarios
import Values

// What is otherwise where somebody chooses what happens.
extension ScriptRun {
  /// An error of a step does not end an explored run, for an outcome could expect it; but a formula of
  /// the step itself that fails is a mistake, and a spent budget is the end.
  /// - Parameter whole: What the step belongs to.
  func pass(_ error: RunError, of step: Step, in whole: String = "script") throws(Stop) {
    if error.kind == .budget { throw stop(error, "the step failed", step: step) }
    guard error.isFormula, let span = error.span, step.span.holds(span) else { return }
    var failure = Failure(
      .error, .exploredError, "a formula of the \(whole) failed: \(error.text)", at: span,
      step: step.span, help: error.help)
    failure.parts = error.parts
    throw Stop(failures: [failure])
  }

  /// Whether the script goes on as soon as nothing is ready, without a turn: to its end, if nothing is left to be
  /// done, or to scripts side by side, which wait for nothing once they have begun.
  var goesOnByItself: Bool {
    if threads != nil || isAmidStep { return false }
    if case .over = phase { return false }
    guard let next = nextToDo else { return true }
    if case .control(.interleave) = next.verb { return next.delay == nil }
    return false
  }

  /// Whether anything is left to be done from where the script is, of the present one of scripts that go side by side.
  var hasMoreToDo: Bool { isAmidStep || nextToDo != nil }

  /// Whether a turn of the step under way is to come, or the start.
  private var isAmidStep: Bool {
    if case .unstarted = phase { return true }
    return switch place.waiting?.stage {
    case .event, .moving: true
    // What follows is no turn: the clock is where it is to be.
    case .arrived, nil: false
    }
  }

  /// The first of the steps left behind the present one that does anything; outcomes are nothing.
  private var nextToDo: Step? {
    func first(of steps: some Sequence<Step>) -> Step? {
      steps.first(where: script.isActive)
    }
    switch phase {
    case .unstarted, .starting:
      return script.opening.flatMap { first(of: $0.steps) } ?? first(of: script.steps)
    case .over: return nil
    case .underWay: break
    }
    for block in place.blocks.reversed() {
      if let next = first(of: block.steps[block.next...]) { return next }
      guard let loop = block.loop else { continue }
      if loop.pass + 1 < loop.passes.count, let next = first(of: loop.passes.steps) { return next }
      // The steps behind are for all of them.
      if loop.thread != nil { return nil }
    }
    return place.pendingRow == nil ? nil : first(of: script.steps)
  }

  /// The numbers of the scripts side by side that are not over.
  var openThreads: [Int] {
    guard let threads else { return [] }
    return threads.bound.indices.filter { threads.bound[$0] == nil }
  }
}
