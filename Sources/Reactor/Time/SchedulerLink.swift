/// How what waits in a scheduler finds it: flows and promises, which it holds while they wait, and which would never be
/// let go if they held it in turn. Once it has gone they find one that is closed in its place.
@usableFromInline
final class SchedulerLink {
  private weak var live: Scheduler?
  private var end = Instant.zero
  private var closed: Scheduler?
  /// What is let go of, the next one last.
  private var going: [Any] = []
  private var isLettingGo = false

  /// The scheduler; where it has gone, one that is closed, at the time when it went.
  @usableFromInline var scheduler: Scheduler {
    if let live { return live }
    if let closed { return closed }
    let new = Scheduler(closedAt: end)
    closed = new
    return new
  }

  func begin(_ scheduler: Scheduler) { live = scheduler }

  func end(at time: Instant) { end = time }

  /// Lets go of things one by one, in order, where the end of one may be that of others: what its end
  /// has this called for goes behind it and not inside it, so that a long row needs no stack. None
  /// are left to the caller, who would hold them until this returns.
  func letGo(_ things: inout [Any]) {
    going += things.reversed()
    things = []
    if isLettingGo { return }
    isLettingGo = true
    while going.popLast() != nil {}
    isLettingGo = false
  }
}
