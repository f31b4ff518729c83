/// Where something stands in a scenario file: which steps and names make sense there.
enum StepPlace: Equatable {
  /// What holds steps of a scenario that do not settle by themselves.
  enum Holder: String {
    case batch, nonreactive, afterFlush, every, `else`, all, any, race
    /// An exploration holds those that it may choose.
    case events
  }

  /// Formulas of the model, outside bodies.
  case model
  /// The body of a computation.
  case computation
  /// What is done as a cell comes to be observed, and is no more.
  case hook
  /// A body set off by a computation, which itself does not run then.
  case handler
  /// The steps that an `every` of a computation does.
  case tick
  /// The body of an action of the reactor.
  case reactor
  /// The steps of an operator.
  case tap
  case middleware
  /// The body of a service's method.
  case method
  /// What an actor does when it is made.
  case setup
  /// A body that answers a message at its end.
  case reaction
  /// A body that answers a message when it replies.
  case future
  /// What is done where such a body is cancelled.
  case cancellation
  /// The steps of a scenario.
  case script
  /// The steps of a procedure, which scenarios perform.
  case procedure
  /// The steps of one of the scripts of an `interleave`.
  case thread
  /// Steps of a scenario that one of its steps holds and that do not settle by themselves: of
  /// `batch`, `nonreactive`, `afterFlush`, `every`, `all`, `any`, `race`, of `events`, or of the `else` of a call.
  case within(Holder)
  /// The outcomes of a step, and properties.
  case outcome
  /// The rows of `each`, which stand before any world.
  case row

  /// Whether a computation is at hand that `self` can mean.
  var hasSelf: Bool { self == .computation || self == .handler || self == .tick }

  var isScript: Bool {
    switch self {
    case .script, .procedure, .thread, .within: true
    case .model, .computation, .hook, .handler, .tick, .reactor, .tap, .middleware, .method, .setup,
      .reaction, .future, .cancellation, .outcome, .row:
      false
    }
  }

  /// Whether each step there settles before the next one, so that outcomes may stand beside it.
  var hasOutcomes: Bool { self == .script || self == .procedure || self == .thread }

  /// Whether it holds steps of a scenario that are done later, by a body of their own.
  var isLater: Bool {
    guard case .within(let holder) = self else { return false }
    return switch holder {
    case .every, .else, .afterFlush: true
    case .batch, .nonreactive, .events, .all, .any, .race: false
    }
  }

  /// Whether what stands here can wait for time to pass.
  var canWait: Bool {
    switch self {
    case .computation, .hook, .tick, .reactor, .middleware, .method, .setup, .reaction, .future:
      true
    case .model, .handler, .tap, .cancellation, .script, .procedure, .thread, .within,
      .outcome, .row:
      false
    }
  }

  /// Whether it is in an actor.
  var isActor: Bool {
    switch self {
    case .setup, .reaction, .future, .cancellation: true
    case .model, .computation, .hook, .handler, .tick, .reactor, .tap, .middleware, .method,
      .script,
      .procedure, .thread, .within, .outcome, .row:
      false
    }
  }
}
