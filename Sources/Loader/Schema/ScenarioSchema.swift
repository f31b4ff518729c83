import CEL
import Values

/// The JSON Schema of scenario files, for editors that complete and document what is typed.
///
/// The keys are those that the loader reads, each as it is declared, and the verbs of each kind of steps those to which
/// the loader has no objection there; this only adds what each takes, in words and in types. A key
/// without such words is a bug, and found as soon as the schema is made.
struct ScenarioSchema {
  typealias Place = StepPlace

  private(set) var definitions: [(name: String, schema: Schema)] = []

  /// The schema as a whole.
  static let json: JSON = {
    var schema = ScenarioSchema()
    let file = schema.file()
    schema.define("name", name(besides: []))
    schema.define("localName", name(besides: ["it"]))
    schema.define("partName", name(besides: ["now", "it"]))
    schema.define("actorName", actorName)
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

  // MARK: Names and durations

  /// The name of a part or a local.
  private static func name(besides taken: [String]) -> Schema {
    let words = (Names.reserved + taken).joined(separator: "|")
    return Schema("string").with(
      pattern: "^(?!(\(words))$)([A-Za-z_][A-Za-z0-9_]*|<<)$",
      "a name has letters, digits and _, no digit first, and is no word of the formula language")
  }

  /// An actor by its name, one of many by its number, or what a formula gives.
  private static var actorName: Schema {
    Schema("string").with(
      pattern: "^(=[\\s\\S]+|[A-Za-z_][A-Za-z0-9_]*(#[1-9][0-9]*)?|<<)$",
      "an actor: its name, worker#2 for one of many, or a formula: = state.worker")
  }

  /// Names and formulas in brackets. A pattern cannot count: in a formula, three brackets may stand
  /// within each other.
  private static var path: Schema {
    let text = #""([^"\\]|\\.)*"|'([^'\\]|\\.)*'"#
    var formula = #"([^\[\]"']|\#(text))*"#
    for _ in 1...3 { formula = #"([^\[\]"']|\#(text)|\[\#(formula)\])*"# }
    let name = #"[^.\[\]]+"#
    return Schema("string").with(
      pattern: #"^\#(name)(\.\#(name)|\[\#(formula)\])*$"#,
      "a path is a name, or a name and properties: person.name")
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
  /// `open` goes with a record, and with what may give one.
  func openBesideRecord<Key: MapKey>(_ key: Key) -> Schema {
    let message = "open lets a record have other properties, and this is no record"
    let record = Schema("object", "null", "string").with(pattern: "^=", message).saying(message)
    return ruled([Schema().with("properties", [(key.rawValue, record)]).unlessFalse("open")])
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

  /// At most one of the keys, each of them a flag, is true.
  func having<Key: MapKey>(oneTrueOf keys: [Key], else message: String) -> Schema {
    let rules = keys.dropLast().enumerated().map { index, key in
      let others = keys[(index + 1)...].map { (name: $0.rawValue, schema: Schema.no) }
      return Schema().with("properties", others).saying(message).unlessFalse(key.rawValue)
    }
    return ruled(rules)
  }

  /// A rule for `ruled`, which holds where a key stands that is not `false`.
  func unlessFalse(_ key: String) -> (name: String, schema: Schema) {
    (key, Schema().with("if", Schema().with("properties", [(key, .no)])).with("else", self))
  }
}
