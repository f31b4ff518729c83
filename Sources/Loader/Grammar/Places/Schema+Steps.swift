extension StepPlace {
  /// The name of the definition of a step at the place.
  var definition: String {
    switch self {
    case .within(.events): "stepOfEvents"
    case .within: "stepWithin"
    case .script: "step"
    case .model, .procedure, .thread, .computation, .hook, .handler, .tick, .reactor, .tap,
      .middleware,
      .method,
      .setup,
      .reaction, .future, .cancellation, .outcome, .row:
      "stepOf\("\(self)".prefix(1).uppercased())\("\(self)".dropFirst())"
    }
  }
}

extension Schema {
  /// A list of steps, of those that make sense at the place.
  static func steps(_ place: StepPlace) -> Schema {
    .list(.reference(place.definition)).called("a list of steps")
  }

  /// A list of steps, or a map in its place.
  static func steps(_ place: StepPlace, or map: Schema, _ types: String...) -> Schema {
    Schema().with("type", ["array", "object"] + types)
      .with("items", .reference(place.definition))
      .appending(map.without("type"))
  }
}
