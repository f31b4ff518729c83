import Foundation
import Testing

/// `reactorctl eval` and `reactorctl debug`.
@Suite struct EvalTests {
  let scratch: Scratch
  let tool: Tool

  init() throws {
    scratch = try Scratch()
    var tool = Tool()
    tool.folder = scratch.path
    self.tool = tool
  }

  private func check(_ arguments: [String], _ out: String, code: Int32 = 0) throws {
    let ending = try tool.run(arguments)
    #expect(ending.code == code, "\(ending.text)")
    #expect(ending.out == out)
  }

  @Test func aFormulaGivesItsValue() throws {
    try check(["eval", "1 + 2"], "3\n")
    try check(["eval", "\"a\" + \"b\""], "\"ab\"\n")
    try check(["eval", "[1, 2.5, {\"a\": null}]"], "[1, 2.5, {a: null}]\n")
    try check(["eval", "--typed", "1 + 2"], "{\"int64\":\"3\"}\n")
  }

  @Test func aFormulaMayBeginWithAMinus() throws {
    try check(["eval", "-7 / 2"], "-3\n")
    try check(["eval", "-1"], "-1\n")
    try check(["eval", "-(1 + 2)", "--typed"], "{\"int64\":\"-3\"}\n")
    try check(["eval", "--", "-7 / 2"], "-3\n")
    try scratch.write("b.yaml", "x: 2\n")
    try check(["eval", "--bindings", "b.yaml", "-x"], "-2\n")
    try check(["eval", "-x", "--bindings", "b.yaml"], "-2\n")
    for option in ["-h", "--typo", "-typed"] {
      let ending = try tool.run("eval", option)
      #expect(ending.code == (option == "-h" ? 0 : 2), "\(ending.text)")
    }
  }

  @Test func namesComeFromAFile() throws {
    try scratch.write("b.yaml", "price: 10\nname: Ada\n")
    try scratch.write("b.json", "{\"price\": 10, \"name\": \"Ada\"}")
    for file in ["b.yaml", "b.json"] {
      try check(["eval", "name + string(price)", "--bindings", file], "\"Ada10\"\n")
    }
  }

  @Test func aWrongFormulaIsThreeAndAFailingOneIsOne() throws {
    let wrong = try tool.run("eval", "1 +")
    #expect(wrong.code == 3)
    #expect(wrong.out == "")
    #expect(wrong.err.hasPrefix("formula:1:3: error: "))
    let failing = try tool.run("eval", "1 / 0")
    #expect(failing.code == 1)
    #expect(failing.err.hasPrefix("formula:1:"))
    #expect(try tool.run("eval", "1", "--bindings", "nowhere").code == 4)
    #expect(try tool.run("eval").code == 2)
    #expect(try tool.run("eval", "1", "--batch", "x").code == 2)
  }

  @Test func aFormulaThatFailsIsToldWhatToWriteInstead() throws {
    try scratch.write("b.yaml", "price: 10\nperson: {name: Ada}\n")
    for (formula, problem, help) in [
      ("price * 1.5", "1:1: error: no such overload: int * double", "write double(price) * 1.5"),
      ("1 + toUppercase('a')", "1:5: error: unknown function toUppercase", "upperAscii()"),
      ("person.nmae", "1:1: error: person has no property nmae", "did you mean name?"),
      (
        "price.startsWith('1')", "1:1: error: no such overload: int.startsWith",
        "write string(price)"
      ),
      ("prise + 1", "1:1: error: undeclared reference to 'prise'", "did you mean price?"),
    ] {
      let ending = try tool.run("eval", formula, "--bindings", "b.yaml")
      #expect(ending.code != 0 && ending.out == "")
      #expect(ending.err.hasPrefix("formula:" + problem), "\(ending.err)")
      #expect(ending.err.contains(help), "\(ending.err)")
    }
  }

