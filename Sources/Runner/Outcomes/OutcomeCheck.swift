import CEL
import Reactor
import Scenarios
import Values

/// Compares what a step caused with what its outcomes say. It is asked within `World.looking`, so that the world does
/// nothing for that.
struct OutcomeCheck {
  let runtime: Runtime
  let world: World
  let frame: Frame
  let step: Step
  let mark: StepLog.Mark
  /// What the event failed with.
  let error: RunError?
  /// The promise of the call that the step made.
  let promise: Promise?
  /// The values from before the step that its `unchanged` compares with, by their paths in order.
  var kept: [KeptPath] = []
  /// The row at hand as it is written.
  var cells: RowCells?
  private var failures: [Failure] = []
  /// Whether a wrong literal of the outcome at hand may be rewritten.
  private var rewritesLiterals = true
  /// How many more names may be held against each other for such as look alike.
  private var comparisons = LookAlike.most

  init(
    runtime: Runtime, frame: Frame, step: Step, since mark: StepLog.Mark, error: RunError?
  ) {
    self.runtime = runtime
    world = runtime.world
    self.frame = frame
    self.step = step
    self.mark = mark
    self.error = error
    promise = runtime.calls.last
  }

  /// The failures in the order of the file.
  mutating func run() -> [Failure] {
    for outcome in step.outcomes { check(outcome) }
    return failures.sorted { $0.span.start < $1.span.start }
  }

  /// Whether an outcome about the state of the world holds as it is.
  mutating func holds(_ outcome: Scenarios.Outcome) -> Bool {
    guard outcome.isAboutState else { return false }
    failures = []
    check(outcome)
    return failures.isEmpty
  }

  private mutating func check(_ outcome: Scenarios.Outcome) {
    let before = failures.count
    rewritesLiterals = outcome.rewritesLiterals
    switch outcome.kind {
    case .expect(let values):
      for value in values { check(value.path, value.value, whole: false) }
    case .exactly(let values):
      for value in values { check(value.path, value.value, whole: true) }
    case .assert(let formulas): for formula in formulas { check(formula) }
    case .unchanged(let paths): checkUnchanged(paths)
    case .emits(.all(let data)): checkEmits(data, outcome)
    case .emits(.channels(let entries)): checkEmits(entries)
    case .emits(.whole(let datum)): checkEmits(whole: datum)
    case .runs(let entries): for entry in entries { check(runs: entry) }
    case .states(let entries): checkStates(entries)
    case .ends(_, let datum): checkEnds(datum)
    case .received(let entries): checkReceived(entries)
    case .calls(let calls): checkCalls(calls)
    case .replies(let datum): checkReply(datum, outcome)
    case .presented(let entries): for entry in entries { checkPresented(entry) }
    case .fails(let pattern): checkFails(pattern, outcome)
    case .reports(let patterns): checkReports(patterns, outcome)
    }
    // Those about which no more is known bear the code of the outcome.
    for index in failures.indices.dropFirst(before)
    where failures[index].code == Failure.Category.outcome.code {
      failures[index].code = outcome.code
    }
  }

  // MARK: Values

  private mutating func check(
    _ path: Path, _ datum: Datum, whole: Bool
  ) {
    let name = path.text
    switch world.read(path, in: frame) {
    case .value(let actual):
      let before = failures.count
      compare(actual, datum, whole: whole, subject: name)
      if failures.count > before { bringHere(failures[before...].indices, to: path.span) }
    case .missing: failMissing(name, at: path.span, lookAlike(of: path))
    case .failure(let error), .abort(let error): failRead(path, error)
    }
  }

  /// What is expected may stand elsewhere, where an alias names it. It is this step that is wrong; what is to be filled in
  /// is filled in there.
  private mutating func bringHere(_ new: Range<Int>, to place: SourceSpan) {
    guard step.span.holds(place) else { return }
    for index in new
    where failures[index].code != .placeholder && !step.span.holds(failures[index].span) {
      let there = failures[index].span
      failures[index].places.append(Failure.Place("what is expected stands here", at: there))
      failures[index].span = place
    }
  }

