/// Cells, computations and reactors.
extension ScenarioSchema {
  mutating func defineModel() {
    define("cell", cell)
    define("longCell", longCell)
    define("computation", computation)
    define("reactor", Schema.map(of: ReactorKey.self).openBesideRecord(ReactorKey.state))
    define("action", action)
    define("reducer", ScenarioSchema.reducer)
    defineOperators()
    defineStores()
    defineActors()
    defineServices()
  }

  // MARK: Cells

  /// Data, or the long form, which has one of two keys. The keys of a record are the author's own,
  /// so what those of the long form take is said only where one of the two is there.
  private var cell: Schema {
    let gates = [CellKey.value, .formula]
    return Schema.value
      .with("if", .without(gates.map(\.word)))
      .with(
        "then",
        Schema().with("properties", gates.map { ($0.rawValue, $0.declaration.schema) })
      )
      .ruled(gates.map { ($0.rawValue, .reference("longCell")) })
  }

  private var longCell: Schema {
    Schema.map(of: CellKey.self)
      .having(oneOf: [CellKey.value, .formula], else: "a cell has a value or a formula, not both")
      .having(
        oneOf: [CellKey.reactive, .nonreactive],
        else: "a cell has reactive or nonreactive, not both"
      )
      .ruled([CellKey.reactive, .nonreactive, .readonly].map { ($0.rawValue, ofARecord) })
      .ruled([
        Schema().with("required", ["value"]).saying(notDerived).unlessFalse(CellKey.open.rawValue)
      ])
      .openBesideRecord(CellKey.value)
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

  // MARK: Computations

  private var computation: Schema {
    Schema.steps(
      .computation, or: Schema.map(of: ComputationKey.self), "string"
    ).with(pattern: "^=", "a formula begins with =, and its value is emitted")
  }

  // MARK: Reactors

  private var action: Schema {
    Schema.steps(
      .reactor,
      or: Schema.map(of: ActionKey.self).having(
        oneTrueOf: [ActionKey.latest, .first, .queue], else: "an action is latest, first or queue"))
  }

  /// What becomes of the state.
  static let reducer = Schema.record.with("propertyNames", .reference("path"))
}
