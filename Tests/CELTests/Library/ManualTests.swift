import CEL
import Testing
import Values

/// What the manual says is so.
@Suite struct ManualTests {
  static let entries = Manual(.standard).entries

  @Test(arguments: entries)
  func everyExampleGivesWhatItSays(_ entry: Manual.Entry) throws {
    #expect(!entry.examples.isEmpty)
    for example in entry.examples {
      #expect(try evaluate(example.formula).text == example.result, "\(example.formula)")
    }
  }

  @Test(arguments: entries)
  func everyEntrySaysWhatItIsInOneLine(_ entry: Manual.Entry) {
    #expect(!entry.usages.isEmpty)
    #expect(entry.usages.allSatisfy { $0.contains(" -> ") })
    #expect(!entry.meaning.isEmpty && !entry.meaning.hasSuffix(".") && entry.meaning.count <= 90)
    #expect(entry.examples.allSatisfy { $0.formula.utf8.count + $0.result.utf8.count <= 90 })
    if entry.library != "language" {
      #expect(entry.usages.allSatisfy { $0.contains(entry.name) })
      #expect(entry.examples.contains { $0.formula.contains(entry.name) }, "\(entry.name)")
    }
  }

  @Test func everythingThatFormulasCanCallIsInTheManual() {
    let names = Set(ManualTests.entries.map(\.name))
    let environment = Environment.standard
    for name in environment.functionNames + environment.macroNames {
      #expect(names.contains(name))
    }
  }

  @Test func aNameIsFoundWithAndWithoutItsLibrary() {
    let manual = Manual(.standard)
    #expect(manual.entries(named: "range").map(\.name) == ["lists.range"])
    #expect(manual.entries(named: "math.greatest").count == 1)
    #expect(manual.entries(named: "reverse").map(\.library) == ["strings", "lists"])
    #expect(manual.entries(named: "replace").map(\.name).contains("regex.replace"))
    #expect(manual.entries(named: "in").count == 1)
    #expect(manual.entries(named: "").isEmpty)
    #expect(manual.nearest(to: "sortby") == "sortBy")
    #expect(manual.nearest(to: "lists.rnage") == "lists.range")
    #expect(manual.nearest(to: "rnage") == "range")
    #expect(manual.nearest(to: "zzzzzzz") == nil)
  }

  @Test func usagesAreWrittenAsCalls() {
    func usages(_ name: String) -> [String] {
      Manual(.standard).entries(named: name).flatMap(\.usages)
    }
    #expect(usages("charAt") == ["string.charAt(int) -> string"])
    #expect(usages("optional.none") == ["optional.none() -> optional(T)"])
    #expect(usages("merge").first == "map(K, V).merge(map(K, V)) -> map(K, V)")
    #expect(
      usages("size") == [
        "size(string | bytes | list(T) | map(K, V)) -> int",
        "(string | bytes | list(T) | map(K, V)).size() -> int",
      ])
  }
}
