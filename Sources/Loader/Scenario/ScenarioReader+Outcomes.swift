import Scenarios
import Values

extension ScenarioReader {
  mutating func outcomes(_ found: [OutcomePart]) -> [Outcome] {
    guard !found.isEmpty else { return [] }
    return with(.outcome) { reader in
      var outcomes: [Outcome] = []
      for (outcome, key, value) in found {
        let target = reader.enter(value)
        if let kind = reader.kind(of: outcome, target) {
          outcomes.append(
            Outcome(kind, keyword: reader.name(key), span: reader.document.span(target)))
        }
        reader.leave(value)
      }
      return outcomes
    }
  }

  /// How each outcome is read; nil for what cannot be read.
  private mutating func kind(of outcome: OutcomeDeclaration, _ id: ID) -> Outcome.Demand? {
    switch outcome.name {
    case .expect: .expect(expectations(id, of: outcome.what))
    case .exactly: .exactly(expectations(id, of: outcome.what))
    case .assert: assertions(id, of: outcome.what).map { .assert($0) }
    case .unchanged: unchanged(id, of: outcome.what).map { .unchanged($0) }
    case .emits: emissions(expected: id, of: outcome.what).map { .emits($0) }
    case .runs: .runs(runs(id, of: outcome.what))
    case .states: states(id, of: outcome).map { .states($0) }
    case .ends: ends(id, of: outcome)
    case .received: received(id, of: outcome).map { .received($0) }
    case .calls: .calls(calls(id, of: outcome.what))
    case .replies: .replies(datum(id))
    case .fails: pattern(id, of: outcome.what).map { .fails($0) }
    case .reports: .reports(reports(id, of: outcome.what))
    case .presented: presented(id, of: outcome).map { .presented($0) }
    }
  }

  // MARK: Values

  mutating func assertions(_ id: ID, of what: String) -> [Formula]? {
    let formulas = formulas(id, of: what)
    if kind(id) == .list, document[id].count == 0 {
      report(.missingValue, "\(what) holds no formula", at: document.span(id))
    }
    return formulas.isEmpty ? nil : formulas
  }

  /// The paths that are to be as before the step. What the step itself binds was not there.
  private mutating func unchanged(_ id: ID, of what: String) -> [Path]? {
    let elements: [ID]
    switch kind(id) {
    case .list: elements = Array(document.elements(id))
    case .scalar, .alias: elements = [id]
    case .map:
      reportType(what, takes: "a path, or a list of paths", id)
      return nil
    }
    if elements.isEmpty {
      report(.missingValue, "\(what) names nothing", at: document.span(id))
    }
    var paths: [Path] = []
    for element in elements {
      if kind(element) == .scalar, text(element).utf8.first == UInt8(ascii: "=") {
        reportType(
          what, takes: "a path, or a list of paths", element,
          help: ["to compare what a formula gives, bind it before the step: let: {before: …}"])
        continue
      }
      guard let path = path(element, of: what) else { continue }
      checkReadable(path)
      useProperties(reading: path)
      paths.append(path)
    }
    return paths.isEmpty ? nil : paths
  }

  mutating func expectations(_ id: ID, of what: String) -> [Assignment] {
    if kind(id) == .scalar, !isEmpty(id) {
      reportType(
        what, takes: "a map of paths and values", id,
        help: [
          document.isPlaceholder(id)
            ? "write: {path: _}; run --update puts there what comes out"
            : "write: {path: value}; a formula is checked by: assert: \(asFormula(id))"
        ])
      return []
    }
    let all = entries(id, of: what, "a map of paths and values")
    var expectations: [Assignment] = []
    expectations.reserveCapacity(all.count)
    for (key, value) in all {
      guard let path = expectedPath(key) else { continue }
      checkReadable(path)
      useProperties(reading: path, value)
      let value = datum(value, expectedAt: path)
      checkOther(than: path.text, value)
      expectations.append(Assignment(path: path, value: value))
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(what) names nothing", at: document.span(id))
    }
    return expectations
  }

