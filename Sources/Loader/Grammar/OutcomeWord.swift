import Scenarios

enum OutcomeWord: String, CaseIterable, Sendable {
  case expect, exactly, assert, emits, runs, states, received, calls, replies, fails, reports
  case presented

  var declaration: OutcomeDeclaration {
    switch self {
    case .expect:
      outcome(
        .expectations { .expect($0) }, beside: .verbsOrNone,
        "Afterwards each path has that value. A map matches the keys that it names. `_` stands "
          + "for what `run --update` is to fill in.", "expect: {total: 40, person: {name: Ada}}")
    case .exactly:
      outcome(
        .expectations { .exactly($0) }, beside: .verbsOrNone,
        "The same as `expect`, and maps have no other keys.", "exactly: {person: {name: Ada}}")
    case .assert:
      outcome(
        .assertions, beside: .verbsOrNone, "A formula is true, or each of a list.",
        "assert: total > 30")
    case .emits:
      outcome(
        .emissions,
        "Exactly these were emitted, in order; with a map, on the channels that it names.",
        "emits: [{label: 'Total: 40'}]")
    case .runs: outcome(.runs, "How often computations and derived cells ran.", "runs: {label: 1}")
    case .states: outcome(.states, "The states that reactors emitted.", "states: {counter: [1, 2]}")
    case .received:
      outcome(
        .received, "The cases that stubbed reactors, stores or actors received.",
        "received: {search: [{updateQuery: swift}]}")
    case .calls:
      outcome(
        .calls, "What the methods of services were called with.", "calls: {github.search: [swift]}")
    case .replies:
      outcome(
        OutcomeForm(.value) { reader, id, _ in .replies(reader.datum(id)) }, beside: .answers,
        without: [.after], "What the `ask` or `call` was answered with.", "replies: ok")
    case .fails:
      outcome(
        .failure, without: [.after, .as],
        "The event failed, with an error that contains the text, or matches the pattern.",
        "fails: out of stock")
    case .reports:
      outcome(
        .reports, "The errors reported along the way, in order, each with a text that it contains.",
        "reports: [offline]")
    case .presented:
      outcome(.presented, "The routes that stores show.", "presented: {app: [{route: details}]}")
    }
  }
}

// MARK: Values

extension OutcomeForm {
  /// Paths and what they hold.
  static func expectations(
    _ make: @escaping @Sendable ([Assignment]) -> Outcome.Kind
  ) -> OutcomeForm {
    OutcomeForm(.paths) { reader, id, outcome in make(reader.expectations(id, of: outcome.what)) }
  }

  /// One formula, or several.
  static let assertions = OutcomeForm(
    Schema().with("anyOf", [.formula, .list(.formula).with("minItems", 1)])
  ) { reader, id, outcome in
    reader.assertions(id, of: outcome.what).map { .assert($0) }
  }
}

// MARK: What happened

extension OutcomeForm {
  static let emissions = OutcomeForm(
    Schema("array", "object", "string")
      .with("minProperties", 1).with("additionalProperties", record)
      .with(pattern: "^(=|_$)", "a list, a map of channels, a formula, or _ to have it filled in")
  ) { reader, id, outcome in
    reader.emissions(expected: id, of: outcome.what).map { .emits($0) }
  }

  static let runs = OutcomeForm(
    .filled(
      Schema("integer", "string").with("minimum", 0)
        .with(pattern: "^(=|_$)", "a whole number, a formula, or _ to have it filled in"),
      "a map of names and numbers")
  ) { reader, id, outcome in
    .runs(reader.runs(id, of: outcome.what))
  }

  static let states = OutcomeForm(records(of: record)) { reader, id, outcome in
    reader.records(id, of: outcome, such: "reactor") { reader, key, value in
      let reactor = reader.part(key, .reactor, for: outcome.word)
      reader.useStates(value, of: reader.text(key))
      return reactor.map { .reactor($0.number) }
    }.map { .states($0) }
  }

  static let received = OutcomeForm(
    records(of: record.with("items", .aCase))
  ) { reader, id, outcome in
    reader.records(id, of: outcome, such: "name") { reader, key, value in
      guard let receiver = reader.receiver(key, for: outcome.word) else { return nil }
      reader.checkReceived(value, by: reader.text(key), of: outcome.what)
      return receiver
    }.map { .received($0) }
  }

  static let presented = OutcomeForm(records(of: record)) { reader, id, outcome in
    reader.records(id, of: outcome, such: "store") { reader, key, _ in
      reader.part(key, .store, for: outcome.word).map { .store($0.number) }
    }.map { .presented($0) }
  }

  static let calls = OutcomeForm(
    records(of: record).with("propertyNames", .reference("methodName"))
  ) { reader, id, outcome in
    .calls(reader.calls(id, of: outcome.what))
  }

  /// A list, or what gives one.
  private static var record: Schema {
    Schema("array", "string").with(
      pattern: "^(=|_$)", "a list, a formula, or _ to have it filled in")
  }

  private static func records(of record: Schema) -> Schema {
    .filled(record, "a map of names and lists")
  }
}

// MARK: Errors

extension OutcomeForm {
  static let failure = OutcomeForm(pattern) { reader, id, outcome in
    reader.pattern(id, of: outcome.what).map { .fails($0) }
  }

  static let reports = OutcomeForm(
    Schema("array", "string")
      .with("items", pattern)
      .with(pattern: "^_$", "a list of texts, or _ to have it filled in")
  ) { reader, id, outcome in
    .reports(reader.reports(id, of: outcome.what))
  }

  /// A text to look for, or a pattern.
  private static var pattern: Schema {
    Schema("string", "number", "boolean", "object").with("minLength", 1)
      .appending(ScenarioSchema.map(of: PatternKey.self).without("type"))
  }
}
