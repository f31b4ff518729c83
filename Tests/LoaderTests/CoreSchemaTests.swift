import Testing
import Values

@testable import Loader

/// What a document's values decode to, as JSON, or the message that refuses them.
func decoded(_ text: String) -> String {
  var load = DocumentLoad()
  let json = load.run(Array(text.utf8), "t.yaml") { $0.json($0.document.root) }
  return json?.text ?? load.problems.sorted().shown.map(\.message).joined(separator: "; ")
}

struct CoreSchemaTests {
  @Test(arguments: [
    ("null", "null"), ("Null", "null"), ("NULL", "null"), ("~", "null"), ("", "null"),
    ("nULL", "\"nULL\""), ("true", "true"), ("True", "true"), ("FALSE", "false"),
    ("tRUE", "\"tRUE\""), ("y", "\"y\""), ("n", "\"n\""), ("0", "0"), ("-0", "0"), ("+12", "12"),
    ("-7", "-7"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("0o17", "15"), ("0x1F", "31"),
    ("0o18", "\"0o18\""), ("-0o17", "\"-0o17\""), ("1.5", "1.5"), ("1.", "1.0"), (".5", "0.5"),
    ("1e3", "1000.0"), ("-1.5E-2", "-0.015"), (".", "\".\""), ("1e", "\"1e\""),
    (".inf", "\"Infinity\""), ("-.INF", "\"-Infinity\""), (".NaN", "\"NaN\""),
    ("+.nan", "\"+.nan\""), (".Infinity", "\".Infinity\""), ("nan", "\"nan\""),
    ("infinity", "\"infinity\""), ("0x", "\"0x\""), ("0x1p3", "\"0x1p3\""),
    ("2024-01-01", "\"2024-01-01\""), ("1.10.2", "\"1.10.2\""), ("00:30", "\"00:30\""),
    ("1:30.5:20", "\"1:30.5:20\""),
    ("12:99", "\"12:99\""), ("a_b", "\"a_b\""), ("\"yes\"", "\"yes\""), ("'0777'", "\"0777\""),
    ("= 1 +", "\"= 1 +\""), ("_", "\"_\""), ("_1", "\"_1\""), ("<<", "\"<<\""),
    ("|\n  007\n", "\"007\\n\""),
  ])
  func plainScalarsReadByTheCoreSchema(text: String, json: String) {
    #expect(decoded("a: \(text)") == "{\"a\":\(json)}")
  }

  @Test(arguments: [
    "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF", "0777", "-012",
    "00", "1_000", "1_0.5", "0_7", "0b101", "0b1_0", "1:30:00", "12:30", "190:20:30.15", "-0x10",
    "0x1_0", ".5_0",
  ])
  func whatReadersDisagreeOnIsRefused(text: String) {
    #expect(decoded("a: \(text)").contains("\"\(text)\" is"))
    #expect(decoded("a: '\(text)'") == "{\"a\":\"\(text)\"}")
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "1e400", "-1e400", "0xFFFFFFFFFFFFFFFF",
  ])
  func whatNoNumberHoldsIsRefused(text: String) {
    #expect(decoded("a: \(text)") == "the number \(text) is out of range")
  }

  @Test func ambiguousWordsAreTextAsKeys() {
    #expect(decoded("on: 1\nNo: 2\n1_0: 3") == "{\"1_0\":3,\"No\":2,\"on\":1}")
  }

  @Test func aliasesAndMergesAreWrittenOut() {
    #expect(
      decoded("a: &a {p: 1, q: {r: 2}}\nb: *a\nc: {<<: *a, p: 3}\nd: {<<: [{p: 4}, *a]}")
        == #"{"a":{"p":1,"q":{"r":2}},"b":{"p":1,"q":{"r":2}},"c":{"p":3,"q":{"r":2}},"#
        + #""d":{"p":4,"q":{"r":2}}}"#)
  }

  @Test func keysStandInTheOrderOfTheirCodePoints() {
    #expect(decoded("b: 1\nB: 2\né: 3\na: 4") == "{\"B\":2,\"a\":4,\"b\":1,\"é\":3}")
  }
}
