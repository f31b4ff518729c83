import CEL
import Scenarios
import Values

extension ScenarioReader {
  // MARK: Cells

  mutating func cells(_ id: ID) -> [CellDeclaration] {
    members(id, of: "\"cells\"", "a map of names and values") { $0.cell($1, $2) }
  }

  private mutating func cell(_ name: Name, _ id: ID) -> CellDeclaration {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .map, longKey(target) != nil { return longCell(name, target) }
    let datum = giving(name) { $0.datum(target) }
    if case .formula(let formula) = datum.content {
      return CellDeclaration(name: name, source: derived(name, formula))
    }
    return CellDeclaration(name: name, source: .input(datum))
  }

  /// Reads what gives a cell its value, which cannot be the cell itself.
  private mutating func giving<Result>(
    _ name: Name, _ read: (inout ScenarioReader) -> Result
  ) -> Result {
    cell = name.text
    defer { cell = nil }
    return read(&self)
  }

  private func derived(_ name: Name, _ formula: Formula) -> CellDeclaration.Source {
    // One that could not be read, or has names that nobody knows, reads nothing either, as far as it is planned.
    if formula.program.slots.isEmpty, let expression = try? Expression.parse(formula.text),
      expression.references.isEmpty
    {
      symbols.noteConstant(name.text, formula.text)
    }
    return .derived(formula)
  }

  /// The key `value` or `formula`, if the map has one of them: then it is the long form.
  private func longKey(_ map: ID) -> ID? {
    document.entries(map).first {
      let key = key($0.key, of: CellKey.self)
      return key == .value || key == .formula
    }?.key
  }

  private mutating func longCell(_ name: Name, _ map: ID) -> CellDeclaration {
    let known = longCellEntries(map)
    var source = CellDeclaration.Source.input(Datum(.value(.null), at: name.span))
    var cutoff = CellDeclaration.Cutoff.equal
    var first: ID?
    var record: ID?
    var open: ID?
    var (observed, unobserved): ([Step], [Step]) = ([], [])
    for (word, key, value) in known {
      switch word {
      case .value, .formula:
        if let first {
          report(
            .contradiction, "a cell has a value or a formula, not both", at: span(key),
            related: [.init(span(first), "the other is here")])
          continue
        }
        first = key
        if word == .value {
          record = kind(value) == .map ? value : nil
          source = .input(giving(name) { $0.datum(value) })
        } else if let formula = giving(name, { $0.formula(value, of: "\"formula\"") }) {
          source = derived(name, formula)
        }
      case .cutoff: cutoff = self.cutoff(value)
      case .open: open = value
      case .observed: observed = with(.hook) { $0.steps(value, of: "\"observed\"") }
      case .unobserved: unobserved = with(.hook) { $0.steps(value, of: "\"unobserved\"") }
      // Read once it is known whether the value is a record.
      case .reactive, .nonreactive, .readonly: break
      }
    }
    let isOpen = open.map { openness($0, of: source) } ?? false
    let (reactivity, readonly) = reactivity(of: name, source, known, record)
    return CellDeclaration(
      name: name, source: source, cutoff: cutoff, reactivity: reactivity, readonly: readonly,
      isOpen: isOpen, observed: observed, unobserved: unobserved)
  }

  /// The entries of the long form. A record of its own that has a property `value` is told how to
  /// be written.
  private mutating func longCellEntries(_ map: ID) -> [(word: CellKey, key: ID, value: ID)] {
    let foreign = document.entries(map).first {
      guard key($0.key, of: CellKey.self) == nil else { return false }
      let text = text($0.key)
      return !text.hasPrefix("x-")
        && nearest(to: text, among: CellKey.allCases.map(\.rawValue)) == nil
    }
    guard let foreign = foreign?.key else { return entries(map, as: CellKey.self) }
    let property = longKey(map).map(text) ?? "value"
    report(
      .unknownKey, "unknown key \"\(text(foreign))\" in a cell", at: span(foreign),
      help: [
        "a record that itself has a property \"\(property)\" is written long: "
          + "{value: {\(property): …, \(asKey(text(foreign))): …}}"
      ])
    return []
  }

  private mutating func cutoff(_ id: ID) -> CellDeclaration.Cutoff {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .scalar else {
      reportType("\"cutoff\"", takes: "equal, never, always or a formula", id)
      return .equal
    }
    if document.withText(target, { $0.first }) == 0x3d {
      return .formula(with(locals: ["old", "new"]) { $0.formula(target) })
    }
    switch document.text(target) {
    case "equal": return .equal
    case "never": return .never
    case "always": return .always
    default:
      let near = nearest(to: text(target), among: ["equal", "never", "always"])
      report(
        .wrongType, "\"cutoff\" takes equal, never, always or a formula, not \(described(id))",
        at: document.span(target),
        help: near.map { ["did you mean \"\($0)\"?"] }
          ?? ["a formula begins with \"=\" and speaks of old and new"])
      return .equal
    }
  }

