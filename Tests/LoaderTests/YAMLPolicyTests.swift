import Testing
import Values

@testable import Loader

/// The problems of a document as `line:column: message`, in order.
func yamlProblems(_ text: String) -> [String] { yamlProblems(bytes: Array(text.utf8)) }

func yamlProblems(bytes: [UInt8]) -> [String] {
  var map = SourceMap()
  let source = SourceFile(name: "t.yaml", bytes: bytes)
  let file = map.add(source)
  var problems = Problems()
  _ = DocumentBuilder.read(source, file: file, &problems)
  return problems.sorted().shown.map {
    let (line, column) = source.position(of: Int($0.span.start))
    return "\(line):\(column): \($0.message)"
  }
}

/// What the YAML layer refuses, and where.
struct YAMLPolicyTests {
  @Test func everyCharacterThatChangesTheDirectionOfTextIsRefused() {
    for code in Array(0x202a...0x202e) + Array(0x2066...0x2069) {
      let scalar = Unicode.Scalar(UInt32(code))!
      let problems = yamlProblems("a: \(scalar)x")
      let name = String(code, radix: 16, uppercase: true)
      #expect(problems.first?.contains("the character U+\(name), which changes") == true, "\(name)")
    }
    for code in [0x2029 + 0x6, 0x2065, 0x206a] {
      #expect(yamlProblems("a: \(Unicode.Scalar(UInt32(code))!)x") == [], "\(code)")
    }
  }

  static let nested = String(repeating: "[", count: 65)
  static let refused: [(String, String)] = [
    // Bytes.
    ("a: \u{0}", "1:4: a NUL byte may not stand in a file"),
    ("a: 1\rb: 2", "1:5: a carriage return without a line feed may not stand in a file"),
    ("a: \u{1b}[0m", "1:4: the control character U+001B may not stand in a file"),
    ("é: \u{85}", "1:4: the control character U+0085 may not stand in a file"),
    ("a: one\u{2028}b: two", "1:7: the line end U+2028 may not stand in a file"),
    ("a: \u{feff}", "1:4: a byte order mark that is not the file's first character"),
    ("a: \u{fffe}", "1:4: the noncharacter U+FFFE may not stand in a file"),
    ("a: \u{202e}x", "1:4: the character U+202E, which changes the direction of text,"),
    // Directives and documents.
    ("%TAG ! tag:x\n---\na: 1", "1:1: directives are not supported"),
    ("%YAML 1.1\n---\na: 1", "1:1: directives are not supported"),
    ("# c\n%FOO\n---\na: 1", "2:1: directives are not supported"),
    ("a: 1\n---\nb: 2", "2:1: a file holds one document, and this begins a second"),
    ("a: 1\n...\nb: 2", "3:1: nothing may follow the end of the document"),
    ("a: 1\n...\n---\n", "3:1: a file holds one document, and this begins a second"),
    ("", "1:1: the file is empty"),
    ("# nothing\n", "1:1: the file is empty"),
    ("- a\n- b\n", "1:1: the file must hold a map, not a list"),
    ("word", "1:1: the file must hold a map, not a text"),
    // Tags and anchors.
    ("a: !!str 1", "1:4: tags are not supported"),
    ("a: ! x", "1:4: tags are not supported"),
    ("a: !include x", "1:4: tags are not supported"),
    ("a: !e!x y", "1:4: tags are not supported"),
    ("a: !!map {b: 1}", "1:4: tags are not supported"),
    ("a: &an:chor v", "1:4: the name of an anchor has letters"),
    ("a: &b 1\nc: *b:", "2:4: the name of an anchor has letters"),
    ("a: *b", "1:4: there is no anchor \"&b\""),
    ("a: *b\nc: &b 1", "1:4: the alias \"*b\" stands before what it names"),
    ("a: &b [*b]", "1:8: the alias \"*b\" stands inside what it names"),
    ("a: &b 1\nc: &b 2", "2:4: the anchor \"b\" is defined twice"),
    // Keys.
    ("a: 1\nb: 2\na: 3", "3:1: the key \"a\" stands twice in this map"),
    ("{\"é\": 1, \"é\": 3}", "1:10: the key \"é\" stands twice in this map"),
    (
      "{\"é\": 1, \"e\u{301}\": 2}", "1:10: the key \"e\u{301}\" looks like another of this map"
    ),
    ("1: a", "1:1: a key must be a text, and \"1\" is a number"),
    ("007: a", "1:1: a key must be a text, and \"007\" is a number"),
    ("1.5: a", "1:1: a key must be a text, and \"1.5\" is a number"),
    ("null: a", "1:1: a key must be a text, and \"null\" is null"),
    ("~: a", "1:1: a key must be a text, and \"~\" is null"),
    ("True: a", "1:1: a key must be a text, and \"True\" is a bool"),
    (": a", "1:1: a key is missing before the colon"),
    ("[a]: b", "1:1: a key must be a text, not a list"),
    ("{a: 1}: b", "1:1: a key must be a text, not a map"),
    ("a: {<<: 1}", "1:9: \"<<\" takes a map or a list of maps"),
    ("a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a", "4:3: a map has one \"<<\" at most"),
    // Depth.
    ("a: " + nested, "1:67: lists and maps nest more than 64 levels deep"),
    // Syntax.
    ("a: b: c", "1:4: quote this value"),
    ("label: = \"Total: \" + x", "1:8: quote this formula: YAML ends it at \": \""),
    ("a:\n\tb: 1", "2:1: a tab may not indent"),
    ("a: [1, 2\nb: 3", "1:4: this \"[\" is never closed"),
    ("a: {b: 1", "1:4: this \"{\" is never closed"),
    ("a: [1}", "1:6: \"]\" must close this, not \"}\""),
    ("a: 'x", "1:4: this quote is never closed"),
    ("a: \"x\nb: \"y\"\n", "1:4: this quote is not closed on its line"),
    ("a: 1\n\"b: [2]\nc: 3\nd: \"x\"\n", "2:1: this quote is not closed on its line"),
    ("a: @x", "1:4: a value cannot begin with \"@\""),
    ("a: `x", "1:4: a value cannot begin with a backtick"),
    ("a:\n  b: 1\n c: 2", "3:2: this line is indented unlike those above it"),
    ("a: \"\\ud800\"", "1:5: this escape is no character"),
    ("a: \"\\q\"", "1:5: there is no escape \"\\q\""),
    ("a: 1\r\n<<<<<<< x\r\nb: 1\r\n", "2:1: a merge of two versions was left undecided"),
    ("a: 1\r\nb: 2: 3\r\n", "2:4: quote this value"),
    ("a: 1\nb\nc: 2", "2:1: a colon is missing"),
    ("a\n  b: 1\nc: 2", "1:1: a colon is missing"),
    ("  a: 1\nb: 2", "2:1: this line is indented less than the first one of the file"),
    ("  {a: 1}\nb: 2", "2:1: nothing may follow the end of the document"),
    ("a: b: 0, c: 0}", "1:14: this \"}\" closes nothing"),
    ("a: {b: 1}\n}\n", "2:1: this \"}\" closes nothing"),
    ("a:{b: 0, c: 0}", "1:2: a space is missing behind this colon"),
    ("a {b: 0, c: 0}", "1:1: a colon is missing"),
    ("- a: {b: 1},\n", "1:12: nothing may follow the end of this value"),
    (String(repeating: "k", count: 1100) + ": 1", "1:1: a key may have 1024 characters at most"),
  ]

