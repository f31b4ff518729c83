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

  @Test func chanceIsEven() throws {
    let formula = """
      lists.range(6000).map(i, random.seededInt(0, 6, i))
        .reduce(counts, side, lists.setAtIndex(counts, side, counts[side] + 1), [0, 0, 0, 0, 0, 0])
        .all(count, count > 900 && count < 1100)
      """
    #expect(try evaluate(formula).text == "true")
  }
}
