/// The rule that continues a zone behind its last known transition, as POSIX writes it into a zone
/// file's end: `EST5EDT,M3.2.0,M11.1.0`.
struct ZoneRule: Sendable {
  /// When in a year clocks change, in days and seconds of local time.
  struct Change: Sendable {
    enum Day: Sendable {
      /// 1 to 365; February 29 is never counted.
      case julian(Int)
      /// 0 to 365.
      case ordinal(Int)
      /// Month, week 1 to 5 (5: the last), weekday from Sunday.
      case weekday(Int, Int, Int)
    }

    let day: Day
    let time: Int
  }

  let standard: Int
  /// The offset of summer time with its start and end; nil where there is none.
  let summer: (offset: Int, start: Change, end: Change)?

  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    let local = seconds + Int64(standard)
    let days = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    let year = CivilDate(daysSinceEpoch: days).year
    let start = summer.start.instant(in: year) - Int64(standard)
    let end = summer.end.instant(in: year) - Int64(summer.offset)
    let isSummer =
      start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
    return isSummer ? summer.offset : standard
  }
}

extension ZoneRule.Change {
  /// As if local time were UTC, in seconds since 1970.
  func instant(in year: Int) -> Int64 {
    let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
    let days: Int
    switch day {
    case .ordinal(let day): days = newYear + day
    case .julian(let day): days = newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
      let firstWeekday = ((first + 4) % 7 + 7) % 7
      var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if day >= CivilDate.days(in: month, of: year) { day -= 7 }
      days = first + day
    }
    return Int64(days) * 86_400 + Int64(time)
  }
}

extension ZoneRule {
  init?(_ text: Substring) {
    var reader = RuleReader(text)
    guard reader.name(), let west = reader.time(mostHours: 24) else { return nil }
    standard = -west
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standard + 3_600
    if !reader.skip(",") {
      guard let west = reader.time(mostHours: 24), reader.skip(",") else { return nil }
      offset = -west
    }
    guard let start = reader.change(), reader.skip(","), let end = reader.change(), reader.isAtEnd
    else { return nil }
    summer = (offset, start, end)
  }
}

private struct RuleReader {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ sign: Character) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  /// Letters, or anything in angle brackets.
  mutating func name() -> Bool {
    if skip("<") {
      rest = rest.drop { $0 != ">" }
      return skip(">")
    }
    let letters = rest.prefix { $0.isLetter }
    rest = rest[letters.endIndex...]
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isWholeNumber }
    rest = rest[digits.endIndex...]
    guard let number = Int(digits), range.contains(number) else { return nil }
    return number
  }

  /// `5`, `-3:30`, `2:00:00`, in seconds.
  mutating func time(mostHours: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(0...mostHours).map({ $0 * 3_600 }) else { return nil }
    if skip(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  mutating func change() -> ZoneRule.Change? {
    let day: ZoneRule.Change.Day
    if skip("M") {
      guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
        let weekday = number(0...6)
      else { return nil }
      day = .weekday(month, week, weekday)
    } else if skip("J") {
      guard let number = number(1...365) else { return nil }
      day = .julian(number)
    } else {
      guard let number = number(0...365) else { return nil }
      day = .ordinal(number)
    }
    var time = 7_200
    if skip("/") {
      guard let given = self.time(mostHours: 167) else { return nil }
      time = given
    }
    return ZoneRule.Change(day: day, time: time)
  }
}
