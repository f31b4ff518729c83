extension Step {
  /// What the step is made of, but for its outcomes.
  public func eachPiece(_ visit: (Piece) -> Void) {
    if let delay { visit(.datum(delay)) }
    verb.eachPiece(visit)
    if let binding { visit(.local(binding)) }
  }
}

extension Verb {
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .flush, .check, .invalidate, .start, .stop, .stub, .cancel, .changed: break
    case .stopActor, .watch, .become, .stash, .unstash, .crash, .restart: break
    case .depend(let path): visit(.read(path))
    case .set(let assignments): for assignment in assignments { visit(.write(assignment)) }
    case .send(_, let action), .dispatch(_, let action, _), .mutation(let action):
      action.eachPiece(visit)
    case .tell(_, let message), .forward(_, let message): message.eachPiece(visit)
    case .call(let call): call.eachPiece(visit)
    case .ask(let ask): ask.eachPiece(visit)
    case .spawn(_, let arguments): if let arguments { visit(.datum(arguments)) }
    case .disturb(let disturbance):
      if case .delay(let span) = disturbance.kind { visit(.datum(span)) }
    case .present(let route), .replace(let route):
      if let arguments = route.arguments { visit(.datum(arguments)) }
    case .dismiss(_, .count(let count)): visit(.datum(count))
    case .dismiss: break
    case .replaceState(let datum), .advance(let datum), .wait(let datum), .returning(let datum),
      .reply(let datum), .failing(let datum), .resolve(_, let datum), .reject(_, let datum):
      visit(.datum(datum))
    case .bind(let entries):
      for entry in entries {
        visit(.datum(entry.value))
        visit(.local(entry.key))
      }
    case .emit(let emissions):
      for emission in emissions {
        if let channel = emission.channel { visit(.channel(channel)) }
        visit(.datum(emission.value))
      }
    case .autorun(let computation): visit(.computation(computation))
    case .condition, .loop, .repetition, .batch, .nonreactive, .onInvalidate, .onStop, .afterFlush,
      .every:
      eachPieceOfBlock(visit)
    }
  }

  private func eachPieceOfBlock(_ visit: (Piece) -> Void) {
    switch self {
    case .condition(let formula, _, let then, let otherwise):
      visit(.formula(formula))
      visit(.steps(then))
      visit(.steps(otherwise))
    case .loop(let name, let datum, let steps):
      visit(.datum(datum))
      visit(.local(name))
      visit(.steps(steps))
    case .repetition(let times, let steps):
      visit(.datum(times))
      visit(.steps(steps))
    case .every(let interval, let steps, let until):
      visit(.datum(interval))
      visit(.steps(steps))
      if let until { visit(.formula(until)) }
    case .batch(let steps), .nonreactive(let steps), .onInvalidate(let steps), .onStop(let steps),
      .afterFlush(let steps):
      visit(.steps(steps))
    default: preconditionFailure("\(self) holds no steps")
    }
  }
}

extension Verb.Call {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    if let arguments { visit(.datum(arguments)) }
    if let timeout { visit(.datum(timeout)) }
    if let otherwise { visit(.steps(otherwise)) }
  }
}

extension Verb.Ask {
  fileprivate func eachPiece(_ visit: (Piece) -> Void) {
    message.eachPiece(visit)
    if let timeout { visit(.datum(timeout)) }
    if let otherwise { visit(.steps(otherwise)) }
  }
}

extension [Step] {
  /// Each of the steps, and those inside them.
  public func eachDeep(_ body: (Step) -> Void) {
    for step in self {
      body(step)
      step.eachPiece { if case .steps(let steps) = $0 { steps.eachDeep(body) } }
    }
  }
}
