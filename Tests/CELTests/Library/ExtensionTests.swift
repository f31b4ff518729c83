import Testing

/// The examples of cel-go's documentation for its extensions, one row each, in its order; lists,
/// sets and regular expressions have suites of their own. Where it says something else than CEL's
/// conformance tests, the row gives what those say.
@Suite struct ExtensionTests {
  @Test(arguments: [
    Row("cel.bind(a, 'hello', cel.bind(b, 'world', a + b + b + a))", #""helloworldworldhello""#),
    Row("cel.bind(valid, [1, 2, 3], [4, 5, 3].exists(elem, elem in valid))", "true"),
    Row("cel.bind(unused, 1 / 0, true)", "true"),
    Row("base64.decode('aGVsbG8=')", #"b"hello""#),
    // An error in the documentation; the conformance tests take it.
    Row("base64.decode('aGVsbG8')", #"b"hello""#),
    Row("base64.decode('aGVsbG8==')", Row.anError),
    Row("base64.encode(b'hello')", #""aGVsbG8=""#),
  ])
  func bindingsAndEncoders(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("math.greatest(1)", "1"),
    Row("math.greatest(1u, 2u)", "2u"),
    Row("math.greatest(-42.0, -21.5, -100.0)", "-21.5"),
    Row("math.greatest([-42.0, -21.5, -100.0])", "-21.5"),
    Row("math.greatest()", Row.anError),
    Row("math.greatest('string')", Row.anError),
    Row("math.greatest(dyn('string'))", Row.anError),
    Row("math.greatest([])", Row.anError),
    Row("math.least(1)", "1"),
    Row("math.least(1u, 2u)", "1u"),
    Row("math.least(-42.0, -21.5, -100.0)", "-100.0"),
    Row("math.least([-42.0, -21.5, -100.0])", "-100.0"),
    Row("math.least()", Row.anError),
    Row("math.least('string')", Row.anError),
    Row("math.least(dyn('string'))", Row.anError),
    Row("math.least([])", Row.anError),
  ])
  func extremes(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("math.bitOr(1u, 2u)", "3u"),
    Row("math.bitOr(-2, -4)", "-2"),
    Row("math.bitAnd(3u, 2u)", "2u"),
    // 3 in the documentation; 011 and 101 have one bit in common.
    Row("math.bitAnd(3, 5)", "1"),
    Row("math.bitAnd(-3, -5)", "-7"),
    Row("math.bitXor(3u, 5u)", "6u"),
    Row("math.bitXor(1, 3)", "2"),
    // -1 in the documentation; the complement of 1 in two's complement is -2.
    Row("math.bitNot(1)", "-2"),
    Row("math.bitNot(-1)", "0"),
    Row("math.bitNot(0u)", "18446744073709551615u"),
    Row("math.bitShiftLeft(1, 2)", "4"),
    Row("math.bitShiftLeft(-1, 2)", "-4"),
    Row("math.bitShiftLeft(1u, 2)", "4u"),
    Row("math.bitShiftLeft(1u, 200)", "0u"),
    Row("math.bitShiftLeft(1, -1)", Row.anError),
    Row("math.bitShiftRight(1024, 2)", "256"),
    Row("math.bitShiftRight(1024u, 2)", "256u"),
    Row("math.bitShiftRight(1024u, 64)", "0u"),
    Row("math.bitShiftRight(-1, 63)", "1"),
    Row("math.bitShiftRight(1, -1)", Row.anError),
  ])
  func bits(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("math.ceil(1.2)", "2.0"),
    Row("math.ceil(-1.2)", "-1.0"),
    Row("math.floor(1.2)", "1.0"),
    Row("math.floor(-1.2)", "-2.0"),
    Row("math.round(1.2)", "1.0"),
    Row("math.round(1.5)", "2.0"),
    Row("math.round(-1.5)", "-2.0"),
    Row("math.trunc(-1.3)", "-1.0"),
    Row("math.trunc(1.3)", "1.0"),
    Row("math.abs(-1)", "1"),
    Row("math.abs(1)", "1"),
    Row("math.abs(-9223372036854775808)", Row.anError),
    Row("math.sign(-42)", "-1"),
    Row("math.sign(0)", "0"),
    Row("math.sign(42)", "1"),
    Row("math.isInf(1.0 / 0.0)", "true"),
    Row("math.isInf(1.2)", "false"),
    Row("math.isNaN(0.0 / 0.0)", "true"),
    Row("math.isNaN(1.2)", "false"),
    Row("math.isFinite(0.0 / 0.0)", "false"),
    Row("math.isFinite(1.2)", "true"),
    Row("math.sqrt(81)", "9.0"),
    Row("math.sqrt(985.25)", "31.388692231439016"),
    Row("math.isNaN(math.sqrt(-15))", "true"),
  ])
  func rounding(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("'hello'.charAt(4)", #""o""#),
    Row("'hello'.charAt(5)", #""""#),
    Row("'hello'.charAt(-1)", Row.anError),
    Row("'hello mellow'.indexOf('')", "0"),
    Row("'hello mellow'.indexOf('ello')", "1"),
    Row("'hello mellow'.indexOf('jello')", "-1"),
    Row("'hello mellow'.indexOf('', 2)", "2"),
    Row("'hello mellow'.indexOf('ello', 2)", "7"),
    // -1 in the documentation; an error in the conformance tests.
    Row("'hello mellow'.indexOf('ello', 20)", Row.anError),
    Row("'hello mellow'.indexOf('ello', -1)", Row.anError),
    Row("'hello mellow'.lastIndexOf('')", "12"),
    Row("'hello mellow'.lastIndexOf('ello')", "7"),
    Row("'hello mellow'.lastIndexOf('jello')", "-1"),
    Row("'hello mellow'.lastIndexOf('ello', 6)", "1"),
    Row("'hello mellow'.lastIndexOf('ello', 20)", Row.anError),
    Row("'hello mellow'.lastIndexOf('ello', -1)", Row.anError),
    Row("'tacocat'.substring(4)", #""cat""#),
    Row("'tacocat'.substring(0, 4)", #""taco""#),
    Row("'tacocat'.substring(-1)", Row.anError),
    Row("'tacocat'.substring(2, 1)", Row.anError),
  ])
  func placesInTexts(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("['hello', 'mellow'].join()", #""hellomellow""#),
    Row("['hello', 'mellow'].join(' ')", #""hello mellow""#),
    Row("[].join()", #""""#),
    Row("[].join('/')", #""""#),
    Row("'TacoCat'.lowerAscii()", #""tacocat""#),
    Row("'TacoCÆt Xii'.lowerAscii()", #""tacocÆt xii""#),
    Row("'TacoCat'.upperAscii()", #""TACOCAT""#),
    Row("'TacoCÆt Xii'.upperAscii()", #""TACOCÆT XII""#),
    Row(
      #"strings.quote('single-quote with "double quote"') == '"single-quote with \\"double quote\\""'"#,
      "true"),
    Row(
      #"strings.quote("two escape sequences \a\n") == '"two escape sequences \\a\\n"'"#, "true"),
    Row("'hello hello'.replace('he', 'we')", #""wello wello""#),
    Row("'hello hello'.replace('he', 'we', -1)", #""wello wello""#),
    Row("'hello hello'.replace('he', 'we', 1)", #""wello hello""#),
    Row("'hello hello'.replace('he', 'we', 0)", #""hello hello""#),
    Row("'hello hello hello'.split(' ')", #"["hello", "hello", "hello"]"#),
    Row("'hello hello hello'.split(' ', 0)", "[]"),
    Row("'hello hello hello'.split(' ', 1)", #"["hello hello hello"]"#),
    Row("'hello hello hello'.split(' ', 2)", #"["hello", "hello hello"]"#),
    Row("'hello hello hello'.split(' ', -1)", #"["hello", "hello", "hello"]"#),
    Row(#"'  \ttrim\n    '.trim()"#, #""trim""#),
    Row(#"'\u2009\u200btrim\u3000'.trim() == '\u200btrim'"#, "true"),
    Row("'gums'.reverse()", #""smug""#),
    Row("'John Smith'.reverse()", #""htimS nhoJ""#),
  ])
  func textsMadeOfTexts(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row(
      #"'this is a string: %s, and an integer: %d'.format(['str', 42])"#,
      #""this is a string: str, and an integer: 42""#),
    Row("'%.3f %e'.format([1.2345, 1052.032911275])", #""1.234 1.052033e+03""#),
    Row("'%b %b'.format([5, true])", #""101 1""#),
    Row("'%x %X %x'.format([-1022, 30u, 'hello'])", #""-3fe 1E 68656c6c6f""#),
    Row("'%o'.format([11])", #""13""#),
    Row("'%s'.format([[1, 'a', duration('1s'), null, 2.5]])", #""[1, a, 1s, null, 2.5]""#),
    Row("'%s %s'.format(['one'])", Row.anError),
    Row("'%q'.format(['one'])", Row.anError),
    Row("'%d'.format(['one'])", Row.anError),
  ])
  func formats(row: Row) throws { try row.check() }

  @Test(arguments: [
    Row("[1, 2, 3].all(i, j, i < j)", "true"),
    Row("{'hello': 'world', 'taco': 'taco'}.all(k, v, k != v)", "false"),
    Row(
      "{'h': ['hello', 'hi'], 'j': ['joke', 'jog']}.all(k, l, l.all(v, v.startsWith(k)))", "true"),
    Row(
      """
      {'greeting': 'hello', 'farewell': 'goodbye'}
        .exists(k, v, k.startsWith('good') || v.endsWith('bye'))
      """, "true"),
    Row("[1, 2, 4, 8, 16].exists(i, v, v == 1024 && i == 10)", "false"),
    Row("[1, 2, 1, 3, 1, 4].existsOne(i, v, i == 1 || v == 1)", "false"),
    Row("[1, 1, 2, 2, 3, 3].existsOne(i, v, i == 2 && v == 2)", "true"),
    Row("{'i': 0, 'j': 1, 'k': 2}.existsOne(i, v, i == 'l' || v == 1)", "true"),
    Row("{'i': 0, 'j': 1, 'k': 2}.exists_one(i, v, i == 'l' || v == 1)", "true"),
    Row("[1, 2, 3].transformList(i, v, (i * v) + v)", "[1, 4, 9]"),
    Row("[1, 2, 3].transformList(i, v, i % 2 == 0, (i * v) + v)", "[1, 9]"),
    Row(
      "{'greeting': 'hello', 'farewell': 'goodbye'}.transformList(k, _, k)",
      #"["greeting", "farewell"]"#),
    Row(
      "{'greeting': 'hello', 'farewell': 'goodbye'}.transformList(_, v, v)",
      #"["hello", "goodbye"]"#),
    Row("[1, 2, 3].transformMap(i, v, (i * v) + v)", "{0: 1, 1: 4, 2: 9}"),
    Row("[1, 2, 3].transformMap(i, v, i % 2 == 0, (i * v) + v)", "{0: 1, 2: 9}"),
    Row("{'greeting': 'hello'}.transformMap(k, v, v + '!')", #"{greeting: "hello!"}"#),
    Row("{'greeting': 'hello'}.transformMapEntry(k, v, {v: k})", #"{hello: "greeting"}"#),
    Row("[1, 2, 3].transformMapEntry(i, v, {v: i})", "{1: 0, 2: 1, 3: 2}"),
    Row("[1, 2, 3].transformMapEntry(i, v, i > 0, {v: i})", "{2: 1, 3: 2}"),
    Row(
      "{'greeting': 'aloha', 'farewell': 'aloha'}.transformMapEntry(k, v, {v: k})", Row.anError),
    Row("[1, 1u].transformMapEntry(i, v, {v: i})", Row.anError),
  ])
  func macrosWithTwoVariables(row: Row) throws { try row.check() }
}
