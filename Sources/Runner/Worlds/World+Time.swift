import Reactor
import Scenarios
import Values

extension World {
  /// The instant that an `advance` leads to.
  func instant(after passage: Passage, in frame: Frame) throws(RunError) -> Instant {
    let key = passage.until == nil ? "advance" : "within"
    let length = try duration(passage.span, key, in: frame)
    let (nanoseconds, overflow) = scheduler.now.nanoseconds.addingReportingOverflow(length)
    guard !overflow, timestamp(at: nanoseconds) != nil else {
      throw RunError(
        .endOfTime, "the virtual time would pass the year 9999, or 292 years of the world",
        at: passage.span.span)
    }
    return Instant(nanoseconds: nanoseconds)
  }

  private func timestamp(at nanoseconds: Int64) -> Timestamp? {
    file.settings.start.adding(Duration(nanoseconds: nanoseconds))
  }

  /// The clock has moved: readers of `now` are invalidated. What happens until the caller ends it
  /// happens at the new instant.
  func arrive() throws(RunError) {
    try beginInstant()
    guard let instant = timestamp(at: scheduler.now.nanoseconds), instant != now else { return }
    now = instant
    let time = Duration(nanoseconds: scheduler.now.nanoseconds)
    trail.tell(time: time)
    _ = trail.begin(TraceEvent(.moved, nil, .duration(time)))
    touches.add(.now)
    clock.changed()
  }
}
