public import Values

/// Verbs about cells, the states of parts, and computations as a whole.
public indirect enum StateVerb: Sendable {
  /// All values are those from before the step.
  case set(Assignments)
  /// `set: = FORMULA` in a service or an actor: the whole own state.
  case replaceState(Datum)
  case depend(Path)
  case changed(Path)
  case invalidate(Verb.Target)
  case flush
  case start(NumberedName)
  case stop(Verb.Target)
}

extension Verb {
  /// A computation, or the one that runs.
  public enum Target: Sendable {
    case named(NumberedName)
    case current(SourceSpan)
  }
}

extension StateVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .set(let assignments): for assignment in assignments.all { assignment.eachPiece(visit) }
    case .replaceState(let datum): visit(.datum(datum))
    case .depend(let path): path.eachPiece(visit)
    case .changed(let path): path.eachFormula { visit(.formula($0)) }
    case .invalidate, .flush, .start, .stop: break
    }
  }

  var use: Use? {
    switch self {
    case .set, .replaceState, .depend, .flush: nil
    case .changed(let path): .changes(path)
    case .invalidate(let target): .invalidates(target)
    case .start(let name): .starts(name.name)
    case .stop(let target): .ends(target)
    }
  }
}