  /// A path that has no value, because of an error.
  private mutating func failRead(_ path: Path, _ error: any Error) {
    let cause = error as? RunError ?? RunError(engine: error)
    let reason = cause.text(in: path.text)
    var failure = Failure(
      .outcome, cause.code, "\(path.text) has no value: \(reason)", at: path.span,
      step: step.span, help: cause.help)
    failure.parts = cause.parts
    failure.places = cause.places
    if let span = cause.span, span != path.span {
      failure.places.insert(Failure.Place("it fails here", at: span), at: 0)
    }
    failures.append(failure)
  }

  /// Compares what paths have with what they had before the step.
  private mutating func checkUnchanged(_ paths: [Path]) {
    for (path, kept) in zip(paths, kept) {
      switch kept {
      case .failed(let reason):
        failures.append(
          Failure(
            .outcome, "\(path.text) had no value before the step: \(reason)", at: path.span))
      case .had(let before, _, let place):
        let now: Value?
        switch world.read(path, at: place, in: frame) {
        case .value(let value): now = value
        case .missing: now = nil
        case .failure(let error), .abort(let error):
          failRead(path, error)
          continue
        }
        if let failure = Failure(changeOf: path, from: before, to: now) { failures.append(failure) }
      }
    }
  }

  /// Compares one value; every difference that the datum's own structure shows is a failure.
  mutating func compare(_ actual: Value, _ datum: Datum, whole: Bool, subject: String) {
    switch datum.content {
    case .placeholder: return fail(placeholder: actual, at: datum.span, subject)
    case .condition(let formula): return check(formula, on: actual, subject: subject)
    case .map(let entries):
      return compare(actual, entries, datum, whole: whole, subject: subject)
    case .list(let elements):
      guard case .list(let list) = actual, list.count == elements.count else {
        if datum.holdsCondition {
          return compare(actual, unequal: elements, datum, whole: whole, subject: subject)
        }
        if datum.holdsPlaceholder { return fail(unfilled: datum, actual, whole, subject) }
        break
      }
      for (index, element) in elements.enumerated() {
        compare(list[index], element, whole: whole, subject: "\(subject)[\(index)]")
      }
      return
    case .value, .formula: break
    }
    if let cell = cells?.cell(of: datum), case .placeholder = cell.content {
      fail(placeholder: actual, at: cell.span, subject)
      let fixing = fixing { $0.fix(formula: datum, to: actual, whole: whole) }
      return failures[failures.count - 1].take(fixing)
    }
    guard let expected = evaluated(datum) else { return }
    guard let mismatch = actual.mismatch(expected, whole: whole) else { return }
    var failure = failing(mismatch, subject, expected, actual, datum)
    failure.take(fixing { $0.fix(datum, to: actual, whole: whole) })
    failures.append(failure)
  }

  private func failing(
    _ mismatch: Mismatch, _ subject: String, _ expected: Value?, _ actual: Value?, _ datum: Datum
  ) -> Failure {
    Failure(
      mismatch, subject, expected: expected, actual: actual, at: datum.span,
      written: world.file.written)
  }

  private mutating func compare(
    _ actual: Value, _ entries: [Datum.Entry], _ datum: Datum, whole: Bool,
    subject: String
  ) {
    guard case .map(let map) = actual else {
      if datum.holdsCondition {
        return fail(datum, told(datum), actual, whole: whole, subject: subject)
      }
      if datum.holdsPlaceholder { return fail(unfilled: datum, actual, whole, subject) }
      guard let expected = evaluated(datum) else { return }
      let mismatch = Mismatch(path: "", expected: expected, actual: actual)
      var failure = failing(mismatch, subject, expected, actual, datum)
      failure.take(fixing { $0.fix(datum, to: actual, whole: whole) })
      return failures.append(failure)
    }
    let first = failures.count
    for entry in entries {
      let place = subject + Map.step(.string(entry.key.text))
      if let value = map[entry.key.text] {
        compare(value, entry.value, whole: whole, subject: place)
      } else {
        failMissing(
          place, at: entry.value.span, LookAlike(entry.key.text, among: map, &comparisons))
      }
    }
    if whole { failSurplus(map, entries, datum, subject) }
    let isWrongWhole =
      failures.count > first && (whole || entries.allSatisfy { map[$0.key.text] == nil })
    if isWrongWhole {
      // What is there too much or too little is one change of the map, told with the first of them.
      failures[first].take(fixing { $0.fix(datum, to: actual, whole: whole) })
    }
  }

