enum OutcomeWord: String, CaseIterable, Sendable {
  case expect, exactly, assert, unchanged, emits, runs, states, ends, received, calls, replies,
    fails,
    reports
  case presented

  var declaration: OutcomeDeclaration {
    switch self {
    case .expect:
      outcome(
        .paths, beside: .verbsOrNone,
        "Afterwards each path has that value. A map matches the keys that it names, at any "
          + "depth. `_` stands "
          + "for what `run --update` is to fill in.", "expect: {total: 40, person: {name: Ada}}")
    case .exactly:
      outcome(
        .paths, beside: .verbsOrNone,
        "The same as `expect`, and maps have no other keys.", "exactly: {person: {name: Ada}}")
    case .assert:
      outcome(
        OutcomeWord.formulas, beside: .verbsOrNone,
        "A formula is true, or each of a list. A "
          + "failure shows the value of every part of it.",
        "assert: total > 30")
    case .unchanged:
      outcome(
        OutcomeWord.onePathOrMore,
        "The path has the value that it had before the step, or each of a list.",
        "unchanged: [stock, app.user]")
    case .emits:
      outcome(
        OutcomeWord.emissions,
        "Exactly these were emitted, in order: `{channel: value}`, or the bare value where "
          + "only one channel emitted; `[]` is none. With a map, exactly these on the channels "
          + "that it names; others are not looked at.",
        "emits: [{label: 'Total: 40'}]")
    case .runs:
      outcome(
        OutcomeWord.counts, "How often computations and derived cells ran.", "runs: {label: 1}")
    case .states:
      outcome(
        OutcomeWord.records, "Exactly the states that reactors emitted, in order.",
        "states: {counter: [1, 2]}")
    case .ends:
      outcome(
        OutcomeWord.oneNameOrMore,
        "Exactly the reactors whose states have ended, by completing or by failing, in order; `[]` "
          + "is none.", "ends: counter")
    case .received:
      outcome(
        OutcomeWord.records(of: OutcomeWord.record.with("items", .aCase)),
        "Exactly the cases that came to stubbed reactors or to stores, or that actors began to "
          + "handle.",
        "received: {search: [{updateQuery: swift}]}")
    case .calls:
      outcome(
        OutcomeWord.records.with("propertyNames", .reference("methodName")),
        "Exactly what the methods of services were called with, call by call.",
        "calls: {github.search: [swift]}")
    case .replies:
      outcome(
        .value, beside: .answers,
        without: [.after], "What the `ask` or `call` was answered with.", "replies: ok")
    case .fails:
      outcome(
        OutcomeWord.pattern, without: [.after, .as],
        "The event failed, with an error that contains the text, or matches the pattern.",
        "fails: out of stock")
    case .reports:
      outcome(
        OutcomeWord.patterns,
        "Exactly the errors reported along the way, in order, each with a text that it contains.",
        "reports: [offline]")
    case .presented:
      outcome(
        OutcomeWord.records(of: OutcomeWord.routes), "The routes that stores show, the top last.",
        "presented: {app: "
          + "[{route: details}]}")
    }
  }
}

// MARK: What they take

extension OutcomeWord {
  /// One formula, or several.
  private static var formulas: Schema {
    Schema().with("anyOf", [.formula, .list(.formula).with("minItems", 1)])
  }

  /// One path, or several.
  private static var onePathOrMore: Schema {
    let path = Schema.path.with(pattern: "^(?!=)", "a path, and no formula")
    return Schema().with("anyOf", [path, .list(path).with("minItems", 1)])
      .called("a path, or a list of them")
  }

  /// One name, or any number of them.
  private static var oneNameOrMore: Schema {
    Schema().with("anyOf", [.name, .list(.name)]).called("a name, or a list of them")
  }

  private static var emissions: Schema {
    Schema("array", "object", "string")
      .with("minProperties", 1).with("additionalProperties", record)
      .with(pattern: "^(=|_$)", "a list, a map of channels, a formula, or _ to have it filled in")
  }

  private static var counts: Schema {
    .filled(
      Schema("integer", "string").with("minimum", 0)
        .with(pattern: "^(=|_$)", "a whole number, a formula, or _ to have it filled in"),
      "a map of names and numbers")
  }

  /// A list, or what gives one.
  private static var record: Schema {
    Schema("array", "string").with(
      pattern: "^(=|_$)", "a list, a formula, or _ to have it filled in")
  }

  /// What is on show, each with what is said of it.
  private static var routes: Schema {
    record.with(
      "items",
      Schema("object", "string").with(
        pattern: "^(=|_$)", "a map such as {route: name}, a formula, or _ to have it filled in"))
  }

  private static var records: Schema { records(of: record) }

  private static func records(of record: Schema) -> Schema {
    .filled(record, "a map of names and lists")
  }

  /// A text to look for, or a pattern.
  private static var pattern: Schema {
    Schema("string", "number", "boolean", "object").with("minLength", 1)
      .appending(.map(of: PatternKey.self).without("type"))
  }

  private static var patterns: Schema {
    Schema("array", "string")
      .with("items", pattern)
      .with(pattern: "^_$", "a list of texts, or _ to have it filled in")
  }
}
