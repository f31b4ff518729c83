import Testing
import Values

@Suite struct PrintingTests {
  @Test(arguments: [
    (1.0, "1"), (-0.0, "-0"), (0.1, "0.1"), (123.456, "123.456"), (-0.0045, "-0.0045"),
    (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.5e21, "1.5e+21"), (1e-6, "0.000001"),
    (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5e-324"), (.infinity, "Infinity"), (.nan, "NaN"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (9_007_199_254_740_992, "9007199254740992"),
  ])
  func doublesPrintAsInECMAScript(double: Double, text: String) {
    #expect(DoubleText.plain(double) == text)
  }

  @Test func aDoubleIsNeverTakenForAnInt() {
    #expect(Value.double(1).description == "1.0")
    #expect(Value.double(1.5).description == "1.5")
    #expect(Value.uint(1).description == "1u")
  }

  @Test func foreignControlCharactersAreShownEscaped() {
    #expect(Value.string("a\u{1b}[31m\n\"").description == "\"a\\u{1B}[31m\\n\\\"\"")
    #expect(SafeText.shown("x\u{202e}y") == "x\\u{202E}y")
    #expect(SafeText.shown("größer") == "größer")
  }

  @Test(arguments: [
    (Int64(0), Int32(0), "1970-01-01T00:00:00Z"), (-1, 500_000_000, "1969-12-31T23:59:59.5Z"),
    (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
    (951_782_400, 0, "2000-02-29T00:00:00Z"),
  ])
  func timestampsPrintInUTC(seconds: Int64, nanoseconds: Int32, text: String) {
    #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds).description == text)
  }

  @Test func civilDatesAndDayNumbersAreInverse() {
    for day in stride(from: -800_000, through: 3_000_000, by: 37) {
      #expect(CivilDate(daysSinceEpoch: day).daysSinceEpoch == day)
    }
  }

  @Test func aTimestampAdvancesAcrossTheEpochAndStopsAtItsEnds() {
    let before = Timestamp(seconds: -1, nanoseconds: 999_999_999)
    #expect(
      before.adding(Duration(nanoseconds: 1)) == Timestamp(seconds: 0, nanoseconds: 0))
    #expect(
      Timestamp(seconds: 0, nanoseconds: 0).adding(Duration(nanoseconds: -1)) == before)
    let last = Timestamp(seconds: 253_402_300_799, nanoseconds: 0)
    #expect(last.adding(Duration(nanoseconds: 1_000_000_000)) == nil)
  }
}
