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

  /// What it is, on which the body under way depends; nil where that is no scalar, or not up to date.
  @inline(__always)
  var scalar: ScalarValue? { cell.isMade ? cell.scalar : literal }

  /// The same for the graph.
  var forGraph: FormulaOperand { cell.forGraph ?? .given(literal) }
}

/// A formula that is a single operation on what stands in cells.
struct StandingOperation {
  private let left: StandingOperand
  /// The same for a name alone.
  private let right: StandingOperand
  /// `first` for a name alone.
  private let operation: ScalarOperation
  let cost: Int
  /// How many cells it reads.
  let readCount: Int

  /// Nil where it is something else.
  init?(of formula: Formula, in world: World) {
    guard let single = formula.program.single, let left = StandingOperand(single.left, in: world),
      let right = StandingOperand(single.right, in: world)
    else { return nil }
    (self.left, self.right, cost) = (left, right, single.cost)
    (operation, readCount) = (single.operation, single.readCount)
  }

  /// What it gives, on which the body under way depends; nil where that is no scalar or not to be said at once, and
  /// then something may have been read.
  @inline(__always)
  var scalar: ScalarValue? {
    guard let first = left.scalar else { return nil }
    if case .first = operation { return first }
    return right.scalar.flatMap { operation.apply(first, $0) }
  }

  /// The same for the graph.
  /// - Parameter more: what doing something with that costs besides.
  func forGraph(costing more: Int = 0) -> SingleFormula {
    SingleFormula(
      operation, left.forGraph, right.forGraph, cost: World.evaluationWork + cost + more)
  }
}

extension World {
  /// What a formula reads by a slot, where that is a cell, and depended on.
  func standing(slot: Int) -> StandingCell? {
    guard slot >= 0, let index = Slot.cell(slot), standing[index].isMade else { return nil }
    return standing[index]
  }
}
