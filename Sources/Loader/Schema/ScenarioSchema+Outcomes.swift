/// What a step may say of what it caused.
extension ScenarioSchema {
  static func outcome(_ word: Word) -> Entry {
    switch word {
    case .expect:
      Entry(
        word, .paths,
        "Afterwards each path has that value. A map matches the keys that it names. `_` stands "
          + "for what `run --update` is to fill in.", "expect: {total: 40, person: {name: Ada}}")
    case .exactly:
      Entry(
        word, .paths, "The same as `expect`, and maps have no other keys.",
        "exactly: {person: {name: Ada}}")
    case .assert:
      Entry(
        word, Schema().with("anyOf", [.formula, .list(.formula).with("minItems", 1)]),
        "A formula is true, or each of a list.", "assert: total > 30")
    case .emits:
      Entry(
        word, emissions,
        "Exactly these were emitted, in order; with a map, on the channels that it names.",
        "emits: [{label: 'Total: 40'}]")
    case .runs:
      Entry(
        word, .filled(runs, "a map of names and numbers"),
        "How often computations and derived cells ran.",
        "runs: {label: 1}")
    case .states:
      Entry(word, records, "The states that reactors emitted.", "states: {counter: [1, 2]}")
    case .received:
      Entry(
        word, received, "The cases that stubbed reactors, stores or actors received.",
        "received: {search: [{updateQuery: swift}]}")
    case .calls:
      Entry(
        word, records.with("propertyNames", .reference("methodName")),
        "What the methods of services were called with.",
        "calls: {github.search: [swift]}")
    case .replies: Entry(word, .value, "What the `ask` or `call` was answered with.", "replies: ok")
    case .presented:
      Entry(
        word, records, "The routes that stores show.", "presented: {app: [{route: details}]}")
    case .fails:
      Entry(
        word, patternText,
        "The event failed, with an error that contains the text, or matches the pattern.",
        "fails: out of stock")
    case .reports:
      Entry(
        word,
        Schema("array", "string")
          .with("items", patternText)
          .with(pattern: "^_$", "a list of texts, or _ to have it filled in"),
        "The errors reported along the way, in order, each with a text that it contains.",
        "reports: [offline]")
    default: preconditionFailure("the schema says nothing of \(word)")
    }
  }

  /// A text to look for, or a pattern.
  private static var patternText: Schema {
    Schema("string", "number", "boolean", "object").with("minLength", 1)
      .appending(pattern.without("type"))
  }

  private static var pattern: Schema {
    map(
      .pattern,
      [
        Entry(
          .matches, .filledText, "A regular expression, by the syntax of RE2.",
          "fails: {matches: 'out of .*'}")
      ], needs: [.matches])
  }

  /// A list, or what gives one.
  private static var record: Schema {
    Schema("array", "string").with(
      pattern: "^(=|_$)", "a list, a formula, or _ to have it filled in")
  }

  private static var records: Schema { .filled(record, "a map of names and lists") }

  private static var received: Schema {
    .filled(record.with("items", .aCase), "a map of names and lists")
  }

  private static var emissions: Schema {
    Schema("array", "object", "string")
      .with("minProperties", 1).with("additionalProperties", record)
      .with(pattern: "^(=|_$)", "a list, a map of channels, a formula, or _ to have it filled in")
  }

  private static var runs: Schema {
    Schema("integer", "string").with("minimum", 0)
      .with(pattern: "^(=|_$)", "a whole number, a formula, or _ to have it filled in")
  }
}
