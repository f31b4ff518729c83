import CEL
import Scenarios
import Values

/// The names of a model: one space for cells and computations. Children that bodies make with
/// `autorun` have their place too, whether they live or not.
struct ModelNames {
  private(set) var cells: [String: Int] = [:]
  private(set) var computations: [String: Int] = [:]
  /// Every name under which something may be emitted.
  private(set) var channels: Set<String> = []
  /// In the order of their numbers.
  private(set) var computationNames: [String] = []

  init(_ file: ScenarioFile) {
    for (index, cell) in file.model.cells.enumerated() { cells[cell.name.text] = index }
    for computation in file.model.computations { add(computation) }
    for scenario in file.scenarios { addChildren(of: scenario.steps) }
  }

  private mutating func add(_ computation: ComputationDeclaration) {
    let name = computation.name.text
    if computations[name] == nil {
      computations[name] = computationNames.count
      computationNames.append(name)
      channels.insert(name)
    }
    if case .steps(let steps) = computation.body { addChildren(of: steps) }
    addChildren(of: computation.onError ?? [])
  }

  private mutating func addChildren(of steps: [Step]) {
    for step in steps {
      if case .autorun(let child) = step.verb { add(child) }
      if case .emit(let emissions) = step.verb {
        for emission in emissions {
          if let channel = emission.channel { channels.insert(channel.text) }
        }
      }
      for list in step.verb.nested { addChildren(of: list) }
    }
  }
}

extension Verb {
  /// The lists of steps inside, but for those of an `autorun`.
  var nested: [[Step]] {
    switch self {
    case .condition(_, _, let then, let otherwise): [then, otherwise]
    case .loop(_, _, let steps), .repetition(_, let steps), .batch(let steps): [steps]
    case .nonreactive(let steps), .onInvalidate(let steps), .onStop(let steps): [steps]
    case .afterFlush(let steps): [steps]
    default: []
    }
  }
}

/// The names that a formula may read, innermost last.
///
/// Locals are numbered in the order in which they are bound, so that at run time they are simply an
/// array that grows and shrinks with the steps.
struct NameScope: Scope {
  let names: ModelNames
  var locals: [String] = []
  /// Whether a computation's name can be read: in scripts, expectations and properties. Elsewhere
  /// only `NAME.emitted` can.
  var seesComputations = false
  /// Whether the model can be read at all.
  var seesModel = true

  func slot(for name: String) -> Int? {
    if let index = locals.lastIndex(where: { Text.same($0, name) }) {
      return Slot.local(index).number
    }
    guard seesModel else { return nil }
    if let index = names.cells[name] { return Slot.cell(index).number }
    if seesComputations, let index = names.computations[name] {
      return Slot.computation(index).number
    }
    if !seesComputations, name.hasSuffix(NameScope.emitted),
      let index = names.computations[String(name.dropLast(NameScope.emitted.count))]
    {
      return Slot.computation(index).number
    }
    return name == "now" ? Slot.now.number : nil
  }

  private static let emitted = ".emitted"

  func binding(_ names: [String]) -> NameScope {
    var scope = self
    scope.locals += names
    return scope
  }

  var forExpectations: NameScope {
    var scope = self
    scope.seesComputations = true
    return scope
  }
}
