import CEL
import Values

/// A JSON Schema (draft 7) in the making: its keywords in the order in which they are printed.
///
/// What may be a text, a list or a map is one schema with several types, for every keyword speaks
/// of one type alone. Editors complete from such a schema and report by it exactly; of alternatives
/// (`anyOf`) they must guess which was meant. So those are used where only they will do.
struct Schema {
  private(set) var keywords: [JSON.Member] = []
  /// What it is of, as a person says it: `a list of texts`. Nil where nobody is told.
  private(set) var words: String?

  init() {}

  /// Values of these types. An editor takes the first for what is usually written.
  init(_ types: String...) {
    let names = types.map { JSON.string($0) }
    keywords = [JSON.Member("type", names.count == 1 ? names[0] : .array(names))]
  }

  var json: JSON { .object(keywords) }

  func with(_ keyword: String, _ value: JSON) -> Schema {
    precondition(!keywords.contains { $0.name == keyword }, "\(keyword) stands twice")
    var schema = self
    schema.keywords.append(JSON.Member(keyword, value))
    return schema
  }

  func with(_ keyword: String, _ text: String) -> Schema { with(keyword, .string(text)) }

  func with(_ keyword: String, _ number: Int) -> Schema { with(keyword, .number(String(number))) }

  func with(_ keyword: String, _ schema: Schema) -> Schema { with(keyword, schema.json) }

  func with(_ keyword: String, _ words: [String]) -> Schema {
    with(keyword, .array(words.map { .string($0) }))
  }

  func with(_ keyword: String, _ schemas: [Schema]) -> Schema {
    with(keyword, .array(schemas.map(\.json)))
  }

  func with(_ keyword: String, _ members: [(name: String, schema: Schema)]) -> Schema {
    with(keyword, .object(members.map { JSON.Member($0.name, $0.schema.json) }))
  }

  /// Texts of that pattern alone, and what an editor says of others.
  func with(pattern: String, _ message: String) -> Schema {
    with("pattern", pattern).with("patternErrorMessage", message)
  }

  /// What an editor says of a wrong type, of a missing key and of a key too many.
  func saying(_ message: String) -> Schema { with("errorMessage", message) }

  func called(_ words: String) -> Schema {
    var schema = self
    schema.words = words
    return schema
  }

  /// What an editor shows of it: a text, in which code stands between backticks, and an example.
  func described(_ text: String, _ example: String? = nil) -> Schema {
    var schema = Schema()
    let plain = text.replacing("`", with: "")
    schema = schema.with("description", plain)
    if plain != text || example != nil {
      let code = example.map { "\n\n```yaml\n\($0)\n```" } ?? ""
      schema = schema.with("markdownDescription", text + code)
    }
    schema.keywords += keywords
    return schema
  }

  /// What holds besides where a key is in the map; of rules for one key, all do.
  func ruled(_ rules: [(name: String, schema: Schema)]) -> Schema {
    var members: [JSON.Member] = []
    if case .object(let known) = json["dependencies"] { members = known }
    for rule in rules {
      guard let index = members.firstIndex(where: { $0.name == rule.name }) else {
        members.append(JSON.Member(rule.name, rule.schema.json))
        continue
      }
      let both = Schema().with("allOf", .array([members[index].value, rule.schema.json]))
      members[index] = JSON.Member(rule.name, both.json)
    }
    return without("dependencies").with("dependencies", .object(members))
  }

  static func reference(_ name: String) -> Schema {
    Schema().with("$ref", "#/definitions/\(name)")
  }

  /// With the keywords of another behind its own.
  func appending(_ other: Schema) -> Schema {
    other.keywords.reduce(self) { $0.with($1.name, $1.value) }
  }

  func without(_ keyword: String) -> Schema {
    keywords.filter { $0.name != keyword }.reduce(Schema()) { $0.with($1.name, $1.value) }
  }
}

