/// What a step does.
public indirect enum Verb: Sendable {
  /// Outcomes alone: `expect`, `exactly`, `assert` as a step of its own.
  case check
  /// Which steps are done, how often, and what they know.
  case control(ControlVerb)
  /// In scripts alone: time passes, with as many turns as come due.
  case advance(Passage)
  /// What is done within one turn.
  case turn(TurnVerb)
}

/// Time that passes: all of a span, or no more than is needed.
public struct Passage: Sendable {
  public var span: Datum
  /// Ends it at the first timer behind which this is true; that it never is, is a failure.
  public var until: Formula?

  public init(_ span: Datum, until: Formula? = nil) {
    self.span = span
    self.until = until
  }
}

/// What is done within one turn, by the chapters of the language's reference.
public indirect enum TurnVerb: Sendable {
  case state(StateVerb)
  case event(EventVerb)
  case life(LifeVerb)
  case time(TimeVerb)
  case computation(ComputationVerb)
  case result(ResultVerb)
  case promise(PromiseVerb)
  case fault(FaultVerb)
}

extension Verb {
  /// What it is made of.
  func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .check: break
    case .control(let verb): verb.eachPiece(visit)
    case .advance(let passage):
      visit(.datum(passage.span))
      if let until = passage.until { visit(.formula(until)) }
    case .turn(let verb): verb.eachPiece(visit)
    }
  }

  /// See `Step.needsBody`.
  var needsBody: Bool {
    switch self {
    case .control(let verb): verb.needsBody
    case .turn(let verb): verb.needsBody
    case .check, .advance: true
    }
  }

  /// The locals of the steps inside that are in sight behind it.
  public var exports: [ControlVerb.Export] {
    if case .control(let verb) = self { verb.exports } else { [] }
  }

  /// What it does to a part that it names; nil where it names none.
  public var use: Use? {
    if case .turn(let verb) = self { verb.use } else { nil }
  }
}

extension TurnVerb {
  public func eachPiece(_ visit: (Piece) -> Void) {
    switch self {
    case .state(let verb): verb.eachPiece(visit)
    case .event(let verb): verb.eachPiece(visit)
    case .life(let verb): verb.eachPiece(visit)
    case .time(let verb): verb.eachPiece(visit)
    case .computation(let verb): verb.eachPiece(visit)
    case .result(let verb): verb.eachPiece(visit)
    case .promise(let verb): verb.eachPiece(visit)
    case .fault(let verb): verb.eachPiece(visit)
    }
  }

  var needsBody: Bool {
    switch self {
    case .state: false
    case .event(let verb): verb.needsBody
    case .life(let verb): verb.needsBody
    case .result(let verb): verb.needsBody
    case .time, .computation, .promise, .fault: true
    }
  }

  var use: Use? {
    switch self {
    case .state(let verb): verb.use
    case .event(let verb): verb.use
    case .life(let verb): verb.use
    case .result(let verb): verb.use
    case .promise(let verb): verb.use
    case .fault(let verb): verb.use
    case .time, .computation: nil
    }
  }
}
