import Testing
import Values

@testable import Loader

/// The schema of scenario files against the loader: it knows the same keys, takes what the loader
/// takes, and refuses what the loader refuses for its structure.
struct SchemaTests {
  static func validator() throws -> SchemaValidator { try SchemaValidator(ScenarioLoader.schema) }

  /// The file as JSON; nil where it is no YAML that could be read.
  static func json(_ path: FilePath) -> JSON? {
    var load = DocumentLoad()
    return load.run(path) { $0.json($0.document.root) }
  }

  /// Files whose mistake has a structural code and is out of reach all the same.
  static let outOfReach: [String: String] = [
    "actors/backoff-max-below-min.yaml": "compares two durations",
    "actors/child-is-an-instance.yaml": "looks at another actor",
    "actors/supervision-within-zero.yaml": "reads a duration",
    "each/a-name-is-missing.yaml": "compares two rows",
    "each/one-row-is-misspelt.yaml": "compares two rows",
    "procedures/before.yaml": "knows what a name stands for",
    "names/two-kinds-behind-a-branch.yaml": "knows what a name stands for",
    "yaml/keys-that-look-alike.yaml": "compares two keys",
    "explore/complete-scenario-of-a-file-of-walks.yaml": "compares with the file's",
    "explore/complete-walks-of-a-scenario.yaml": "compares with the file's",
    "explore/fault-of-a-service.yaml": "looks at what the name stands for",
    "reactors/reducer-without-anything.yaml": "nothing and null are the same in JSON",
    "outcomes/condition-as-a-pattern.yaml": "reads a formula",
    "outcomes/unchanged-of-what-the-step-binds.yaml": "compares two names",
    "outcomes/unchanged-behind-brackets.yaml": "compares two names",
    "parcels/focus-with-a-formula-where-it-is-used.yaml": "reads a path",
    "places/waits-in-a-batch-of-a-body.yaml": "looks at what stands around",
    "properties/paths-where-properties-are-named.yaml": "looks at another key",
    "outcomes/unchanged-of-what-the-steps-inside-bind.yaml": "compares two names",
    "transforms/sample-of-nothing.yaml": "reads a duration",
    "values/longer-than-any-duration.yaml": "reads a duration",
    "values/settings-memory-too-little.yaml": "reads a size",
  ]

  @Test(arguments: ["passing", "failing"])
  func whatLoadsIsValid(_ folder: String) throws {
    let validator = try SchemaTests.validator()
    for path in ScenarioFilesTests.files(folder) {
      let json = try #require(SchemaTests.json(path))
      #expect(validator.problems(of: json) == [], "\(path.shown)")
    }
  }

  @Test func theExamplesOfTheDesignAreValid() throws {
    let folder = FilePath(scenariosFolder.shown + "/../../shared/examples")
    let validator = try SchemaTests.validator()
    for path in ScenarioLoader.discover([folder]).files {
      let json = try #require(SchemaTests.json(path))
      #expect(validator.problems(of: json) == [], "\(path.shown)")
    }
  }

  @Test func whatIsRefusedForItsStructureIsNotValidAndAllElseIs() throws {
    let validator = try SchemaTests.validator()
    var counts = (structural: 0, semantic: 0)
    for path in ScenarioFilesTests.files("invalid") {
      guard let json = SchemaTests.json(path) else { continue }
      let problems = ScenarioLoader.load(path).diagnostics.filter {
        $0.span.file == 0 && $0.severity == .error
      }
      let codes = Set(problems.map(\.code))
      let name = SchemaTests.name(path)
      let isSeen = codes.contains(where: \.isStructural)
      counts.structural += isSeen ? 1 : 0
      counts.semantic += isSeen ? 0 : 1
      let found = validator.problems(of: json)
      if SchemaTests.outOfReach[name] != nil {
        #expect(isSeen && found.isEmpty, "\(name) need not be excused")
      } else if isSeen {
        #expect(!found.isEmpty, "\(name): \(codes), and the schema sees nothing")
      } else {
        #expect(found.isEmpty, "\(name): \(codes)")
      }
    }
    #expect(counts.structural > 280 && counts.semantic > 180, "\(counts)")
  }

