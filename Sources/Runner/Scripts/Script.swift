import Scenarios
import Values

/// A scenario with what is worked out from it once, for all its rows.
final class Script {
  let scenario: Scenario
  /// The names that `each` binds, in the order of their first appearance.
  let rowNames: [String]
  /// The values of each row, by the numbers of their names.
  let rows: [[(index: Int, value: Datum)]]
  /// The slots of parts of which some outcome looks at the states or at what was received.
  let watched: Set<Int>
  /// Whether some outcome looks at what was emitted.
  let looksAtEmissions: Bool

  /// The steps before the scenario's own; nil where the file has none.
  let opening: Opening?
  let procedures: [Procedure]
  /// By number, which procedures do anything, as far as it has been asked.
  private var actives: [Bool?]
  /// The columns that are read elsewhere than where their values are expected, by their numbers.
  private(set) lazy var inputs = scenario.columnsRead(behind: localsBeforeRows, answers: false)

  init(_ scenario: Scenario, of file: ScenarioFile) {
    self.scenario = scenario
    opening = file.before
    procedures = file.procedures
    actives = Array(repeating: nil, count: file.procedures.count)
    var numbers: TextTable<Int> = [:]
    var names: [String] = []
    rows = (scenario.rows ?? []).map { row in
      row.entries.map { entry in
        let index = numbers[entry.key.text] ?? names.count
        if index == names.count {
          numbers[entry.key.text] = index
          names.append(entry.key.text)
        }
        return (index, entry.value)
      }
    }
    rowNames = names
    let steps = file.scripts(of: scenario).flatMap { $0 }
    watched = Set(steps.flatMap(\.watched).map(\.number))
    looksAtEmissions = scenario.isStrict || steps.contains(where: \.looksAtEmissions)
  }

  var steps: [Step] { scenario.steps }

  /// How many locals stand before those that a row binds.
  var localsBeforeRows: Int { opening?.localCount ?? 0 }

  /// Whether there is nothing to do, nor before it.
  var isEmpty: Bool { steps.isEmpty && opening == nil }

  /// Whether a step does anything where nobody looks at outcomes. What only binds or asks may fail, and have more ways
  /// than one: that is a turn, be there an event behind it or not.
  func isActive(_ step: Step) -> Bool {
    if step.delay != nil { return true }
    switch step.verb {
    case .check: return false
    case .control(.perform(let performance)):
      return performance.arguments != nil || isActive(procedure: performance.procedure.number)
    case .control(.interleave): return step.inner(procedures).contains(where: isActive)
    case .advance, .turn, .control(.batch), .control(.bind), .control(.choose), .control(.loop):
      return true
    }
  }

  /// The same of the steps of a procedure. Each is looked through once: those that do nothing may name each other in more
  /// ways than could be gone.
  private func isActive(procedure number: Int) -> Bool {
    if procedures.isEmpty { return false }
    if let known = actives[number] { return known }
    let found = procedures[number].steps.contains(where: isActive)
    actives[number] = found
    return found
  }
}
