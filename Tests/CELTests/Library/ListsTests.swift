import CEL
import Testing
import Values

/// The examples of cel-go's documentation for lists and sets, those of Kubernetes' and kro's lists,
/// and what they leave open.
@Suite struct ListsTests {
  @Test(arguments: [
    Row("[1, 2, 2, 3, 3, 3].distinct()", "[1, 2, 3]"),
    Row("['b', 'b', 'c', 'a', 'c'].distinct()", #"["b", "c", "a"]"#),
    Row("[1, 'b', 2, 'b'].distinct()", #"[1, "b", 2]"#),
    Row("[1, 1.0, 2u, 2].distinct()", "[1, 2u]"),
    Row("[[1], [1.0], {'a': 1}, {'a': 1u}, [2]].distinct()", "[[1], {a: 1}, [2]]"),
    Row("[{'a': 1, 'b': 2}, {'b': 2, 'a': 1}].distinct().size()", "1"),
    Row("[0.0, -0.0, 0.0 / 0.0, 0.0 / 0.0].distinct().size()", "3"),
    Row("[9223372036854775807, 9223372036854775807u].distinct().size()", "1"),
    Row("[null, false, 0, '', b'', [], {}].distinct().size()", "7"),
    Row(#"['é', 'e\u0301'].distinct().size()"#, "2"),
    Row("[].distinct()", "[]"),
    Row("[1, [2, 3], [4]].flatten()", "[1, 2, 3, 4]"),
    Row("[1, [2, [3, 4]]].flatten()", "[1, 2, [3, 4]]"),
    Row("[1, 2, [], [], [3, 4]].flatten()", "[1, 2, 3, 4]"),
    Row("[1, [2, [3, [4]]]].flatten(2)", "[1, 2, 3, [4]]"),
    Row("[1, [2, [3, [4]]]].flatten(-1)", "error: cannot flatten -1 levels"),
    Row("[[1], [2]].flatten(0)", "[[1], [2]]"),
    Row("[[[1]]].flatten(9223372036854775807)", "[1]"),
    Row("{}.flatten()", Row.anError),
    Row("lists.range(5)", "[0, 1, 2, 3, 4]"),
    Row("lists.range(0) + lists.range(-3)", "[]"),
    Row("lists.range(100001)", "error: the value holds more than 100000 elements"),
    Row("lists.range(9223372036854775807)", "error: the value holds more than 100000 elements"),
    Row("[5, 3, 1, 2].reverse()", "[2, 1, 3, 5]"),
    Row("'gums'.reverse() + string([1, 2].reverse()[0])", #""smug2""#),
    Row("{}.reverse()", "error: no such overload: map.reverse()"),
    Row("[1, 2, 3, 4].slice(1, 3)", "[2, 3]"),
    Row("[1, 2, 3, 4].slice(2, 4)", "[3, 4]"),
    Row("[1, 2, 3, 4].slice(4, 4) + [1].slice(0, 0)", "[]"),
    Row("[1, 2].slice(1, 0)", "error: cannot slice from 1 to 0: the list has 2 elements"),
    Row("[1, 2].slice(0, 3)", "error: cannot slice from 0 to 3: the list has 2 elements"),
    Row("[1, 2].slice(-1, 1)", "error: cannot slice from -1 to 1: the list has 2 elements"),
    Row("[3, 2, 1].sort()", "[1, 2, 3]"),
    Row("['b', 'c', 'a'].sort()", #"["a", "b", "c"]"#),
    Row("[1, 'b'].sort()", "error: there is no order between an int and a string"),
    Row("[[1, 2, 3]].sort()", "error: there is no order between values such as a list"),
    Row("[1, 2.0].sort()", "error: there is no order between an int and a double"),
    Row("[1.0, 0.0 / 0.0].sort()", "error: NaN has no place in an order"),
    Row("[true, false].sort()", "[false, true]"),
    Row("[b'b', b'a', b''].sort()", #"[b"", b"a", b"b"]"#),
    Row("[duration('2s'), duration('1s')].sort()[0]", #"duration("1s")"#),
    Row("[].sort() + [7].sort()", "[7]"),
    Row(
      """
      [{'name': 'foo', 'score': 0}, {'name': 'bar', 'score': -10}, {'name': 'baz', 'score': 1000}]
        .sortBy(e, e.score).map(e, e.name)
      """, #"["bar", "foo", "baz"]"#),
    Row("['bb', 'a', 'cc', 'd'].sortBy(x, x.size())", #"["a", "d", "bb", "cc"]"#),
    Row("[3, 1].sortBy(x, x == 1 ? 'a' : 2)", Row.anError),
    Row("{'a': 1}.sortBy(k, k)", "error: sortBy needs a list, not a map"),
    Row("[1, 0].sortBy(x, 1 / x)", "error: divide by zero"),
    Row("[1, 2, 3].last().value() == 3", "true"),
    Row("[].last().orValue('test') == 'test'", "true"),
    Row("[1, 2, 3].first().value() == 1", "true"),
    Row("[].first().orValue('test') == 'test'", "true"),
  ])
  func goExamples(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("[1, 2, 3].isSorted()", "true"),
    Row("['a', 'b', 'b', 'c'].isSorted()", "true"),
    Row("[2.0, 1.0].isSorted()", "false"),
    Row("[1].isSorted() && [].isSorted()", "true"),
    Row("[1, 'a'].isSorted()", Row.anError),
    Row("[1, 3].sum()", "4"),
    Row("[1.0, 3.0].sum()", "4.0"),
    Row("[1u, 3u].sum()", "4u"),
    Row("[duration('1m'), duration('1s')].sum()", #"duration("61s")"#),
    Row("[].sum()", "0"),
    Row("[1, 2.0].sum()", "error: no such overload: int + double"),
    Row("['a', 'b'].sum()", "error: sum adds numbers or durations, not a string"),
    Row("[9223372036854775807, 1].sum()", Row.anError),
    Row("[1, 3].min()", "1"),
    Row("[1, 3].max()", "3"),
    Row("[].min()", "error: min of an empty list"),
    Row("[].max()", "error: max of an empty list"),
    Row("[1].min()", "1"),
    Row("([0] + []).min()", "0"),
    Row("[2, 1.5, 3u].min()", "1.5"),
    Row("[1, 1.0].max()", "1"),
    Row("[1.0, 0.0 / 0.0].max()", "error: NaN has no place in an order"),
    Row("['b', 'a'].max()", #""b""#),
    Row("[[]].min()", "error: there is no order between values such as a list"),
    Row("[1, 2, 2, 3].indexOf(2)", "1"),
    Row("['a', 'b', 'b', 'c'].lastIndexOf('b')", "2"),
    Row("[1.0].indexOf(1.1)", "-1"),
    Row("[].indexOf('string')", "-1"),
    Row("[1, [2]].indexOf([2.0])", "1"),
    Row("'abc'.indexOf('c') + ['c'].lastIndexOf('x')", "1"),
  ])
  func kubernetesExamples(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("lists.setAtIndex([1, 2, 3], 1, 99)", "[1, 99, 3]"),
    Row("lists.setAtIndex(['a', 'b', 'c'], 0, 'z')", #"["z", "b", "c"]"#),
    Row("lists.setAtIndex([1], 1, 9)", "error: index 1 is out of range: the list has 1 element"),
    Row("lists.setAtIndex([], -1, 9)", "error: index -1 is out of range: the list has 0 elements"),
    Row("lists.insertAtIndex([1, 2, 3], 1, 99)", "[1, 99, 2, 3]"),
    Row("lists.insertAtIndex([1, 2, 3], 0, 99)", "[99, 1, 2, 3]"),
    Row("lists.insertAtIndex([1, 2, 3], 3, 99)", "[1, 2, 3, 99]"),
    Row("lists.insertAtIndex([], 1, 9)", Row.anError),
    Row("lists.removeAtIndex([1, 2, 3], 1)", "[1, 3]"),
    Row("lists.removeAtIndex([1, 2, 3], 0)", "[2, 3]"),
    Row("lists.removeAtIndex([1, 2, 3], 2)", "[1, 2]"),
    Row("lists.removeAtIndex([1], 1)", "error: index 1 is out of range: the list has 1 element"),
    Row("lists.removeAtIndex([1], 0.0)", Row.anError),
  ])
  func kroExamples(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("sets.contains([], [])", "true"),
    Row("sets.contains([], [1])", "false"),
    Row("sets.contains([1, 2, 3, 4], [2, 3])", "true"),
    Row("sets.contains([1, 2.0, 3u], [1.0, 2u, 3])", "true"),
    Row("sets.equivalent([], [])", "true"),
    Row("sets.equivalent([1], [1, 1])", "true"),
    Row("sets.equivalent([1], [1u, 1.0])", "true"),
    Row("sets.equivalent([1, 2, 3], [3u, 2.0, 1])", "true"),
    Row("sets.equivalent([1, 2], [1])", "false"),
    Row("sets.intersects([1], [])", "false"),
    Row("sets.intersects([1], [1, 2])", "true"),
    Row("sets.intersects([[1], [2, 3]], [[1, 2], [2, 3.0]])", "true"),
    Row("sets.intersects([0.0 / 0.0], [0.0 / 0.0])", "false"),
    Row("sets.contains([1], 1)", "error: no such overload: sets.contains(list, int)"),
  ])
  func setsExamples(row: Row) throws { try row.check() }

  @Test func equalKeysOfASortKeepTheirOrder() throws {
    let list = try Value.list(of: (0..<500).map { .int($0 * 7919 % 500) })
    let formula =
      "l.sortBy(x, x % 10) == lists.range(10).map(k, l.filter(x, x % 10 == k)).flatten()"
    #expect(try evaluate(formula, [("l", list)]).text == "true")
  }
}
