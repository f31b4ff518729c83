import CEL
public import Values

extension Piece {
  /// Each slot that is read, with the properties behind it, by formulas and by paths, wherever it is in the piece.
  /// - Parameter answers: Whether that counts, too, which is but the name of what outcomes expect.
  public func eachRead(
    answers: Bool = true, _ visit: (_ slot: Slot, _ path: [String], _ place: SourceSpan) -> Void
  ) {
    eachFormula { $0.eachRead(visit) }
    switch self {
    case .formula, .datum, .write, .local, .channel: break
    case .read(let path): visit(path.slot, path.selection, path.span)
    case .computation(let computation):
      computation.eachPiece { $0.eachRead(answers: answers, visit) }
    case .steps(let steps):
      for step in steps {
        step.eachPiece { $0.eachRead(answers: answers, visit) }
        for outcome in step.outcomes { outcome.eachRead(answers: answers, visit) }
      }
    }
  }
}

extension Outcome {
  fileprivate func eachRead(
    answers: Bool, _ visit: (_ slot: Slot, _ path: [String], _ place: SourceSpan) -> Void
  ) {
    eachPiece { piece in
      guard !answers, !expectsFailure, case .datum(let datum) = piece else {
        return piece.eachRead(visit)
      }
      datum.eachFormula { if !$0.isName { $0.eachRead(visit) } }
    }
  }
}

extension Formula {
  /// Whether it is but a name.
  fileprivate var isName: Bool { Names.isName(text) }

  fileprivate func eachRead(
    _ visit: (_ slot: Slot, _ path: [String], _ place: SourceSpan) -> Void
  ) {
    for access in program.accesses { visit(Slot(number: access.slot), access.path, span) }
  }
}
