import Values

enum ScenarioKey: String, MapKey {
  case name, description, tags, steps, skip, todo, each, given, services, strict, golden, timeout
  case explore, schedule

  static let mapName = MapName.scenario
  static let keys = table()
  static let needed: [ScenarioKey] = [.steps]

  var declaration: KeyDeclaration {
    switch self {
    case .name:
      KeyDeclaration(
        .text,
        "What is to be shown; without it `scenario 1`, `scenario 2` and so on. `{x}` is filled "
          + "in from the row of `each`. Two of one name in a file are an error.",
        "name: the total follows the price")
    case .description: KeyDeclaration(.text, "What the scenario is about, for its readers.")
    case .tags:
      KeyDeclaration(
        .texts,
        "Words by which the scenario can be picked, beside those of its file: `run --tag slow`.",
        "tags: [slow]")
    case .steps:
      KeyDeclaration(
        Schema.steps(.script), "What is done, in order, and what must come of it.",
        "steps:\n  - set: {price: 20}\n    expect: {total: 40}")
    case .skip:
      KeyDeclaration(
        .reason, "Why the scenario is not run for now; it is counted as skipped.",
        "skip: waits for the new price list")
    case .todo:
      KeyDeclaration(
        .reason,
        "Why the scenario is known to fail: it is run, and counted as todo while it fails. One "
          + "that passes is a failure. `run --update` leaves it alone.",
        "todo: discounts are not subtracted yet")
    case .each:
      KeyDeclaration(
        ScenarioKey.rows,
        "The scenario runs once for each row, whose names its formulas know. The rows stand here "
          + "or in a file.",
        "each:\n  - {price: 10, total: 20}\n  - {price: 20, total: 40}")
    case .given:
      KeyDeclaration(
        .paths,
        "Other values to start from, by the same paths as `set`: of cells, and of the states "
          + "of reactors, stores, services, and actors that are no pool.",
        "given: {price: 20, person.name: Ada}")
    case .services:
      KeyDeclaration(
        Schema.filled(.reference("method"), "a map of methods")
          .with("propertyNames", .reference("methodName")),
        "Other methods in the place of those that the services have, in this scenario.",
        "services: {bank.pay: pending, web.find: [{fail: offline}]}")
    case .strict:
      KeyDeclaration(
        .flag,
        "Whether whatever changes and is named by no outcome of its step fails the scenario.",
        unless: "`false`")
    case .golden:
      KeyDeclaration(
        .flag,
        "Whether the log of all that happens must equal the text kept in the file beside, "
          + "`.golden`.",
        unless: "`false`"
      )
    case .explore:
      KeyDeclaration(
        Schema().with("anyOf", [Schema.whole("exploration"), .no]).called("a map, or `false`"),
        "What exploration may vary in this scenario, key by key over what the file says; `false` "
          + "leaves the scenario out.", "explore: {faults: {drop: [payment]}}")
    case .schedule:
      KeyDeclaration(
        Schema("string").with(
          pattern: "^rx1\\.[0-9A-Za-z]{5}\\.[0-9A-Za-z]*$", "a token that explore has printed"
        ).called("a token"),
        "The run that `explore` found and gave this token: `run` goes that way, and asks what "
          + "exploration asks. Outcomes are not looked at.", "schedule: rx1.7f2kq.31x")
    case .timeout:
      KeyDeclaration(
        ScenarioKey.realTime,
        "The real time that the scenario may take, else it fails with `timed-out`, and the run "
          + "goes on. A bare number is seconds.",
        "timeout: 5s")
    }
  }

  private static var rows: Schema {
    let rows = Schema.list(.filled().with("propertyNames", .reference("localName")))
    return Schema().with("anyOf", [rows.with("minItems", 1), Schema.map(of: RowFileKey.self)])
      .called("a list of maps, or `{file: …}`")
  }

  private static var realTime: Schema {
    let units = "(h|m|s|ms|us|ns|µs|μs)"
    return Schema("string", "number").with(
      pattern:
        "^([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(\(units)(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)\(units))*)?$",
      "real time is written as 5s, 500ms or 2m; a bare number is seconds"
    )
    .with("exclusiveMinimum", .number("0")).called("real time: `5s`, `500ms`")
  }
}
