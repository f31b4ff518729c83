internal import Values

extension Library {
  /// The parts of a timestamp, in UTC or a zone, and of a duration.
  static let coreTime: [Function] =
    dateParts.flatMap { [inUTC($0.name, $0.part), inZone($0.name, $0.part)] }
    + [milliseconds, inZone("getMilliseconds") { Int64($0.nanosecond / 1_000_000) }]

  private static let dateParts: [(name: String, part: Part)] = [
    ("getFullYear", { Int64($0.date.year) }),
    ("getMonth", { Int64($0.date.month - 1) }),
    ("getDate", { Int64($0.date.day) }),
    ("getDayOfMonth", { Int64($0.date.day - 1) }),
    ("getDayOfWeek", { Int64($0.dayOfWeek) }),
    ("getDayOfYear", { Int64($0.dayOfYear) }),
    ("getHours", { Int64($0.hour) }),
    ("getMinutes", { Int64($0.minute) }),
    ("getSeconds", { Int64($0.second) }),
  ]

  /// Of a timestamp and of a duration alike what a whole second leaves.
  private static let milliseconds = Function(
    "getMilliseconds", isMethod: true, arity: 1,
    "timestamp | duration -> int",
    .unary { (value, _) throws(Fault) in
      switch value {
      case .timestamp(let timestamp): return .int(Int64(timestamp.nanoseconds / 1_000_000))
      case .duration(let duration): return .int(duration.nanoseconds % 1_000_000_000 / 1_000_000)
      default: throw .noOverload
      }
    })

  private typealias Part = @Sendable (LocalTime) -> Int64

  private static func inUTC(_ name: String, _ part: @escaping Part) -> Function {
    let unit: Int64? =
      switch name {
      case "getHours": 3_600_000_000_000
      case "getMinutes": 60_000_000_000
      case "getSeconds": 1_000_000_000
      default: nil
      }
    return Function(
      name, isMethod: true, arity: 1,
      unit == nil ? "timestamp -> int" : "timestamp | duration -> int",
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

  private static func inZone(_ name: String, _ part: @escaping Part) -> Function {
    Function(
      name, isMethod: true, arity: 2, "timestamp, string -> int",
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
