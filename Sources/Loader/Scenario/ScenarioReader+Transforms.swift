import Scenarios
import Values

/// The operators that actions, mutations and states of a reactor go through.
extension ScenarioReader {
  mutating func transform(_ id: ID) -> Transform {
    let target = enter(id)
    defer { leave(id) }
    var transform = Transform()
    for (key, _, value) in entries(target, as: TransformKey.self) {
      var states = key == .state ? ownState : nil
      let stage = list(
        value, of: "\"\(key.rawValue)\"", "a list of operators such as [{debounce: 100ms}]",
        scalar: .nothing
      ) { reader, element -> Operator? in
        if reader.isLeftOut(element) { return nil }
        let step = reader.step(element, on: key, of: states)
        // Behind an operator that makes values of its own, they need not be states.
        if step?.makesValues != false { states = nil }
        return step
      }
      switch key {
      case .action: transform.action = stage
      case .mutation: transform.mutation = stage
      case .state: transform.state = stage
      }
    }
    return transform
  }

  /// Whether it is an operator that says by `false` that there is none.
  private func isLeftOut(_ id: ID) -> Bool {
    let target = document.target(id)
    guard document[target].kind == .map else { return false }
    let all = document.entries(target)
    guard all.count == 1, let (key, value) = all.first else { return false }
    return self.key(key, of: OperatorKey.self) == .distinct && isFalse(value)
  }

