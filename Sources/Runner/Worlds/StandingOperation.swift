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

/// A formula that is a single operation on what stands in cells.
struct StandingOperation {
  private let left: StandingOperand
  /// The same for a name alone.
  private let right: StandingOperand
  /// Nil for a name alone.
  private let operation: SingleOperation.Operator?
  let cost: Int
  /// How many cells it reads.
  let readCount: Int

  /// Nil where it is something else.
  init?(of formula: Formula, in world: World) {
    guard let single = formula.program.single, let left = StandingOperand(single.left, in: world),
      let right = StandingOperand(single.right, in: world)
    else { return nil }
    (self.left, self.right, cost) = (left, right, single.cost)
    operation = single.isName ? nil : single.operation
    readCount = single.readCount
  }

  /// What it gives, where its operands are up to date; nil where these are no scalars, or it is not to be said at
  /// once.
  @inline(__always)
  var standing: ScalarValue? {
    guard let first = left.standing else { return nil }
    guard let operation else { return first }
    return right.standing.flatMap { operation.apply(first, $0) }
  }

  /// The same of ints that make one.
  @inline(__always)
  var intStanding: Int64? {
    guard let first = left.intStanding else { return nil }
    guard let operation else { return first }
    return right.intStanding.flatMap { operation.apply(first, $0) }
  }

  var hasInts: Bool { left.intStanding != nil && right.intStanding != nil }

  /// What it gives, on which the body under way depends; nil as above, and then something may have been read.
  @inline(__always)
  var scalar: ScalarValue? {
    guard let first = left.scalar else { return nil }
    guard let operation else { return first }
    return right.scalar.flatMap { operation.apply(first, $0) }
  }

  /// The same for the graph; nil where that cannot work it out.
  /// - Parameter more: what doing something with that costs besides.
  func forGraph(costing more: Int = 0) -> IntFormula? {
    let operation = operation.map(\.ofInts) ?? .first
    guard let operation, let left = left.forGraph, let right = right.forGraph else { return nil }
    return IntFormula(operation, left, right, cost: World.evaluationWork + cost + more)
  }

  /// Whether it passes on what stands in a cell.
  var isName: Bool { operation == nil }
}

extension World {
  /// What a formula reads by a slot, where that is a cell, and depended on.
  func standing(slot: Int) -> StandingCell? {
    guard slot >= 0, let index = Slot.cell(slot), standing[index].isMade else { return nil }
    return standing[index]
  }
}
