import CEL
import Reactor
import Scenarios
import Values

/// An operand of a single operation: what stands in a cell, or, where that is none, a literal.
struct StandingOperand {
  let cell: StandingCell
  let literal: ScalarValue

  /// Nil where it is something else, or a cell that has not been made.
  init?(_ operand: SingleOperation.Term, in world: World) {
    literal = operand.literal
    if operand.slot < 0 {
      cell = .none
    } else {
      guard let found = world.standing(slot: operand.slot) else { return nil }
      cell = found
    }
  }

  /// What it is, which must be up to date; nil where that is no scalar.
  @inline(__always)
  var standing: ScalarValue? { cell.isMade ? cell.standing : literal }

  /// The same of an int.
  @inline(__always)
  var intStanding: Int64? {
    if case .int(let int)? = standing { int } else { nil }
  }

  /// What it is, on which the body under way depends; nil where that is no scalar, or not up to date.
  @inline(__always)
  var scalar: ScalarValue? { cell.isMade ? cell.scalar : literal }

  /// The same for the graph; nil where it is a literal and no int.
  var forGraph: IntFormula.Operand? {
    switch cell {
    case .none: if case .int(let int) = literal { .given(int) } else { nil }
    case .input(let record): record.lend { .cell($0) }
    case .derived(let derived): .derived(derived)
    }
  }
}

extension World {
  /// What a formula reads by a slot, where that is a cell, and depended on.
  func standing(slot: Int) -> StandingCell? {
    guard slot >= 0, let index = Slot.cell(slot), standing[index].isMade else { return nil }
    return standing[index]
  }
}
