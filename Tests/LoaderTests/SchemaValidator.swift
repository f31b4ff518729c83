import Values

/// Says where a JSON text breaks a JSON Schema of draft 7.
///
/// It knows the keywords that the schema of scenario files uses and refuses all others, lest one of
/// them be passed over in silence.
struct SchemaValidator {
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// Keywords that say something to people and editors alone.
  private static let silent: Set<String> = [
    "$schema", "$comment", "title", "description", "markdownDescription", "defaultSnippets",
    "examples", "errorMessage", "patternErrorMessage", "definitions", "format", "default",
  ]

  private let root: JSON
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  private var definitions: [String: JSON] = [:]

  init(_ root: JSON) throws {
    self.root = root
    for member in root["definitions"]?.members ?? [] { definitions[member.name] = member.value }
    try checkKeywords(of: root)
  }

  /// Where the text breaks the schema, by paths such as `steps/0/set`; none where it does not.
  func problems(of json: JSON) -> [String] { problems(json, root, "") }

  /// The same for a schema within the schema.
  func problems(of json: JSON, in schema: JSON) -> [String] { problems(json, schema, "") }

  // MARK: Keywords

  /// Goes through all schemas within the schema, compiles their patterns, and refuses what it does
  /// not know.
  private mutating func checkKeywords(of schema: JSON) throws {
    if case .bool = schema { return }
    guard let members = schema.members else {
      throw Unknown(description: "no schema: \(schema.text)")
    }
    for (keyword, value) in members.map({ ($0.name, $0.value) }) {
      switch keyword {
      case "definitions", "properties", "patternProperties", "dependencies":
        for member in value.members ?? [] {
          if keyword == "patternProperties" { try compile(member.name) }
          try checkKeywords(of: member.value)
        }
      case "items", "additionalProperties", "propertyNames", "if", "then", "else":
        try checkKeywords(of: value)
      case "allOf", "anyOf":
        for schema in value.elements ?? [] { try checkKeywords(of: schema) }
      case "pattern": try compile(value.string ?? "")
      case "$ref": _ = try definition(value)
      case "type", "enum", "const", "required", "minProperties", "maxProperties", "minItems",
        "minLength", "minimum", "exclusiveMinimum", "maximum", "uniqueItems":
        break
      default:
        guard SchemaValidator.silent.contains(keyword) else {
          throw Unknown(description: "unknown keyword \(keyword)")
        }
      }
    }
    if members.contains(where: { $0.name == "$ref" }), members.count > 1 {
      throw Unknown(description: "draft 7 hears nothing beside a reference: \(schema.text)")
    }
  }

  private mutating func compile(_ pattern: String) throws {
    patterns[pattern] = try Regex(pattern)
  }

  private func definition(_ reference: JSON) throws -> JSON {
    let prefix = "#/definitions/"
    guard let text = reference.string, text.hasPrefix(prefix),
      let schema = definitions[String(text.dropFirst(prefix.count))]
    else { throw Unknown(description: "nothing is defined as \(reference.text)") }
    return schema
  }

  // MARK: Values

  private func problems(_ json: JSON, _ schema: JSON, _ path: String) -> [String] {
    if case .bool(let isAllowed) = schema { return isAllowed ? [] : ["\(path): not allowed"] }
    var problems: [String] = []
    for member in schema.members ?? [] {
      let found =
        switch json {
        case .object(let entries): self.problems(entries, member, schema, path)
        case .array(let elements): self.problems(elements, member, path)
        case .string(let text): self.problems(text, member)
        case .number(let number): self.problems(number: number, member)
        default: [String]()
        }
      let plain = found + self.problems(json, member, schema, path)
      problems += plain.map { $0.contains(": ") ? $0 : "\(path): \($0)" }
    }
    return problems
  }

