import Testing

/// The examples of cel-go's documentation for regular expressions, and what they leave open.
@Suite struct RegexTests {
  @Test(arguments: [
    Row("regex.replace('hello world hello', 'hello', 'hi')", #""hi world hi""#),
    Row("regex.replace('banana', 'a', 'x', 0)", #""banana""#),
    Row("regex.replace('banana', 'a', 'x', 1)", #""bxnana""#),
    Row("regex.replace('banana', 'a', 'x', 2)", #""bxnxna""#),
    Row("regex.replace('banana', 'a', 'x', -12)", #""bxnxnx""#),
    Row(#"regex.replace('foo bar', '(fo)o (ba)r', '\\2 \\1')"#, #""ba fo""#),
    // Its documentation calls this an error; its code, and the rule stated there, take $ as it is.
    Row("regex.replace('test', '(.)', '$2')", #""$2$2$2$2""#),
    Row("regex.replace('foo bar', '(', '$2 $1')", Row.anError),
    Row(#"regex.replace('id=123', 'id=(?P<value>\\\\d+)', 'value: \\values')"#, Row.anError),
    Row(
      #"regex.replace('test', '(.)', r'\2')"#,
      "error: the replacement speaks of group 2, the pattern has 1"),
    Row(#"regex.replace('a', 'a', r'x\')"#, Row.anError),
    Row(#"regex.replace('a', 'a', r'\\1')"#, #""\\1""#),
    Row(#"regex.replace('foo bar baz', r'\w+', r'(\0)')"#, #""(foo) (bar) (baz)""#),
    Row(#"regex.replace('ac', 'a(b)?c', r'[\1]')"#, #""[]""#),
    Row("regex.replace('abc', '^', 'start_')", #""start_abc""#),
    Row("regex.replace('abc', '$', '_end')", #""abc_end""#),
    Row("regex.replace('aaa', '^a', 'b')", #""baa""#),
    Row(#"regex.replace('a-b', r'\b', '|')"#, #""|a|-|b|""#),
    Row("regex.replace('baaac', 'a*', '-')", #""-b-c-""#),
    Row("regex.replace('é☃', '', '-')", #""-é-☃-""#),
    Row("regex.replace('', 'a*', 'x')", #""x""#),
    Row(
      "regex.replace('a', 'a', 1)", "error: no such overload: regex.replace(string, string, int)"),
  ])
  func replacing(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("regex.extract('hello world', 'hello(.*)') == optional.of(' world')", "true"),
    Row(#"regex.extract('item-A, item-B', 'item-(\\w+)') == optional.of('A')"#, "true"),
    Row("regex.extract('HELLO', 'hello') == optional.none()", "true"),
    Row(
      "regex.extract('testuser@testdomain', '(.*)@([^.]*)')",
      "error: the regular expression has 2 capturing groups, not one"),
    Row("regex.extract('val=', 'val=([^,]*)')", "optional.none()"),
    Row("regex.extract('b', 'a*')", #"optional.of("")"#),
    Row(#"regex.extractAll('id:123, id:456', 'id:\\d+') == ['id:123', 'id:456']"#, "true"),
    Row("regex.extractAll('id:123, id:456', 'assa') == []", "true"),
    Row("regex.extractAll('testuser@testdomain', '(.*)@([^.]*)')", Row.anError),
    Row("regex.extractAll('val=a, val=, val=c', 'val=([^,]*)')", #"["a", "c"]"#),
    Row(#"regex.extractAll('a b c', r'(\S*)\s*')"#, #"["a", "b", "c"]"#),
    Row("regex.extractAll('banananana', '(ana)')", #"["ana", "ana"]"#),
    Row("['a1', 'b2'].map(t, regex.extract(t, '[a-z]' + '([0-9])').value())", #"["1", "2"]"#),
    Row("regex.extract('a', '[')", Row.anError),
  ])
  func extracting(row: Row) throws { try row.check() }
}