  @Test func aBatchAnswersEveryLine() throws {
    var tool = tool
    tool.input = Array(
      """
      {"expr": "1 + 2"}
      {"expr": "x", "bindings": {"x": {"string": "a"}}}
      not json

      {"expr": "1 +"}
      {"expr": "1 / 0"}
      {"bindings": {}}
      {"expr": "x.y", "bindings": {"x.y": {"double": "nan"}}}
      [1]
      {"expr": "y", "bindings": {"a.y": {"int64": "7"}}, "container": "a"}
      """.utf8)
    for file in ["-", "/dev/stdin"] {
      let ending = try tool.run("eval", "--batch", file)
      #expect(ending.code == 0)
      let lines = ending.out.split(separator: "\n")
      try #require(lines.count == 10)
      #expect(lines[0] == "{\"value\":{\"int64\":\"3\"}}")
      #expect(lines[1] == "{\"value\":{\"string\":\"a\"}}")
      #expect(lines[7] == "{\"value\":{\"double\":\"nan\"}}")
      #expect(lines[9] == "{\"value\":{\"int64\":\"7\"}}")
      for index in [2, 3, 4, 5, 6, 8] { #expect(lines[index].hasPrefix("{\"error\":\"")) }
    }
  }

  @Test func aBatchAnswersBeforeTheNextLineComes() throws {
    let ending = try tool.shell(
      """
      coproc "$tool" eval --batch -
      for i in 1 2 3; do
        echo "{\\"expr\\": \\"$i * 2\\"}" >&${COPROC[1]}
        read -t 5 -r answer <&${COPROC[0]} || exit 9
        echo "$answer"
      done
      """)
    #expect(ending.code == 0)
    #expect(
      ending.out == """
        {"value":{"int64":"2"}}
        {"value":{"int64":"4"}}
        {"value":{"int64":"6"}}

        """)
  }

  @Test func aBatchSurvivesBytesAndLengths() throws {
    var tool = tool
    tool.input = [0xff, 0xfe, 0x0a] + [UInt8](repeating: 0x61, count: 5 << 20) + [0x0a]
    tool.input += Array("{\"expr\": \"1\"}\r\n".utf8)
    let ending = try tool.run("eval", "--batch", "-")
    let lines = ending.out.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last == "{\"value\":{\"int64\":\"1\"}}")
    #expect(try tool.run("eval", "--batch", "nowhere").code == 4)
    #expect(try tool.run("eval", "--batch", "/").code == 4)
  }

  @Test func decodePrintsCanonicalJSON() throws {
    try scratch.write("a.yaml", "b: [1, 2.5, .nan, yes it is]\na: {y: null, x: \"\\e\"}\n")
    try check(
      ["debug", "decode", "a.yaml"],
      "{\"a\":{\"x\":\"\\u001b\",\"y\":null},\"b\":[1,2.5,\"NaN\",\"yes it is\"]}\n")
    try scratch.write("bad.yaml", "a: 1\na: 2\n")
    let bad = try tool.run("debug", "decode", "bad.yaml")
    #expect(bad.code == 3)
    #expect(bad.err.contains("bad.yaml:2:1: error: "))
    #expect(try tool.run("debug", "decode", "nowhere").code == 4)
  }

  @Test func debugEvalEvaluatesADocument() throws {
    try scratch.write("e.yaml", "cel: price * 2\nvars: {price: 21}\n")
    try check(["debug", "eval", "e.yaml"], "42\n")
    try scratch.write("bad.yaml", "cel: price * \nvars: {price: 21}\n")
    let bad = try tool.run("debug", "eval", "bad.yaml")
    #expect(bad.code == 3)
    #expect(bad.err.contains("bad.yaml:1:"))
    try scratch.write("zero.yaml", "cel: 1 / x\nvars: {x: 0}\n")
    let zero = try tool.run("debug", "eval", "zero.yaml")
    #expect(zero.code == 1)
    #expect(zero.err.contains("zero.yaml:1:"))
  }
}