  /// What is there and is not named. All of the map is shown with the first of it.
  private mutating func failSurplus(
    _ map: Map, _ entries: [Datum.Entry], _ datum: Datum, _ subject: String
  ) {
    var shown: Value? = .map(map)
    for index in entries.surplus(in: map) {
      let path = Map.step(map.keys[index])
      let mismatch = Mismatch(path: path, expected: nil, actual: map.values[index])
      failures.append(failing(mismatch, subject, nil, shown, datum))
      shown = nil
    }
  }

  /// The property that is there, and looks like the one that a path names and that is not.
  private mutating func lookAlike(of path: Path) -> LookAlike? {
    for (place, name) in path.selection.enumerated() where path.isStatic {
      let before = Array(path.selection.prefix(place))
      guard case .value(.map(let map)) = frame.resolve(slot: path.slot.number, path: before) else {
        return nil
      }
      if map[name] == nil { return LookAlike(name, among: map, &comparisons) }
    }
    return nil
  }

  private mutating func failMissing(
    _ place: String, at span: SourceSpan, _ other: LookAlike?
  ) {
    var failure = Failure(
      .outcome, .missingProperty, "\(place): there is no such property", at: span,
      help: other.map { [Failure.cure(key: $0)] } ?? [])
    failure.obstacle = Fixing.Obstacle.missing
    failures.append(failure)
  }

  /// The first difference, without noting it.
  func difference(_ actual: Value, _ datum: Datum, _ subject: String) -> Failure? {
    var check = self
    check.failures = []
    check.compare(actual, datum, whole: false, subject: subject)
    return check.failures.first
  }

  mutating func fail(placeholder actual: Value, at span: SourceSpan, _ subject: String) {
    var failure = Failure(
      .outcome, .placeholder, "\(subject): `_` is to be filled in; the value is \(actual)",
      at: span,
      help: ["write \(world.file.written(actual))"])
    failure.fixes = [Fix(.replace(actual), at: span, isPlaceholder: true)]
    failures.append(failure)
  }

  /// The same of data with a `_` in it, of another form than the value.
  private mutating func fail(
    unfilled datum: Datum, _ actual: Value, _ whole: Bool, _ subject: String
  ) {
    fail(placeholder: actual, at: datum.span, subject)
    failures[failures.count - 1].take(fixing { $0.fix(datum, to: actual, whole: whole) })
  }

  /// What is to be written so that the outcome is met.
  func fixing(_ body: (inout Fixing) -> Void) -> Fixing {
    let meets = { (value: Value, condition: Formula) in
      (try? frame.with(candidate: value) { () throws(RunError) in
        try world.condition(condition, in: frame)
      }) ?? false
    }
    var fixing = Fixing(rewritesLiterals: rewritesLiterals, meets: meets) { datum in
      try? world.value(of: datum, in: frame)
    }
    fixing.cells = cells
    body(&fixing)
    return fixing
  }

  /// The expected value, or a failure where its formula fails.
  mutating func evaluated(_ datum: Datum) -> Value? {
    do {
      return try world.value(of: datum, in: frame)
    } catch {
      failures.append(
        Failure(
          .outcome, error.code, "the expected value failed: \(error.text)",
          at: error.span ?? datum.span,
          help: error.help))
      return nil
    }
  }

  private mutating func check(_ formula: Formula) {
    let text = formula.text
    let failure = Explaining.failure(formula, in: frame, kind: .outcome, .assertFalse) {
      "`\(text)` \($0)"
    }
    if let failure { failures.append(failure) }
  }

  // MARK: Runs

  private mutating func check(runs entry: Scenarios.Outcome.Entry) {
    let actual: Int
    switch entry.slot {
    case .cell(let index): actual = world.runs(ofCell: index) - mark.cellRuns[index]
    case .computation(let index):
      actual = world.log.computationRuns[index] - mark.computationRuns[index]
    case .local, .reactor, .store, .service, .actor, .member, .reference, .emitted, .promise, .own,
      .now, .it, .addressed:
      preconditionFailure("\(entry.key.text) does not run")
    }
    compare(.int(Int64(actual)), entry.value, whole: true, subject: "runs of \(entry.key.text)")
  }

  // MARK: Errors