  /// An operator; `states` says whose states its elements are.
  private mutating func step(
    _ id: ID, on stage: TransformKey, of states: PropertyUse.Subject?
  ) -> Operator? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      let isKnown =
        document[target].kind == .scalar
        && key(target, of: OperatorKey.self) != nil
      reportType(
        "an operator", takes: "a map of its name and what it takes", id,
        help: isKnown ? ["write: {\(text(target)): …}"] : [])
      return nil
    }
    let known = entries(target, as: OperatorKey.self)
    guard let (word, key, value) = known.first else {
      if document[target].count == 0 {
        report(.missingKey, "an operator is missing", at: document.span(target))
      }
      return nil
    }
    if known.count > 1 {
      report(
        .twoVerbs,
        "an operator stands alone, and this is \"\(text(key))\" and "
          + "\"\(text(known[1].key))\"", at: span(known[1].key),
        help: ["write two operators, in the order in which elements go through them"],
        related: [.init(span(key), "the first is here")])
    }
    return with(locals: ["it"], as: states.map { .state($0) } ?? .value) { reader in
      return reader.kind(of: word, value, on: stage).map {
        Operator($0, keyword: reader.name(key))
      }
    }
  }

  private mutating func kind(
    of word: OperatorKey, _ value: ID, on stage: TransformKey
  ) -> Operator.Operation? {
    let what = "\"\(word.rawValue)\""
    switch word {
    case .map:
      if stage != .state, let name = caseName("a \"map\" of \(stage.rawValue)s", value) {
        mention(name, stage == .action ? .action(of: owner) : .mutation(of: owner))
      }
      return .map(datum(value))
    case .filter: return formula(value, of: what).map { .filter($0) }
    case .distinct: return distinct(value)
    case .debounce: return .debounce(duration(value, of: what))
    case .throttle: return throttle(value)
    case .delay: return .delay(duration(value, of: what))
    case .take: return extent(value, of: what).map { .take($0) }
    case .skip: return extent(value, of: what).map { .skip($0) }
    case .end: return formula(value, of: what).map { .end($0) }
    case .fail: return failure(value, of: what)
    case .sample: return sampling(value).map { .sample($0) }
    case .merge: return merge(value, on: stage)
    case .tap: return .tap(with(.tap) { $0.steps(value, of: what) })
    }
  }

  /// `true`, or `{by: FORMULA}`.
  private mutating func distinct(_ id: ID) -> Operator.Operation? {
    if kind(id) == .map {
      let target = enter(id)
      defer { leave(id) }
      guard let key = entries(target, as: DistinctKey.self).first else { return nil }
      return formula(key.value, of: "\"by\"").map { .distinct(by: $0) }
    }
    guard kind(id) == .scalar, !isEmpty(id), text(id) == "true" || text(id) == "false" else {
      reportType(
        "\"distinct\"", takes: "true, or a map with \"by\"", id,
        help: ["to compare a part of each: distinct: {by: it.id}"])
      return nil
    }
    _ = bool(id, of: "\"distinct\"")
    return .distinct(by: nil)
  }

  /// A duration, or `{for: DURATION, latest: false}`.
  private mutating func throttle(_ id: ID) -> Operator.Operation? {
    guard kind(id) == .map else {
      return .throttle(duration(id, of: "\"throttle\""), latest: true)
    }
    let target = enter(id)
    defer { leave(id) }
    var time: Datum?
    var latest = true
    for (key, _, value) in entries(target, as: ThrottleKey.self) {
      switch key {
      case .for: time = duration(value, of: "\"for\"")
      case .latest: latest = bool(value, of: "\"latest\"")
      }
    }
    return time.map { .throttle($0, latest: latest) }
  }

  /// What `take` and `skip` take: a number, `{while: FORMULA}` or `{for: DURATION}`.
  private mutating func extent(_ id: ID, of what: String) -> Operator.Extent? {
    guard kind(id) == .map else { return .count(count(id, of: what)) }
    let target = enter(id)
    defer { leave(id) }
    let known = entries(target, as: PassageKey.self)
    guard let (word, key, value) = known.first else {
      if document[target].count == 0 {
        report(
          .missingKey, "\(what) needs \"while\" or \"for\"", at: document.span(target),
          help: ["such as {while: it < 3} or {for: 1s}"])
      }
      return nil
    }
    if known.count > 1 {
      report(
        .contradiction, "\(what) goes by a condition or by time", at: span(known[1].key),
        help: ["write two operators, in the order in which elements go through them"],
        related: [.init(span(key), "the first is here")])
    }
    switch word {
    case .while: return formula(value, of: "\"while\"").map { .condition($0) }
    case .for: return .time(duration(value, of: "\"for\""))
    }
  }

  /// A formula, or `{when: FORMULA, error: DATA}`.
  private mutating func failure(_ id: ID, of what: String) -> Operator.Operation? {
    guard kind(id) == .map else { return formula(id, of: what).map { .fail(when: $0, nil) } }
    let target = enter(id)
    defer { leave(id) }
    var condition: Formula?
    var error: Datum?
    for (key, _, value) in entries(target, as: FailureKey.self) {
      switch key {
      case .when: condition = formula(value, of: "\"when\"")
      case .error: error = datum(value)
      }
    }
    return condition.map { .fail(when: $0, error) }
  }

  /// A duration above zero, or `{on: PATH}`.
  private mutating func sampling(_ id: ID) -> Operator.Sampling? {
    guard kind(id) == .map else {
      return .period(
        interval(id, of: "\"sample\"", help: ["a period of nothing would have no end"]))
    }
    let target = enter(id)
    defer { leave(id) }
    guard let on = entries(target, as: SampleKey.self).first,
      let source = path(on.value, of: "\"on\"")
    else { return nil }
    checkFollowed(source, by: .sample)
    return .changes(source)
  }

  /// `merge: {from: PATH, as: CASE}`.
  private mutating func merge(_ id: ID, on stage: TransformKey) -> Operator.Operation? {
    let target = enter(id)
    defer { leave(id) }
    let example =
      stage == .state ? "merge: {from: cell}" : "merge: {from: cell, as: name}"
    guard document[target].kind == .map else {
      reportType("\"merge\"", takes: "a map", id, help: ["write: \(example)"])
      return nil
    }
    var source: Path?
    var element: Name?
    let known = entries(target, as: MergeKey.self, excusing: stage == .state ? .as : nil) { _ in
      ["write: \(example)"]
    }
    for (word, key, value) in known {
      switch word {
      case .from:
        source = path(value, of: "\"from\"")
        if let source { checkFollowed(source, by: .merge) }
      case .as where stage == .state:
        report(
          .misplaced, "a \"merge\" of states has no \"as\": the value is the state", at: span(key),
          help: ["write: \(example)"])
      case .as: element = mergedCase(value, on: stage)
      }
    }
    guard let source, stage == .state || element != nil else { return nil }
    return .merge(source, element)
  }

  /// The name of the case that a merged value becomes the payload of.
  private mutating func mergedCase(_ id: ID, on stage: TransformKey) -> Name? {
    guard kind(id) == .scalar, !isEmpty(id), text(id).utf8.first != 0x3d else {
      reportType(
        "the \"as\" of a \"merge\"",
        takes: "the name of \(stage == .action ? "an" : "a") "
          + "\(stage.rawValue), whose payload the value becomes", id,
        help: ["a \"map\" behind it can give the payload another shape"])
      return nil
    }
    mention(name(id), stage == .action ? .action(of: owner) : .mutation(of: owner))
    return name(id)
  }

  /// A path whose changes can be followed: of a cell, or of a reactor's or store's state.
  private mutating func checkFollowed(_ path: Path, by key: OperatorKey) {
    guard let symbol = symbols[path.root] else {
      if path.root == "now" { return }
      return reportUnknownPath(path, among: known([.input, .derived, .reactor, .store]))
    }
    switch symbol.kind {
    case .input, .derived, .reactor, .store: useProperties(reading: path)
    case .computation, .child, .actor, .service:
      report(
        .wrongKind,
        "\"\(key.rawValue)\" follows a cell or a state, and \"\(path.root)\" is \(symbol.kind.noun)",
        at: rootSpan(path), related: [.init(symbol.span, "it is defined here")])
    }
  }
}
