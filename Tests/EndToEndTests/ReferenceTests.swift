import Foundation
import Testing

/// docs/language.md has all that the loader knows, docs/commands.md all that the tool takes: they
/// are held against `reactorctl schema` and `reactorctl help`.
@Suite struct ReferenceTests {
  @Test func itNamesEveryKeyAndChoice() throws {
    let page = try DocsPage("docs/language.md")
    let known = Set(
      page.codeInProse.flatMap { code in
        code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      })
    var words = Set<String>()
    ReferenceTests.collect(try schema(), into: &words)
    #expect(words.count > 100)
    #expect(words.subtracting(known).sorted() == [])
  }

  @Test func itsIndexHasEveryKeyOnce() throws {
    let page = try DocsPage("docs/language.md")
    let start = try #require(page.prose.firstIndex(of: "## Index"))
    let rows = page.prose[start...].filter { $0.hasPrefix("| `") }
    let names = rows.map { $0.components(separatedBy: "`")[1] }
    #expect(names == names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) })
    #expect(Set(names).count == names.count)
    var keys = Set<String>()
    ReferenceTests.collect(try schema(), into: &keys, choices: false)
    #expect(keys.subtracting(names).sorted() == [])
  }

  @Test func itSaysOfEveryVerbWhereItStands() throws {
    let page = try DocsPage("docs/language.md")
    let places: [(letter: Character, definition: String)] = [
      ("s", "step"), ("p", "stepOfProcedure"), ("c", "stepOfComputation"), ("h", "stepOfHandler"),
      ("r", "stepOfReactor"),
      ("t", "stepOfTap"), ("m", "stepOfMiddleware"), ("v", "stepOfMethod"), ("u", "stepOfSetup"),
      ("a", "stepOfReaction"), ("f", "stepOfFuture"), ("x", "stepOfCancellation"),
      ("o", "stepOfHook"),
    ]
    let all = Set(places.map(\.letter))
    let definitions = try #require(try schema()["definitions"] as? [String: Any])
    func letters(of verb: String) throws -> Set<Character> {
      Set(
        try places.filter { _, definition in
          let step = try #require(definitions[definition] as? [String: Any])
          return (step["properties"] as? [String: Any])?[verb] != nil
        }.map(\.letter))
    }
    let start = try #require(page.prose.firstIndex(of: "### All verbs"))
    var told = Set<String>()
    for row in page.prose[(start + 1)...].prefix(while: { !$0.hasPrefix("#") })
    where row.hasPrefix("| `") {
      let columns = row.components(separatedBy: " | ")
      let listed = Set(columns[1].filter { !$0.isWhitespace })
      let spoken =
        columns[1].hasPrefix("all")
        ? all.subtracting(columns[1].dropFirst("all but".count).filter { !$0.isWhitespace })
        : listed
      for verb in columns[0].components(separatedBy: "`").enumerated() where verb.offset % 2 == 1 {
        #expect(try letters(of: verb.element) == spoken, "\(verb.element)")
        told.insert(verb.element)
      }
    }
    let companions: Set = ["then", "else", "do", "until", "sync", "timeout", "after", "as", "note"]
    let outcomes: Set = [
      "expect", "exactly", "assert", "unchanged", "emits", "runs", "states", "received", "calls",
      "replies",
      "fails", "reports", "presented", "ends",
    ]
    var verbs = Set<String>()
    for place in places {
      let step = definitions[place.definition] as? [String: Any]
      verbs.formUnion((step?["properties"] as? [String: Any] ?? [:]).keys)
    }
    #expect(verbs.subtracting(companions).subtracting(outcomes) == told)
  }

  @Test func theCommandsAndTheirOptionsAreTold() throws {
    let page = try DocsPage("docs/commands.md")
    let told = Set(
      page.codeInProse.flatMap { code in
        code.split { " =,|".contains($0) }.map(String.init)
      })
    let help = try Tool().run("help").out.components(separatedBy: "SUBCOMMANDS:\n")
    let commands = try #require(help.last).components(separatedBy: "\n")
      .prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }
      .map { $0.split(separator: " ")[0] }.map(String.init)
    #expect(commands.contains("run"))
    var missing: [String] = []
    for command in commands {
      if !told.contains(command) { missing.append(command) }
      let lines = try Tool().run("help", command).out.components(separatedBy: "\n")
      for line in lines where line.hasPrefix("  -") {
        let words = line.split { " ,[".contains($0) }.map(String.init)
        guard let option = words.first(where: { $0.hasPrefix("--") }) else { continue }
        if ["--version", "--help"].contains(option) { continue }
        if !told.contains(option) { missing.append("\(command) \(option)") }
      }
    }
    #expect(missing == [])
  }

  private func schema() throws -> [String: Any] {
    let text = try Tool().run("schema").out
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(json as? [String: Any])
  }

  /// The keys that maps of the language have, and the words that are choices.
  private static func collect(_ json: Any, into words: inout Set<String>, choices: Bool = true) {
    if let map = json as? [String: Any] {
      if let properties = map["properties"] as? [String: Any] { words.formUnion(properties.keys) }
      if choices, let choice = map["enum"] as? [Any] {
        words.formUnion(choice.compactMap { $0 as? String })
      }
      for value in map.values { collect(value, into: &words, choices: choices) }
    } else if let list = json as? [Any] {
      for value in list { collect(value, into: &words, choices: choices) }
    }
  }
}
