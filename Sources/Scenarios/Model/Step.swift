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
  /// `set: = FORMULA` in a service: the whole own state.
  case replaceState(Datum)
  // Events.
  case send(reactor: Name, Case)
  case dispatch(store: Name, Case, isSync: Bool)
  case call(Call)
  case tell(Recipient, Case)
  case ask(Ask)
  case present(Presentation)
  case replace(Presentation)
  case dismiss(store: Name, Dismissal)
  case stub(reactor: Name)
  // Actors.
  /// A new actor of that kind, with `args`; none is null.
  case spawn(Name, Datum?)
  case stopActor(Recipient)
  case watch(Recipient)
  case become(Name)
  case stash
  case unstash
  // Time.
  case advance(Datum)
  case wait(Datum)
  /// The steps once every interval, until the formula is true.
  case every(Datum, [Step], until: Formula?)
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
  /// In the bodies of a reactor.
  case mutation(Case)
  case returning(Datum)
  case reply(Datum)
  case forward(Recipient, Case)
  case failing(Datum)
  // Promises.
  /// Settles the oldest open call.
  case resolve(Method, Datum)
  case reject(Method, Datum)
  /// Cancels the promise of that name.
  case cancel(Name)
  /// Outcomes alone: `expect`, `exactly`, `assert` as a step of its own.
  case check

  // Faults.
  case crash(Recipient)
  case restart(Recipient)
  case disturb(Disturbance)

  /// `github.search`; the service's own name, also where it was written by one it provides.
  public struct Method: Sendable {
    public var service: String
    public var method: String
    /// As written.
    public var name: Name

    public init(service: String, method: String, name: Name) {
      self.service = service
      self.method = method
      self.name = name
    }
  }

  public struct Call: Sendable {
    public var method: Method
    /// Nil for none, which is null.
    public var arguments: Datum?
    /// `else`: what is done where it is rejected, with `error` bound; nil: that is a failure.
    public var otherwise: [Step]?
    /// How long the caller waits for the answer.
    public var timeout: Datum?

    public init(
      method: Method, arguments: Datum? = nil, otherwise: [Step]? = nil, timeout: Datum? = nil
    ) {
      self.method = method
      self.arguments = arguments
      self.otherwise = otherwise
      self.timeout = timeout
    }
  }

  /// A message that is to be answered.
  public struct Ask: Sendable {
    public var recipient: Recipient
    public var message: Case
    /// `else`: what is done where it is rejected, with `error` bound; nil: that is a failure.
    public var otherwise: [Step]?
    /// How long the sender waits for the answer.
    public var timeout: Datum?

    public init(
      _ message: Case, to recipient: Recipient, otherwise: [Step]? = nil, timeout: Datum? = nil
    ) {
      self.recipient = recipient
      self.message = message
      self.otherwise = otherwise
      self.timeout = timeout
    }
  }

  /// What befalls the next message between two.
  public struct Disturbance: Sendable {
    public enum Kind: Sendable {
      case drop
      case duplicate
      /// By a duration.
      case delay(Datum)
    }

    public enum Sender: Sendable {
      case script
      case actor(Recipient)
    }

    public var kind: Kind
    /// Nil for whoever it is.
    public var sender: Sender?
    public var recipient: Recipient?

    public init(_ kind: Kind, from sender: Sender?, to recipient: Recipient?) {
      self.kind = kind
      self.sender = sender
      self.recipient = recipient
    }
  }

  /// A route to be shown.
  public struct Presentation: Sendable {
    public var store: Name
    public var route: Name
    /// Nil for none, which is null.
    public var arguments: Datum?

    public init(store: Name, route: Name, arguments: Datum? = nil) {
      self.store = store
      self.route = route
      self.arguments = arguments
    }
  }

  public enum Dismissal: Sendable {
    case top
    /// Only if that route is on top.
    case route(Name)
    /// Down to so many.
    case count(Datum)
  }

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
