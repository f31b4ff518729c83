import CEL
import Scenarios
import Values

/// Reads a file that is no scenario: any YAML map by the same policy, or a formula with its
/// variables.
struct DocumentLoad {
  private(set) var sources = SourceMap()
  private(set) var problem: FileProblem?
  private(set) var problems = Problems()

  /// Reads the document with what the closure makes of it; nil where anything is wrong.
  mutating func run<Result>(
    _ path: FilePath, _ body: (inout ScenarioReader) -> Result
  ) -> Result? {
    do throws(FileProblem) {
      return run(try OpenFile(path).contents(), path.shown, body)
    } catch {
      problem = error
      return nil
    }
  }

  mutating func run<Result>(
    _ bytes: [UInt8], _ name: String, _ body: (inout ScenarioReader) -> Result
  ) -> Result? {
    let source = SourceFile(name: name, bytes: bytes)
    let file = sources.add(source)
    guard let document = DocumentBuilder.read(source, file: file, &problems) else { return nil }
    var reader = ScenarioReader(document, symbols: Symbols(), problems: problems)
    reader.readsFormulas = false
    let result = body(&reader)
    problems = reader.problems
    return problems.errors == 0 ? result : nil
  }
}

extension ScenarioReader {
  /// A node as JSON: maps with their keys in the order of code points, NaN and the infinities as
  /// texts.
  mutating func json(_ id: ID) -> JSON {
    let target = enter(id)
    defer { leave(id) }
    switch document[target].kind {
    case .scalar: return datum(target).literal?.json ?? .null
    case .list: return .array(document.elements(target).map { json($0) })
    case .map, .alias: break
    }
    var members = document.entries(target).map { JSON.Member(text($0.key), json($0.value)) }
    members.sort { Text.compare($0.name, $1.name) < 0 }
    return .object(members)
  }

  /// The names and values of a map.
  mutating func variables(_ id: ID) -> [(name: String, value: Value)] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      if !isEmpty(target) { reportType("\"vars\"", takes: "a map of names and values", id) }
      return []
    }
    return entries(of: target).map { entry in
      checkName(entry.key, of: "a variable")
      return (entry.key.text, entry.value.literal ?? .null)
    }
  }

  /// `{cel: FORMULA, vars: {…}}`.
  mutating func evaluation() -> (formula: Formula, bindings: [(name: String, value: Value)])? {
    let all = document.entries(document.root)
    var source: ID?
    var bindings: [(name: String, value: Value)] = []
    for (key, value) in all {
      switch text(key) {
      case "cel": source = value
      case "vars": bindings = variables(value)
      case let other where other.hasPrefix("x-"): break
      case let other:
        let near = nearest(to: other, among: ["cel", "vars"])
        report(
          .unknownKey, "unknown key \"\(other)\"", at: span(key),
          help: near.map { ["did you mean \"\($0)\"?"] } ?? ["the document has: cel, vars"])
      }
    }
    guard let source else {
      report(
        .missingKey, "the document needs the key \"cel\"",
        at: span(all.first?.key ?? document.root))
      return nil
    }
    let formula = with(locals: bindings.map(\.name)) { $0.formula(source, of: "\"cel\"") }
    return formula.map { ($0, bindings) }
  }
}
