import CEL
import Scenarios
import Values

/// A file ready to be run: its model with every name resolved. Made once; each scenario makes its
/// own world from it.
final class FilePlan {
  let file: ScenarioFile
  let names: ModelNames
  let cells: [CellPlan]
  let computations: [ComputationPlan]
  let always: [FormulaPlan]
  let eventually: [FormulaPlan]

  init(_ file: ScenarioFile) {
    self.file = file
    let names = ModelNames(file)
    let scope = NameScope(names: names)
    let planner = StepPlanner(scope: scope)
    self.names = names
    cells = file.model.cells.map { CellPlan($0, in: scope) }
    computations = file.model.computations.map(planner.plan)
    always = file.always.map { FormulaPlan($0, in: scope.forExpectations) }
    eventually = file.eventually.map { FormulaPlan($0, in: scope.forExpectations) }
  }
}

/// A cell with its formulas resolved.
final class CellPlan {
  enum Source {
    case input(DatumPlan)
    case derived(FormulaPlan)
  }

  let declaration: CellDeclaration
  let source: Source
  /// Over the locals `old` and `new`.
  let cutoff: FormulaPlan?

  init(_ declaration: CellDeclaration, in scope: NameScope) {
    self.declaration = declaration
    source =
      switch declaration.source {
      case .input(let datum): .input(DatumPlan(datum, in: scope))
      case .derived(let formula): .derived(FormulaPlan(formula, in: scope))
      }
    cutoff =
      if case .formula(let formula) = declaration.cutoff {
        FormulaPlan(formula, in: scope.binding(["old", "new"]))
      } else {
        nil
      }
  }

  var name: String { declaration.name.text }
}

/// A scenario with its steps resolved; its rows share the plan.
final class ScenarioPlan {
  let scenario: Scenario
  /// The names that `each` binds, in the order of their first appearance.
  let rowNames: [String]
  let rows: [[(index: Int, value: DatumPlan)]]
  let given: [(path: PathPlan, value: DatumPlan)]
  let steps: [StepPlan]

  init(_ scenario: Scenario, in file: FilePlan) {
    self.scenario = scenario
    var names: [String] = []
    for entry in (scenario.rows ?? []).flatMap(\.entries) where !names.contains(entry.key.text) {
      names.append(entry.key.text)
    }
    rowNames = names
    var alone = NameScope(names: file.names)
    alone.seesModel = false
    rows = (scenario.rows ?? []).map { row in
      row.entries.map { entry in
        (names.firstIndex(of: entry.key.text) ?? 0, DatumPlan(entry.value, in: alone))
      }
    }
    let scope = NameScope(names: file.names, locals: names, seesComputations: true)
    given = scenario.given.map { assignment in
      guard let index = file.names.cells[assignment.path.root] else {
        preconditionFailure("given \(assignment.path.text) passed the loader unknown")
      }
      return (
        PathPlan(root: .cell(index), path: assignment.path),
        DatumPlan(assignment.value, in: scope)
      )
    }
    steps = StepPlanner(scope: scope).plan(scenario.steps)
  }
}
