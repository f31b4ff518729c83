import Scenarios
import Values

/// What stands at the top of a file, its settings, its scenarios.
extension ScenarioSchema {
  mutating func file() -> Schema {
    define("scenario", scenario)
    define("settings", settings)
    define("exploration", exploration)
    defineModel()
    let map = ScenarioSchema.map(
      .file,
      [
        Entry(
          .reactor, Schema("integer").with("enum", .array([.number("1")])),
          "The version of the format. May be left out.", "reactor: 1"),
        Entry(
          .name, .text,
          "The name of the file in reports. Without it, the file's own, less its ending.",
          "name: the shopping cart"),
        Entry(.description, .text, "What the file is about, for its readers."),
        Entry(
          .tags, .texts,
          "Words by which all scenarios of the file can be picked: `run --tag slow`.",
          "tags: [shop, slow]"),
        Entry(
          .use, Schema("array", "string").with("items", Schema("string")),
          "Other files, relative to this one, whose parts are added to the model first.",
          "use: [shop.yaml]"),
        Entry(
          .settings, Schema("object", "null").with("allOf", [.reference("settings")]),
          "How the worlds of this file are run.", "settings: {flush: manual}"),
      ] + parts + [
        Entry(
          .always, .formulas,
          "Formulas that hold after every turn of every scenario. A failure names the turn.",
          "always: [stock >= 0]"),
        Entry(
          .eventually, .formulas, "Formulas that hold at the end of every scenario.",
          "eventually: [size(queue) == 0]"),
        Entry(
          .explore, .whole("exploration"),
          "What exploration may vary: schedules, faults, and what happens besides the script."),
        Entry(
          .scenarios, .list(.reference("scenario")),
          "The scenarios. Each starts from a fresh world.",
          "scenarios:\n  - name: the total follows the price\n    steps:\n"
            + "      - set: {price: 20}\n        expect: {total: 40}"),
        Entry(
          .steps, ScenarioSchema.steps(.script),
          "The steps of a file with one scenario, in place of `scenarios`.",
          "steps:\n  - set: {price: 20}\n    expect: {total: 40}"),
      ])
    return map.having(oneOf: [.scenarios, .steps], else: "a file has scenarios or steps, not both")
  }

  /// The sections of the model.
  private var parts: [Entry] {
    [
      Entry(
        .cells, .parts(.reference("cell")),
        "Reactive variables: inputs, and derived cells, which are formulas over other names.",
        "cells:\n  price: 10\n  quantity: 2\n  total: = price * quantity"),
      Entry(
        .computations, .parts(.reference("computation")),
        "Autoruns: each runs once at the start, and again after anything that it read has changed.",
        "computations:\n  label: '= \"Total: \" + string(total)'"),
      Entry(
        .reactors, .parts(.reference("reactor")),
        "Reactors in the manner of ReactorKit: actions become mutations, which make the state.",
        "reactors:\n  counter:\n    state: 0\n    reduce: {increment: = state + 1}"),
      Entry(
        .stores, .parts(.reference("store")),
        "Stores with one state for an app: actions pass the middleware, then one reducer.",
        "stores:\n  app:\n    state: {count: 0}\n    reducers: {up: {count: = state.count + 1}}"),
      Entry(
        .parcels, .parts(.reference("parcel")),
        "Parts of stores that are used by name, each focused on a part of the state.",
        "parcels:\n  todos:\n    focus: todos\n    reducers: {add: {items: '= state.items + [action]'}}"
      ),
      Entry(
        .actors, .parts(.reference("actor")),
        "Actors, which react to one message at a time.",
        "actors:\n  counter:\n    state: 0\n    on: {Up: [{set: = state + 1}], Count: = state}"),
      Entry(
        .services, .parts(.reference("service")),
        "The outside world, played: methods that reactors, actors and scripts call.",
        "services:\n  github:\n    methods:\n      search: [{wait: 200ms}, {return: '= [args]'}]"),
    ]
  }

  private var settings: Schema {
    ScenarioSchema.map(
      .settings,
      [
        Entry(
          .flush, .choice(["auto", "manual"]),
          "Whether every turn ends with a flush (`auto`, the default), or only `flush` flushes."),
        Entry(.seed, Schema("integer"), "Where chance begins. 0 unless given."),
        Entry(
          .start, time,
          "The virtual time at which each world begins. 2026-01-01T00:00:00Z unless given.",
          "start: 2026-03-01T08:00:00Z"),
        Entry(
          .turns, .whole(1, Settings().turns),
          "The most turns and re-runs at one instant of virtual time. \(Settings().turns) unless given."
        ),
        Entry(
          .memory,
          Schema("string").with(
            pattern: "^[0-9]{1,6}(kB|MB|GB)$", "a size is written as 512MB, 64kB or 1GB"),
          "The most that a world may hold. 512MB unless given; more only where the run allows it.",
          "memory: 64MB"),
      ], types: ["null"])
  }

