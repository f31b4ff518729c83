import Reactor
import Scenarios
import Values

extension World {
  /// Counts a turn before it is taken.
  func takeTurn() throws(RunError) {
    unsettledLimits.turns -= 1
    if unsettledLimits.turns < 0 { throw exhausted([]) }
    try note(work: World.turnWork, making: MemoryLedger.turn)
    // From here on it is worth knowing what keeps turning.
    let isNear = unsettledLimits.turns < World.noted || unsettledLimits.isNearEnd
    if isNear { scheduler.isNoting = true }
  }

  private static let noted = 256
  /// The work of a turn besides what happens in it.
  private static let turnWork = 500
  /// What the turns of the script's own events are called.
  static let script = "the script"

  /// What follows every turn.
  func endTurn() throws(RunError) {
    turns += 1
    trail.tell(turn: turns)
    if let breakdown { throw breakdown }
    if file.settings.flush == .auto { try flush() }
    onTurn?()
  }

  /// Re-runs what is invalid, within the turns that the step has left.
  func flush() throws(RunError) {
    try lendForFlush()
    // Bodies look at the limits while the flush runs, so it counts in a variable of its own.
    var turns = unsettledLimits.turns
    defer { unsettledLimits.turns = turns }
    do {
      try graph.flush(limit: &turns)
    } catch let error as BudgetError {
      throw exhausted(error.turning)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error)
    }
    oracle?.compareAll()
    if let breakdown { throw breakdown }
  }

  /// The clock has moved: what happens from here on has turns of its own, but for those of the step
  /// as a whole.
  func beginInstant() throws(RunError) {
    try limits.beginInstant()
    if limits.isStepSpent { throw exhausted([]) }
  }

  /// The step took all its turns; the names are of what ran most often in the last of them. Placed
  /// at the first of them where there is no step to show.
  private func exhausted(_ running: [String]) -> RunError {
    let turns = scheduler.turning.filter { $0 != World.script && !running.contains($0) }
    let turning = running + turns
    let names = turning.isEmpty ? "" : "; what kept turning: \(turning.joined(separator: ", "))"
    let isWhole = limits.isStepSpent
    let limit = isWhole ? limits.stepTurns : limits.turnLimit
    let cure = !isWhole && limit < Settings().turns ? ", or raise `turns` in `settings`" : ""
    return RunError(
      .endlessStep, "\(phase) did not settle within \(limit) turns and re-runs\(names)",
      kind: .budget,
      at: phase == "the start" ? turning.first.flatMap(tables.place) : nil,
      help: ["break the cycle, let it happen in several steps\(cure)"])
  }

  /// Begins the log's entry of a ready turn, with what made it ready.
  func beginTurn(_ index: Int) -> Trail.Mark {
    guard trail.isRecording else { return trail.mark }
    let turn = scheduler.ready(index)
    let about = scheduler.describe(turn)
    let mark = trail.beginRecord(TraceEvent(.turn, about))
    if let cause = turn.party == party ? scheduledCauses.removeValue(forKey: turn.word) : nil {
      trail.tell(cause: cause)
    } else if let cause = sendCauses[about]?.next() {
      trail.tell(cause: cause)
    }
    return mark
  }

  /// Keeps what will make a turn ready that the engine posts, by what it will be about.
  func noteSending(_ about: @autoclosure () -> String) {
    guard trail.isRecording, let cause = trail.lastEntry else { return }
    sendCauses[about(), default: SendCauses()].add(cause)
  }
}

// What is done in turns of its own.
extension World: Party {
  /// Has it done in a turn of its own, behind all that is ready.
  func post(_ work: any ScheduledWork) {
    let number = scheduled.put(work)
    if trail.isRecording { scheduledCauses[number] = trail.lastEntry }
    scheduler.post(Turn(party: party, word: number))
  }

  /// Has it done later.
  func post(
    _ work: any ScheduledWork, after nanoseconds: Int64, _ step: Step
  ) throws(RunError) -> PendingWork {
    let number = scheduled.put(work)
    do {
      let timer = try scheduler.after(nanoseconds, Turn(party: party, word: number))
      if trail.isRecording {
        let delay = Duration(nanoseconds: nanoseconds)
        trail.record(TraceEvent(.timed, work.about, .duration(delay)))
        scheduledCauses[number] = trail.lastEntry
      }
      return PendingWork(timer: timer, number: number)
    } catch {
      _ = scheduled.take(number)
      var (code, kind) = (ProblemCode.endOfTime, RunError.Severity.failure)
      if case .tooMany = error { (code, kind) = (.workLimit, .budget) }
      throw RunError(code, error.message, kind: kind, at: step.keyword.span)
    }
  }

  func cancel(_ pending: PendingWork) {
    scheduler.cancel(pending.timer)
    scheduledCauses[pending.number] = nil
    _ = scheduled.take(pending.number)
  }

  func take(_ turn: Turn) {
    scheduled.take(turn.word)?.take()
  }

  func describe(_ turn: Turn) -> String { scheduled[turn.word]?.about ?? "a turn" }
}

/// The log's entries that tell of actions on their way to one place, the oldest first.
struct SendCauses {
  private var entries: [Int] = []
  private var taken = 0

  mutating func add(_ entry: Int) { entries.append(entry) }

  /// Takes the oldest out.
  mutating func next() -> Int? {
    guard taken < entries.count else { return nil }
    taken += 1
    return entries[taken - 1]
  }
}
