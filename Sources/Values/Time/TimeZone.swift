/// A time zone: what clocks there say at an instant. Either a fixed offset from UTC, or what the
/// system's zone database tells under a name, which is the one thing formulas depend on that is not
/// in a file of ours.
public struct TimeZone: Sendable {
  /// From `time` on, in seconds since 1970, clocks are `offset` seconds ahead of UTC.
  struct Transition: Sendable {
    let time: Int64
    let offset: Int
  }

  /// In order of time.
  let transitions: [Transition]
  /// Before the first transition.
  let firstOffset: Int
  /// Behind the last transition.
  let rule: ZoneRule?

  /// No offset at any time.
  public static let utc = TimeZone(offset: 0)

  init(offset: Int) {
    transitions = []
    firstOffset = offset
    rule = nil
  }

  init(transitions: [Transition], firstOffset: Int, rule: ZoneRule?) {
    self.transitions = transitions
    self.firstOffset = firstOffset
    self.rule = rule
  }

  /// `UTC`, an offset such as `+11:00`, `-02:30` or `02:00`, or a name such as `Europe/Berlin`.
  /// Nil where there is no such zone. A name costs reading a file.
  public init?(_ name: String) {
    if name.isEmpty || name == "UTC" || name == "Z" {
      self = .utc
    } else if let offset = TimeZone.fixedOffset(name) {
      self.init(offset: offset)
    } else if let zone = ZoneFile.zone(name) {
      self = zone
    } else {
      return nil
    }
  }

  private static func fixedOffset(_ text: String) -> Int? {
    var reader = ClockReader(text)
    let isWest = reader.skip("-")
    if !isWest { _ = reader.skip("+") }
    guard let offset = reader.hoursAndMinutes(), reader.isAtEnd else { return nil }
    return isWest ? -offset : offset
  }

  /// Seconds that clocks are ahead of UTC at an instant.
  public func offset(at seconds: Int64) -> Int {
    guard let last = transitions.last else { return rule?.offset(at: seconds) ?? firstOffset }
    if seconds >= last.time { return rule?.offset(at: seconds) ?? last.offset }
    var low = 0
    var high = transitions.count
    // The first transition behind the instant.
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : transitions[low - 1].offset
  }
}

/// What a clock and a calendar say at an instant.
public struct LocalTime: Sendable {
  /// The day of the calendar.
  public let date: CivilDate
  /// From 0.
  public let dayOfYear: Int
  /// From 0, Sunday.
  public let dayOfWeek: Int
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59.
  public let second: Int
  /// 0 to 999,999,999.
  public let nanosecond: Int

  /// What clocks in a zone say at an instant. Logarithmic in the changes that the zone has seen.
  public init(_ timestamp: Timestamp, in zone: TimeZone) {
    let local = timestamp.seconds + Int64(zone.offset(at: timestamp.seconds))
    let days = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    let clock = Int(local) - days * 86_400
    date = CivilDate(daysSinceEpoch: days)
    dayOfYear = days - CivilDate(year: date.year, month: 1, day: 1).daysSinceEpoch
    // 1970-01-01 was a Thursday.
    dayOfWeek = ((days + 4) % 7 + 7) % 7
    hour = clock / 3_600
    minute = clock / 60 % 60
    second = clock % 60
    nanosecond = Int(timestamp.nanoseconds)
  }
}
