import CEL
import Scenarios
import Values

extension ScenarioReader {
  mutating func scenarios(_ id: ID, tags: Tags) -> [Scenario] {
    let target = enter(id)
    defer { leave(id) }
    var scenarios: [Scenario] = []
    var byName: TextTable<Int> = [:]
    let cure = cure(forMapOfScenarios: target)
    for element in elements(
      target, of: "\"scenarios\"", "a list of scenarios", instead: cure, scalar: .nothing)
    {
      let number = scenarios.count + 1
      guard let scenario = scenario(element, number: number, tags: tags) else { continue }
      let name = scenario.name
      // What rows fill in names the rows, and only a run knows with what.
      if !isFilled(scenario), let earlier = byName.keepFirst(scenarios.count, forKey: name.text) {
        reportAgain(
          "two scenarios are named \"\(name.text)\"", at: name.span,
          first: scenarios[earlier].name.span)
      }
      scenarios.append(scenario)
    }
    checkRowNames(scenarios, byName)
    return scenarios
  }

  /// The rows of a scenario whose name fills in nothing are told apart by their numbers; another
  /// scenario of such a name would be picked, remembered and reported as one with the row.
  private mutating func checkRowNames(_ scenarios: [Scenario], _ byName: TextTable<Int>) {
    for scenario in scenarios where scenario.rows == nil {
      let (name, span) = (scenario.name.text, scenario.name.span)
      guard let open = name.utf8.lastIndex(of: UInt8(ascii: "[")),
        let other = byName[String(name[..<open])].map({ scenarios[$0] }),
        let rows = other.rows, rows.count > 1,
        let row = Int(name[open...].dropFirst().dropLast()), rows.indices.contains(row),
        name.utf8[open...].elementsEqual("[\(row)]".utf8)
      else { continue }
      report(
        .duplicateName, "\"\(name)\" is what a row of another scenario is called", at: span,
        help: ["give it another name"],
        related: [.init(other.name.span, "the scenario with rows is here")])
    }
  }

  /// What to write where the names of scenarios are keys; nil where the map is a single scenario.
  private func cure(forMapOfScenarios id: ID) -> String? {
    guard document[id].kind == .map, let first = document.entries(id).first?.key,
      key(first, of: ScenarioKey.self) == nil
    else { return nil }
    return "each scenario has its name in it: [{name: \(asValue(text(first))), steps: [...]}]"
  }

