import CEL
import Scenarios
import Values

/// The derived cells of which what they hold hangs on more than what they are made from now: on what
/// they have been, or on when they were evaluated. They are kept current, or else it would hang on who
/// has looked.
enum HeldCells {
  /// Their numbers, in order.
  static func find(in model: Model) -> [Int] {
    let hasUntracked = model.cells.contains { !$0.reactivity.isWhole }
    return model.cells.indices.filter { index in
      guard case .derived(let formula) = model.cells[index].source else { return false }
      if model.cells[index].holdsBack { return true }
      return hasUntracked && formula.program.accesses.contains { isUntracked($0, model) }
    }
  }

  /// Whether a change of what is read may go unheard.
  private static func isUntracked(_ access: Program.Access, _ model: Model) -> Bool {
    guard case .cell(let number) = Slot(number: access.slot) else { return false }
    return !model.cells[number].reactivity.tracks(access.path.first)
  }
}

extension CellDeclaration.Reactivity {
  fileprivate var isWhole: Bool {
    switch self {
    case .all: true
    case .only, .allBut: false
    }
  }

  /// Whether all changes of a property are heard, or of the whole where it is nil.
  fileprivate func tracks(_ property: String?) -> Bool {
    switch self {
    case .all: true
    case .only(let names):
      property.map { name in names.contains { Text.same($0.text, name) } } ?? false
    case .allBut(let names):
      property.map { name in !names.contains { Text.same($0.text, name) } } ?? false
    }
  }
}
