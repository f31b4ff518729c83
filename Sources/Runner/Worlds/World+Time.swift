import Reactor
import Scenarios
import Values

extension World {
  // MARK: Turns

  /// Counts a turn before it is taken.
  func takeTurn() throws(RunError) {
    limits.turns -= 1
    if limits.turns < 0 { throw exhausted([]) }
    // From here on it is worth knowing what keeps turning.
    if limits.turns < World.noted { scheduler.isNoting = true }
  }

  private static let noted = 256
  /// What the turns of the script's own events are called.
  static let script = "the script"

  /// What follows every turn.
  func endTurn() throws(RunError) {
    turns += 1
    if let breakdown { throw breakdown }
    if plan.file.settings.flush == .auto { try flush() }
  }

  /// Re-runs what is invalid, within the turns that the step has left.
  func flush() throws(RunError) {
    // Bodies look at the limits while the flush runs, so it counts in a variable of its own.
    var turns = limits.turns
    defer { limits.turns = turns }
    do {
      try graph.flush(limit: &turns)
    } catch let error as BudgetError {
      throw exhausted(error.turning)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error)
    }
    if let breakdown { throw breakdown }
  }

  /// The step took all its turns; the names are of what ran most often in the last of them. Placed
  /// at the first of them where there is no step to show.
  private func exhausted(_ running: [String]) -> RunError {
    let turns = scheduler.turning.filter { $0 != World.script && !running.contains($0) }
    let turning = running + turns
    let names = turning.isEmpty ? "" : "; what kept turning: \(turning.joined(separator: ", "))"
    let limit = plan.file.settings.turns
    let cure = limit < 100_000 ? ", or raise `turns` in `settings`" : ""
    let culprit = plan.computations.first { $0.name == turning.first }
    return RunError(
      "\(phase) did not settle within \(limit) turns and re-runs\(names)", kind: .budget,
      at: phase == "the start" ? culprit?.declaration.name.span : nil,
      help: ["break the cycle, let it happen in several steps\(cure)"])
  }

  /// What the next turn is about, for the report of a property that does not hold behind it.
  func describeNextTurn() -> String {
    scheduler.describe(scheduler.ready(0))
  }

  // MARK: The clock

  /// The instant that an `advance` leads to.
  func instant(after span: DatumPlan, in frame: Frame) throws(RunError) -> Instant {
    let span = (try duration(span, "advance", in: frame), span.span)
    let (nanoseconds, overflow) = scheduler.now.nanoseconds.addingReportingOverflow(span.0)
    guard !overflow, timestamp(at: nanoseconds) != nil else {
      throw RunError(
        "the virtual time would pass the year 9999, or 292 years of the world", at: span.1)
    }
    return Instant(nanoseconds: nanoseconds)
  }

  private func timestamp(at nanoseconds: Int64) -> Timestamp? {
    plan.file.settings.start.adding(Duration(nanoseconds: nanoseconds))
  }

  /// The clock has moved: readers of `now` are invalidated.
  func arrive() {
    guard let instant = timestamp(at: scheduler.now.nanoseconds), instant != now else { return }
    now = instant
    trail.add(.moved(instant))
    clock.changed()
  }

  /// Begins a step of the script.
  func begin(_ step: StepPlan, in frame: Frame) throws(RunError) {
    if step.delay != nil { return try delay(step, in: frame, owner: nil) }
    switch step.action {
    case .batch(let steps): try execute(steps, in: frame, as: "batch")
    case .nonreactive(let steps): try execute(steps, in: frame, as: "nonreactive")
    case .every(let every): try begin(every, step, in: frame, owner: nil)
    case .failing(let datum): throw try failure(datum, in: frame)
    default: try act(step, in: frame)
    }
  }

  /// What a call that failed before it was made is bound as.
  func brokenPromise(_ step: StepPlan, _ error: RunError?) -> Value {
    guard case .call(let call) = step.action else { return .null }
    let promise = Promise(call.method, .null)
    promise.settle(.error(error ?? RunError("the call was not made", at: nil)))
    promises.append(promise)
    return .int(Int64(promises.count - 1))
  }
}
