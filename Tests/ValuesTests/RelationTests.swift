import Testing
import Values

/// The three relations between values, each by a table of pairs.
@Suite struct RelationTests {
  private static let nan = Value.double(.nan)

  @Test(arguments: [
    (Value.int(1), Value.double(1)), (.uint(1), .int(1)), (.uint(2), .double(2)),
    (.double(0), .double(-0.0)),
  ])
  func numbersOfTwoTypesAreEqualButNotIdentical(left: Value, right: Value) {
    #expect(left.isEqual(to: right))
    #expect(!left.isIdentical(to: right))
    #expect(left.matches(right))
  }

  @Test func nanIsIdenticalAndMatchesButEqualsNothing() {
    #expect(!Self.nan.isEqual(to: Self.nan))
    #expect(Self.nan.isIdentical(to: Self.nan))
    #expect(Self.nan.matches(Self.nan))
  }

  @Test func textsOfEveryLengthAreTheSameByTheirBytesAlone() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8(97 + $0 % 26) }
      let text = String(decoding: bytes, as: UTF8.self)
      // Cut from a longer text, and so stored otherwise than one that is made as long as it is.
      let cut = String((text + String(repeating: "z", count: 30)).utf8.prefix(length))
      #expect(cut.map { Text.same(text, $0) } == true)
      #expect(!Text.same(text, text + "a"))
      for index in bytes.indices {
        var other = bytes
        other[index] = 65
        #expect(!Text.same(text, String(decoding: other, as: UTF8.self)))
      }
    }
  }

  @Test func canonicallyEquivalentTextsDiffer() {
    let composed = Value.string("\u{e9}")
    let decomposed = Value.string("e\u{301}")
    #expect(!composed.isEqual(to: decomposed))
    #expect(!composed.isIdentical(to: decomposed))
    #expect(Text.compare("\u{e9}", "e\u{301}") > 0)
  }

  @Test func mapsAreComparedWithoutOrder() throws {
    let one = try Value.record([("a", .int(1)), ("b", .int(2))])
    let two = try Value.record([("b", .int(2)), ("a", .int(1))])
    #expect(one.isEqual(to: two))
    #expect(one.isIdentical(to: two))
  }

  @Test func aLargeIntDoesNotMatchTheDoubleNextToIt() {
    let large = Value.int(9_007_199_254_740_993)
    #expect(large.isEqual(to: .double(9_007_199_254_740_992)))
    #expect(!large.matches(.double(9_007_199_254_740_992)))
    #expect(Value.int(4).matches(.double(4)))
    #expect(!Value.int(4).matches(.double(4.5)))
  }

  @Test func aTextMatchesWhatPrintsSo() {
    #expect(Value.duration(Duration(nanoseconds: 1_500_000_000)).matches(.string("1.5s")))
    #expect(
      Value.timestamp(Timestamp(seconds: 0, nanoseconds: 0))
        .matches(.string("1970-01-01T00:00:00Z")))
    #expect(Value.bytes(Bytes(Array("ab".utf8))).matches(.string("ab")))
    #expect(!Value.int(1).matches(.string("1")))
    #expect(!Value.string("1.5s").matches(.duration(Duration(nanoseconds: 1_500_000_000))))
  }

  @Test func anExpectedMapNamesItsKeysOnlyAtAnyDepth() throws {
    let inner = try Value.record([("x", .int(1)), ("y", .int(2))])
    let actual = try Value.record([("list", .list(of: [inner])), ("more", .null)])
    let part = try Value.record([("x", .int(1))])
    let expected = try Value.record([("list", .list(of: [part]))])
    #expect(actual.matches(expected))
    #expect(!actual.matches(expected, whole: true))
    let mismatch = try #require(actual.mismatch(expected, whole: true))
    #expect(mismatch.path == ".list[0].y")
    #expect(mismatch.expected == nil)
  }

  @Test(arguments: [(2, ".a[2]"), (4, ".a[3]")])
  func listsOfAnotherLengthDifferBehindTheShorter(count: Int, path: String) throws {
    let actual = try Value.record([("a", .list(of: Array(repeating: .int(0), count: count)))])
    let expected = try Value.record([("a", .list(of: [.int(0), .int(0), .int(0)]))])
    #expect(actual.mismatch(expected)?.path == path)
  }

  @Test func whatAnOptionalHoldsIsExactWhereAllIs() throws {
    func optional(_ keys: [String]) throws -> Value {
      .optional(OptionalValue(try Value.record(keys.map { ($0, .int(1)) })))
    }
    #expect(try optional(["a", "b"]).matches(optional(["a"])))
    #expect(try !optional(["a", "b"]).matches(optional(["a"]), whole: true))
  }

  @Test func theBeginningOfATextIsMarkedWhereItIsCut() {
    let text = Value.string(String(repeating: "é", count: 20))
    #expect(text.beginning(100) == text.description)
    #expect(text.beginning(30) == "\"" + String(repeating: "é", count: 14) + " …")
  }

  /// Swift finds texts equal that are composed in another way; to find that takes the square of a character's length.
  @Test func whatLooksAlikeIsFoundUnlessItIsVeryLong() throws {
    let found = try #require(LookAlike("a\u{e9}b\u{e9}", "a\u{e9}be\u{301}"))
    #expect(found.place == 4 && found.wanted == "U+00E9" && found.found == "U+0065 U+0301")
    for (one, two) in [("ab", "ab"), ("a\u{e9}", "ae"), ("\u{e9}", "e\u{301}x"), ("", "a")] {
      #expect(LookAlike(one, two) == nil)
      #expect(LookAlike(two, one) == nil)
    }
    let marks = String(repeating: "\u{323}\u{301}", count: 1000)
    let swapped = String(repeating: "\u{301}\u{323}", count: 1000)
    #expect(LookAlike("a\u{e9}" + marks, "ae\u{301}" + marks) == nil)
    #expect(LookAlike("a" + marks, "a" + swapped) == nil)
    #expect(LookAlike("a" + marks + "\u{e9}", "a" + marks + "e\u{301}")?.place == 2)
  }
}