  static func name(_ path: FilePath) -> String {
    path.shown.split(separator: "/").suffix(while: { $0 != "invalid" }).joined(separator: "/")
  }

  // MARK: The same keys

  /// The kinds of maps with their definitions, by a path into the schema.
  static let maps: [(path: String, map: MapName)] = [
    ("operatorOnCases/merge", .merge), ("operatorOnStates/distinct/1", .distinct),
    ("operatorOnCases/throttle/1", .throttle), ("operatorOnCases/take/1", .passage),
    ("operatorOnCases/fail/1", .failure), ("operatorOnCases/skip/1", .passage),
    ("operatorOnCases/sample/1", .sample),
    ("actor/provider/1", .provider),
    ("supervision/backoff/2", .backoff),
    ("", .file), ("settings", .settings), ("scenario", .scenario), ("longCell", .cell),
    ("computation", .computation), ("step.autorun", .autorun), ("step.advance/1", .advance),
    ("reactor", .reactor),
    ("action", .action), ("transform", .transform), ("operatorOnCases", .operators),
    ("operatorOnStates", .operators), ("store", .store), ("parcel", .parcel),
    ("parcelUse", .parcelUse), ("middleware", .middleware), ("route", .route), ("actor", .actor),
    ("reaction", .reaction), ("supervision", .supervision), ("child", .child),
    ("service", .service),
    ("method", .method), ("reply", .reply), ("step", .step), ("exploration", .exploration),
    ("step.delay", .putOff), ("step.drop", .disturbance), ("actor/mailbox", .mailbox),
    ("exploration/faults", .faults), ("step.fails", .pattern), ("scenario/each/1", .rowFile),
    ("exploration/budget", .budget), ("exploration/start", .start), ("stepOfEvents", .event),
  ]

