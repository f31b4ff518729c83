import Scenarios
import Values

extension ScenarioReader {
  mutating func exploration(_ id: ID) -> Exploration? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType("\"explore\"", takes: "a map", id)
      return nil
    }
    var exploration = Exploration(span: document.span(target))
    for (key, _, value) in entries(target, as: ExplorationKey.self) {
      fill(&exploration, key, value)
    }
    return exploration
  }

  private mutating func fill(
    _ exploration: inout Exploration, _ key: ExplorationKey, _ value: ID
  ) {
    switch key {
    case .schedules:
      if let choice = choice(value, of: "\"schedules\"", Exploration.Schedules.self) {
        exploration.schedules = choice
      }
    case .delivery:
      if let choice = choice(value, of: "\"delivery\"", Exploration.Delivery.self) {
        exploration.delivery = choice
      }
    case .faults: exploration.faults = faults(value)
    case .budget:
      if let budget = int(value, of: "\"budget\"", in: 0...ExplorationKey.mostChoices) {
        exploration.budget = Int(budget)
      }
    case .steps:
      if let steps = int(value, of: "\"steps\"", in: 0...ExplorationKey.mostChoices) {
        exploration.steps = Int(steps)
      }
    case .events:
      exploration.events = with(.within(.events)) { $0.steps(value, of: "\"events\"") }
    case .expect:
      if let choice = choice(value, of: "\"expect\"", Exploration.Expectation.self) {
        exploration.expectation = choice
      }
    }
  }

  private mutating func faults(_ id: ID) -> [(fault: Exploration.Fault, actors: [Name])] {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      reportType(
        "\"faults\"", takes: "a map of faults and actors", id,
        help: ["write: {drop: [worker], crash: [worker]}"])
      return []
    }
    return entries(target, as: FaultKey.self).map { key, _, value in
      let names = names(value, of: "\"\(key.rawValue)\"", "a list of actors")
      return (key.fault, names.filter { actor($0, for: key.word) != nil })
    }
  }

  /// One word of several.
  mutating func choice<Choice>(_ id: ID, of what: String, _: Choice.Type) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let text = kind(id) == .scalar ? text(id) : ""
    if let choice = Choice(rawValue: text) { return choice }
    let all = Choice.allCases.map(\.rawValue)
    let near = text.isEmpty ? nil : nearest(to: text, among: all)
    reportType(
      what, takes: all.alternatives, id,
      help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
    return nil
  }
}
