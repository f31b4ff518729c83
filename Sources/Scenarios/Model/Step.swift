public import Values

/// One step of a script or of a body: a verb, what goes with it, and what must come of it.
public struct Step: Sendable {
  public var verb: Verb
  /// The verb as written, and its place.
  public var keyword: Name
  /// `as`: the name that the step's result is bound to.
  public var binding: Name?
  public var note: String?
  /// In the order of the file; only steps of a script have any.
  public var outcomes: [Outcome]
  /// The whole step.
  public var span: SourceSpan

  public init(
    _ verb: Verb, keyword: Name, binding: Name? = nil, note: String? = nil,
    outcomes: [Outcome] = [], span: SourceSpan
  ) {
    self.verb = verb
    self.keyword = keyword
    self.binding = binding
    self.note = note
    self.outcomes = outcomes
    self.span = span
  }
}

/// What a step does.
public indirect enum Verb: Sendable {
  // State.
  case set([Assignment])
  case depend(Path)
  case changed(Path)
  case invalidate(Target)
  case flush
  case start(Name)
  case stop(Target)
  // Time.
  case advance(Datum)
  // Control.
  case condition(Formula, expected: Bool, then: [Step], otherwise: [Step])
  /// One pass for each element of the list, or each key of the map, bound to the name.
  case loop(Name, Datum, [Step])
  case repetition(Datum, [Step])
  case batch([Step])
  case bind([Datum.Entry])
  // Autoruns.
  case autorun(ComputationDeclaration)
  case nonreactive([Step])
  case onInvalidate([Step])
  case onStop([Step])
  case afterFlush([Step])
  // Results.
  case emit([Emission])
  case returning(Datum)
  case failing(Datum)
  /// Outcomes alone: `expect`, `exactly`, `assert` as a step of its own.
  case check

  /// A computation, or the one that runs.
  public enum Target: Sendable {
    case named(Name)
    case current(SourceSpan)
  }

  /// A value and the channel it goes to; nil for the channel of the part that emits.
  public struct Emission: Sendable {
    public var channel: Name?
    public var value: Datum

    public init(channel: Name?, value: Datum) {
      self.channel = channel
      self.value = value
    }
  }
}