  @Test(arguments: maps)
  func aMapHasTheKeysOfTheLoader(_ path: String, _ map: MapName) throws {
    var schema = ScenarioLoader.schema
    for (index, name) in path.split(separator: "/").enumerated() {
      schema = try #require(
        Int(name).map { schema["anyOf"]?.elements?[$0] }
          ?? schema[index == 0 ? "definitions" : "properties"]?[String(name)])
    }
    let known = schema["properties"]?.members?.map(\.name) ?? []
    let keys = Set(known)
    var words = Set(map.words)
    // Some verbs make no sense in a script.
    if map == .event {
      // Beside these stands a step.
      #expect(known.suffix(map.words.count) == map.words[...], "in the order of its keys")
      words = keys
    } else if map != .step {
      #expect(known == map.words, "in the order of its keys")
    } else {
      words.subtract([
        "depend", "onInvalidate", "onStop", "mutation", "return", "fail", "reply", "refuse",
      ])
      words.subtract(["forward", "become", "stash", "unstash", "watch", "unwatch", "wait"])
    }
    #expect(keys == words)
    #expect(schema["additionalProperties"]?.text == "false")
  }

  @Test func noKindOfMapIsMissing() {
    #expect(Set(SchemaTests.maps.map(\.map)) == Set(MapName.allCases))
  }

  @Test func everyWordIsAKeySomewhere() {
    var keys: Set<String> = []
    SchemaTests.walk(ScenarioLoader.schema) { schema in
      for member in schema["properties"]?.members ?? [] { keys.insert(member.name) }
    }
    #expect(Set(Word.allCases.map(\.rawValue)).subtracting(keys) == [])
  }

  @Test func everyKeyIsExplainedWhereItCanStand() throws {
    let root = ScenarioLoader.schema
    var seen = 0
    SchemaTests.walk(root) { schema in
      guard schema["additionalProperties"]?.text == "false" else { return }
      let explained = SchemaTests.explained(by: schema, in: root)
      for member in schema["properties"]?.members ?? [] {
        #expect(explained.contains(member.name), "\(member.name) in \(schema["title"]?.text ?? "")")
        seen += 1
      }
    }
    #expect(seen > 700)
  }

  @Test func anExampleIsYAMLThatItsKeyTakes() throws {
    let root = ScenarioLoader.schema
    let validator = try SchemaTests.validator()
    var seen = 0
    SchemaTests.walk(root) { schema in
      for member in schema["properties"]?.members ?? [] {
        let target = SchemaTests.target(of: member.value, in: root)
        guard let text = target["markdownDescription"]?.string,
          let example = text.split(separator: "```yaml\n").dropFirst().first
        else { continue }
        var load = DocumentLoad()
        let yaml = Array(example.replacing("\n```", with: "").utf8)
        let json = load.run(yaml, "example.yaml") { $0.json($0.document.root) }
        #expect(json != nil, "\(member.name): \(example)")
        guard let value = json?[member.name] else { continue }
        #expect(validator.problems(of: value, in: target) == [], "\(member.name): \(example)")
        seen += 1
      }
    }
    #expect(seen > 200)
  }

  /// The keys that a schema describes, with a type by which an editor knows what to type behind
  /// them, itself or by what it refers to.
  static func explained(by schema: JSON, in root: JSON) -> Set<String> {
    var keys: Set<String> = []
    let schema = target(of: schema, in: root)
    for member in schema["properties"]?.members ?? [] {
      let value = target(of: member.value, in: root)
      let isTyped = value["type"] != nil || value["anyOf"] != nil
      if value["description"]?.string?.isEmpty == false, isTyped { keys.insert(member.name) }
    }
    let others =
      [schema["then"], schema["else"]].compactMap(\.self)
      + (schema["dependencies"]?.members?.map(\.value) ?? []) + (schema["allOf"]?.elements ?? [])
    return others.reduce(into: keys) { $0.formUnion(explained(by: $1, in: root)) }
  }

  private static func target(of schema: JSON, in root: JSON) -> JSON {
    guard let name = schema["$ref"]?.string?.split(separator: "/").last else { return schema }
    return root["definitions"]?[String(name)] ?? schema
  }

  @Test func theSchemaIsAlwaysTheSameTextWithNoKeyTwice() throws {
    let text = ScenarioLoader.schema.text(width: 100)
    #expect(text == ScenarioSchema.json.text(width: 100))
    #expect(try JSON.parse(text).text == ScenarioLoader.schema.text)
    SchemaTests.walk(ScenarioLoader.schema) { schema in
      let names = schema.members?.map(\.name) ?? []
      #expect(Set(names).count == names.count, "\(names)")
    }
  }

  /// All JSON within it, it first.
  static func walk(_ json: JSON, _ body: (JSON) -> Void) {
    body(json)
    for element in json.elements ?? [] { walk(element, body) }
    for member in json.members ?? [] { walk(member.value, body) }
  }
}

extension ProblemCode {
  /// Whether a schema can see it: keys, types, and how texts are written. What names mean, what
  /// formulas say, what other files hold is out of its reach, and what is no YAML never gets there.
  var isStructural: Bool {
    switch self {
    case .version, .unknownKey, .missingKey, .missingValue, .wrongType, .misplaced, .missingVerb,
      .twoVerbs, .tooManyNames, .contradiction, .outOfRange, .badTime, .badDuration, .badSize,
      .badPath,
      .badName, .reservedName, .badSchedule:
      true
    default: false
    }
  }
}

extension BidirectionalCollection {
  fileprivate func suffix(while isKept: (Element) -> Bool) -> SubSequence {
    let start = indices.last { !isKept(self[$0]) }.map { index(after: $0) } ?? startIndex
    return self[start...]
  }
}
