public import Values

/// What one evaluation of a formula has worked out of lists, for the next one: of `filter`, `map`, `all`,
/// `exists` and `exists_one` over a list, and of the sum of one, only what becomes of elements that have
/// changed is worked out anew.
///
/// Evaluating with a memory gives the same value or the same error at the same place as without it, and
/// takes the same off the budget; what of that was not worked out again is told by `Budget.remembered`.
/// So a formula fails at its limit whether or not somebody remembers.
///
/// Belongs to one formula, and to one evaluation at a time. It holds the last version of each list, and
/// what became of its elements: as much as those lists and results take. Behind an element that decides, that is what
/// was known of the elements that stood there.
public final class FormulaMemory {
  let program: Program
  var loops: [Int32: ListMemory<LoopWork>] = [:]
  var sums: [Int32: ListMemory<SumWork>] = [:]

  /// Nil where there is nothing in the formula to be remembered: where it goes over no list, or where
  /// what becomes of an element hangs on something else than it.
  public init?(for program: Program) {
    if program.remembered.isEmpty { return nil }
    self.program = program
  }

  /// Adds what it holds beside the values themselves.
  public func count(in held: inout HeldBytes) {
    // The order does not matter: what is shared is counted once, whoever comes first.
    for memory in loops.values {
      memory.eachElement { held.add($0) }
      memory.each { summary in
        held.add(bytes: FormulaMemory.piece)
        if case .list(let piece) = summary.result { held.add(piece.elements) }
      }
    }
    for memory in sums.values { memory.each { _ in held.add(bytes: FormulaMemory.piece) } }
  }

  /// What a piece takes: about that of two objects.
  private static let piece = 200

  /// Shorter lists are gone through: to remember them would cost as much.
  static let least = 64
}
