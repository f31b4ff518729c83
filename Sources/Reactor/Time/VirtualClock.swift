/// Drives a scheduler and a graph together: every turn is followed by a flush, and time moves when
/// it is told to. What a Swift program or a test holds in its hands; nothing runs between its calls.
///
/// Each call may take `turnLimit` turns and re-runs; then it ends with a `TurnLimitError` or, inside
/// a flush, a `BudgetError`, either of which names what kept turning. Another call goes on.
public final class VirtualClock {
  /// What is flushed behind each turn.
  public let graph: Graph
  /// Whose turns it takes, and whose time it moves.
  public let scheduler: Scheduler
  /// How many turns, re-runs and evaluations one call may take.
  public var turnLimit = 100_000
  private let present: Cell<Int>

  /// A clock over a graph, with a scheduler of its own where none is given.
  public init(_ graph: Graph, _ scheduler: Scheduler = Scheduler()) {
    self.graph = graph
    self.scheduler = scheduler
    present = graph.cell(Int(scheduler.now.nanoseconds), label: "now")
  }

  /// The present, tracked like a cell: it changes at the first turn of a new instant.
  public var now: Instant { Instant(nanoseconds: Int64(present.value)) }

  /// Takes all turns that are ready, and those that they make ready, with a flush before the first
  /// and after each. Inside a flush or a body it takes none and throws a `FlushError`; inside a turn it is a mistake
  /// of the program, which ends.
  public func settle() throws {
    try graph.kernel.refuseFlushInside()
    var limit = turnLimit
    if graph.needsFlush { try graph.flush(limit: &limit) }
    try settle(&limit)
  }

  /// Moves time forward, to the end inclusive: settles, then takes what is due, instant by instant,
  /// settling each. Ends with a turn of arrival where no timer was due at the end. Costs what the
  /// timers on the way cost. A span below zero, or beyond the end of time, is a `TimerError`.
  /// To be called where `settle` is.
  public func advance(nanoseconds: Int64) throws {
    if nanoseconds < 0 { throw TimerError.negative(nanoseconds: nanoseconds) }
    guard let end = scheduler.now.adding(nanoseconds: nanoseconds) else {
      throw TimerError.beyondTime
    }
    try graph.kernel.refuseFlushInside()
    var limit = turnLimit
    if graph.needsFlush { try graph.flush(limit: &limit) }
    try settle(&limit)
    while scheduler.moveToNextDue(upTo: end) {
      tellTime()
      try settle(&limit)
    }
    guard scheduler.now < end else { return }
    scheduler.move(to: end)
    tellTime()
    limit -= 1
    scheduler.turn("arrival") {}
    try graph.flush(limit: &limit)
    try settle(&limit)
  }

  /// Lets time pass, in whole nanoseconds: see `advance(nanoseconds:)`. Throws a `TimerError` where that is more than
  /// there is time.
  public func advance(by duration: Duration) throws {
    guard let nanoseconds = TimerError.nanoseconds(duration) else { throw TimerError.beyondTime }
    try advance(nanoseconds: nanoseconds)
  }

  private func settle(_ limit: inout Int) throws {
    try scheduler.settle(limit: &limit, flushing: graph)
  }

  private func tellTime() { present.value = Int(scheduler.now.nanoseconds) }
}