  private mutating func scenario(_ id: ID, number: Int, tags: Tags) -> Scenario? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType("a scenario", takes: "a map", id)
      return nil
    }
    let span = document.span(target)
    var scenario = Scenario(name: Name("scenario \(number)", at: span), steps: [], span: span)
    scenario.tags = tags
    let known = entries(target, as: ScenarioKey.self)
    if let each = known.first(where: { $0.word == .each }) {
      scenario.rows = withoutLocals { $0.rows(each.value) }
    }
    let names = scenario.rows.map(rowNames) ?? []
    with(locals: names, as: .given(.each)) { reader in
      for (key, _, value) in known { reader.fill(&scenario, key, value) }
    }
    if scenario.skip != nil, scenario.todo != nil,
      let skip = known.first(where: { $0.word == .skip }),
      let todo = known.first(where: { $0.word == .todo })
    {
      report(
        .contradiction, "a scenario that is skipped does not run, and \"todo\" runs it",
        at: self.span(todo.key), help: ["keep one of them"],
        related: [.init(self.span(skip.key), "it is skipped here")])
    }
    if scenario.rows != nil, let name = known.first(where: { $0.word == .name })?.value {
      checkFilling(name, with: names)
    }
    return scenario
  }

  private mutating func fill(_ scenario: inout Scenario, _ key: ScenarioKey, _ value: ID) {
    switch key {
    case .name:
      let text = text(value, of: "\"name\"")
      if !text.isEmpty { scenario.name = Name(text, at: span(value)) }
    // For the file's readers alone.
    case .description: _ = text(value, of: "\"description\"")
    case .tags: scenario.tags.add(texts(value, of: "\"tags\""))
    case .skip:
      scenario.skip = reason(value, of: "\"skip\"", such: "waits for the new price list")
    case .todo:
      let text = reason(value, of: "\"todo\"", such: "discounts are not subtracted yet")
      scenario.todo = text.map { Scenario.Todo(reason: $0, span: span(value)) }
    case .explore: explore(value, &scenario)
    case .schedule: scenario.schedule = schedule(value)
    case .timeout: scenario.timeout = realTime(value, of: "\"timeout\"")
    case .given: scenario.given = given(value, columns: scenario.rows.map(rowNames) ?? [])
    case .services:
      scenario.methods = stands(value, columns: scenario.rows.map(rowNames) ?? [])
    case .strict: scenario.isStrict = bool(value, of: "\"strict\"")
    case .golden:
      if bool(value, of: "\"golden\"") { scenario.golden = span(value) }
    case .steps: scenario.steps = with(.script) { $0.steps(value, of: "\"steps\"") }
    // The rows are read first, for all else may name their columns.
    case .each: break
    }
  }

  /// The token of a run; whether it is one, its letters say.
  private mutating func schedule(_ id: ID) -> Name? {
    guard let text = filledText(id, of: "\"schedule\"") else { return nil }
    guard ScheduleToken(text) != nil else {
      report(
        .badSchedule, "\"\(text)\" is no token of a schedule", at: span(id),
        help: [
          ScheduleToken.whole(text).map { "the dot at its end is part of it: schedule: \($0)" }
            ?? "explore prints them: schedule: rx1.7f2kq.31x"
        ])
      return nil
    }
    return name(id)
  }

  /// `false`, or settings over those of the file.
  private mutating func explore(_ id: ID, _ scenario: inout Scenario) {
    if isFalse(id) {
      scenario.isExplored = false
    } else {
      scenario.exploration = exploration(id, over: exploration, ofScenario: true)
    }
  }

  /// Starting values, which know the columns, and nothing that `before` binds: it comes later.
  private mutating func given(_ id: ID, columns: [String]) -> [Assignment] {
    let before = locals.depth - columns.count
    return withoutLocals { reader in
      reader.with(locals: columns, as: .given(.each), skipping: before) { reader in
        reader.with(.script) { $0.assignments(id, of: "given", isGiven: true) }
      }
    }
  }

  mutating func withoutLocals<Result>(
    _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    let all = locals
    locals = Locals()
    defer { locals = all }
    return body(&self)
  }

  // MARK: Scripts that several scenarios do

  mutating func procedures(_ id: ID) -> [Procedure] {
    members(id, of: "\"procedures\"", "a map of names to lists of steps") { reader, name, value in
      let steps = reader.with(locals: ["args"], as: .given(.perform)) { reader in
        reader.with(.procedure) { $0.steps(value, of: "a procedure") }
      }
      return Procedure(
        name: name, steps: steps, span: reader.whole(name, reader.document.target(value)))
    }
  }

  /// The steps before each scenario. Their names stay in sight.
  mutating func opening(_ id: ID) -> Opening {
    let steps = with(.script) { $0.openSteps(id, of: "\"before\"") }
    return Opening(steps: steps, localCount: locals.depth, span: span(id))
  }

  /// A text that says why. A bare `true` or number was meant to be something else; nil where `false`
  /// says that there is nothing to give a reason for.
  private mutating func reason(_ id: ID, of what: String, such example: String) -> String? {
    if isFalse(id) { return nil }
    let target = enter(id)
    defer { leave(id) }
    let cure = ["say why: \(what.dropFirst().dropLast()): \(example)"]
    guard document[target].kind == .scalar, !isEmpty(target),
      text(target).utf8.contains(where: { $0 > 0x20 })
    else {
      if document[target].kind == .scalar, !isEmpty(target) {
        report(.missingValue, "\(what) needs a reason", at: span(target), help: cure)
      } else {
        reportType(what, takes: "a reason", target, help: cure)
      }
      return ""
    }
    if document[target].style == .plain {
      switch document.withText(target, CoreSchema.read) {
      case .text: break
      case .null, .bool, .int, .double, .ambiguous, .outOfRange:
        reportType(what, takes: "a reason", target, help: cure)
      }
    }
    return text(target)
  }

  // MARK: each

  private mutating func rows(_ id: ID) -> [Scenario.Row] {
    let target = enter(id)
    defer { leave(id) }
    guard kind(target) == .map else { return listedRows(target) }
    var rows: [Scenario.Row] = []
    for (key, _, value) in entries(target, as: RowFileKey.self) {
      switch key {
      case .file: rows = self.rows(ofFileAt: value)
      }
    }
    return rows
  }

  private mutating func rows(ofFileAt path: ID) -> [Scenario.Row] {
    guard filledText(path, of: "\"file\"") != nil,
      let number = rowFiles.number(at: document.target(path))
    else { return [] }
    if let rows = rowFiles[number] { return rows }
    let file = rowFiles.documents[number]
    let rows = within(file) { $0.listedRows(file.root) }
    rowFiles[number] = rows
    return rows
  }

  private mutating func listedRows(_ target: ID) -> [Scenario.Row] {
    var rows: [Scenario.Row] = []
    let wanted = "a list of maps or {file: PATH}"
    if kind(target) == .scalar, !isEmpty(target) {
      let isFormula = text(target).utf8.first == UInt8(ascii: "=")
      reportType(
        "\"each\"", takes: wanted, target,
        help: ["write: each: {file: \(isFormula ? "rows.csv" : inBrackets(target))}"])
      return []
    }
    for element in elements(target, of: "\"each\"", wanted) {
      let row = Scenario.Row(
        entries: with(.row) {
          $0.bindings(element, of: "a row of \"each\"", isNew: rows.isEmpty)
        }, span: span(element))
      rows.append(row)
    }
    compare(rows)
    if rows.isEmpty, kind(target) == .list {
      report(
        .missingValue, "\"each\" has no rows, so the scenario never runs",
        at: document.span(target))
    }
    return rows
  }

  /// All rows bind the same names: those that most of them bind, or of as many those that come first.
  private mutating func compare(_ rows: [Scenario.Row]) {
    let names = rows.map { $0.entries.map(\.key.text).sorted() }
    var counts: [[String]: Int] = [:]
    for names in names where !names.isEmpty { counts[names, default: 0] += 1 }
    guard counts.count > 1, let most = counts.values.max(),
      let usual = names.firstIndex(where: { counts[$0] == most })
    else { return }
    for (place, row) in rows.enumerated() where !row.entries.isEmpty && names[place] != names[usual]
    {
      compare(row, with: rows[usual], isFirst: usual == 0)
    }
  }

  /// A name that is misspelt is one mistake, though one is missing then, and one too much.
  private mutating func compare(
    _ row: Scenario.Row, with usual: Scenario.Row, isFirst: Bool
  ) {
    let related = [
      Diagnostic.Related(usual.span, isFirst ? "the first row is here" : "one of them is here")
    ]
    let (own, others) = (
      TextSet(row.entries.map(\.key.text)), TextSet(usual.entries.map(\.key.text))
    )
    var missing = usual.entries.map(\.key.text).filter { !own.contains($0) }
    for entry in row.entries where !others.contains(entry.key.text) {
      let near = nearest(to: entry.key.text, among: missing)
      missing.removeAll { $0 == near }
      report(
        .missingKey,
        "\(isFirst ? "the first row of \"each\" does" : "most rows of \"each\" do") not bind "
          + "\"\(entry.key.text)\"",
        at: entry.key.span, help: near.map { ["did you mean \"\($0)\"?"] } ?? [], related: related)
    }
    for name in missing {
      report(
        .missingKey,
        "this row of \"each\" does not bind \"\(name)\"" + (isFirst ? "" : ", as most do"),
        at: row.span, related: related)
    }
  }

  /// Whether every `{name}` of a scenario's name is bound.
  private mutating func checkFilling(_ id: ID, with names: [String]) {
    let target = document.target(id)
    guard document[target].kind == .scalar else { return }
    let known = TextSet(names)
    for (word, range) in Fillings.all(in: document.text(target)) where !known.contains(word) {
      let near = nearest(to: word, among: names)
      report(
        .unknownName, "\"each\" binds no name \"\(word)\" to fill in",
        at: document.place(target).span(of: range),
        help: near.map { ["did you mean \"{\($0)}\"?"] } ?? [])
    }
  }

  /// Whether the rows of a scenario fill in something of its name.
  private func isFilled(_ scenario: Scenario) -> Bool {
    guard let rows = scenario.rows else { return false }
    let found = Fillings.all(in: scenario.name.text)
    if found.isEmpty { return false }
    let known = TextSet(rowNames(rows))
    return found.contains { known.contains($0.word) }
  }

  private func rowNames(_ rows: [Scenario.Row]) -> [String] {
    var seen = TextSet()
    return rows.flatMap { row in
      row.entries.map(\.key.text).filter { seen.insert($0) }
    }
  }

  // MARK: Settings

  mutating func settings(_ id: ID) -> Settings {
    let target = enter(id)
    defer { leave(id) }
    var settings = Settings()
    guard !isEmpty(target) else { return settings }
    for (key, _, value) in entries(target, as: SettingsKey.self) {
      switch key {
      case .flush: settings.flush = choice(value, of: "\"flush\"", Settings.Flush.self) ?? .auto
      case .seed:
        if let seed = int(value, of: "\"seed\"", in: .min ... .max) { settings.seed = seed }
      case .turns:
        let most = Int64(Settings().turns)
        if let turns = int(value, of: "\"turns\"", in: 1...most) { settings.turns = Int(turns) }
      case .memory: settings.memory = size(value, of: "\"memory\"")
      case .start:
        guard let text = filledText(value, of: "\"start\"") else { continue }
        if let start = Timestamp(rfc3339: text) {
          settings.start = start
        } else {
          report(
            .badTime, "\"\(text)\" is no time", at: span(value),
            help: ["write it as 2026-01-01T00:00:00Z"])
        }
      }
    }
    return settings
  }

  /// A size of memory.
  private mutating func size(_ id: ID, of what: String) -> Int? {
    guard let text = filledText(id, of: what) else { return nil }
    guard let bytes = ByteSize.bytes(text) else {
      report(
        .badSize, "\"\(text)\" is no size", at: span(id),
        help: [
          "\(what) takes a whole number of at most six digits with a unit: 512MB, 2048kB or 1GB"
        ])
      return nil
    }
    if bytes < Settings.leastMemory {
      report(
        .outOfRange, "\(what) cannot be less than \(ByteSize.text(Settings.leastMemory))",
        at: span(id), help: ["write \(ByteSize.text(Settings.leastMemory)) or more"])
    }
    return bytes
  }
}
