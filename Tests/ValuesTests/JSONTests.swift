import Testing
import Values

@Suite struct JSONTests {
  @Test func whatIsNotJSONIsRefused() {
    let texts = [
      "", "[1,]", "{,}", "01", "+1", ".5", "1.", "1e", "nul", "'a'", "\"a", "\"\\x\"", "\"\t\"",
      "[1 2]", "{\"a\" 1}", "{\"a\":1,\"a\":2}", "1 2", "\"\\ud800\"", "\"\\ud800\\u0041\"", "NaN",
      String(repeating: "[", count: 100_000),
    ]
    for text in texts {
      #expect(throws: JSONError.self, "\(text.prefix(20))") { try JSON.parse(text) }
    }
  }

  @Test func jsonIsWrittenAsItWasRead() throws {
    for text in [
      #"{"a":[1,-2.5e+3,true,false,null,"x\"\\\n"],"b":{}}"#, "[]", #""é""#, #""\u0001\u2028""#,
    ] {
      #expect(try JSON.parse(text).text == text)
    }
    #expect(try JSON.parse(#""\ud83d\ude00\/""#).text == #""😀/""#)
  }

  @Test func typedValuesLoseNothing() throws {
    let value = try Value.record([
      ("n", .null), ("i", .int(.min)), ("u", .uint(.max)), ("d", .double(-0.0)),
      ("nan", .double(.nan)), ("inf", .double(-.infinity)), ("b", .bytes(Bytes([0, 255]))),
      ("t", .timestamp(Timestamp(rfc3339: "2026-01-01T00:00:00.5Z")!)),
      ("s", .duration(Duration("-1.5s")!)), ("y", .type(TypeName("int"))),
      ("l", try .list(of: [.bool(true), .string("x")])),
      ("o", .optional(OptionalValue(.int(1)))),
      ("m", .map(try Map(keys: [.int(1), .bool(true)], values: [.null, .null]))),
    ])
    let again = try Value(typed: JSON.parse(value.typedJSON.text))
    #expect(again.isIdentical(to: value))
  }

  @Test func typedValuesOfAnyDepthCanBeReadAgain() throws {
    var value = Value.int(1)
    for _ in 1..<ValueLimits.depth { value = try .record([("a", value)]) }
    #expect(try Value(typed: JSON.parse(value.typedJSON.text)).isIdentical(to: value))
  }

  @Test func plainJSONKeepsIntsApartFromDoubles() throws {
    let value = try Value(json: JSON.parse(#"{"a":1,"b":1.0,"c":[1e2,9223372036854775808]}"#))
    #expect(value.description == "{a: 1, b: 1.0, c: [100.0, 9223372036854776000.0]}")
    #expect(value.json.text == #"{"a":1,"b":1.0,"c":[100.0,9223372036854776000.0]}"#)
    #expect(Value.double(.nan).json.text == #""NaN""#)
  }

  @Test func theTextForPeopleBreaksWhatIsTooWide() throws {
    let json = try JSON.parse(
      #"{"a": [1, 2], "b": {"c": "long text", "d": []}, "e": true, "f": false}"#)
    #expect(
      json.text(width: 80)
        == #"{"a": [1, 2], "b": {"c": "long text", "d": []}, "e": true, "f": false}"#)
    #expect(
      json.text(width: 24) == """
        {
          "a": [1, 2],
          "b": {
            "c": "long text",
            "d": []
          },
          "e": true, "f": false
        }
        """)
  }
}
