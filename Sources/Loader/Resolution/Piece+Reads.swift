import CEL
import Scenarios
import Values

extension Piece {
  /// Each slot that is read, with the properties behind it, by formulas and by paths, wherever it is in the piece.
  func eachRead(_ visit: (_ slot: Slot, _ path: [String], _ place: SourceSpan) -> Void) {
    eachFormula { formula in
      for access in formula.program.accesses {
        visit(Slot(number: access.slot), access.path, formula.span)
      }
    }
    switch self {
    case .formula, .datum, .write, .local, .channel: break
    case .read(let path): visit(path.slot, path.selection, path.span)
    case .computation(let computation): computation.eachPiece { $0.eachRead(visit) }
    case .steps(let steps):
      for step in steps {
        step.eachPiece { $0.eachRead(visit) }
        for outcome in step.outcomes { outcome.eachPiece { $0.eachRead(visit) } }
      }
    }
  }
}
