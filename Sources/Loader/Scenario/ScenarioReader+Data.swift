import CEL
import Scenarios
import Values

extension ScenarioReader {
  /// Reads data: a value, or a list or map that formulas are part of. `_` is a placeholder in
  /// outcomes only; there lists and maps keep the places of all that is in them, so that a
  /// difference can be shown where it is.
  mutating func datum(_ id: ID) -> Datum {
    let target = enter(id)
    defer { leave(id) }
    let span = document.span(target)
    switch document[target].kind {
    case .scalar: return Datum(scalar(target), at: span)
    case .list: return Datum(list(target, span), at: span)
    case .map, .alias: return Datum(map(target, span), at: span)
    }
  }

  private mutating func scalar(_ id: ID) -> Datum.Content {
    let node = document[id]
    let first = document.withText(id) { $0.first }
    if first == 0x3d, readsFormulas {
      return place == .outcome ? expected(id) : .formula(formula(id))
    }
    guard node.style == .plain else { return .value(.string(document.text(id))) }
    guard let first else { return .value(.null) }
    if CoreSchema.isCertainlyText(first) {
      let mayWait = place == .outcome || place == .row
      if mayWait, node.count == 1, first == 0x5f { return .placeholder }
      return .value(.string(document.text(id)))
    }
    switch document.withText(id, CoreSchema.read) {
    case .null: return .value(.null)
    case .bool(let bool): return .value(.bool(bool))
    case .int(let int): return .value(.int(int))
    case .double(let double): return .value(.double(double))
    case .text: return .value(.string(document.text(id)))
    case .ambiguous(let other): reportAmbiguous(id, other)
    case .outOfRange:
      report(
        .outOfRange, "the number \(document.text(id)) is out of range", at: document.span(id),
        help: ["quote it to make it a text: \"\(document.text(id))\""])
    }
    return .value(.null)
  }

  /// A formula in the place of an expected value: one that reads `it` is a condition on what stands
  /// there.
  mutating func expected(_ id: ID) -> Datum.Content {
    let count = locals.count
    locals.pushCandidate()
    let formula = formula(id)
    locals.pop(to: count)
    let isCondition = formula.program.slots.contains(Slot.it.number)
    return isCondition ? .condition(formula) : .formula(formula)
  }

  private mutating func reportAmbiguous(_ id: ID, _ other: String) {
    let text = document.text(id)
    let isWord = other == "true" || other == "false"
    report(
      .ambiguousValue,
      "\"\(text)\" is \(isWord ? "a text to some readers of YAML and \(other)" : "\(other)") to others",
      at: document.span(id),
      help: [
        isWord ? "write \"\(text)\" or \(other)" : "quote it, \"\(text)\", or write the number"
      ])
  }

  private mutating func list(_ id: ID, _ span: SourceSpan) -> Datum.Content {
    let elements = document.elements(id)
    var data: [Datum] = []
    data.reserveCapacity(elements.count)
    var isLiteral = true
    for element in elements {
      let datum = datum(element)
      if case .value = datum.content {} else { isLiteral = false }
      data.append(datum)
    }
    guard isLiteral, place != .outcome else { return .list(data) }
    do throws(ValueFault) {
      return .value(try .list(of: data.map { $0.literal ?? .null }))
    } catch {
      report(.tooLarge, error.message, at: span)
      return .value(.null)
    }
  }

  private mutating func map(_ id: ID, _ span: SourceSpan) -> Datum.Content {
    let entries = entries(of: id)
    let isLiteral = entries.allSatisfy { $0.value.literal != nil }
    guard isLiteral, place != .outcome else { return .map(entries) }
    do throws(ValueFault) {
      return .value(try .record(entries.map { ($0.key.text, $0.value.literal ?? .null) }))
    } catch {
      report(.tooLarge, error.message, at: span)
      return .value(.null)
    }
  }

  /// The entries of a map as names and data. Names that are to mean something are in sight for the entries behind them.
  mutating func entries(of map: ID, as meaning: Locals.Meaning? = nil) -> [Datum.Entry] {
    let all = document.entries(map)
    var entries: [Datum.Entry] = []
    entries.reserveCapacity(all.count)
    for (key, value) in all {
      _ = refuseFormulaKey(key)
      let entry = Datum.Entry(key: name(key), value: datum(value))
      if let meaning { locals.push(entry.key.text, meaning) }
      entries.append(entry)
    }
    return entries
  }

