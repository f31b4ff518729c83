/// What a step does, by the chapters of the language's reference.
public indirect enum Verb: Sendable {
  case state(StateVerb)
  case event(EventVerb)
  case life(LifeVerb)
  case time(TimeVerb)
  case control(ControlVerb)
  case computation(ComputationVerb)
  case result(ResultVerb)
  case promise(PromiseVerb)
  case fault(FaultVerb)
  /// Outcomes alone: `expect`, `exactly`, `assert` as a step of its own.
  case check
}

extension Verb {
  /// What it is made of.
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .state(let verb): verb.eachPiece(visit)
    case .event(let verb): verb.eachPiece(visit)
    case .life(let verb): verb.eachPiece(visit)
    case .time(let verb): verb.eachPiece(visit)
    case .control(let verb): verb.eachPiece(visit)
    case .computation(let verb): verb.eachPiece(visit)
    case .result(let verb): verb.eachPiece(visit)
    case .promise(let verb): verb.eachPiece(visit)
    case .fault(let verb): verb.eachPiece(visit)
    case .check: break
    }
  }

  /// What it does to a part that it names; nil where it names none.
  public var use: Use? {
    switch self {
    case .state(let verb): verb.use
    case .event(let verb): verb.use
    case .life(let verb): verb.use
    case .result(let verb): verb.use
    case .promise(let verb): verb.use
    case .fault(let verb): verb.use
    case .time, .control, .computation, .check: nil
    }
  }

  /// What `as` binds where a script does it; nil for nothing but a value.
  public var binds: Binding? {
    switch self {
    case .event(let verb): verb.binds
    case .life(let verb): verb.binds
    case .state, .time, .control, .computation, .result, .promise, .fault, .check: nil
    }
  }

  /// What is more than a value.
  public enum Binding: Sendable {
    case promise
    /// A reference to an actor.
    case actor
  }
}