  /// Refuses a formula that reads what it is compared with, which holds whatever was done.
  private mutating func checkOther(than path: String, _ value: Datum) {
    switch value.content {
    case .formula(let formula), .condition(let formula):
      guard formula.reads(path) else { return }
      report(
        .selfComparison, "this compares \"\(path)\" with itself", at: value.span,
        help: [
          "write its value, or bind what it was before the step: let: {before: "
            + ScalarText.formula("= \(path)", inFlow: true) + "}"
        ])
    case .map(let entries):
      for entry in entries { checkOther(than: "\(path).\(entry.key.text)", entry.value) }
    case .value, .placeholder, .list: break
    }
  }

  // MARK: Emissions and runs

  mutating func emissions(expected id: ID, of what: String) -> Outcome.Emissions? {
    switch document[id].kind {
    case .list: return .all(document.elements(id).map { datum($0) })
    case .map:
      let entries = entries(of: id)
      for entry in entries { checkChannel(entry, of: what) }
      if entries.isEmpty {
        report(
          .missingValue, "\(what) with a map names channels, and this names none",
          at: document.span(id), help: ["write [] where nothing is to be emitted"])
      }
      return .channels(entries)
    case .scalar, .alias:
      let whole = datum(id)
      switch whole.content {
      case .formula, .placeholder, .condition: return .whole(whole)
      case .value, .list, .map:
        reportType(
          what, takes: "a list, or a map of channels", id,
          help: isEmpty(id) ? ["write [] for none"] : ["write: emits: \(inList(id))"])
        return nil
      }
    }
  }

  private mutating func checkChannel(_ entry: Datum.Entry, of what: String) {
    mention(entry.key, .channel)
    switch entry.value.content {
    case .formula, .placeholder, .condition, .list, .value(.list): return
    case .value, .map:
      report(
        .wrongType, "a channel in \(what) takes a list of what it emitted",
        at: entry.value.span,
        help: ["put it in brackets, or write a list of emissions: emits: [{\(entry.key.text): …}]"])
    }
  }

