/// Cells, computations and reactors.
extension ScenarioSchema {
  mutating func defineModel() {
    define("cell", cell)
    define("longCell", longCell)
    define("computation", computation)
    define("reactor", ScenarioSchema.map(of: ReactorKey.self))
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
    ScenarioSchema.map(of: CellKey.self)
      .having(oneOf: [CellKey.value, .formula], else: "a cell has a value or a formula, not both")
      .having(
        oneOf: [CellKey.reactive, .nonreactive],
        else: "a cell has reactive or nonreactive, not both"
      )
      .ruled([CellKey.reactive, .nonreactive, .readonly].map { ($0.rawValue, ofARecord) })
      .ruled([(CellKey.open.rawValue, Schema().with("required", ["value"]).saying(notDerived))])
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
    ScenarioSchema.steps(
      .computation, or: ScenarioSchema.map(of: ComputationKey.self), "string"
    ).with(pattern: "^=", "a formula begins with =, and its value is emitted")
  }

  // MARK: Reactors

  private var action: Schema {
    ScenarioSchema.steps(.reactor, or: ScenarioSchema.map(of: ActionKey.self))
  }

  /// What becomes of the state.
  static let reducer = Schema.record.with("propertyNames", .reference("path"))
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
