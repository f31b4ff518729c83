/// What goes through operators.
enum TransformKey: String, MapKey {
  case state, action, mutation

  static let mapName = MapName.transform
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .state:
      KeyDeclaration(
        .list(.reference("operatorOnStates")).called("a list of operators"),
        "What states go through before anyone sees them.")
    case .action:
      KeyDeclaration(
        .list(.reference("operatorOnCases")).called("a list of operators"),
        "What actions go through before they are at work; `it` is the action.",
        "action: [{debounce: 300ms}]")
    case .mutation:
      KeyDeclaration(
        .list(.reference("operatorOnCases")).called("a list of operators"),
        "What mutations go through before they are reduced.")
    }
  }
}

enum OperatorKey: String, MapKey {
  case skip, map, filter, distinct, debounce, throttle, take, merge, tap, delay

  static let mapName = MapName.operators
  static let keys = table()

  /// On actions and mutations.
  var declaration: KeyDeclaration { declaration(onStates: false) }

  func declaration(onStates: Bool) -> KeyDeclaration {
    switch self {
    case .skip:
      KeyDeclaration(.count, "The first so many elements are left out.", "skip: 1")
    case .map:
      KeyDeclaration(
        onStates ? .value : .aCase.called("a case, or for states data"),
        "What each element becomes; `it` is the element.",
        onStates ? "map: = it" : "map: {search: '= it.search.trim()'}")
    case .filter: KeyDeclaration(.formula, "Which elements go on.", "filter: it != \"\"")
    case .distinct:
      KeyDeclaration(.yes, "Elements that equal the one before them are left out.")
    case .debounce:
      KeyDeclaration(
        .duration, "An element goes on when none has followed for so long.", "debounce: 300ms")
    case .throttle:
      KeyDeclaration(.duration, "After an element none goes on for so long.", "throttle: 300ms")
    case .take: KeyDeclaration(.count, "Only so many elements go on.", "take: 1")
    case .merge:
      KeyDeclaration(
        OperatorKey.merged(onStates: onStates),
        "Each change of a cell or a state becomes an element besides.",
        onStates ? "merge: {from: cell}" : "merge: {from: cell, as: setValue}")
    case .tap:
      KeyDeclaration(
        Schema.steps(.tap), "Steps that are done for each element, which goes on unchanged.")
    case .delay: KeyDeclaration(.duration, "Each element goes on so much later.", "delay: 1s")
    }
  }

  /// A value that is merged is a state, or the payload of a case that is named.
  private static func merged(onStates: Bool) -> Schema {
    guard onStates else {
      return Schema.map(of: MergeKey.self).called(
        "`{from: PATH, as: CASE}`, or for states `{from: PATH}`")
    }
    let from = MergeKey.from
    return Schema.closed(
      [(name: from.rawValue, schema: from.declaration.schema)], needs: [from.rawValue]
    ).called("`{from: PATH}`")
  }
}

/// The keys of a `merge`.
enum MergeKey: String, MapKey {
  case from, `as`

  static let mapName = MapName.merge
  static let keys = table()
  static let needed: [MergeKey] = [.from, .as]

  var declaration: KeyDeclaration {
    switch self {
    case .from: KeyDeclaration(.path, "The cell or state that is followed.")
    case .as:
      KeyDeclaration(
        .name, "The action or mutation whose payload the value becomes.")
    }
  }
}
