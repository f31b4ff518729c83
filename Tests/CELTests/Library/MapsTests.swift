import CEL
import Testing
import Values

/// Merging, folding, and chance that is none.
@Suite struct MapsTests {
  @Test(arguments: [
    Row("{'a': 1, 'b': 2}.merge({'b': 3, 'c': 4})", "{a: 1, b: 3, c: 4}"),
    Row("maps.merge({'a': 1}, {'a': 2})", "{a: 2}"),
    Row("{'a': {'x': 1}}.merge({'a': {'y': 2}})", "{a: {y: 2}}"),
    Row("{}.merge({'a': 1}).merge({})", "{a: 1}"),
    Row("{1: 'a'}.merge({1u: 'b'})", #"{1: "b"}"#),
    Row("{'a': 1}.merge({?'a': optional.none(), ?'b': optional.of(2)})", "{a: 1, b: 2}"),
    Row("{'a': 1}.merge([1])", "error: no such overload: map.merge(list)"),
    Row(
      "lists.range(20).reduce(m, i, m.merge({string(i % 7): i}), {})",
      #"{"0": 14, "1": 15, "2": 16, "3": 17, "4": 18, "5": 19, "6": 13}"#),
  ])
  func theLastMapWins(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("[1, 2, 3].reduce(sum, x, sum + x, 0)", "6"),
    Row("['a', 'b'].reduce(text, x, x + text, '!')", #""ba!""#),
    Row("[].reduce(a, x, 1 / 0, 7)", "7"),
    Row("{'a': 1, 'b': 2}.reduce(t, k, t + k, '')", #""ab""#),
    Row("[1, 2].reduce(a, x, a + [2, 3].reduce(b, y, b + y * x, a), 1)", "24"),
    Row("[[1, 2], [3]].reduce(a, l, l.reduce(a, x, a + x, a), 0)", "6"),
    Row("cel.bind(a, 5, [1].reduce(a, x, a + x, a * 2))", "11"),
    Row("cel.bind(x, 5, [1, 2].reduce(a, x, a + x, x))", "8"),
    Row("[1].map(x, [10].reduce(a, y, a + x + y, x))[0]", "12"),
    Row("[1, 0].reduce(a, x, 1 / x, 0)", "error: divide by zero"),
    Row("[1, 0].reduce(a, x, 1 / x, 0) == 0 || true", "true"),
    Row("1.reduce(a, x, a, 0)", Row.anError),
    Row("[1].reduce(a, a, a, 0)", Row.anError),
  ])
  func reducingGoesFromLeftToRight(row: Row) throws { try row.check() }

  /// Published values: no version may change them.
  @Test(arguments: [
    Row("random.seededInt(1, 7, 'throw 1')", "1"),
    Row("random.seededInt(0, 1000000, '')", "763694"),
    Row("random.seededInt(0, 1000000, 'seed')", "19476"),
    Row(
      "random.seededInt(-9223372036854775808, 9223372036854775807, 'seed')", "-8864086885500945940"),
    Row("random.seededInt(0, 10, 42) == random.seededInt(0, 10, '42')", "true"),
    Row("random.seededInt(5, 6, 'any')", "5"),
    Row("random.seededInt(5, 5, 'any')", "error: there is no int from 5 up to below 5"),
    Row("random.seededInt(0, 10, 1.0)", Row.anError),
    Row("random.seededString(8, 'order 1')", #""bvl26095""#),
    Row("random.seededString(0, 'x')", #""""#),
    Row("random.seededString(4, 'order 1')", #""bvl2""#),
    Row("random.seededString(-1, 'x')", "error: a text cannot have -1 characters"),
    Row(
      "random.seededString(9223372036854775807, 'x')",
      "error: the value holds more than 1048576 bytes of text"),
  ])
  func chanceFollowsFromTheSeed(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("near(0.1 + 0.2, 0.3)", "true"),
    Row("near(1.0, 1.0000000009)", "true"),
    Row("near(1.0, 1.000000002)", "false"),
    Row("near(0, 0.0)", "true"),
    Row("near(0, 1e-300)", "false"),
    Row("near(1u, 1)", "true"),
    Row("near(9007199254740993, 9007199254740992, 0)", "false"),
    Row("near(-9223372036854775808, 9223372036854775807, 1)", "false"),
    Row("near(18446744073709551615u, 18446744073709551614u, 1)", "true"),
    Row("near(9.99, 10, 0.01)", "true"),
    Row("near(9.98, 10, 0.01)", "false"),
    Row("near(1.0 / 0.0, 1.0 / 0.0)", "true"),
    Row("near(1.0 / 0.0, 1e308, 1.0 / 0.0)", "false"),
    Row("near(0.0 / 0.0, 0.0 / 0.0)", "false"),
    Row("near(1, 2, -1)", "error: near within -1: a distance is not negative"),
    Row("near(1, 2, 0.0 / 0.0)", "error: near within NaN: a distance is not negative"),
    Row("near('1', 1)", Row.anError),
  ])
  func nearnessIsRelativeOrWithinADistance(row: Row) throws { try row.check() }

  @Test func chanceIsEven() throws {
    let formula = """
      lists.range(6000).map(i, random.seededInt(0, 6, i))
        .reduce(counts, side, lists.setAtIndex(counts, side, counts[side] + 1), [0, 0, 0, 0, 0, 0])
        .all(count, count > 900 && count < 1100)
      """
    #expect(try evaluate(formula).text == "true")
  }
}
