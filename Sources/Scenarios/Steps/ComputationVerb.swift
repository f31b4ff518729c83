/// Verbs of the bodies of computations.
public enum ComputationVerb: Sendable {
  case autorun(ComputationDeclaration)
  case nonreactive([Step])
  case onInvalidate([Step])
  case onStop([Step])
  case afterFlush([Step])
}

extension ComputationVerb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .autorun(let computation): visit(.computation(computation))
    case .nonreactive(let steps), .onInvalidate(let steps), .onStop(let steps),
      .afterFlush(let steps):
      visit(.steps(steps))
    }
  }
}
