import CEL
import Values

/// The JSON Schema of scenario files, for editors that complete and document what is typed.
///
/// The keys are those that the loader reads, each as it is declared, and the verbs of each kind of steps those to which
/// the loader has no objection there; this only adds what each takes, in words and in types. A key
/// without such words is a bug, and found as soon as the schema is made.
struct ScenarioSchema {
  typealias Place = ScenarioReader.Place

  private(set) var definitions: [(name: String, schema: Schema)] = []

  /// The schema as a whole.
  static let json: JSON = {
    var schema = ScenarioSchema()
    let file = schema.file()
    schema.define("name", name(besides: []))
    schema.define("partName", name(besides: ["now"]))
    schema.define("path", path)
    schema.define("methodName", methodName)
    schema.define("duration", duration)
    schema.defineVerbs()
    schema.defineSteps()
    return Schema()
      .with("$schema", "http://json-schema.org/draft-07/schema#")
      .with("$comment", "Written by: reactorctl schema")
      .with("title", "reactorctl")
      .described(
        "A model made of named parts, and scenarios that poke it and say what must come out."
      )
      .appending(file)
      .with("definitions", schema.definitions).json
  }()

  mutating func define(_ name: String, _ schema: Schema) {
    precondition(!definitions.contains { $0.name == name }, "\(name) is defined twice")
    definitions.append((name, schema))
  }

  /// A map of these keys, each with what is declared of it.
  static func map<Key: MapKey>(
    of _: Key.Type, types: [String] = [],
    declaring: (Key) -> KeyDeclaration = { $0.declaration }
  ) -> Schema {
    let all = Key.allCases.map { (name: $0.rawValue, declaration: declaring($0)) }
    let map = closed(
      all.map { ($0.name, $0.declaration.schema) },
      needs: all.filter(\.declaration.isNeeded).map(\.name), types: types)
    return Key.mapName == .file ? map : map.with("title", Key.mapName.title)
  }

  /// A map of these keys, of any type where no schema is given, and of those that are ignored.
  static func closed(
    _ properties: [(name: String, schema: Schema?)], needs: [String] = [], types: [String] = []
  ) -> Schema {
    let all = ["object"] + types
    let members = properties.map { JSON.Member($0.name, $0.schema?.json ?? .bool(true)) }
    let schema = Schema()
      .with("type", all.count == 1 ? .string(all[0]) : .array(all.map { .string($0) }))
      .with("properties", .object(members))
      .with("patternProperties", [(name: "^x-", schema: Schema())])
      .with("additionalProperties", .bool(false))
    return needs.isEmpty ? schema : schema.with("required", needs)
  }

  // MARK: Names and durations

  /// The name of a part or a local.
  private static func name(besides taken: [String]) -> Schema {
    let words = (Names.reserved + taken).joined(separator: "|")
    return Schema("string").with(
      pattern: "^(?!(\(words))$)([A-Za-z_][A-Za-z0-9_]*|<<)$",
      "a name has letters, digits and _, no digit first, and is no word of the formula language")
  }

  private static var path: Schema {
    Schema("string").with(
      pattern: "^[^.]+(\\.[^.]+)*$", "a path is a name, or a name and properties: person.name")
  }

  private static var methodName: Schema {
    Schema("string").with(
      pattern: "^([^.]+\\..+|<<)$", "a service and its method, such as github.search")
  }

  private static var duration: Schema {
    let part = "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)"
    let pattern = "^(=[\\s\\S]*|\\+?0|\\+?(\(part))+|[0-9]+d(\(part))*)$"
    let message = "a duration is written with its unit: 300ms, 1.5s, 1h30m, 90d; or it is a formula"
    return Schema()
      .with(
        "anyOf",
        [
          Schema("string").with("pattern", pattern).with("patternErrorMessage", message)
            .saying(message),
          Schema().with("const", 0),
        ])
  }
}

extension Schema {
  /// With the keywords of another behind its own.
  func appending(_ other: Schema) -> Schema {
    other.keywords.reduce(self) { $0.with($1.name, $1.value) }
  }

  func without(_ keyword: String) -> Schema { filtered { $0 != keyword } }

  func only(_ keywords: String...) -> Schema { filtered { keywords.contains($0) } }

  private func filtered(_ isKept: (String) -> Bool) -> Schema {
    keywords.filter { isKept($0.name) }.reduce(Schema()) { $0.with($1.name, $1.value) }
  }

  /// At most one of the keys stands in the map.
  func having<Key: MapKey>(oneOf keys: [Key], else message: String) -> Schema {
    having(oneOf: keys.map(\.word), else: message)
  }

  /// The same where the keys are words.
  func having(oneOf words: [Word], else message: String) -> Schema {
    let rules = words.dropLast().enumerated().map { index, word in
      let others = words[(index + 1)...].map { JSON.Member($0.rawValue, .bool(false)) }
      return (
        name: word.rawValue,
        schema: Schema().with("properties", .object(others)).saying(message)
      )
    }
    return ruled(rules)
  }
}
