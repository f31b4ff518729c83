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

  init(_ scenario: Scenario, of file: ScenarioFile) {
    self.scenario = scenario
    opening = file.before
    procedures = file.procedures
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

  /// Whether there is nothing to do, nor before it.
  var isEmpty: Bool { steps.isEmpty && opening == nil }
}
