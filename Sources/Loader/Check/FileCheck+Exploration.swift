import Scenarios
import Values

// What of an exploration can come to nothing, or to no end.
extension FileCheck {
  mutating func checkExplorations() {
    if let exploration = file.exploration {
      check(exploration) { [file] section in file.explorations(with: section) }
    }
    for own in file.scenarios.compactMap(\.exploration) { check(own) { _ in [own] } }
  }

  /// - Parameter explorations: Those that have that section of it.
  private mutating func check(
    _ exploration: Exploration, _ explorations: (Exploration.Section) -> [Exploration]
  ) {
    if !exploration.inherited.contains(.events) {
      checkEvents(of: exploration, explorations(.events))
    }
    if !exploration.inherited.contains(.faults) {
      checkFaults(of: exploration, explorations(.faults))
    }
    if !exploration.inherited.contains(.budget) {
      checkBudget(of: exploration, explorations(.budget))
    }
  }

  private mutating func checkEvents(of exploration: Exploration, _ all: [Exploration]) {
    guard let first = exploration.events.first, !all.isEmpty else { return }
    if all.allSatisfy({ $0.steps == 0 }) {
      warn(
        .noEffect, "none of the events happens: \"steps\" is 0", at: first.step.keyword.span,
        help: ["write in \"explore\": steps: 20"])
    }
    guard all.contains(where: { $0.steps == nil }) else { return }
    for event in exploration.events
    where !event.isSettled && event.condition == nil && [event.step].mayMail {
      warn(
        .suspicious, "nothing bounds how often this is sent, so that there is no end of states",
        at: event.step.keyword.span,
        help: ["write beside it \"settled: true\" or a \"when\", or in \"explore\": steps: 20"])
    }
  }

  private mutating func checkFaults(of exploration: Exploration, _ all: [Exploration]) {
    if all.isEmpty { return }
    for rule in exploration.faults where all.allSatisfy({ !$0.allows(rule.fault) }) {
      let isNamed = all.contains { $0.budgetSpans[rule.fault] != nil }
      let isTotal = all.contains { if case .total = $0.budget { true } else { false } }
      warn(
        .noEffect,
        isNamed || isTotal
          ? "no \(rule.fault.rawValue) happens: \"budget\" is 0"
          : "no \(rule.fault.rawValue) happens: \"budget\" does not name it",
        at: rule.span, help: ["write in \"explore\": budget: {\(rule.fault.rawValue): 1}"])
    }
  }

  private mutating func checkBudget(of exploration: Exploration, _ all: [Exploration]) {
    if all.isEmpty { return }
    for fault in Exploration.Fault.allCases {
      guard let span = exploration.budgetSpans[fault],
        all.allSatisfy({ one in !one.faults.contains { $0.fault == fault } })
      else { continue }
      warn(
        .noEffect, "no \(fault.rawValue) happens: \"faults\" does not say whom it may befall",
        at: span, help: ["write in \"explore\": faults: {\(fault.rawValue): [all]}"])
    }
  }
}

extension ScenarioFile {
  /// Those that have that section of the file's, with what scenarios say over it.
  fileprivate func explorations(with section: Exploration.Section) -> [Exploration] {
    var found: [Exploration] = []
    var isWhole = scenarios.isEmpty
    for scenario in scenarios where scenario.isExplored {
      guard let own = scenario.exploration else {
        isWhole = true
        continue
      }
      if own.inherited.contains(section) { found.append(own) }
    }
    return found + (isWhole ? exploration.map { [$0] } ?? [] : [])
  }
}

extension Exploration {
  /// Whether the budget has room for one such fault.
  fileprivate func allows(_ fault: Fault) -> Bool {
    switch budget {
    case .total(let most): most > 0
    case .each(let most): most[fault, default: 0] > 0
    }
  }
}

extension [Step] {
  fileprivate var mayMail: Bool {
    containsDeep {
      switch $0.verb {
      case .turn(.event(.tell)), .turn(.event(.ask)), .turn(.event(.send)),
        .turn(.event(.dispatch)):
        true
      case .turn, .control, .advance, .check: false
      }
    }
  }
}