  private mutating func openness(_ id: ID, of source: CellDeclaration.Source) -> Bool {
    if isFalse(id) { return false }
    guard case .input(let datum) = source else {
      report(
        .wrongType, "\"open\" lets a record have other properties, and this cell is derived",
        at: span(id))
      return false
    }
    return open(id, beside: datum)
  }

  private mutating func reactivity(
    of name: Name, _ source: CellDeclaration.Source,
    _ known: [(word: CellKey, key: ID, value: ID)], _ record: ID?
  ) -> (CellDeclaration.Reactivity, readonly: [Name]) {
    var reactivity = CellDeclaration.Reactivity.all
    var readonly: [Name] = []
    var first: ID?
    for (word, key, value) in known
    where word == .reactive || word == .nonreactive || word == .readonly {
      guard record != nil, case .input(let datum) = source else {
        report(
          .wrongType, "\"\(word.rawValue)\" names properties, and this cell is no record",
          at: source.isDerived ? span(key) : span(value))
        continue
      }
      let names = propertyNames(
        value, of: word.rawValue, in: .part(name.text), startingAs: datum)
      if word == .readonly {
        readonly = names
      } else if let first {
        report(
          .contradiction, "a cell has \"reactive\" or \"nonreactive\", not both", at: span(key),
          related: [.init(span(first), "the other is here")])
      } else {
        first = key
        reactivity = word == .reactive ? .only(names) : .allBut(names)
      }
    }
    return (reactivity, readonly)
  }

  // MARK: Computations

  mutating func computations(_ id: ID) -> [ComputationDeclaration] {
    members(id, of: "\"computations\"", "a map of names and bodies") { $0.computation($1, $2) }
  }

  private mutating func computation(_ name: Name, _ id: ID) -> ComputationDeclaration {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      // Read before the call, which would copy the reader first.
      let body = body(target, of: "a computation")
      return computation(name, body)
    }
    let known = entries(target, as: ComputationKey.self) { _ in ScenarioReader.cureForRun }
    var runsAtStart = true
    var body: ComputationDeclaration.Body?
    var onError: [Step]?
    for (key, _, value) in known {
      switch key {
      case .autostart: runsAtStart = bool(value, of: "\"autostart\"")
      case .run: body = self.body(value, of: "\"run\"")
      case .onError: onError = stepsOnError(value)
      }
    }
    return computation(name, body, onError, runsAtStart: runsAtStart)
  }

  /// A computation by the number that its name has; one that has no name that it could bear, or no
  /// body, has been reported.
  private func computation(
    _ name: Name, _ body: ComputationDeclaration.Body?, _ onError: [Step]? = nil,
    runsAtStart: Bool = true
  ) -> ComputationDeclaration {
    ComputationDeclaration(
      name: name, number: symbols[name.text]?.number ?? 0, runsAtStart: runsAtStart,
      body: body ?? .steps([]), onError: onError)
  }

  private static let cureForRun = ["write: run: [{emit: = …}]"]

  private mutating func stepsOnError(_ id: ID) -> [Step] {
    with(locals: ["firstRun", "error"]) {
      $0.with(.computation) { $0.steps(id, of: "\"onError\"") }
    }
  }

  /// A formula, whose value is emitted, or a list of steps.
  private mutating func body(_ id: ID, of what: String) -> ComputationDeclaration.Body {
    let target = enter(id)
    defer { leave(id) }
    return with(locals: ["firstRun"]) { reader in
      reader.with(.computation) { reader in
        if reader.document[target].kind == .list {
          return .steps(reader.steps(target, of: what))
        }
        guard reader.document[target].kind == .scalar,
          reader.document.withText(target, { $0.first }) == 0x3d
        else {
          reader.reportType(
            what, takes: "a formula or a list of steps", id,
            help: reader.kind(id) == .scalar && !reader.isEmpty(id)
              ? [reader.cure(forFormula: target, to: "emit")] : [])
          return .steps([])
        }
        return .formula(reader.formula(target))
      }
    }
  }

  /// `autorun: {name: inner, run: [...]}`.
  mutating func autorun(_ id: ID) -> ComputationDeclaration? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(
        "\"autorun\"", takes: "a map", id, help: ["write: autorun: {name: inner, run: [...]}"])
      return nil
    }
    let known = entries(target, as: AutorunKey.self) { missing in
      missing == .run ? ScenarioReader.cureForRun : []
    }
    guard let naming = known.first(where: { $0.word == .name })?.value else { return nil }
    _ = text(naming, of: "\"name\"")
    var body: ComputationDeclaration.Body?
    var onError: [Step]?
    for (key, _, value) in known {
      switch key {
      case .name: break
      case .run: body = self.body(value, of: "\"run\"")
      case .onError: onError = stepsOnError(value)
      }
    }
    return computation(name(naming), body, onError)
  }
}
