import TestSupport
import Testing
import Values

@testable import Loader

struct PlacesTests {
  /// For every byte of the value of the key `a`: the line and column it was written at.
  private func places(_ text: String) throws -> (text: String, places: [String]) {
    let source = SourceFile(name: "t.yaml", bytes: Array(text.utf8))
    var problems = Problems()
    let document = try #require(DocumentBuilder.read(source, file: 0, &problems))
    let value = document.target(document.entries(document.root).last!.value)
    let found = document.text(value)
    let place = document.place(value)
    let places = (0...found.utf8.count).map { index in
      let (line, column) = source.position(of: Int(place.span(of: index..<index).start))
      return "\(line):\(column)"
    }
    return (found, places)
  }

  @Test func aPlainTextStandsWhereItIsWritten() throws {
    let (text, places) = try places("é: x\nà: 1\na: uvw")
    #expect(text == "uvw")
    #expect(places == ["3:4", "3:5", "3:6", "3:7"])
  }

  @Test func aByteOrderMarkHasNoColumn() throws {
    #expect(try places("\u{feff}a: x").places == ["1:4", "1:5"])
  }

  @Test func charactersAndBytesDiffer() throws {
    let (text, places) = try places("\"éé\": [\"üü\"]\na: \"üx\"")
    #expect(text == "üx")
    #expect(places == ["2:5", "2:6", "2:6", "2:7"])
  }

  @Test func escapesStandWhereTheyBegin() throws {
    let (text, places) = try places(#"a: "\x41b\té\U0001F600""#)
    #expect(text == "Ab\té😀")
    #expect(
      places == [
        "1:5", "1:9", "1:10", "1:12", "1:13", "1:13", "1:13", "1:13", "1:13", "1:23",
      ])
  }

  @Test func doubledQuotesAreOneCharacter() throws {
    let (text, places) = try places("a: 'x''y'")
    #expect(text == "x'y")
    #expect(places == ["1:5", "1:6", "1:8", "1:9"])
  }

  @Test func foldedLinesAreJoinedBySpaces() throws {
    for lineEnd in ["\n", "\r\n"] {
      for (open, close) in [("", ""), ("'", "'"), ("\"", "\"")] {
        let (text, places) = try places("a: \(open)xy\(lineEnd)   z\(close)")
        #expect(text == "xy z")
        let first = 4 + open.count
        #expect(places[0] == "1:\(first)")
        #expect(places[2] == "1:\(first + 2)")
        #expect(places[3] == "2:4")
        #expect(places[4] == "2:5")
      }
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func blockScalarsKeepTheirPlaces(lineEnd: String) throws {
    let lines = ["a: |", "  one", "", "    two"].joined(separator: lineEnd)
    let (text, places) = try places(lines)
    #expect(text == "one\n\n  two")
    #expect(places[0] == "2:3")
    #expect(places[3] == "2:6")
    #expect(places[4] == "3:1")
    #expect(places[5...7] == ["4:3", "4:4", "4:5"])
  }

  @Test func foldedBlockScalarsKeepTheirPlaces() throws {
    let (text, places) = try places("a: >-\n  one\n  two\n\n  three\n    four\n  five\n")
    #expect(text == "one two\nthree\n  four\nfive")
    let line = zip(text.utf8, places).map { $0.1.prefix { $0 != ":" } }
    #expect(line.joined() == "2222333455555566666667777")
  }

  @Test func explicitIndentationIsFollowed() throws {
    let (text, places) = try places("a: |1\n  x\n y\n")
    #expect(text == " x\ny\n")
    #expect(places == ["2:2", "2:3", "2:4", "3:2", "3:3", "3:3"])
  }

  @Test func everyTextOfRandomScalarsIsFound() throws {
    var random = Seeded(20_260_101)
    let pieces = ["a", "é", " ", "\n  ", "\n\n  ", "''", "b c", "\r\n  ", "x"]
    for round in 0..<2000 {
      var body = "s"
      for _ in 0..<random.below(8) { body += pieces[random.below(pieces.count)] }
      let (text, places) = try places("a: '\(body)e'\n")
      #expect(places.count == text.utf8.count + 1, "seed 20260101, round \(round)")
      #expect(text.hasPrefix("s") && text.hasSuffix("e"))
    }
  }
}
