import Testing

@testable import Values

/// The days on which the rules of zones change clocks, against a calendar.
struct ZoneRuleTests {
  private func day(_ rule: String, _ year: Int) throws -> CivilDate {
    let rule = try #require(ZoneRule("AAA0BBB,\(rule)/0,J365/0"[...]))
    let start = try #require(rule.summer?.start)
    return CivilDate(daysSinceEpoch: Int(start.instant(in: year) / 86_400))
  }

  @Test(arguments: [
    // Julian days never count February 29.
    ("J59", 2023, 2, 28), ("J59", 2024, 2, 28), ("J60", 2023, 3, 1), ("J60", 2024, 3, 1),
    ("J365", 2024, 12, 31),
    // Ordinal days do, and count from 0.
    ("0", 2024, 1, 1), ("59", 2023, 3, 1), ("59", 2024, 2, 29), ("60", 2024, 3, 1),
    ("365", 2024, 12, 31),
    // The fifth week is the last, in months that have four of the weekday and in those of five.
    ("M10.5.0", 2024, 10, 27), ("M3.5.0", 2024, 3, 31), ("M2.5.4", 2024, 2, 29),
    ("M2.5.4", 2023, 2, 23), ("M2.5.5", 2024, 2, 23), ("M3.2.0", 2024, 3, 10),
    ("M9.1.0", 2024, 9, 1), ("M9.1.6", 2024, 9, 7),
  ])
  func theDayIsThatOfTheCalendar(_ rule: String, _ year: Int, _ month: Int, _ day: Int) throws {
    let date = try self.day(rule, year)
    #expect(date.year == year && date.month == month && date.day == day, "\(date)")
  }
}