  @Test(arguments: refused)
  func refusesInOurWordsAtItsPlace(text: String, problem: String) {
    let found = yamlProblems(text)
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
    #expect(found.count == 1, "\(found)")
  }

  @Test(arguments: [
    "a: 1", "---\na: 1\n...\n", "%YAML 1.2\n---\na: 1", "\u{feff}a: 1", "a: 1\r\nb: 2\r\n",
    "on: 1\nyes: 2\nn: 3", "a: &b {c: 1}\nd: *b", "a: \"\\e\\0\\u2028\"", "\"1\": a", "'null': b",
    "a: &x {p: 1}\nb: {<<: *x, p: 2, q: 3}", "a: &x {p: 1}\nb: {<<: [*x, {r: 1}]}", "{a: 1}",
    "{\"é\": 1, \"e\\u0301\": 2}", "a: [&b 1, *b]", "? a\n: b", "\"<<\": 1",
    "# c\n\n---\n# d\na: 1\n# e\n",
  ])
  func accepts(text: String) {
    #expect(yamlProblems(text) == [])
  }

  @Test func refusesOtherEncodings() {
    #expect(yamlProblems(bytes: [0xff, 0xfe, 0x61, 0]) == ["1:1: the file is UTF-16, not UTF-8"])
    #expect(
      yamlProblems(bytes: [0x61, 0x3a, 0x20, 0xc3, 0x28])
        == ["1:4: the byte 0xC3 is not valid UTF-8"])
    #expect(
      yamlProblems(bytes: Array("é: ".utf8) + [0xed, 0xa0, 0x80])
        == ["1:4: the byte 0xED is not valid UTF-8"])
  }

  @Test func reportsEveryProblemThatIsNoSyntaxError() {
    #expect(
      yamlProblems("a: !x 1\n2: b\na: *c\nd: &e 1\nf: &e 2") == [
        "1:4: tags are not supported",
        "2:1: a key must be a text, and \"2\" is a number",
        "3:1: the key \"a\" stands twice in this map",
        "3:4: there is no anchor \"&c\"",
        "5:4: the anchor \"e\" is defined twice",
      ])
  }
}