  /// Keywords that speak of values of any type.
  private func problems(
    _ json: JSON, _ keyword: JSON.Member, _ schema: JSON, _ path: String
  ) -> [String] {
    let value = keyword.value
    switch keyword.name {
    case "type":
      let types = value.elements?.compactMap(\.string) ?? [value.string ?? ""]
      return types.contains(where: json.isOf) ? [] : ["type"]
    case "enum":
      return value.elements?.contains { $0.text == json.text } == true ? [] : ["enum"]
    case "const": return value.text == json.text ? [] : ["const"]
    case "$ref":
      guard let target = try? definition(value) else { return ["$ref"] }
      return problems(json, target, path)
    case "allOf": return (value.elements ?? []).flatMap { problems(json, $0, path) }
    case "anyOf":
      let isAny = value.elements?.contains { problems(json, $0, path).isEmpty } == true
      return isAny ? [] : ["anyOf"]
    case "if":
      let branch = schema[problems(json, value, path).isEmpty ? "then" : "else"]
      return branch.map { problems(json, $0, path) } ?? []
    default: return []
    }
  }

  private func problems(
    _ entries: [JSON.Member], _ keyword: JSON.Member, _ schema: JSON, _ path: String
  ) -> [String] {
    let value = keyword.value
    let names = Set(entries.map(\.name))
    switch keyword.name {
    case "required":
      return value.elements?.compactMap(\.string).filter { !names.contains($0) }
        .map { "missing \($0)" } ?? []
    case "minProperties": return entries.count < value.int ? ["too few keys"] : []
    case "maxProperties": return entries.count > value.int ? ["too many keys"] : []
    case "properties":
      return entries.flatMap { entry in
        value[entry.name].map { problems(entry.value, $0, "\(path)/\(entry.name)") } ?? []
      }
    case "patternProperties":
      return entries.flatMap { entry in
        (value.members ?? []).filter { matches(entry.name, $0.name) }
          .flatMap { problems(entry.value, $0.value, "\(path)/\(entry.name)") }
      }
    case "additionalProperties":
      let others = entries.filter { entry in
        schema["properties"]?[entry.name] == nil
          && schema["patternProperties"]?.members?.contains { matches(entry.name, $0.name) } != true
      }
      return others.flatMap { problems($0.value, value, "\(path)/\($0.name)") }
    case "propertyNames":
      return names.sorted().flatMap { problems(.string($0), value, "\(path)/\($0)") }
    case "dependencies":
      return (value.members ?? []).filter { names.contains($0.name) }
        .flatMap { problems(.object(entries), $0.value, path) }
    default: return []
    }
  }

  private func problems(
    _ elements: [JSON], _ keyword: JSON.Member, _ path: String
  ) -> [String] {
    switch keyword.name {
    case "items":
      return elements.enumerated().flatMap { index, element in
        problems(element, keyword.value, "\(path)/\(index)")
      }
    case "minItems": return elements.count < keyword.value.int ? ["too few elements"] : []
    case "uniqueItems":
      return Set(elements.map(\.text)).count < elements.count ? ["an element stands twice"] : []
    default: return []
    }
  }

  private func problems(_ text: String, _ keyword: JSON.Member) -> [String] {
    switch keyword.name {
    case "pattern": matches(text, keyword.value.string ?? "") ? [] : ["pattern"]
    case "minLength": text.unicodeScalars.count < keyword.value.int ? ["too short"] : []
    default: []
    }
  }

  private func problems(number: String, _ keyword: JSON.Member) -> [String] {
    let number = Double(number) ?? .nan
    switch keyword.name {
    case "minimum": return number < Double(keyword.value.int) ? ["too small"] : []
    case "exclusiveMinimum":
      return number <= Double(keyword.value.int) ? ["too small"] : []
    case "maximum": return number > Double(keyword.value.int) ? ["too large"] : []
    default: return []
    }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    guard let regex = patterns[pattern] else { return false }
    return text.firstMatch(of: regex) != nil
  }
}

extension JSON {
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  var string: String? { if case .string(let string) = self { string } else { nil } }

  var int: Int { if case .number(let text) = self { Int(text) ?? 0 } else { 0 } }

  /// Whether it is of the type that a schema names.
  func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .number(let text):
      type == "number" || (type == "integer" && Double(text).map { $0 == $0.rounded() } == true)
    }
  }
}
