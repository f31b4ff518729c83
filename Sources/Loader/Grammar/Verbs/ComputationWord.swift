enum ComputationWord: String, VerbWord {
  case autorun, nonreactive, onInvalidate, onStop, afterFlush

  var name: VerbName { .computation(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .autorun:
      verb(
        Form(.map(of: AutorunKey.self)),
        at: Standing(
          .init(
            .bodies.subtracting([.computation, .handler]),
            "stands only in the bodies of computations")),
        "Makes a computation inside this one, stopped when this one is invalidated or stopped.",
        "autorun: {name: inner, run: [{emit: = price}]}")
    case .nonreactive:
      verb(
        .steps(at: Form.within(.nonreactive)),
        "Steps whose reads are not tracked.", "nonreactive: [{emit: {log: = price}}]")
    case .onInvalidate:
      verb(
        .steps(at: Form.handling()), at: .inComputations,
        "Steps that are done when this run is invalidated.",
        "onInvalidate: [{emit: {log: goodbye}}]")
    case .onStop:
      verb(
        .steps(at: Form.handling()), at: .inComputations,
        "Steps that are done when this computation is stopped.",
        "onStop: [{emit: {log: goodbye}}]")
    case .afterFlush:
      verb(
        .steps(at: Form.handling(.afterFlush)),
        "Steps that are done once no computation is invalid any more.",
        "afterFlush: [{emit: {log: done}}]")
    }
  }
}
