/// What a part, a step or an outcome is made of, seen alike for all of them: whoever looks for all
/// formulas, names or steps of a file goes over pieces and need not know every verb.
///
/// `eachPiece` gives those of one level, in the order of the file; what is inside `steps` and
/// `computation` has pieces of its own.
public enum Piece {
  case formula(Formula)
  /// Data, which may hold formulas.
  case datum(Datum)
  /// A path that is read.
  case read(Path)
  /// A path of the world, or of the part's own state, and what is put there.
  case write(Assignment)
  /// A local that is bound.
  case local(Name)
  /// A channel that is emitted to.
  case channel(Name)
  case steps([Step])
  /// One that is made here.
  case computation(ComputationDeclaration)
}

extension Piece {
  /// Each formula in it: itself, or in its data. None of steps and computations.
  public func eachFormula(_ visit: (Formula) -> Void) {
    switch self {
    case .formula(let formula): visit(formula)
    case .datum(let datum): datum.eachFormula(visit)
    case .write(let assignment): assignment.value.eachFormula(visit)
    case .read, .local, .channel, .steps, .computation: break
    }
  }
}

extension Datum {
  public func eachFormula(_ visit: (Formula) -> Void) {
    switch content {
    case .value, .placeholder: break
    case .formula(let formula), .condition(let formula): visit(formula)
    case .list(let elements): for element in elements { element.eachFormula(visit) }
    case .map(let entries): for entry in entries { entry.value.eachFormula(visit) }
    }
  }
}

extension Case {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch content {
    case .named(let named): if let payload = named.payload { visit(.datum(payload)) }
    case .formula(let formula): visit(.formula(formula))
    }
  }
}

extension Path {
  /// Itself as read, and the formulas in it.
  func eachPiece(_ visit: (Piece) -> Void) {
    visit(.read(self))
    eachFormula { visit(.formula($0)) }
  }
}

extension Assignment {
  /// Itself as written, and the formulas of its path.
  func eachPiece(_ visit: (Piece) -> Void) {
    path.eachFormula { visit(.formula($0)) }
    visit(.write(self))
  }
}

extension Recipient {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .declared, .local, .numbered: break
    case .computed(let formula): visit(.formula(formula))
    }
  }
}
