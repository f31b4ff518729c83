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
  case skip, map, filter, distinct, debounce, throttle, take, end, fail, merge, tap, delay, sample

  static let mapName = MapName.operators
  static let keys = table()

  /// On actions and mutations.
  var declaration: KeyDeclaration { declaration(onStates: false) }

  func declaration(onStates: Bool) -> KeyDeclaration {
    switch self {
    case .skip:
      KeyDeclaration(
        OperatorKey.passage,
        "The first so many elements are left out; those before the first for which `while` is "
          + "false; or those that come before so much time is over.", "skip: 1")
    case .map:
      KeyDeclaration(
        onStates ? .value : .aCase.called("a case, or for states data"),
        "What each element becomes; `it` is the element.",
        onStates ? "map: = it" : "map: {search: '= it.search.trim()'}")
    case .filter: KeyDeclaration(.formula, "Which elements go on.", "filter: it != \"\"")
    case .distinct:
      KeyDeclaration(
        Schema().with("anyOf", [.flag, Schema.map(of: DistinctKey.self)])
          .called("`true` or `false`, or `{by: FORMULA}`"),
        "Elements that equal the one before them are left out, or those of which the formula gives "
          + "the same.", "distinct: {by: it.id}")
    case .debounce:
      KeyDeclaration(
        .duration, "An element goes on when none has followed for so long.", "debounce: 300ms")
    case .throttle:
      KeyDeclaration(
        Schema().with("anyOf", [.reference("duration"), Schema.map(of: ThrottleKey.self)])
          .called("a duration, or `{for: …, latest: false}`"),
        "An element goes on at once, then for so long none; after that the latest that has come "
          + "meanwhile, or without `latest` none.", "throttle: 300ms")
    case .take:
      KeyDeclaration(
        OperatorKey.passage,
        "The stream ends behind the first so many elements; at the first for which `while` is "
          + "false, which does not go on; or when so much time is over.", "take: 1")
    case .end:
      KeyDeclaration(
        .formula, "The stream ends behind the first element for which it is true, which goes on.",
        onStates ? "end: it.isOver" : "end: it == \"quit\"")
    case .fail:
      KeyDeclaration(
        Schema().with("anyOf", [.formula, Schema.map(of: FailureKey.self)])
          .called("a formula, or `{when: FORMULA, error: …}`"),
        "The stream fails at the first element for which it is true, which does not go on.",
        "fail: {when: it.count < 0, error: too few}")
    case .merge:
      KeyDeclaration(
        OperatorKey.merged(onStates: onStates),
        "Each change of a cell or a state becomes an element besides.",
        onStates ? "merge: {from: cell}" : "merge: {from: cell, as: setValue}")
    case .tap:
      KeyDeclaration(
        Schema.steps(.tap), "Steps that are done for each element, which goes on unchanged.")
    case .delay: KeyDeclaration(.duration, "Each element goes on so much later.", "delay: 1s")
    case .sample:
      KeyDeclaration(
        Schema().with("anyOf", [.reference("duration"), Schema.map(of: SampleKey.self)])
          .called("a duration, or `{on: PATH}`"),
        "At the end of each period of so long, or at each change of a cell or a state, the latest "
          + "element that has come since the last time goes on.", "sample: 1s")
    }
  }

  /// Of `take` and `skip`.
  private static var passage: Schema {
    Schema().with(
      "anyOf",
      [
        .count,
        Schema.map(of: PassageKey.self).with("minProperties", 1).with("maxProperties", 1),
      ]
    ).called("a whole number, a formula, `{while: FORMULA}`, or `{for: DURATION}`")
  }

  /// A value that is merged is a state, or the payload of a case that is named.
  private static func merged(onStates: Bool) -> Schema {
    guard onStates else {
      return Schema.map(of: MergeKey.self).called(
        "`{from: PATH, as: NAME}`, or for states `{from: PATH}`")
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

/// The keys of a `distinct`.
enum DistinctKey: String, MapKey {
  case by

  static let mapName = MapName.distinct
  static let keys = table()
  static let needed: [DistinctKey] = [.by]

  var declaration: KeyDeclaration {
    switch self {
    case .by:
      KeyDeclaration(
        .formula, "What is compared in the place of whole elements; `it` is the element.",
        "by: it.id")
    }
  }
}

/// The keys of a `throttle`.
enum ThrottleKey: String, MapKey {
  case `for`, latest

  static let mapName = MapName.throttle
  static let keys = table()
  static let needed: [ThrottleKey] = [.for]

  var declaration: KeyDeclaration {
    switch self {
    case .for: KeyDeclaration(.duration, "For how long none goes on.", "for: 1s")
    case .latest:
      KeyDeclaration(
        .flag, "Whether the latest that has come meanwhile goes on at the end of that time.",
        unless: "`true`")
    }
  }
}

/// The keys of a `take` and of a `skip`, of which there is one.
enum PassageKey: String, MapKey {
  case `while`, `for`

  static let mapName = MapName.passage
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .while:
      KeyDeclaration(
        .formula, "What holds of each of them; `it` is the element.", "while: it < 3")
    case .for:
      KeyDeclaration(.duration, "How much time, from the world's beginning on.", "for: 1s")
    }
  }
}

/// The keys of a `fail` among operators.
enum FailureKey: String, MapKey {
  case when, error

  static let mapName = MapName.failure
  static let keys = table()
  static let needed: [FailureKey] = [.when]

  var declaration: KeyDeclaration {
    switch self {
    case .when:
      KeyDeclaration(
        .formula, "What holds of the element at which the stream fails; `it` is the element.",
        "when: it.count < 0")
    case .error:
      KeyDeclaration(
        .value, "What it fails with.", unless: "a text that tells the element",
        "error: too few")
    }
  }
}

/// The keys of a `sample`.
enum SampleKey: String, MapKey {
  case on

  static let mapName = MapName.sample
  static let keys = table()
  static let needed: [SampleKey] = [.on]

  var declaration: KeyDeclaration {
    switch self {
    case .on:
      KeyDeclaration(
        .path, "The cell or state at whose changes an element goes on.", "on: ticks")
    }
  }
}
