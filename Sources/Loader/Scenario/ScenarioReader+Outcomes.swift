import Scenarios
import Values

extension ScenarioReader {
  mutating func outcomes(_ found: [(word: Word, key: ID, value: ID)]) -> [Outcome] {
    guard !found.isEmpty else { return [] }
    return with(.outcome) { reader in
      var outcomes: [Outcome] = []
      for (word, key, value) in found {
        let target = reader.enter(value)
        if let kind = reader.outcome(word, target) {
          outcomes.append(
            Outcome(kind, keyword: reader.name(key), span: reader.document.span(target)))
        }
        reader.leave(value)
      }
      return outcomes
    }
  }

  private mutating func outcome(_ word: Word, _ id: ID) -> Outcome.Kind? {
    switch word {
    case .expect: return .expect(expectations(id, of: "\"expect\""))
    case .exactly: return .exactly(expectations(id, of: "\"exactly\""))
    case .assert:
      let formulas = formulas(id, of: "\"assert\"")
      if kind(id) == .list, document[id].count == 0 {
        report(.missingValue, "\"assert\" holds no formula", at: document.span(id))
      }
      return formulas.isEmpty ? nil : .assert(formulas)
    case .emits: return emits(id).map { .emits($0) }
    case .runs: return .runs(runs(id))
    case .states, .received, .presented: return records(word, id)
    case .calls: return .calls(calls(id))
    case .replies: return .replies(datum(id))
    case .fails: return pattern(id, of: "\"fails\"").map { .fails($0) }
    case .reports:
      if kind(id) == .scalar, let whole = textDatum(id, of: "\"reports\""),
        case .placeholder = whole.content
      {
        return .reports([.contains(whole)])
      }
      let elements = elements(id, of: "\"reports\"", "a list of texts")
      return .reports(elements.compactMap { pattern($0, of: "\"reports\"") })
    default: return nil
    }
  }

