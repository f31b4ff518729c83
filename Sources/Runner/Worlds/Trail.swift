import Scenarios

/// The last things that happened in a world, for the report of a failure. Old events give way to
/// new ones, so that it stays small however long a scenario runs.
struct Trail {
  /// The most events that a report shows.
  static let shown = 24
  private static let kept = 512

  private var events: [TraceEvent] = []
  private var dropped = 0

  /// How many events there have been.
  var count: Int { dropped + events.count }

  mutating func add(_ event: TraceEvent) {
    if events.count >= Trail.kept * 2 {
      events.removeFirst(Trail.kept)
      dropped += Trail.kept
    }
    events.append(event)
  }

  /// The events from a position on, the first and the last of them where there are many.
  func since(_ position: Int) -> (events: [TraceEvent], omitted: Int) {
    let all = events.dropFirst(max(0, position - dropped))
    let lost = max(0, dropped - position)
    let shown = all.suffix(Trail.shown)
    return (Array(shown), lost + all.count - shown.count)
  }
}
