import Scenarios
import Values

extension OutcomeCheck {
  private var emissions: [StepLog.Emission] { world.emissions(behind: mark.emissions) }

  /// Exactly these, in order: `{channel: value}`, or a bare value where one channel emitted.
  mutating func checkEmits(_ data: [Datum], _ outcome: Scenarios.Outcome) {
    let actual = emissions
    let channels = TextSet(actual.map(\.channel))
    for (index, datum) in data.enumerated() {
      guard index < actual.count else { break }
      let emission = actual[index]
      guard let expected = channelled(datum, among: channels) else { return }
      if let channel = expected.channel {
        guard Text.same(channel, emission.channel) else {
          return failEmits(
            data, outcome, at: datum.span,
            "expected \(channel) to emit next, got \(emission.channel)")
        }
      } else if channels.count > 1 {
        return failEmits(
          data, outcome, at: datum.span,
          "several channels emitted, so each emission must name its own",
          help: ["write {\(emission.channel): …}"])
      }
      if case .placeholder = expected.value.content {
        let value = expected.channel == nil ? spelling(data)(emission) : emission.value
        fail(placeholder: value, at: expected.value.span, emission.channel)
        continue
      }
      let subject = "\(emission.channel) (emission \(index + 1))"
      if let difference = difference(emission.value, expected.value, subject) {
        return failEmits(
          data, outcome, at: difference.span, difference.message, help: difference.help)
      }
    }
    if actual.count > data.count {
      failEmits(data, outcome, at: outcome.keyword.span, "more was emitted than expected")
    } else if actual.count < data.count {
      failEmits(data, outcome, at: data[actual.count].span, "this was not emitted")
    }
  }

  /// Of the named channels these and no others, in order; no word about the rest.
  mutating func checkEmits(
    _ entries: [Datum.Entry]
  ) {
    var byChannel: TextTable<[Value]> = [:]
    for emission in emissions { byChannel[emission.channel, default: []].append(emission.value) }
    for entry in entries {
      let name = entry.key.text
      compareLists(byChannel[name] ?? [], entry.value, subject: name)
    }
  }

  /// A formula or `_` in the place of the list.
  mutating func checkEmits(whole datum: Datum) {
    compareLists(emissions.map(spelling([])), datum, subject: "emits")
  }

  private mutating func compareLists(_ values: [Value], _ datum: Datum, subject: String) {
    guard let list = try? Value.list(of: values) else {
      return add(
        Failure(.outcome, .tooLarge, "\(subject): too much was emitted to compare", at: datum.span))
    }
    compare(list, datum, whole: false, subject: subject)
  }

  /// The channel and the value that an element of `emits` names. A map with one key that is a
  /// channel's name is always such a pair.
  private mutating func channelled(
    _ datum: Datum, among emitted: TextSet
  ) -> (channel: String?, value: Datum)? {
    func isChannel(_ key: String) -> Bool { self.isChannel(key, among: emitted) }
    switch datum.content {
    case .map(let entries) where entries.count == 1 && isChannel(entries[0].key.text):
      return (entries[0].key.text, entries[0].value)
    case .value(.map(let map)) where map.count == 1:
      guard case .string(let key) = map.keys[0], isChannel(key) else { return (nil, datum) }
      return (key, Datum(.value(map.values[0]), at: datum.span))
    case .formula:
      guard let value = evaluated(datum) else { return nil }
      return channelled(Datum(.value(value), at: datum.span), among: emitted)
    case .value, .placeholder, .condition, .list, .map: return (nil, datum)
    }
  }

  private func isChannel(_ name: String, among emitted: TextSet) -> Bool {
    world.file.channels.contains(name) || emitted.contains(name)
  }

  private mutating func failEmits(
    _ data: [Datum], _ outcome: Scenarios.Outcome, at span: SourceSpan, _ reason: String,
    help: [String] = []
  ) {
    let actual = emissions
    let isOne = TextSet(actual.map(\.channel)).count <= 1
    let named = channelsNamed(in: data)
    var failure = Failure(.outcome, "emits: \(reason)", at: span, help: help)
    failure.details = [
      Failure.Detail("expected", lines(data.map { told($0) })),
      Failure.Detail(
        "actual",
        lines(
          actual.map {
            (isOne && !named.contains($0.channel) ? $0.value : $0.asRecord).description
          })),
    ]
    failure.take(fixing { fix(data, to: actual, at: outcome.span, &$0) })
    add(failure)
  }

  // MARK: Fixing

  private func fix(
    _ data: [Datum], to actual: [StepLog.Emission], at span: SourceSpan, _ fixing: inout Fixing
  ) {
    let channels = TextSet(actual.map(\.channel))
    var check = self
    let parts = data.map { check.channelled($0, among: channels) }
    let fixed = fixing
    let spelled = spelling(data)
    func namesSame(_ element: Int, _ value: Int) -> Bool {
      guard let part = parts[element] else { return false }
      if let channel = part.channel { return Text.same(channel, actual[value].channel) }
      return !mustName(actual[value], among: channels)
    }
    func isMet(_ element: Int, _ value: Int) -> Bool {
      guard let part = parts[element], namesSame(element, value) else { return false }
      return fixed.isMet(part.value, by: actual[value].value, whole: false)
    }
    let pairing = Pairing(data.count, actual.count, matches: isMet)
    for (element, value) in pairing.doubtful {
      if case .formula = data[element].content {
        if !isMet(element, value) {
          fixing.fix(data[element], to: actual[value].value, whole: false)
        }
      } else if case .condition = data[element].content {
        if !isMet(element, value) { fixing.refuse(Fixing.Obstacle.condition) }
      } else if case .placeholder = data[element].content {
        fixing.replace(data[element], by: spelled(actual[value]))
      } else if namesSame(element, value), let part = parts[element] {
        fixing.fix(part.value, to: actual[value].value, whole: false)
      } else {
        fixing.replace(data[element], by: spelled(actual[value]))
      }
    }
    fixing.hold(pairing, data, at: span) { .element(spelled(actual[$0])) }
  }

  /// Whether a bare value would not be taken for this emission.
  private func mustName(_ emission: StepLog.Emission, among channels: TextSet) -> Bool {
    guard channels.count <= 1 else { return true }
    guard case .map(let map) = emission.value, map.count == 1, case .string(let key) = map.keys[0]
    else { return false }
    return isChannel(key, among: channels)
  }

  /// How emissions are written: bare where they can be, unless the others are not.
  private func spelling(_ data: [Datum]) -> (StepLog.Emission) -> Value {
    let channels = TextSet(emissions.map(\.channel))
    let named = channelsNamed(in: data)
    return { emission in
      mustName(emission, among: channels) || named.contains(emission.channel)
        ? emission.asRecord : emission.value
    }
  }

  /// The names with which the expectation may spell emissions: the keys of maps of one key.
  private func channelsNamed(in data: [Datum]) -> TextSet {
    var names: TextSet = []
    for datum in data {
      switch datum.content {
      case .map(let entries) where entries.count == 1: names.insert(entries[0].key.text)
      case .value(.map(let map)) where map.count == 1:
        if case .string(let key) = map.keys[0] { names.insert(key) }
      case .value, .formula, .condition, .placeholder, .list, .map: break
      }
    }
    return names
  }

  private func lines(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.joined(separator: "\n")
  }
}

extension StepLog.Emission {
  fileprivate var asRecord: Value { (try? Value.record([(channel, value)])) ?? value }
}