  /// Data that makes sense only as an int, or a formula.
  mutating func count(_ id: ID, of what: String) -> Datum {
    switch document.plainReading(id) {
    // A text in quotes would be no number either.
    case .outOfRange?:
      report(.outOfRange, "the number \(text(id)) is out of range", at: span(id))
      return Datum(.value(.int(0)), at: span(id))
    case .ambiguous?:
      reportType(what, takes: "a whole number or a formula", id)
      return Datum(.value(.int(0)), at: span(id))
    case .null?, .bool?, .int?, .double?, .text?, nil: break
    }
    let datum = datum(id)
    switch datum.content {
    case .formula, .placeholder, .condition: return datum
    case .value(.int(let int)) where int >= 0: return datum
    case .value(.int): report(.outOfRange, "\(what) cannot be negative", at: datum.span)
    case .value, .list, .map: reportType(what, takes: "a whole number or a formula", id)
    }
    return Datum(.value(.int(0)), at: datum.span)
  }

  /// A duration such as `1h30m`, or a formula that gives one.
  mutating func duration(_ id: ID, of what: String) -> Datum {
    let target = enter(id)
    defer { leave(id) }
    let span = document.span(target)
    let zero = Datum(.value(.duration(Duration(nanoseconds: 0))), at: span)
    guard document[target].kind == .scalar else {
      reportType(what, takes: "a duration such as 300ms", id)
      return zero
    }
    if document.withText(target, { $0.first }) == 0x3d {
      return Datum(.formula(formula(target)), at: span)
    }
    let text = document.text(target)
    guard let duration = Duration(written: text) else {
      if Duration.isTooLong(text, { Duration(written: $0) }) {
        report(
          .outOfRange, "\(described(id)) is longer than any duration", at: span,
          help: [Duration.longestWords])
        return zero
      }
      let number = text.utf8.last == 0x2e ? String(text.dropLast()) : text
      let isNumber =
        number.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2e } && Duration("\(number)s") != nil
      report(
        .badDuration, "\(described(id)) is no duration", at: span,
        help: [
          isNumber
            ? "add a unit: \(number)ms, \(number)s, \(number)m or \(number)h"
            : "write it as 300ms, 1.5s, 1h30m or 90d"
        ])
      return zero
    }
    if duration.nanoseconds < 0 {
      report(.outOfRange, "\(what) cannot be negative", at: span)
      return zero
    }
    return Datum(.value(.duration(duration)), at: span)
  }

  /// A duration above zero, as far as it is known; of a formula only the run can tell.
  mutating func interval(_ id: ID, of what: String, help: [String] = []) -> Datum {
    let interval = duration(id, of: what)
    if case .duration(let duration) = interval.literal, duration.nanoseconds == 0,
      kind(id) == .scalar, Duration(text(id)) != nil
    {
      report(.outOfRange, "\(what) needs a duration above zero", at: span(id), help: help)
    }
    return interval
  }

  /// Real time above zero: a duration such as `5s`, or a number of seconds. No formula, since it is
  /// no business of the world's.
  mutating func realTime(_ id: ID, of what: String) -> Scenario.Timeout? {
    let target = enter(id)
    defer { leave(id) }
    let text = document[target].kind == .scalar ? document.text(target) : ""
    guard let duration = Duration(realTime: text) else {
      if Duration.isTooLong(text, { Duration(realTime: $0) }) {
        report(
          .outOfRange, "\(described(id)) is longer than any time", at: document.span(target),
          help: [Duration.longestWords])
        return nil
      }
      report(
        .badDuration, "\(described(id)) is no time", at: document.span(target),
        help: ["\(what) takes real time: write it as 5s, 500ms or 2m; a bare number is seconds"])
      return nil
    }
    guard duration.nanoseconds > 0 else {
      report(.outOfRange, "\(what) needs a time above zero", at: document.span(target))
      return nil
    }
    return Scenario.Timeout(duration, text: Duration(text) == nil ? text + "s" : text)
  }
}

extension Duration {
  /// Reads what files may say.
  fileprivate init?(written text: String) {
    if let duration = Duration(text) ?? Duration(days: text) { self = duration } else { return nil }
  }

  /// Reads whole days of 24 hours, alone or before what formulas read as a duration: `90d`,
  /// `1d12h`. Formulas themselves know no days.
  fileprivate init?(days text: String) {
    let parts = text.split(separator: "d", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let days = Int64(parts[0]), let rest = parts[1].isEmpty ? 0 : Duration.unsigned(parts[1])
    else { return nil }
    let (whole, overflow) = days.multipliedReportingOverflow(by: 86_400_000_000_000)
    let (sum, overflowToo) = whole.addingReportingOverflow(rest)
    guard !overflow, !overflowToo else { return nil }
    self.init(nanoseconds: sum)
  }

  /// Nanoseconds, where no sign stands before them.
  private static func unsigned(_ text: Substring) -> Int64? {
    text.first == "-" || text.first == "+" ? nil : Duration(String(text))?.nanoseconds
  }
}