/// What stands at many places.
extension Schema {
  /// Any data.
  static let value = Schema("string", "number", "boolean", "object", "array", "null")
    .called("data")
  /// Any data, mostly a map.
  static let record = Schema("object", "string", "number", "boolean", "array", "null")
    .called("data")
  /// A text, whatever it looks like.
  static let text = Schema("string", "number", "boolean").called("a text")
  static let filledText = text.with("minLength", 1)
  /// A text that says why; `false` is none.
  static let reason = Schema().with(
    "anyOf", [Schema("string").with("minLength", 1), no]
  ).called("a text, or `false`")
  static let formula = Schema("string", "number", "boolean").called("a formula")
  /// One formula, or several.
  static let formulas = Schema("string", "array", "number", "boolean").with("items", formula)
    .called("a formula, or a list of them")
  static let flag = Schema("boolean").called("`true` or `false`")
  static let no = Schema("boolean").with("enum", .array([.bool(false)])).called("`false`")
  static let yes = Schema("boolean").with("enum", .array([.bool(true)])).called("`true`")
  static let texts = list(text).called("a list of texts")
  static let names = list(Schema("string").with("minLength", 1)).with("uniqueItems", .bool(true))
    .called("a list of names")
  static let path = Schema("string").with("allOf", [reference("path")]).called("a path")
  /// The name of a part, of a local, of a behavior.
  static let name = Schema("string").with(pattern: "^(?!=)", "a name, and no formula")
    .called("a name")
  /// A name that a step or a row binds.
  static let local = Schema("string").with("allOf", [reference("localName")]).called("a name")
  /// The name of an actor, one of many, or a formula.
  static let actor = Schema("string").with("allOf", [reference("actorName")]).called("an actor")
  static let otherNames = list(Schema("string").with("allOf", [reference("name")])).with(
    "uniqueItems", .bool(true)
  ).called("a list of names")
  static let partName = Schema("string").with("allOf", [reference("partName")]).called("a name")
  static let duration = Schema("string", "integer").with("allOf", [reference("duration")])
    .called("a duration")
  /// A duration that is not zero.
  static let interval = Schema("string").with("allOf", [reference("duration")])
    .with(pattern: "^(=|.*[1-9])", "a duration above zero")
    .called("a duration above zero")
  /// A whole number, or a formula that gives one.
  static let count = Schema("integer", "string").with("minimum", 0)
    .with(pattern: "^=", "a whole number, or a formula: = n + 1")
    .called("a whole number, or a formula")
  /// An action, a mutation or a message.
  static let aCase = Schema("string", "object", "number", "boolean").with("minLength", 1).with(
    "minProperties", 1
  ).with(
    "maxProperties", 1
  ).called("a case")

  static func list(_ items: Schema) -> Schema { Schema("array").with("items", items) }

  static func choice(_ words: [String]) -> Schema {
    Schema("string").with("enum", words).called(
      words.map { "`\($0)`" }.alternatives)
  }

  static func choice<Choice>(_: Choice.Type) -> Schema
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    choice(Choice.allCases.map(\.rawValue))
  }

  /// A map of keys that the author chooses.
  static func map(to values: Schema, orNothing: Bool = false) -> Schema {
    (orNothing ? Schema("object", "null") : Schema("object")).with("additionalProperties", values)
  }

  /// A map of the names of parts, or of what has names of its own, or nothing.
  static func parts(_ values: Schema, named name: String = "partName") -> Schema {
    map(to: values, orNothing: true).with("propertyNames", reference(name))
  }

  /// A map as defined under that name. Beside a reference draft 7 hears nothing, so it stands apart.
  static func whole(_ name: String) -> Schema {
    Schema("object").with("allOf", [reference(name)])
  }

  /// One part and what goes with it.
  static func addressed(_ values: Schema, by names: String = "name") -> Schema {
    map(to: values).with("title", "a map of one name and what goes with it")
      .with("minProperties", 1).with("maxProperties", 1)
      .with("propertyNames", reference(names))
  }

  /// Names, each with what it goes over.
  static let elements = Schema("object").with("minProperties", 1)
    .with("propertyNames", reference("localName"))
    .with(
      "additionalProperties",
      Schema("string", "array", "object").with(pattern: "^=", "a list, a map or a formula")
    ).called("a map of names to lists")

  /// A map of paths, one at least.
  static let paths = filled(value, "a map of paths and values").with(
    "propertyNames", reference("path")
  ).called("a map of paths and values")

  /// A map with one entry at least.
  static func filled(_ values: Schema = value, _ title: String = "a map of names and values")
    -> Schema
  {
    map(to: values).with("title", title).with("minProperties", 1).called(title)
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

  static func whole(_ least: Int, _ most: Int) -> Schema {
    whole(least, Int64(most))
  }

  static func whole(_ least: Int, _ most: Int64) -> Schema {
    Schema("integer").with("minimum", least).with("maximum", .number(String(most)))
      .called("\(least) to \(most)")
  }
}
