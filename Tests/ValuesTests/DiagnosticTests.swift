import Testing
import Values

@Suite struct DiagnosticTests {
  private func text(_ source: String, _ start: Int, _ end: Int) -> String {
    var map = SourceMap()
    let file = map.add(SourceFile(name: "a.yaml", bytes: Array(source.utf8)))
    return Diagnostic(
      code: .badName, "wrong", at: SourceSpan(file: file, start: start, end: end), help: ["do this"]
    ).text(in: map)
  }

  @Test func theCaretStandsUnderTheSpan() {
    #expect(
      text("a: 1\nbad: 2\n", 5, 8) == """
        a.yaml:2:1: error: wrong  [bad-name]
          2 | bad: 2
            | ^^^
            = help: do this

        """)
  }

  @Test func columnsCountCodePointsAndSkipTheByteOrderMark() {
    #expect(text("\u{feff}é: x\n", 7, 8).hasPrefix("a.yaml:1:4: "))
  }

  @Test func aPlaceAtTheEndOfTheFileHasACaret() {
    #expect(text("a:", 2, 2).contains("  1 | a:\n    |   ^\n"))
    #expect(text("", 0, 0).hasPrefix("a.yaml:1:1: error: wrong  [bad-name]\n"))
  }

  @Test func columnsOfLongLinesCountCodePointsToo() {
    let source =
      "a\n" + String(repeating: "aé€😀", count: 700) + "\n" + String(repeating: "x", count: 3000)
    let file = SourceFile(name: "a.yaml", bytes: Array(source.utf8))
    var (line, column) = (1, 1)
    for (offset, byte) in file.bytes.enumerated() {
      if byte & 0xc0 != 0x80 {
        let place = file.position(of: offset)
        #expect(place == (line, column))
      }
      if byte == 0x0a { (line, column) = (line + 1, 1) } else if byte & 0xc0 != 0x80 { column += 1 }
    }
  }

  /// What stands further off in it makes no difference.
  @Test(arguments: [161, 700, 1024, 5000])
  func aLongLineOfWideCharactersIsCutAroundItsSpan(_ count: Int) {
    let source = String(repeating: "é", count: count) + "!" + String(repeating: "€", count: count)
    let lines = text(source, 2 * count, 2 * count + 1).split(separator: "\n")
    #expect(lines[0].hasPrefix("a.yaml:1:\(count + 1): "))
    #expect(
      lines[1] == "  1 | …" + String(repeating: "é", count: 60) + "!"
        + String(repeating: "€", count: 99) + "…")
    #expect(lines[2] == "    | " + String(repeating: " ", count: 61) + "^")
  }

  @Test func aLongLineIsCutAroundItsSpan() {
    let source = String(repeating: "x", count: 5_000) + "!" + String(repeating: "y", count: 5_000)
    let lines = text(source, 5_000, 5_001).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 200 })
    let caret = lines[2].firstIndex(of: "^")
    let mark = lines[1].firstIndex(of: "!")
    #expect(caret?.utf16Offset(in: lines[2]) == mark?.utf16Offset(in: lines[1]))
  }

  @Test(arguments: [
    ("cels", "cells"), ("computatoins", "computations"), ("Cells", "cells"), ("sett", "set"),
    ("ste", "set"), ("flsuh", "flush"), ("clesl", "cells"),
  ])
  func aMisspeltWordFindsItsNearest(word: String, nearest: String) {
    let words = ["cells", "computations", "scenarios", "set", "flush"]
    #expect(Suggestion.nearest(to: word, among: words) == nearest)
  }

  @Test func aStrangeWordFindsNothing() {
    #expect(Suggestion.nearest(to: "zebra", among: ["cells", "set"]) == nil)
    #expect(Suggestion.nearest(to: "x", among: ["y"]) == nil)
  }
}