  private mutating func checkFails(
    _ pattern: Scenarios.Outcome.TextPattern, _ outcome: Scenarios.Outcome
  ) {
    if case .placeholder = pattern.text.content {
      guard let error else {
        failures.append(
          Failure(
            .outcome, "the step did not fail", at: outcome.keyword.span,
            help: ["take \"fails\" out"]))
        return leave("the step did not fail")
      }
      fail(placeholder: .string(error.text), at: pattern.text.span, "fails")
      if pattern.isRegularExpression { leave(Fixing.Obstacle.pattern) }
      return
    }
    guard let expected = evaluated(pattern.text) else { return }
    guard let error else {
      failures.append(
        Failure(
          .outcome, "the step did not fail", at: outcome.keyword.span,
          details: [Failure.Detail("expected", pattern.wanted(expected))]))
      return
    }
    if case .condition(let formula) = pattern.text.content {
      return check(formula, on: error.value, subject: "fails")
    }
    // It is told with the part that it comes from, and thrown without.
    if isFound(expected, in: error.text, pattern) || isFound(expected, in: error.thrown, pattern) {
      return
    }
    failures.append(
      Failure(
        .outcome, "the step failed with another error", at: pattern.text.span,
        details: [
          Failure.Detail("expected", pattern.wanted(expected)),
          Failure.Detail("actual", Value.string(error.text).description),
        ]))
  }

  private mutating func checkReports(
    _ patterns: [Scenarios.Outcome.TextPattern], _ outcome: Scenarios.Outcome
  ) {
    let reports = world.log.reports[mark.reports...].map(\.error.text)
    for index in world.log.reports.indices.dropFirst(mark.reports) {
      world.log.reports[index].isExpected = true
    }
    if let whole = patterns.first?.text, case .placeholder = whole.content,
      whole.span == outcome.span
    {
      let list = (try? Value.list(of: reports.map { .string($0) })) ?? .null
      return fail(placeholder: list, at: whole.span, "reports")
    }
    for (pattern, report) in zip(patterns, reports) {
      if case .placeholder = pattern.text.content {
        fail(placeholder: .string(report), at: pattern.text.span, "reports")
        if pattern.isRegularExpression { leave(Fixing.Obstacle.pattern) }
        continue
      }
      if case .condition(let formula) = pattern.text.content {
        check(formula, on: .string(report), subject: "reports")
        continue
      }
      guard let expected = evaluated(pattern.text) else { return }
      if isFound(expected, in: report, pattern) { continue }
      failures.append(
        Failure(
          .outcome, "another error was reported", at: pattern.text.span,
          details: [
            Failure.Detail("expected", pattern.wanted(expected)),
            Failure.Detail("actual", Value.string(report).description),
          ]))
      return
    }
    guard patterns.count != reports.count else { return }
    var failure = Failure(
      .outcome,
      "expected \(patterns.count.counted("report")), got \(reports.count)",
      at: outcome.keyword.span)
    failure.details = reports.map { Failure.Detail("reported", Value.string($0).description) }
    failures.append(failure)
  }

  /// Leaves the placeholder that was told last to the author.
  private mutating func leave(_ reason: String) {
    failures[failures.count - 1].fixes = []
    failures[failures.count - 1].obstacle = reason
  }

  private mutating func isFound(
    _ expected: Value, in text: String, _ pattern: Scenarios.Outcome.TextPattern
  ) -> Bool {
    if expected.plainText.isEmpty {
      failures.append(
        Failure(
          .outcome, "the expected text is empty, and an empty text is part of every error",
          at: pattern.text.span))
      return true
    }
    guard pattern.isRegularExpression else {
      return TextSearch.find(expected.plainText, in: text) != nil
    }
    do {
      return try Pattern(expected.plainText).isFound(in: text)
    } catch {
      failures.append(
        Failure(
          .outcome, .badPattern, "the pattern is invalid: \(error.message)", at: pattern.text.span))
      return true
    }
  }
}

extension OutcomeCheck {
  mutating func add(_ failure: Failure) { failures.append(failure) }
}

extension Scenarios.Outcome.TextPattern {
  fileprivate func wanted(_ expected: Value) -> String {
    if case .condition(let formula) = text.content { return "an error for which \(formula.text)" }
    return isRegularExpression
      ? "an error that matches \(expected)" : "an error with \(expected)"
  }
}