  private var realTime: Schema {
    let units = "(h|m|s|ms|us|ns|µs|μs)"
    return Schema("string", "number").with(
      pattern:
        "^([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(\(units)(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)\(units))*)?$",
      "real time is written as 5s, 500ms or 2m; a bare number is seconds"
    )
    .with("exclusiveMinimum", .number("0"))
  }

  private var time: Schema {
    let (date, clock) = ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?")
    return Schema("string").with(
      pattern: "^\(date)[Tt]\(clock)([Zz]|[+-][0-9]{2}:[0-9]{2})$",
      "a time is written as 2026-01-01T00:00:00Z")
  }

  // MARK: Scenarios

  private var scenario: Schema {
    ScenarioSchema.map(
      .scenario,
      [
        Entry(
          .name, .text, "What is to be shown. `{x}` is filled in from the row of `each`.",
          "name: the total follows the price"),
        Entry(.description, .text, "What the scenario is about, for its readers."),
        Entry(
          .tags, .texts, "Words by which the scenario can be picked: `run --tag slow`.",
          "tags: [slow]"),
        Entry(
          .skip, .reason, "Why the scenario is not run for now.",
          "skip: waits for the new price list"),
        Entry(
          .todo, .reason,
          "Why the scenario is known to fail: it is run, and one that passes is a failure.",
          "todo: discounts are not subtracted yet"),
        Entry(
          .timeout, realTime,
          "The real time that the scenario may take, else it fails. A bare number is seconds.",
          "timeout: 5s"),
        Entry(
          .each,
          .list(.filled().with("propertyNames", .reference("name"))).with("minItems", 1),
          "The scenario runs once for each row, whose names its formulas know.",
          "each:\n  - {price: 10, total: 20}\n  - {price: 20, total: 40}"),
        Entry(
          .given, .paths, "Other values to start from, by the same paths as `set`.",
          "given: {price: 20, person.name: Ada}"),
        Entry(
          .strict, .flag,
          "Whether whatever changes and is named by no outcome of its step fails the scenario."),
        Entry(
          .golden, .flag,
          "Whether the log of all that happens must equal the text kept in the file beside, `.golden`."
        ),
        Entry(
          .steps, ScenarioSchema.steps(.script),
          "What is done, in order, and what must come of it.",
          "steps:\n  - set: {price: 20}\n    expect: {total: 40}"),
      ], needs: [.steps]
    ).ruled([
      (Word.todo.rawValue, .without([.skip]).saying("a scenario is skipped or todo, not both"))
    ])
  }

  // MARK: Exploration

  private var exploration: Schema {
    ScenarioSchema.map(
      .exploration,
      [
        Entry(
          .schedules, .choice(Exploration.Schedules.self),
          "Which orders of turns are tried: all (`exhaustive`, the default), or some by `pct` or at `random`."
        ),
        Entry(
          .delivery, .choice(Exploration.Delivery.self),
          "Which messages may overtake which: none (`causal`, the default), those of other pairs "
            + "of sender and receiver (`pairwise`), or any (`unordered`)."),
        Entry(
          .faults, faults, "The actors that each kind of fault may befall.",
          "faults: {drop: [payment], crash: [worker]}"),
        Entry(
          .budget, .whole(0, ScenarioReader.mostChoices),
          "The most faults in a run. 1 unless given."),
        Entry(
          .events, ScenarioSchema.steps(.within(.events)),
          "Steps that may happen besides the script's.",
          "events:\n  - send: {counter: increment}\n  - set: {price: 0}"),
        Entry(
          .steps, .whole(0, ScenarioReader.mostChoices),
          "How often one of `events` is chosen in a run."),
        Entry(
          .expect, .choice(Exploration.Expectation.self),
          "`holds`, or `violated` for a file that shows a bug on purpose."),
      ])
  }

  private var faults: Schema {
    ScenarioSchema.map(
      .faults,
      [
        Entry(.drop, .names, "Messages to these actors may be lost."),
        Entry(.duplicate, .names, "Messages to these actors may come twice."),
        Entry(.crash, .names, "These actors may crash."),
        Entry(.delay, .names, "Messages to these actors may come late."),
      ])
  }
}

extension Schema {
  static func whole(_ least: Int, _ most: Int) -> Schema {
    Schema("integer").with("minimum", least).with("maximum", most)
  }

  static func whole(_ least: Int, _ most: Int64) -> Schema {
    Schema("integer").with("minimum", least).with("maximum", .number(String(most)))
  }
}
