import Testing
import Values

@Suite struct TimeParsingTests {
  @Test func durationsAreReadAsGoWritesThem() {
    let cases: [(String, Int64?)] = [
      ("1h30m", 5_400_000_000_000), ("-1.5h", -5_400_000_000_000), ("300ms", 300_000_000),
      ("1us", 1_000), ("1µs", 1_000), ("1ns", 1), ("0", 0), ("-0", 0), ("+5s", 5_000_000_000),
      (".5s", 500_000_000), ("1.s", 1_000_000_000), ("1s1s", 2_000_000_000),
      ("9223372036854775807ns", .max), ("-9223372036854775808ns", .min),
      ("9223372036854775808ns", nil), ("2562048h", nil), ("", nil), ("s", nil), ("1", nil),
      (".s", nil), ("1d", nil), ("1 s", nil), ("--1s", nil), ("1h-3m", nil), ("1e3s", nil),
      ("99999999999999999999s", nil), ("0.000000000123456789s", 0),
      ("0.0000000000012h", 4), ("0.33333333333333333333h", 1_199_999_999_999),
      ("0.999999999999999999999ns", 0),
    ]
    for (text, expected) in cases { #expect(Duration(text)?.nanoseconds == expected, "\(text)") }
  }

  @Test func timestampsAreReadByRFC3339() {
    let cases: [(String, String?)] = [
      ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
      ("2026-01-01T00:00:00.120Z", "2026-01-01T00:00:00.12Z"),
      ("2026-01-01T01:30:00+01:30", "2026-01-01T00:00:00Z"),
      ("2025-12-31T20:00:00-04:00", "2026-01-01T00:00:00Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
      ("0001-01-01T00:00:00+00:01", nil), ("9999-12-31T23:59:59-00:01", nil),
      ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"), ("2026-02-29T00:00:00Z", nil),
      ("2026-13-01T00:00:00Z", nil), ("2026-01-01T24:00:00Z", nil), ("2026-01-01", nil),
      ("2026-01-01T00:00:00", nil), ("2026-01-01T00:00:00.Z", nil), ("2026-1-1T00:00:00Z", nil),
      ("2026-01-01T00:00:00.1234567890Z", nil), ("2026-01-01T00:00:00Z ", nil),
    ]
    for (text, expected) in cases {
      #expect(Timestamp(rfc3339: text)?.description == expected, "\(text)")
    }
  }

  @Test func zonesKnowTheirSummers() throws {
    func hour(_ zone: String, _ time: String) throws -> Int {
      let zone = try #require(TimeZone(zone))
      let local = LocalTime(try #require(Timestamp(rfc3339: time)), in: zone)
      return local.hour * 100 + local.minute
    }
    #expect(try hour("Europe/Berlin", "2026-01-15T12:00:00Z") == 1300)
    #expect(try hour("Europe/Berlin", "2026-07-15T12:00:00Z") == 1400)
    // Behind the last transition of the file, by its rule.
    #expect(try hour("Europe/Berlin", "2500-07-15T12:00:00Z") == 1400)
    #expect(try hour("Europe/Berlin", "2500-01-15T12:00:00Z") == 1300)
    #expect(try hour("Australia/Sydney", "2500-01-15T12:00:00Z") == 2300)
    #expect(try hour("America/St_Johns", "2026-01-15T12:00:00Z") == 830)
    // The last second of winter, and the first of summer.
    #expect(try hour("Europe/Berlin", "2026-03-29T00:59:59Z") == 159)
    #expect(try hour("Europe/Berlin", "2026-03-29T01:00:00Z") == 300)
    #expect(try hour("-02:30", "2026-01-15T12:00:00Z") == 930)
    for name in ["../passwd", "/etc/passwd", "Mars", "", "Europe/", "+25:00", "zone.tab"] {
      #expect((TimeZone(name) == nil) == !name.isEmpty, "\(name)")
    }
  }

  /// What a host has beside the zones is that host's own, whichever it is.
  @Test func theZoneOfTheHostIsNone() {
    for name in [
      "localtime", "LocalTime", "posixrules", "Factory", "right/UTC", "posix/Europe/Berlin",
    ] {
      #expect(TimeZone(name) == nil, "\(name)")
    }
  }
}
