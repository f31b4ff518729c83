import CEL
import Scenarios
import Values

/// A file with what is worked out from its model once, for the worlds of all its scenarios.
final class FileTables {
  let file: ScenarioFile
  let stores: [StoreLayout]
  let propertyReads: PropertyReads
  /// The cells that are kept current, by their numbers.
  let heldCells: [Int]
  /// Of each cell whether any value can be written to the whole of it: nothing of it is readonly, and
  /// no cutoff of its own is asked.
  let plainCells: [Bool]
  /// What derived cells read, for those who look at them.
  private(set) lazy var cellReads = PropertyReads(of: file)
  /// Of each cell its formula; nil of an input.
  private(set) lazy var formulas: [Formula?] = model.cells.map { cell in
    if case .derived(let formula) = cell.source { formula } else { nil }
  }
  /// Whether each cell is kept current.
  private(set) lazy var isHeld: [Bool] = heldCells.reduce(
    into: Array(repeating: false, count: model.cells.count)
  ) { $0[$1] = true }
  /// Whether an evaluation of each cell that comes to the same may be a change.
  private(set) lazy var letsEqualsThrough: [Bool] = model.cells.map { cell in
    switch cell.cutoff {
    case .never, .formula: true
    case .equal, .always: false
    }
  }
  /// What of the model decides what belongs to the state of a world.
  private(set) lazy var stateFacts = StateFacts(of: file)
  /// The same settings with nothing else.
  private(set) lazy var withoutModel: FileTables = {
    var nothing = ScenarioFile(name: file.name)
    nothing.settings = file.settings
    return FileTables(nothing)
  }()

  init(_ file: ScenarioFile) {
    self.file = file
    var parts = PartLayouts(file.model)
    stores = file.model.stores.enumerated().map {
      StoreLayout($0.element, index: $0.offset, &parts)
    }
    propertyReads = PropertyReads(ofPropertiesIn: file)
    heldCells = HeldCells.find(in: file.model)
    plainCells = file.model.cells.map(\.takesAnyValue)
  }

  var model: Model { file.model }
  var parts: PartTable { file.parts }
  var always: [Formula] { file.always }
  var eventually: [Formula] { file.eventually }

  /// The slots of actors that stand for a declared state with formulas as long as they are not made:
  /// it may change untold.
  var unsteadyActors: Set<Int> {
    Set(model.actors.indices.filter { model.actors[$0].isUnsteady }.map { Slot.actor($0).number })
  }

  /// Where the part is that the name of a turn begins with: `search` of `search.updateQuery`.
  func place(of turn: String) -> SourceSpan? {
    let part = turn.prefix { $0 != "." && $0 != " " }
    let names =
      model.computations.map(\.name) + model.reactors.map(\.name) + model.stores.map(\.name)
      + model.services.map(\.name)
    return names.first { $0.text == part }?.span
  }
}

extension CellDeclaration {
  fileprivate var takesAnyValue: Bool {
    guard case .input = source, readonly.isEmpty else { return false }
    return switch cutoff {
    case .equal: true
    case .never, .always, .formula: false
    }
  }
}
