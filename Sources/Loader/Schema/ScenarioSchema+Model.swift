/// Cells, computations and reactors.
extension ScenarioSchema {
  mutating func defineModel() {
    define("cell", cell)
    define("longCell", longCell)
    define("computation", computation)
    define("reactor", reactor)
    define("action", action)
    define("reducer", ScenarioSchema.reducer)
    defineOperators()
    defineStores()
    defineActors()
    defineServices()
  }

  /// A list of steps, of those that make sense at the place.
  static func steps(_ place: Place) -> Schema { .list(.reference(place.definition)) }

  /// A list of steps, or a map in its place.
  static func steps(_ place: Place, or map: Schema, _ types: String...) -> Schema {
    Schema().with("type", ["array", "object"] + types)
      .with("items", .reference(place.definition))
      .appending(map.without("type"))
  }

  // MARK: Cells

  /// Data, or the long form, which has one of two keys. The keys of a record are the author's own,
  /// so what those of the long form take is said only where one of the two is there.
  private var cell: Schema {
    let gates: [Word] = [.value, .formula]
    let hints = cellEntries.filter { gates.contains($0.word) }
    return Schema.value
      .with("if", .without(gates))
      .with(
        "then", Schema().with("properties", hints.map { ($0.word.rawValue, $0.schema) })
      )
      .ruled(gates.map { ($0.rawValue, .reference("longCell")) })
  }

  private var longCell: Schema {
    ScenarioSchema.map(.cell, cellEntries)
      .having(oneOf: [.value, .formula], else: "a cell has a value or a formula, not both")
      .having(
        oneOf: [.reactive, .nonreactive], else: "a cell has reactive or nonreactive, not both"
      )
      .ruled([Word.reactive, .nonreactive, .readonly].map { ($0.rawValue, ofARecord) })
      .ruled([(Word.open.rawValue, Schema().with("required", ["value"]).saying(notDerived))])
  }

  private var notDerived: String {
    "open lets a record have other properties, and this cell is derived"
  }

  /// What names properties goes with a value that is a map.
  private var ofARecord: Schema {
    let message = "this names properties, and the cell is no record"
    return Schema()
      .with("properties", [(name: "value", schema: Schema("object").saying(message))])
      .with("required", ["value"]).saying(message)
  }

  private var cellEntries: [Entry] {
    [
      Entry(
        .value, .value,
        "The value that the cell starts with. A record that has a property `value` is written so.",
        "account:\n  value: {token: null, id: 7}\n  readonly: [id]"),
      Entry(
        .formula, .formula, "What the cell is derived from, where it has a `cutoff` besides.",
        "parity: {formula: total % 2, cutoff: equal}"),
      Entry(.reactive, .names, "The properties of a record that are tracked; no others are."),
      Entry(.nonreactive, .names, "The properties of a record that are not tracked."),
      Entry(
        .readonly, .names,
        "The properties of a record that cannot be written; writing one fails the step."),
      Entry(
        .open, .flag,
        "Whether the record may have other properties than it starts with, at any depth. "
          + "`false` unless given."),
      Entry(
        .cutoff,
        Schema().with(
          "anyOf",
          [
            .choice(["equal", "never", "always"]),
            Schema("string").with(pattern: "^=", "equal, never, always, or a formula"),
          ]),
        "Which changes did not happen: those to an equal value (`equal`, the default), none "
          + "(`never`), all (`always`), or those for which a formula over `old` and `new` is true.",
        "cutoff: = math.abs(new - old) < 5"),
    ]
  }

  // MARK: Computations

  private var computation: Schema {
    ScenarioSchema.steps(
      .computation,
      or: ScenarioSchema.map(
        .computation,
        ScenarioSchema.runEntries + [
          Entry(.autostart, .flag, "Whether it runs at the start. `true` unless given.")
        ], needs: [.run]),
      "string"
    ).with(pattern: "^=", "a formula begins with =, and its value is emitted")
  }

  /// `run` and `onError`.
  static var runEntries: [Entry] {
    [
      Entry(
        .run, body,
        "What is done: a list of steps, or a formula, whose value is emitted. `firstRun` tells "
          + "the first run.", "run: [{emit: = price}]"),
      Entry(
        .onError, steps(.computation),
        "What is done where a re-run fails, with `error`. The computation lives on.",
        "onError: [{emit: = error}]"),
    ]
  }

  private static var body: Schema {
    Schema("array", "string").with("items", .reference(Place.computation.definition))
      .with(pattern: "^=", "a formula begins with =, and its value is emitted")
  }

  // MARK: Reactors

  /// Beside the `state` of a reactor, store, actor or service.
  static var openState: Entry {
    Entry(
      .open, .flag,
      "Whether the state may have other properties than it starts with, at any depth. "
        + "`false` unless given.")
  }

  private var reactor: Schema {
    ScenarioSchema.map(
      .reactor,
      [
        Entry(.state, .record, "The state to start from.", "state: {repos: [], loading: false}"),
        ScenarioSchema.openState,
        Entry(
          .mutate, .map(to: .reference("action"), orNothing: true),
          "Each action and the steps that it sets off, with `action` and `state`. Without it, "
            + "actions are mutations.",
          "mutate:\n  update:\n    - mutation: {setLoading: true}"),
        Entry(
          .reduce, .map(to: .reference("reducer"), orNothing: true).with("propertyNames", noStar),
          "Each mutation and what becomes of the state, with `mutation` and `state`: a map assigns "
            + "the paths that it names, anything else is the whole new state.",
          "reduce:\n  setLoading: {loading: = mutation}"),
        Entry(
          .transform, .whole("transform"),
          "Operators that actions, mutations and states go through."),
        Entry(
          .pulse, .names,
          "Properties that count as changed whenever they are assigned, even to an equal value.",
          "pulse: [alert]"),
      ])
  }

  private var action: Schema {
    ScenarioSchema.steps(
      .reactor,
      or: ScenarioSchema.map(
        .action,
        [
          Entry(.run, ScenarioSchema.steps(.reactor), "The steps that the action sets off."),
          Entry(
            .latest, .flag,
            "Whether an action cancels the steps that an earlier one of its name set off."),
          Entry(
            .until, .names, "The actions that cancel the steps the moment they are sent.",
            "until: [stop]"),
        ], needs: [.run]))
  }

  /// What becomes of the state.
  static let reducer = Schema.record.with("propertyNames", .reference("path"))

  /// Names of actions that reducers have.
  var noStar: Schema {
    Schema("string").with(pattern: "^(?!\\*$)", "only a middleware sees every action")
  }
}

extension ScenarioReader.Place {
  /// The name of the definition of a step at the place.
  var definition: String {
    switch self {
    case .within(.events): "stepOfEvents"
    case .within: "stepWithin"
    case .script: "step"
    default: "stepOf\("\(self)".prefix(1).uppercased())\("\(self)".dropFirst())"
    }
  }
}
