import Loader
import Scenarios
import Testing
import Values

@testable import Tool

/// How a value is written where something else stood: in the style of the place.
@Suite struct EditStyleTests {
  /// A file of one scenario whose only outcome is to be rewritten.
  private func updated(
    _ outcome: String, value: String, crlf: Bool = false, end: String = "\n"
  ) -> String {
    var text = "cells:\n  x: \(value)\nsteps:\n  - flush:\n\(outcome)\(end)"
    if crlf { text = text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined() }
    var update = FileUpdate(Array(text.utf8), of: "a.yaml")
    onDeepStack { update.run { _ in true } }
    let head = "cells:\n  x: \(value)\nsteps:\n  - flush:\n"
    let count = crlf ? head.utf8.count + head.utf8.count { $0 == 0x0a } : head.utf8.count
    return String(decoding: update.updated.dropFirst(count), as: UTF8.self)
  }

  private func check(
    _ outcome: String, is value: String, becomes result: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(updated(outcome, value: value) == result + "\n", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("1", "1"), ("-5", "-5"), ("1.5", "1.5"), ("2.0", "2.0"), ("1e300", "1e+300"),
    ("null", "null"), ("true", "true"), (".nan", ".nan"), (".inf", ".inf"), ("-.inf", "-.inf"),
    ("= 18446744073709551615u", "'= 18446744073709551615u'"), ("= 5u", "5"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("hello", "hello"), ("hello world", "hello world"), ("'5'", "\"5\""), ("'1e5'", "\"1e5\""),
    ("'true'", "\"true\""), ("'null'", "\"null\""), ("'no'", "\"no\""), ("'y'", "\"y\""),
    ("'0777'", "\"0777\""), ("'1_000'", "\"1_000\""), ("'1:30:00'", "\"1:30:00\""),
    ("'2026-01-01'", "\"2026-01-01\""), ("''", "\"\""), ("'_'", "\"_\""), ("' a'", "\" a\""),
    ("'a '", "\"a \""), ("'a: b'", "\"a: b\""), ("'a #b'", "\"a #b\""), ("'a:'", "\"a:\""),
    ("'- a'", "\"- a\""), ("'[a'", "\"[a\""), ("'{a'", "\"{a\""), ("'*a'", "\"*a\""),
    ("'&a'", "\"&a\""), ("'!a'", "\"!a\""), ("'|'", "\"|\""), ("'%a'", "\"%a\""),
    ("'@a'", "\"@a\""), ("'`a'", "\"`a\""), ("'---'", "\"---\""), ("'~'", "\"~\""),
    ("'a\"b'", "a\"b"), ("'\"a\"'", "'\"a\"'"), ("\"a'b\"", "a'b"), ("\"'a\"", "\"'a\""),
    ("'a\\b'", "a\\b"), ("\"\\e[0m\"", "\"\\e[0m\""), ("\"\\u202e\"", "\"\\u202e\""),
    ("\"\\U0001F600\"", "\u{1F600}"), ("\"tab\\there\"", "\"tab\\there\""),
    ("\"a\\n\"", "\"a\\n\""), ("\"\\r\\n\"", "\"\\r\\n\""), ("\"\\xad\"", "\"\\xad\""),
    ("'= \"=x\"'", "'= \"=x\"'"), ("'= \"= 1\\n\"'", "'= \"= 1\\n\"'"),
    ("'= \"=''\"'", "'= \"=''\"'"),
    ("= duration('90s')", "90s"), ("= b'abc'", "abc"), ("= b'\\xff'", "'= b\"\\xff\"'"),
    ("= timestamp('2026-01-01T00:00:00Z')", "\"2026-01-01T00:00:00Z\""),
    ("= int", "int"), ("= optional.of(1)", "'= optional.of(1)'"),
    ("= optional.none()", "'= optional.none()'"),
    ("= [optional.of('a')]", "['= optional.of(\"a\")']"),
    ("= [1, 2u, 'a']", "[1, 2, a]"), ("[]", "[]"), ("{value: {}}", "{}"),
    ("'= {1: \"a\", 2: \"=b\"}'", "'= {1: \"a\", 2: \"=b\"}'"),
    ("'= {\"=a\": 1}'", "'= {\"=a\": 1}'"),
    (
      "'= {\"<<\": 1, \"a b\": 2, \"5\": 3, \"on\": 4, \"a: b\": 5, \"\": 6}'",
      "{\"<<\": 1, a b: 2, \"5\": 3, on: 4, \"a: b\": 5, \"\": 6}"
    ),
  ])
  func aValueIsWrittenSoThatItIsReadBack(_ value: String, _ text: String) {
    check("    expect:\n      x: _", is: value, becomes: "    expect:\n      x: \(text)")
  }

  @Test(arguments: [
    ("\"a\\nb\\n\"", "|  # why\n        a\n        b"), ("5", "5  # why"),
    ("{a: {b: 1}}", "{a: {b: 1}}  # why"),
  ])
  func theCommentBehindTheHeadOfABlockStays(_ value: String, _ text: String) {
    for head in ["|", ">-"] {
      check(
        "    expect:\n      x: \(head)  # why\n        x\n        y", is: value,
        becomes: "    expect:\n      x: \(text)")
    }
  }

  @Test(arguments: [
    ("'a, b'", "\"a, b\""), ("'a]b'", "\"a]b\""), ("a{b", "\"a{b\""), ("a:b", "a:b"),
    ("hello world", "hello world"), ("\"a\\nb\"", "\"a\\nb\""),
    ("{a: [1, {b: 2}]}", "{a: [1, {b: 2}]}"),
  ])
  func inBracketsCommasAreQuoted(_ value: String, _ text: String) {
    check("    expect: {x: _}", is: value, becomes: "    expect: {x: \(text)}")
  }

  @Test func quotesStayAsTheyAre() {
    check("    expect: {x: 'old'}  # why", is: "new", becomes: "    expect: {x: 'new'}  # why")
    check("    expect: {x: \"old\"}", is: "new", becomes: "    expect: {x: \"new\"}")
    check("    expect: {x: 'old'}", is: "\"it's\"", becomes: "    expect: {x: 'it''s'}")
    check("    expect: {x: 'old'}", is: "\"a\\nb\"", becomes: "    expect: {x: \"a\\nb\"}")
    check("    expect: {x: 'old'}", is: "5", becomes: "    expect: {x: 5}")
    check("    expect: {x: old}", is: "new", becomes: "    expect: {x: new}")
    check("    expect: {x: 1}", is: "2.0", becomes: "    expect: {x: 2}")
    check("    expect: {x: 1.0}", is: "2.0", becomes: "    expect: {x: 2.0}")
  }

  @Test func severalLinesBecomeABlock() {
    let text = "\"one\\n\\ntwo: #\\n\""
    check(
      "    expect:\n      x: _", is: text,
      becomes: "    expect:\n      x: |\n        one\n\n        two: #")
    check(
      "    expect:\n      x: |-\n          old\n          text", is: text,
      becomes: "    expect:\n      x: |\n        one\n\n        two: #")
    check(
      "    expect:\n      x: _ # why", is: text,
      becomes: "    expect:\n      x: \"one\\n\\ntwo: #\\n\" # why")
    check(
      "    expect:\n      x: |\n        old\n", is: "short",
      becomes: "    expect:\n      x: short\n")
  }

  @Test func anEmptyValueIsFilled() {
    check("    expect: {x: }", is: "5", becomes: "    expect: {x: 5}")
    check("    expect:\n      x:", is: "5", becomes: "    expect:\n      x: 5")
    check("    expect:\n      x:   # five", is: "5", becomes: "    expect:\n      x: 5   # five")
  }

  @Test func aListKeepsWhatMatches() {
    let list = "[a, b, c]"
    check(
      "    expect: {x: [a, c]}", is: list, becomes: "    expect: {x: [a, b, c]}")
    check(
      "    expect: {x: ['a', 'z', 'b', 'c']}", is: list, becomes: "    expect: {x: ['a', 'b', 'c']}"
    )
    check("    expect: {x: []}", is: list, becomes: "    expect: {x: [a, b, c]}")
    check("    expect: {x: [1, 2]}", is: "[]", becomes: "    expect: {x: []}")
    check(
      "    expect: {x: [ 'a', = 'b' ]}", is: list, becomes: "    expect: {x: [ 'a', = 'b', c ]}")
    check(
      "    expect:\n      x:\n        - a  # first\n        # last\n        - c", is: list,
      becomes:
        "    expect:\n      x:\n        - a  # first\n        - b\n        # last\n        - c")
    check(
      "    expect:\n      x:\n      - a\n      - z # no\n      - b\n      - c # yes", is: list,
      becomes: "    expect:\n      x:\n      - a\n      - b\n      - c # yes")
    check(
      "    expect:\n      x:\n        - b\n        - c", is: list,
      becomes: "    expect:\n      x:\n        - a\n        - b\n        - c")
    check(
      "    expect:\n      x:\n        - a\n        - b\n        - c\n        - d", is: list,
      becomes: "    expect:\n      x:\n        - a\n        - b\n        - c")
    check(
      "    expect:\n      x:\n        - 1\n        - 2", is: "[]",
      becomes: "    expect:\n      x: []")
    check(
      "    expect:\n      x:  # none\n        - 1\n        - 2", is: "5",
      becomes: "    expect:\n      x:  # none\n        5")
  }

  @Test func oddWaysToWriteAListAreUnderstood() {
    check(
      "    expect:\n      x: [ # c\n        1, # one\n        7, # seven\n        2, # two\n      ]",
      is: "[1, 2]",
      becomes: "    expect:\n      x: [ # c\n        1, # one\n        2, # two\n      ]")
    check(
      "    expect:\n      x:\n        - - 9\n          - 2\n        - - 3\n          - 4",
      is: "[[1, 2], [3]]",
      becomes: "    expect:\n      x:\n        - - 1\n          - 2\n        - - 3")
    check(
      "    expect:\n      x:\n        - - 1\n          - 2", is: "[[2]]",
      becomes: "    expect:\n      x:\n        - - 2")
    check(
      "    expect: {x: [&a 1, 3, *a]}", is: "[1, 2]", becomes: "    expect: {x: [&a 1, 2]}")
    check(
      "    expect: {x: [&a 1, *a]}", is: "[1, 2, 1]", becomes: "    expect: {x: [&a 1, 2, *a]}")
    check("    expect: {x: [ 1 ,2 , ]}", is: "[1]", becomes: "    expect: {x: [ 1 , ]}")
    check(
      "    expect:\n      x:\n        -\n        - 3", is: "[5, 2]",
      becomes: "    expect:\n      x:\n        - 5\n        - 2")
    check(
      "    expect:\n      ? x\n      : _", is: "5", becomes: "    expect:\n      ? x\n      : 5")
    check("    expect:\n      x: &n", is: "5", becomes: "    expect:\n      x: &n 5")
  }

  @Test func aMapIsAsWideAsItWas() {
    let map = "{value: {a: 1, b: {c: 2, d: 3}, e: 4}, open: true}"
    check("    expect: {x: {b: {c: 9}}}", is: map, becomes: "    expect: {x: {b: {c: 2}}}")
    check(
      "    exactly: {x: {a: 1, z: 1, b: {c: 9}}}", is: map,
      becomes: "    exactly: {x: {a: 1, b: {c: 2, d: 3}, e: 4}}")
    check(
      "    exactly:\n      x:\n        z: 0\n        b: # the b\n          d: 3\n        a: 1",
      is: map,
      becomes:
        "    exactly:\n      x:\n        b: # the b\n          d: 3\n          c: 2\n        a: 1\n        e: 4"
    )
  }

  @Test func whatIsLongBecomesABlock() {
    let words = (0..<12).map { "word number \($0)" }
    let list = "[" + words.joined(separator: ", ") + "]"
    check(
      "    expect:\n      x: _", is: list,
      becomes: "    expect:\n      x:\n" + words.map { "        - \($0)" }.joined(separator: "\n"))
    check("    expect: {x: _}", is: list, becomes: "    expect: {x: \(list)}")
    check(
      "    expect:\n        x: _", is: "{value: {a: {b: \(list)}}}",
      becomes: "    expect:\n        x:\n            a:\n              b:\n"
        + words.map { "                - \($0)" }.joined(separator: "\n"))
  }

  @Test func lineEndsAndTheEndOfTheFileStay() {
    let list = "[a, b]"
    #expect(
      updated("    expect:\n      x:\n        - a", value: list, crlf: true)
        == "    expect:\r\n      x:\r\n        - a\r\n        - b\r\n")
    #expect(
      updated("    expect:\n      x:\n        - a", value: list, end: "")
        == "    expect:\n      x:\n        - a\n        - b")
    #expect(
      updated("    expect:\n      x:\n        - a\n        - b\n        - c", value: list, end: "")
        == "    expect:\n      x:\n        - a\n        - b")
    #expect(updated("    expect:\n      x: _", value: "5", end: "") == "    expect:\n      x: 5")
  }
}
