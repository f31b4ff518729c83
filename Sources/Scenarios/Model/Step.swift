public import Values

/// One step of a script or of a body: a verb, what goes with it, and what must come of it.
public struct Step: Sendable {
  public var verb: Verb
  /// The verb as written, and its place.
  public var keyword: Name
  /// `as`: the name that the step's result is bound to.
  public var binding: Name?
  public var note: String?
  /// `after`: how much later the step is done, without holding up those behind it.
  public var delay: Datum?
  /// In the order of the file; only steps of a script have any.
  public var outcomes: [Outcome]
  /// The whole step.
  public var span: SourceSpan
  /// The verb with its argument, without what goes with it.
  public var event: SourceSpan

  /// Where no place of the event is given, it is the verb's.
  public init(
    _ verb: Verb, keyword: Name, binding: Name? = nil, note: String? = nil,
    outcomes: [Outcome] = [], span: SourceSpan, event: SourceSpan? = nil
  ) {
    self.verb = verb
    self.keyword = keyword
    self.binding = binding
    self.note = note
    self.outcomes = outcomes
    self.span = span
    self.event = event ?? keyword.span
  }
}

extension Step {
  /// What the step is made of, but for its outcomes.
  public func eachPiece(_ visit: (Piece) -> Void) {
    if let delay { visit(.datum(delay)) }
    verb.eachPiece(visit)
    if let binding { visit(.local(binding)) }
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