  mutating func runs(_ id: ID, of what: String) -> [Outcome.Entry] {
    let all = entries(id, of: what, "a map of names and numbers")
    var runs: [Outcome.Entry] = []
    for (key, value) in all {
      if refuseFormulaKey(key) { continue }
      let name = name(key)
      let symbol = symbols[name.text]
      switch symbol?.kind {
      case .derived, .computation, .child: break
      case .input, .reactor, .store, .actor, .service:
        report(
          .wrongKind,
          "\(what) counts computations and derived cells, and \"\(name.text)\" is neither",
          at: name.span, related: symbol.map { [.init($0.span, "it is defined here")] } ?? [])
      case nil:
        let near = nearest(
          to: name.text, among: known([.derived, .computation, .child]))
        report(
          .unknownName, "unknown name \"\(name.text)\"", at: name.span,
          help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
      }
      let count = count(value, of: what)
      if let symbol { runs.append(Outcome.Entry(key: name, slot: symbol.slot, value: count)) }
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(what) names nothing", at: document.span(id))
    }
    return runs
  }

  // MARK: Reactors, stores, services

  private mutating func states(_ id: ID, of outcome: OutcomeDeclaration) -> [Outcome.Entry]? {
    records(id, of: outcome, such: "reactor") { reader, key, value in
      let reactor = reader.part(key, .reactor, for: outcome.word)
      reader.useStates(value, of: reader.text(key))
      return reactor.map { .reactor($0.number) }
    }
  }

  /// The name of a reactor, or a list of names; `_` stands for either.
  private mutating func ends(_ id: ID, of outcome: OutcomeDeclaration) -> Outcome.Demand? {
    let isList = kind(id) == .list
    if kind(id) == .map || isEmpty(id) {
      reportType(
        outcome.what, takes: "the name of a reactor, or a list of them", id,
        help: isEmpty(id) ? ["write [] for none"] : [])
      return nil
    }
    var names: [NumberedName] = []
    for element in isList ? Array(document.elements(id)) : [id] {
      let target = enter(element)
      defer { leave(element) }
      if document.isPlaceholder(target) { continue }
      guard kind(target) == .scalar, !isEmpty(target) else {
        reportType("an element of \(outcome.what)", takes: "the name of a reactor", element)
        return nil
      }
      guard let name = part(target, .reactor, for: outcome.word) else { return nil }
      names.append(name)
    }
    let datum = datum(id)
    if case .placeholder = datum.content { return .ends([], datum) }
    return .ends(names, isList ? datum : Datum(.list([datum]), at: datum.span))
  }

  private mutating func received(_ id: ID, of outcome: OutcomeDeclaration) -> [Outcome.Entry]? {
    records(id, of: outcome, such: "name") { reader, key, value in
      guard let receiver = reader.receiver(key, for: outcome.word) else { return nil }
      reader.checkReceived(value, by: reader.text(key), of: outcome.what)
      return receiver
    }
  }

  private mutating func presented(_ id: ID, of outcome: OutcomeDeclaration) -> [Outcome.Entry]? {
    records(id, of: outcome, such: "store", under: "route") { reader, key, value in
      let store = reader.part(key, .store, for: outcome.word)
      reader.checkPresented(value, of: outcome.what)
      return store.map { .store($0.number) }
    }
  }

  /// No route that is shown equals a text.
  private mutating func checkPresented(_ id: ID, of what: String) {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else { return }
    for element in document.elements(target) {
      if kind(element) == .map || document.isPlaceholder(element) || isFormulaKey(element) {
        continue
      }
      reportType(
        "an element of \(what)", takes: "a map such as {route: name}", element,
        help: kind(element) == .scalar && !isEmpty(element)
          ? ["write: {route: \(inBrackets(element))}"] : [])
    }
  }

  /// A list for each of some parts, which `find` gives where they are what they should be; `such`
  /// stands for one of them where an example is written.
  mutating func records(
    _ id: ID, of outcome: OutcomeDeclaration, such part: String,
    under elementKey: String? = nil,
    _ find: (inout ScenarioReader, _ part: ID, _ list: ID) -> Slot?
  ) -> [Outcome.Entry]? {
    if kind(id) == .list {
      reportType(
        outcome.what, takes: "a map of names and lists", id,
        help: ["write: \(outcome.word.rawValue): {\(part): [...]}"])
      return nil
    }
    let all = entries(id, of: outcome.what, "a map of names and lists")
    var entries: [Outcome.Entry] = []
    for (key, value) in all {
      if refuseFormulaKey(key) { continue }
      let slot = find(&self, key, value)
      let record = record(value, of: outcome.what, under: elementKey)
      if let slot { entries.append(Outcome.Entry(key: name(key), slot: slot, value: record)) }
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(outcome.what) names nothing", at: document.span(id))
    }
    return entries
  }

  /// The part that receives cases; reports it where it is none.
  private mutating func receiver(_ key: ID, for word: Word) -> Slot? {
    let name = name(key)
    guard let symbol = symbols[name.text] else {
      if let kind = actorKind(of: name.text) {
        report(
          .wrongKind,
          "\"\(word.rawValue)\" tells what all actors of a name have received, and \"\(name.text)\" is one of "
            + "\"\(kind)\"",
          at: name.span, help: ["write: \(word.rawValue): {\(kind): […]}"])
        return nil
      }
      reportUnknownPath(
        path(name.text, at: name.span), among: known([.reactor, .store, .actor]))
      return nil
    }
    switch symbol.kind {
    case .store, .actor: return symbol.slot
    case .reactor:
      mention(name, .stubbed(isWritten: false))
      return symbol.slot
    case .input, .derived, .computation, .child, .service:
      report(
        .wrongKind,
        "\"\(word.rawValue)\" takes a reactor, a store or an actor, and \"\(name.text)\" is "
          + symbol.kind.noun,
        at: name.span,
        help: symbol.kind == .service ? ["write: calls: {\(name.text).method: […]}"] : [],
        related: [.init(symbol.span, "it is defined here")])
      return nil
    }
  }

  /// The declaration of an actor that is named by its number, or by what `as` bound; nil for all else.
  private func actorKind(of name: String) -> String? {
    if let number = locals.kind(name) { return symbols.names(of: [.actor])[number] }
    guard let declared = name.split(separator: "#").first.map(String.init), declared != name,
      symbols[declared]?.kind == .actor
    else { return nil }
    return declared
  }

  /// The names of the cases in a list of what a part received.
  mutating func checkReceived(_ id: ID, by part: String, of what: String) {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else { return }
    for element in document.elements(target) {
      if document.isPlaceholder(element) { continue }
      guard let name = caseName("an element of \(what)", element),
        symbols[part]?.kind == .reactor
      else { continue }
      mention(name, .action(of: part))
    }
  }

  mutating func calls(
    _ id: ID, of what: String
  ) -> [(method: Verb.Method, arguments: Datum)] {
    let all = entries(id, of: what, "a map of methods and lists of arguments")
    var calls: [(method: Verb.Method, arguments: Datum)] = []
    for (key, value) in all {
      if refuseFormulaKey(key) { continue }
      let arguments = record(value, of: what)
      if let method = methodName(key, of: what) { calls.append((method, arguments)) }
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(what) names nothing", at: document.span(id))
    }
    return calls
  }

  /// A list, or a formula or `_` in its place.
  private mutating func record(
    _ id: ID, of what: String, under elementKey: String? = nil
  ) -> Datum {
    let datum = datum(id)
    switch datum.content {
    case .formula, .placeholder, .condition, .list, .value(.list): break
    case .value, .map:
      reportType(
        what, takes: "a list", id,
        help: [
          isEmpty(id)
            ? "write [] for none"
            : kind(id) == .scalar
              ? "write: \(inList(id, under: elementKey))" : "put it in brackets"
        ])
    }
    return datum
  }

  // MARK: Errors

  mutating func reports(_ id: ID, of what: String) -> [Outcome.TextPattern] {
    if kind(id) == .scalar, let whole = textDatum(id, of: what), case .placeholder = whole.content {
      return [.contains(whole)]
    }
    return elements(id, of: what, "a list of texts").compactMap { pattern($0, of: what) }
  }

  /// A text as written, or `{matches: REGEX}`.
  mutating func pattern(_ id: ID, of what: String) -> Outcome.TextPattern? {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .map {
      guard let value = entries(target, as: PatternKey.self, excusing: .matches).first?.value else {
        if document[target].count == 0 {
          report(.missingKey, "\(what) needs a text or \"matches\"", at: document.span(target))
        }
        return nil
      }
      guard let datum = patternText(value, of: "\"matches\"") else { return nil }
      if case .condition = datum.content {
        report(
          .wrongType,
          "\"matches\" takes a regular expression, and this is a condition on the error",
          at: datum.span, help: ["write it without \"matches\": \(inBrackets(value))"])
      }
      if case .string(let pattern) = datum.literal, let reason = PatternCheck.refusal(of: pattern) {
        report(.badPattern, reason, at: datum.span)
      }
      return .matches(datum)
    }
    return patternText(target, of: what).map { .contains($0) }
  }

  /// A text to look for; an empty one is in every error, and so tells nothing.
  private mutating func patternText(_ id: ID, of what: String) -> Datum? {
    let datum = textDatum(id, of: what)
    if let datum, case .string("") = datum.literal {
      report(
        .missingValue, "\(what) is empty, and an empty text is part of every error",
        at: datum.span, help: ["write a part of the error that tells it from others"])
    }
    return datum
  }

  private mutating func textDatum(_ id: ID, of what: String) -> Datum? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .scalar, !isNothing(target) else {
      reportNoText(target, of: what)
      return nil
    }
    let (span, text) = (document.span(target), document.text(target))
    if text.utf8.first == 0x3d { return Datum(expected(target), at: span) }
    if document.isPlaceholder(target) { return Datum(.placeholder, at: span) }
    return Datum(.value(.string(text)), at: span)
  }
}
