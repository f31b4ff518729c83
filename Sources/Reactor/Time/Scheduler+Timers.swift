import Values

// Timers, and the moving of time.
extension Scheduler {
  /// Sets a timer: the turn becomes ready so many nanoseconds from now. With a delay of 0 it is
  /// ready at once, behind all that is. `.none` where the scheduler is closed. Logarithmic in the number of
  /// timers.
  @discardableResult
  public func after(_ nanoseconds: Int64, _ turn: Turn) throws(TimerError) -> TimerID {
    require(Int(turn.party) < core.pointee.parties.count, "no party \(turn.party)")
    if nanoseconds < 0 { throw .negative(nanoseconds: nanoseconds) }
    guard let due = now.adding(nanoseconds: nanoseconds) else { throw .beyondTime }
    if core.pointee.cares.contains(.closed) { return .none }
    if nanoseconds == 0 {
      let timer = core.pointee.timers.makeSlot(turn)
      core.pointee.ready.push(ReadyQueue.timer(timer.slot))
      return timer
    }
    if core.pointee.timers.count >= core.pointee.timerLimit { throw tooManyTimers() }
    if !core.pointee.crowd.isEmpty { core.pointee.crowd = [] }
    let timer = core.pointee.timers.makeSlot(turn)
    core.pointee.timers.push(due.nanoseconds, timer)
    return timer
  }

  /// Sets a timer for a closure. The label is asked for only in reports.
  @discardableResult
  public func after(
    _ nanoseconds: Int64, _ label: @autoclosure @escaping () -> String,
    _ body: @escaping () -> Void
  ) throws(TimerError) -> TimerID {
    let turn = closures.add(label, body)
    do {
      let timer = try after(nanoseconds, turn)
      if timer == .none { closures.remove(turn) }
      return timer
    } catch {
      closures.remove(turn)
      throw error
    }
  }

  /// Takes a timer back, also where it is due and its turn waits to be taken. Nothing happens where
  /// it has been taken or cancelled. Logarithmic in the number of timers.
  public func cancel(_ timer: TimerID) {
    guard let place = core.pointee.timers.place(of: timer),
      place != TimerHeap.Slot.cancelled
    else { return }
    let turn = core.pointee.timers.turn(ofSlot: timer.slot)
    if place == TimerHeap.Slot.ready {
      core.pointee.timers.mark(timer.slot, TimerHeap.Slot.cancelled)
      core.pointee.cancelledCount += 1
      core.pointee.withdrawnCount += 1
    } else {
      core.pointee.timers.remove(at: place)
      core.pointee.timers.release(timer.slot)
    }
    if turn.party == 0 { closures.remove(turn) }
  }

  /// How many timers are pending, at most `timerLimit`.
  public var timerCount: Int { core.pointee.timers.count }

  /// How many timers may be pending before `after` fails.
  public var timerLimit: Int {
    get { core.pointee.timerLimit }
    set { core.pointee.timerLimit = max(0, newValue) }
  }

  /// When the first timer is due.
  public var nextDue: Instant? {
    core.pointee.timers.count == 0
      ? nil : Instant(nanoseconds: core.pointee.timers.firstDue)
  }

  /// Moves time to when the first timer is due, if that is no later than a limit. All timers due
  /// then become ready, in order of due time, then of creation. False where none is due by then;
  /// time stays where it is.
  public func moveToNextDue(upTo limit: Instant) -> Bool {
    guard let due = nextDue, due <= limit else { return false }
    core.pointee.now = due.nanoseconds
    while core.pointee.timers.count > 0, core.pointee.timers.firstDue == due.nanoseconds {
      let slot = core.pointee.timers.popFirst()
      core.pointee.ready.push(ReadyQueue.timer(slot))
    }
    return true
  }

  /// Moves time forward to where no timer has been due.
  public func move(to instant: Instant) {
    require(instant >= now, "time does not go back")
    require(nextDue.map { $0 > instant } ?? true, "a timer is due before")
    core.pointee.now = instant.nanoseconds
  }

  private func tooManyTimers() -> TimerError {
    if core.pointee.crowd.isEmpty {
      let turns = (0..<core.pointee.timers.count).map { core.pointee.timers.turn(inPlace: $0) }
      core.pointee.crowd = Labels.most(turns.map(describe))
    }
    return .tooMany(limit: core.pointee.timerLimit, pending: core.pointee.crowd)
  }
}

/// Labels that were met again and again.
enum Labels {
  static let named = 8

  /// Those met at least half as often as the one met most, in order of first appearance; a few.
  static func most(_ labels: [String]) -> [String] {
    var places: TextTable<Int> = [:]
    var counts: [(label: String, count: Int)] = []
    for label in labels {
      if let place = places[label] {
        counts[place].count += 1
      } else {
        places[label] = counts.count
        counts.append((label, 1))
      }
    }
    let most = counts.map(\.count).max() ?? 0
    return Array(counts.filter { $0.count * 2 >= most }.map(\.label).prefix(named))
  }
}