  private mutating func expectations(_ id: ID, of what: String) -> [Assignment] {
    if kind(id) == .scalar, !isEmpty(id) {
      reportType(
        what, takes: "a map of paths and values", id,
        help: ["write: {path: value}; a formula is checked by: assert: \(text(id).prefix(60))"])
      return []
    }
    let all = entries(id, of: what, "a map of paths and values")
    var expectations: [Assignment] = []
    expectations.reserveCapacity(all.count / 2)
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      guard let path = path(all[index]) else { continue }
      checkReadable(path)
      useProperties(reading: path, all[index + 1])
      let value = datum(all[index + 1])
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
    case .formula(let formula):
      guard Text.same(formula.text, path) else { return }
      report(
        .selfComparison, "this compares \"\(path)\" with itself", at: value.span,
        help: ["write its value, or bind what it was before the step: let: {before: = \(path)}"])
    case .map(let entries):
      for entry in entries { checkOther(than: "\(path).\(entry.key.text)", entry.value) }
    case .value, .placeholder, .list: break
    }
  }

  private mutating func emits(_ id: ID) -> Outcome.Emissions? {
    switch document[id].kind {
    case .list: return .all(document.elements(id).map { datum($0) })
    case .map:
      let entries = entries(of: id)
      for entry in entries { checkChannel(entry) }
      if entries.isEmpty {
        report(
          .missingValue, "\"emits\" with a map names channels, and this names none",
          at: document.span(id), help: ["write [] where nothing is to be emitted"])
      }
      return .channels(entries)
    default:
      let whole = datum(id)
      switch whole.content {
      case .formula, .placeholder: return .whole(whole)
      default:
        reportType(
          "\"emits\"", takes: "a list, or a map of channels", id,
          help: isEmpty(id) ? ["write [] for none"] : ["write: emits: [\(text(id))]"])
        return nil
      }
    }
  }

  private mutating func checkChannel(_ entry: Datum.Entry) {
    mention(entry.key, .channel)
    switch entry.value.content {
    case .formula, .placeholder, .list, .value(.list): return
    default:
      report(
        .wrongType, "a channel in \"emits\" takes a list of what it emitted",
        at: entry.value.span,
        help: ["put it in brackets, or write a list of emissions: emits: [{\(entry.key.text): …}]"])
    }
  }

  private mutating func runs(_ id: ID) -> [Datum.Entry] {
    let all = entries(id, of: "\"runs\"", "a map of names and numbers")
    var runs: [Datum.Entry] = []
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      let name = name(all[index])
      switch symbols[name.text]?.kind {
      case .derived, .computation, .child: break
      case .input, .reactor, .store, .actor, .service:
        report(
          .wrongKind,
          "\"runs\" counts computations and derived cells, and \"\(name.text)\" is neither",
          at: name.span, related: [.init(symbols[name.text]!.span, "it is defined here")])
      case nil:
        let near = nearest(
          to: name.text, among: known([.derived, .computation, .child]))
        report(
          .unknownName, "unknown name \"\(name.text)\"", at: name.span,
          help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
      }
      runs.append(Datum.Entry(key: name, value: count(all[index + 1], of: "\"runs\"")))
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\"runs\" names nothing", at: document.span(id))
    }
    return runs
  }

  // MARK: Reactors, stores, services

  /// Outcomes that hold a list for each of some parts.
  private mutating func records(_ word: Word, _ id: ID) -> Outcome.Kind? {
    let what = "\"\(word.rawValue)\""
    if kind(id) == .list {
      let part = word == .states ? "reactor" : word == .presented ? "store" : "name"
      reportType(
        what, takes: "a map of names and lists", id,
        help: ["write: \(word.rawValue): {\(part): [...]}"])
      return nil
    }
    let all = entries(id, of: what, "a map of names and lists")
    var entries: [Datum.Entry] = []
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      let (key, value) = (all[index], all[index + 1])
      if checkRecorder(key, word), word == .received { checkReceived(value, by: text(key)) }
      if word == .states { useStates(value, of: text(key)) }
      entries.append(Datum.Entry(key: name(key), value: record(value, of: what)))
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\(what) names nothing", at: document.span(id))
    }
    switch word {
    case .states: return .states(entries)
    case .received: return .received(entries)
    default: return .presented(entries)
    }
  }

  /// Whether a part has such a record.
  private mutating func checkRecorder(_ key: ID, _ word: Word) -> Bool {
    let name = name(key)
    switch word {
    case .states: return isPart(key, .reactor, for: word)
    case .presented: return isPart(key, .store, for: word)
    default:
      if let kind = symbols[name.text]?.kind, kind == .store || kind == .actor { return true }
      guard symbols[name.text] != nil else {
        reportUnknownPath(
          Path(root: name.text, span: name.span), among: known([.reactor, .store, .actor]))
        return false
      }
      guard isPart(key, .reactor, for: word) else { return false }
      mention(name, .stubbed(.received))
      return true
    }
  }

  /// The names of the cases in a list of what a part received.
  private mutating func checkReceived(_ id: ID, by part: String) {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .list else { return }
    for element in document.elements(target) {
      let node = document.target(element)
      if document[node].kind == .scalar, document[node].style == .plain, text(node) == "_" {
        continue
      }
      guard let name = caseName("an element of \"received\"", element),
        symbols[part]?.kind == .reactor
      else { continue }
      mention(name, .action(of: part))
    }
  }

  private mutating func calls(_ id: ID) -> [(method: Verb.Method, arguments: Datum)] {
    let all = entries(id, of: "\"calls\"", "a map of methods and lists of arguments")
    var calls: [(method: Verb.Method, arguments: Datum)] = []
    for index in stride(from: all.startIndex, to: all.endIndex, by: 2) {
      if refuseFormulaKey(all[index]) { continue }
      let arguments = record(all[index + 1], of: "\"calls\"")
      if let method = methodName(all[index], of: "\"calls\"") { calls.append((method, arguments)) }
    }
    if all.isEmpty, kind(id) == .map {
      report(.missingValue, "\"calls\" names nothing", at: document.span(id))
    }
    return calls
  }

  /// A list, or a formula or `_` in its place.
  private mutating func record(_ id: ID, of what: String) -> Datum {
    let datum = datum(id)
    switch datum.content {
    case .formula, .placeholder, .list, .value(.list): break
    default:
      reportType(
        what, takes: "a list", id,
        help: [
          isEmpty(id)
            ? "write [] for none"
            : kind(id) == .scalar ? "write: [\(text(id))]" : "put it in brackets"
        ])
    }
    return datum
  }

  // MARK: Errors

  /// A text as written, or `{matches: REGEX}`.
  private mutating func pattern(_ id: ID, of what: String) -> Outcome.TextPattern? {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .map {
      guard let value = entries(target, as: .pattern).first?.value else {
        if document[target].count == 0 {
          report(.missingKey, "\(what) needs a text or \"matches\"", at: document.span(target))
        }
        return nil
      }
      guard let datum = patternText(value, of: "\"matches\"") else { return nil }
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
    guard document[target].kind == .scalar, !isEmpty(target) else {
      reportType(what, takes: "a text", id)
      return nil
    }
    let (span, text) = (document.span(target), document.text(target))
    if text.utf8.first == 0x3d { return Datum(.formula(formula(target)), at: span) }
    if document[target].style == .plain, text == "_" { return Datum(.placeholder, at: span) }
    return Datum(.value(.string(text)), at: span)
  }
}
