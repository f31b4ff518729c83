import CEL
import Reactor
import Scenarios
import Values

/// A formula of cells that stand ready: it sees what they hold without being tracked, so that the graph may evaluate it
/// where it knows that what it reads is up to date. Saves all that surrounds an evaluation by a cell's rule: a third of
/// one that is small.
final class StandingFormula: HostFormula, Activation {
  private let world: Lent<World>
  private let program: Lent<Program>
  /// The slots and paths of what it may read, each once, in source order.
  private let slots: [Int]
  private let paths: [[String]]
  /// Of each, where it stands, as far as it has been made.
  private var cells: [StandingCell]
  /// Of each, whether nothing else of its cell may be read.
  private let isOnlyOfCell: [Bool]
  /// What it has read since an evaluation began, as bits. Not all reads are made each time, for a decision may leave some
  /// out, and so may an error that another operand makes up for.
  private var seen: UInt32 = 0
  /// What it is known to read.
  private var expected: UInt32 = 0

  /// Nil where it may read something else than cells, or what hangs on a key.
  /// - Parameter formula: the model's, which lives as long as its world.
  init?(_ formula: Formula, in world: World) {
    let program = formula.program
    if program.readsUntracked || program.readsByKey { return nil }
    var reads: [Program.Access] = []
    for access in program.accesses {
      let isKnown = reads.contains {
        $0.slot == access.slot && $0.path.elementsEqual(access.path, by: Text.same)
      }
      if !isKnown { reads.append(access) }
    }
    guard !reads.isEmpty, reads.count <= StandingFormula.mostReads else { return nil }
    if reads.contains(where: { Slot.cell($0.slot) == nil }) { return nil }
    (self.world, self.program) = (Lent(world), Lent(program))
    (slots, paths) = (reads.map(\.slot), reads.map(\.path))
    cells = reads.map { _ in .none }
    isOnlyOfCell = reads.map { read in reads.count { $0.slot == read.slot } == 1 }
  }

  private static let mostReads = 16

  /// A cell is read that has not been made, or has no value.
  private struct Unmade: Error {}

  var readCount: Int { expected.nonzeroBitCount }

  func evaluate(_ credit: inout Int) -> Value? {
    var budget = Budget(credit)
    guard case .value(let value) = outcome(&budget), seen == expected else { return nil }
    credit = budget.remaining
    return value
  }

  func learn() -> Bool {
    world.lend { world in
      for (place, slot) in slots.enumerated() {
        cells[place] = Slot.cell(slot).map { world.standing[$0] } ?? .none
      }
    }
    var budget = Budget(WorkLimits.evaluation)
    guard case .value = outcome(&budget) else { return false }
    expected = seen
    return true
  }

  private func outcome(_ budget: inout Budget) -> CEL.Outcome {
    seen = 0
    return program.lend { $0.evaluate(self, budget: &budget) }
  }

  func resolve(slot: Int, path: [String]) -> Resolution {
    let place = place(slot, path)
    guard let value = cells[place].held else { return .abort(Unmade()) }
    return path.isEmpty ? .value(value) : Resolution.walk(value, path)
  }

  func scalar(slot: Int, path: [String]) -> ScalarValue? {
    guard case .value(let value) = resolve(slot: slot, path: path) else { return nil }
    return ScalarValue(value)
  }

  /// Which of the reads it is.
  @inline(__always)
  private func place(_ slot: Int, _ path: [String]) -> Int {
    var place = 0
    while slots[place] != slot
      || !isOnlyOfCell[place] && !paths[place].elementsEqual(path, by: Text.same)
    {
      place += 1
    }
    seen |= 1 << UInt32(place)
    return place
  }
}
