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
  let reactors: [ReactorPlan]
  let stores: [StorePlan]
  let services: [ServicePlan]
  let actors: [ActorPlan]
  let always: [FormulaPlan]
  let propertyReads: PropertyReads
  /// What derived cells read, for logs.
  private(set) lazy var cellReads = PropertyReads(of: cells, names)
  let eventually: [FormulaPlan]
  /// The same settings with nothing else.
  private(set) lazy var withoutModel: FilePlan = {
    var nothing = ScenarioFile(name: file.name)
    nothing.settings = file.settings
    return FilePlan(nothing)
  }()

  init(_ file: ScenarioFile) {
    self.file = file
    let names = ModelNames(file)
    let scope = NameScope(names: names)
    let planner = StepPlanner(scope: scope)
    self.names = names
    cells = file.model.cells.map { CellPlan($0, in: scope) }
    computations = file.model.computations.map(planner.plan)
    reactors = file.model.reactors.enumerated().map {
      ReactorPlan($0.element, index: $0.offset, in: scope)
    }
    var parts = PartPlanner(file.model, in: scope)
    stores = file.model.stores.enumerated().map {
      StorePlan($0.element, index: $0.offset, &parts)
    }
    services = file.model.services.enumerated().map {
      ServicePlan($0.element, index: $0.offset, in: scope)
    }
    actors = file.model.actors.enumerated().map {
      ActorPlan($0.element, index: $0.offset, in: scope)
    }
    for actor in actors { for child in actor.children { actors[child].parent = actor.index } }
    always = file.always.map { FormulaPlan($0, in: scope.forExpectations) }
    propertyReads = PropertyReads(always, cells, actors, names)
    eventually = file.eventually.map { FormulaPlan($0, in: scope.forExpectations) }
  }
}

extension FilePlan {
  /// The slots of actors that stand for a declared state with formulas as long as they are not made:
  /// it may change untold.
  var unsteadyActors: Set<Int> {
    Set(actors.filter(\.isUnsteady).map { Slot.actor($0.index).number })
  }

  /// Where the part is that the name of a turn begins with: `search` of `search.updateQuery`.
  func place(of turn: String) -> SourceSpan? {
    let part = turn.prefix { $0 != "." && $0 != " " }
    let names =
      computations.map(\.declaration.name) + reactors.map(\.declaration.name)
      + stores.map(\.declaration.name) + services.map(\.declaration.name)
    return names.first { $0.text == part }?.span
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
  /// The slots of parts of which some outcome looks at the states or at what was received.
  let watched: Set<Int>

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
    let scope = NameScope(names: file.names, locals: names).forExpectations
    let parts = NameScope(names: file.names).forExpectations
    given = scenario.given.map { assignment in
      (PathPlan(assignment.path, in: parts), DatumPlan(assignment.value, in: scope))
    }
    steps = StepPlanner(scope: scope, isScript: true).plan(scenario.steps)
    watched = Set(steps.flatMap(\.watched).map(\.number))
  }
}
