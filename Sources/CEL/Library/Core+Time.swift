internal import Values

extension Library {
  /// The parts of a timestamp, in UTC or a zone, and of a duration.
  static let coreTime: [Function] =
    dateParts.flatMap {
      [inUTC($0.name, $0.documentation, $0.part), inZone($0.name, $0.inZone, $0.part)]
    } + [
      milliseconds,
      inZone(
        "getMilliseconds",
        """
        the milliseconds within the second, in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getMilliseconds('+02:00') => 250
        """
      ) { Int64($0.nanosecond / 1_000_000) },
    ]

  /// What is asked of a timestamp: in UTC, and in a time zone.
  private struct DatePart {
    let name: String
    let documentation: Documentation
    let inZone: Documentation
    let part: Part
  }

  private static let dateParts: [DatePart] = [
    DatePart(
      name: "getFullYear",
      documentation: """
        the year
        timestamp('2026-12-31T23:30:15.25Z').getFullYear() => 2026
        """,
      inZone: """
        the year in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getFullYear('+02:00') => 2027
        """,
      part: { Int64($0.date.year) }),
    DatePart(
      name: "getMonth",
      documentation: """
        the month, 0 for January
        timestamp('2026-12-31T23:30:15.25Z').getMonth() => 11
        """,
      inZone: """
        the month, 0 for January in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getMonth('+02:00') => 0
        """,
      part: { Int64($0.date.month - 1) }),
    DatePart(
      name: "getDate",
      documentation: """
        the day of the month, 1 for the first
        timestamp('2026-12-31T23:30:15.25Z').getDate() => 31
        """,
      inZone: """
        the day of the month, 1 for the first in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getDate('+02:00') => 1
        """,
      part: { Int64($0.date.day) }),
    DatePart(
      name: "getDayOfMonth",
      documentation: """
        the day of the month, 0 for the first
        timestamp('2026-12-31T23:30:15.25Z').getDayOfMonth() => 30
        """,
      inZone: """
        the day of the month, 0 for the first in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getDayOfMonth('+02:00') => 0
        """,
      part: { Int64($0.date.day - 1) }),
    DatePart(
      name: "getDayOfWeek",
      documentation: """
        the day of the week, 0 for Sunday
        timestamp('2026-12-31T23:30:15.25Z').getDayOfWeek() => 4
        """,
      inZone: """
        the day of the week, 0 for Sunday in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getDayOfWeek('+02:00') => 5
        """,
      part: { Int64($0.dayOfWeek) }),
    DatePart(
      name: "getDayOfYear",
      documentation: """
        the day of the year, 0 for the first
        timestamp('2026-12-31T23:30:15.25Z').getDayOfYear() => 364
        """,
      inZone: """
        the day of the year, 0 for the first in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getDayOfYear('+02:00') => 0
        """,
      part: { Int64($0.dayOfYear) }),
    DatePart(
      name: "getHours",
      documentation: """
        the hour, or all hours of a duration
        timestamp('2026-12-31T23:30:15.25Z').getHours() => 23
        duration('90m').getHours() => 1
        """,
      inZone: """
        the hour in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getHours('+02:00') => 1
        """,
      part: { Int64($0.hour) }),
    DatePart(
      name: "getMinutes",
      documentation: """
        the minute, or all minutes of a duration
        timestamp('2026-12-31T23:30:15.25Z').getMinutes() => 30
        duration('2h').getMinutes() => 120
        """,
      inZone: """
        the minute in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getMinutes('+02:00') => 30
        """,
      part: { Int64($0.minute) }),
    DatePart(
      name: "getSeconds",
      documentation: """
        the second, or all seconds of a duration
        timestamp('2026-12-31T23:30:15.25Z').getSeconds() => 15
        duration('1m').getSeconds() => 60
        """,
      inZone: """
        the second in a time zone
        timestamp('2026-12-31T23:30:15.25Z').getSeconds('+02:00') => 15
        """,
      part: { Int64($0.second) }),
  ]

  /// Of a timestamp and of a duration alike what a whole second leaves.
  private static let milliseconds = Function(
    "getMilliseconds", isMethod: true, arity: 1, "timestamp | duration -> int",
    """
    the milliseconds within the second, of a timestamp and of a duration
    timestamp('2026-12-31T23:30:15.25Z').getMilliseconds() => 250
    duration('1.5s').getMilliseconds() => 500
    """,
    .unary { (value, _) throws(Fault) in
      switch value {
      case .timestamp(let timestamp): return .int(Int64(timestamp.nanoseconds / 1_000_000))
      case .duration(let duration): return .int(duration.nanoseconds % 1_000_000_000 / 1_000_000)
      default: throw .noOverload
      }
    })

  private typealias Part = @Sendable (LocalTime) -> Int64

  private static func inUTC(
    _ name: String, _ documentation: Documentation, _ part: @escaping Part
  ) -> Function {
    let unit: Int64? =
      switch name {
      case "getHours": 3_600_000_000_000
      case "getMinutes": 60_000_000_000
      case "getSeconds": 1_000_000_000
      default: nil
      }
    return Function(
      name, isMethod: true, arity: 1,
      unit == nil ? "timestamp -> int" : "timestamp | duration -> int", documentation,
      .unary { (value, _) throws(Fault) in
        switch value {
        case .timestamp(let timestamp): return .int(part(LocalTime(timestamp, in: .utc)))
        case .duration(let duration):
          guard let unit else { throw .noOverload }
          return .int(duration.nanoseconds / unit)
        default: throw .noOverload
        }
      })
  }

  private static func inZone(
    _ name: String, _ documentation: Documentation, _ part: @escaping Part
  ) -> Function {
    Function(
      name, isMethod: true, arity: 2, "timestamp, string -> int", documentation,
      .binary { (value, zone, budget) throws(Fault) in
        guard case .timestamp(let timestamp) = value, case .string(let zone) = zone else {
          throw .noOverload
        }
        // A zone's name means reading a file.
        try budget.charge(500)
        return .int(part(LocalTime(timestamp, in: try named(zone))))
      },
      prepare: { (known) throws(Fault) in
        guard case .string(let name)? = known[1] else { return nil }
        let zone = try named(name)
        return .binary { (value, _, _) throws(Fault) in
          guard case .timestamp(let timestamp) = value else { throw .noOverload }
          return .int(part(LocalTime(timestamp, in: zone)))
        }
      })
  }

  private static func named(_ name: String) throws(Fault) -> TimeZone {
    guard let zone = TimeZone(name) else {
      throw Fault(
        .badArgument, "unknown time zone \(Value.string(name).shortText)",
        help: "such as UTC, +02:00 or Europe/Berlin")
    }
    return zone
  }
}
