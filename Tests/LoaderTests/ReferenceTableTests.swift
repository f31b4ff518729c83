import Foundation
import TestSupport
import Testing

@testable import Loader

/// The tables of docs/language.md are those that the grammar gives.
///
/// `<!-- table: NAME -->` stands above each, and `<!-- told: NAME, NAME -->` below a heading where
/// prose tells of the keys of some maps. `UPDATE_OUT=1 swift test --filter ReferenceTableTests`
/// writes the tables into the page.
@Suite struct ReferenceTableTests {
  private static let path = "docs/language.md"
  private static let (open, told, close) = ("<!-- table: ", "<!-- told: ", " -->")

  @Test func theTablesOfThePageAreThoseOfTheGrammar() throws {
    let text = try Project.text(of: ReferenceTableTests.path)
    let lines = text.components(separatedBy: "\n")
    let page = ReferenceTables(places: try ReferenceTableTests.places(in: lines))
    var written: [String] = []
    var rest = lines[...]
    var section = ReferenceTables.Section(title: "")
    while let line = rest.popFirst() {
      written.append(line)
      section = ReferenceTableTests.heading(line) ?? section
      guard let name = ReferenceTableTests.names(in: line, behind: ReferenceTableTests.open).first,
        let kind = ReferenceTables.Kind(name)
      else { continue }
      rest = rest.drop { $0.hasPrefix("|") }
      written += page.lines(of: kind, in: section)
    }
    if ProcessInfo.processInfo.environment["UPDATE_OUT"] == nil {
      for (line, wanted) in zip(lines, written) { try #require(line == wanted) }
      #expect(lines == written)
    } else {
      let url = URL(filePath: Project.path(ReferenceTableTests.path))
      try written.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }
  }

  @Test func thePageTellsOfEveryMapAndEveryChapterOnce() throws {
    let lines = try Project.text(of: ReferenceTableTests.path).components(separatedBy: "\n")
    let kinds = try ReferenceTableTests.places(in: lines).map(\.kind)
    #expect(Set(kinds).count == kinds.count)
    for map in MapName.allCases where map != .step {
      #expect(kinds.contains(.keys(map)), "\(map.title)")
    }
    for chapter in ReferenceTables.chapters {
      #expect(kinds.contains(.verbs(chapter)), "\(chapter)")
    }
    for kind in [ReferenceTables.Kind.allVerbs, .companions, .outcomes, .index] {
      #expect(kinds.contains(kind))
    }
  }

  /// What words a key takes are missing nowhere, for readers of the reference.
  @Test func whatAKeyTakesIsSaidInWords() {
    for map in MapName.allCases {
      for (key, declaration, isNeeded) in map.declarations {
        let words = declaration.takes().words
        #expect(words?.isEmpty == false, "\(key) of \(map.title)")
        #expect(declaration.purpose.hasSuffix("."), "\(key) of \(map.title)")
        #expect(declaration.otherwise == nil || !isNeeded, "\(key) of \(map.title)")
      }
    }
    for companion in Companion.allCases { #expect(companion.takes.words != nil, "\(companion)") }
  }

  private static func places(
    in lines: [String]
  ) throws -> [(kind: ReferenceTables.Kind, section: ReferenceTables.Section)] {
    var section = ReferenceTables.Section(title: "")
    var places: [(kind: ReferenceTables.Kind, section: ReferenceTables.Section)] = []
    for line in lines {
      section = heading(line) ?? section
      for name in names(in: line, behind: open) {
        places.append((try #require(ReferenceTables.Kind(name), "\(line)"), section))
      }
      for name in names(in: line, behind: told) {
        let kind = try #require(ReferenceTables.Kind("the keys of \(name)"), "\(line)")
        places.append((kind, section))
      }
    }
    return places
  }

  private static func heading(_ line: String) -> ReferenceTables.Section? {
    guard line.hasPrefix("##") else { return nil }
    return ReferenceTables.Section(title: String(line.drop { $0 == "#" || $0 == " " }))
  }

  /// What such a comment names.
  private static func names(in line: String, behind opening: String) -> [String] {
    guard line.hasPrefix(opening), line.hasSuffix(close) else { return [] }
    return line.dropFirst(opening.count).dropLast(close.count).components(separatedBy: ", ")
  }
}
