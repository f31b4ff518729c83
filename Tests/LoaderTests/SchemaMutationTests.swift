import Foundation
import Scenarios
import TestSupport
import Testing
import Values

@testable import Loader

/// Scenario files with one key or value astray: the schema refuses what the loader refuses for its
/// structure, and takes what loads.
struct SchemaMutationTests {
  /// `SCHEMA_MUTANTS=SEED,COUNT swift test --filter SchemaMutationTests` takes others, or more.
  @Test func theSchemaJudgesMutantsAsTheLoaderDoes() throws {
    let asked = ProcessInfo.processInfo.environment["SCHEMA_MUTANTS"]?.split(separator: ",") ?? []
    let seed = asked.first.flatMap { UInt64($0) } ?? 20_261_121
    let count = asked.dropFirst().first.flatMap { Int($0) } ?? 600
    var random = Seeded(seed)
    let validator = try SchemaTests.validator()
    let files = ScenarioFilesTests.files("passing").filter { !$0.shown.contains("/files/") }
    var refused = 0
    for number in 0..<count {
      let path = files[random.below(files.count)]
      guard var json = SchemaTests.json(path), !json.holdsPlaceholder else { continue }
      let isPlain = json.mutate(&random)
      let loaded = ScenarioLoader.load(bytes: Array(json.yaml.utf8), name: path.shown)
      let codes = loaded.diagnostics.filter { $0.severity == .error }.map(\.code)
      let problems = validator.problems(of: json)
      if codes.isEmpty {
        // The loader reads such words as texts where it wants texts; no writer means that.
        if !isPlain { #expect(problems == [], "seed \(seed), mutant \(number):\n\(json.text)") }
      } else if codes.contains(where: \.isStructural), !isExcused(loaded) {
        refused += 1
        let messages = loaded.diagnostics.map { $0.text(in: loaded.sources) }.joined()
        #expect(!problems.isEmpty, "seed \(seed), mutant \(number): \(messages)\n\(json.yaml)")
      }
    }
    #expect(refused > count / 3)
  }

  /// Whether a schema cannot see any of what is structural: nothing and null are the same in JSON, and
  /// rows are compared with each other.
  private func isExcused(_ loaded: LoadResult) -> Bool {
    loaded.diagnostics.filter { $0.severity == .error && $0.code.isStructural }.allSatisfy {
      found in
      SchemaMutationTests.beyond.contains { found.message.contains($0) }
    }
  }

  private static let beyond = [
    "a reducer takes a map of paths, or the whole new state", "of \"each\" does not bind",
  ]
}

extension JSON {
  /// Whether a text of `_` stands in it: between quotes it is another thing.
  fileprivate var holdsPlaceholder: Bool {
    var holds = false
    SchemaTests.walk(self) { if $0.string == "_" { holds = true } }
    return holds
  }

  /// As YAML, with nothing in the place of a null.
  fileprivate var yaml: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.yaml).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { "\(JSON.string($0.name).text): \($0.value.isNull ? "" : $0.value.yaml)" }
        .joined(separator: ", ") + "}"
    default: text
    }
  }

  private var isNull: Bool { if case .null = self { true } else { false } }

  /// Changes one key or value somewhere; true where it has become a plain word or number.
  fileprivate mutating func mutate(_ random: inout Seeded) -> Bool {
    var count = 0
    SchemaTests.walk(self) { _ in count += 1 }
    var chosen = random.below(count)
    var isPlain = false
    change(&chosen, &random, &isPlain)
    return isPlain
  }

  /// Goes to the JSON within it that has that number, and changes it.
  private mutating func change(
    _ left: inout Int, _ random: inout Seeded, _ isPlain: inout Bool
  ) {
    left -= 1
    if left < 0 {
      self = changed(&random)
      switch self {
      case .null, .bool, .number: isPlain = true
      default: break
      }
      return
    }
    switch self {
    case .array(var elements):
      for index in elements.indices where left >= 0 {
        elements[index].change(&left, &random, &isPlain)
      }
      self = .array(elements)
    case .object(var members):
      for (index, member) in members.enumerated() where left >= 0 {
        var value = member.value
        value.change(&left, &random, &isPlain)
        members[index] = Member(member.name, value)
      }
      self = .object(members)
    default: break
    }
  }

  private func changed(_ random: inout Seeded) -> JSON {
    if case .object(var members) = self, random.below(4) > 0 {
      let index = random.below(max(1, members.count))
      switch random.below(3) {
      case 0 where !members.isEmpty: members.remove(at: index)
      case 1 where !members.isEmpty:
        members[index] = Member(members[index].name + "x", members[index].value)
      default:
        let word = Word.allCases[random.below(Word.allCases.count)].rawValue
        if !members.contains(where: { $0.name == word }) {
          members.append(Member(word, JSON.others[random.below(JSON.others.count)]))
        }
      }
      return .object(members)
    }
    return JSON.others[random.below(JSON.others.count)]
  }

  private static let others: [JSON] = [
    .null, .bool(true), .bool(false), .number("0"), .number("-1"), .number("7"), .number("1.5"),
    .string("text"), .string("= 1"), .string("300ms"), .string("a.b"), .string(""), .array([]),
    .array([.string("a")]), .object([]), .object([Member("a", .number("1"))]),
    .object([Member("a", .array([])), Member("b", .null)]), .array([.object([])]),
  ]
}
