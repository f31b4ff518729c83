public import Values

/// One step of a script or of a body: a verb, what goes with it, and what must come of it. A class,
/// so that what is at work at a step holds it by one reference.
public final class Step: Sendable {
  public let verb: Verb
  /// The verb as written, and its place.
  public let keyword: Name
  /// `as`: the name that the step's result is bound to.
  public let binding: Binding?
  public let note: String?
  /// `after`: how much later the step is done, without holding up those behind it.
  public let delay: Datum?
  /// In the order of the file; only steps of a script have any.
  public let outcomes: [Outcome]
  /// The whole step.
  public let span: SourceSpan
  /// The verb with its argument, without what goes with it.
  public let event: SourceSpan
  /// What the verb is about, where that is what is done most: behind one reference, and not behind one for
  /// each level of the verb.
  public let brief: Brief?
  /// What it sets, where it does nothing else: the paths are known before, it has no outcome, and nothing goes with it.
  public let setting: Assignments?
  /// Whether it is done by a body alone: it waits, gives the body's result, or leaves behind what ends
  /// with the body. All others are over when they are done.
  public let needsBody: Bool

  /// Where no place of the event is given, it is the verb's.
  public init(
    _ verb: Verb, keyword: Name, binding: Binding? = nil, note: String? = nil, delay: Datum? = nil,
    outcomes: [Outcome] = [], span: SourceSpan, event: SourceSpan? = nil
  ) {
    self.verb = verb
    self.keyword = keyword
    self.binding = binding
    self.note = note
    self.delay = delay
    self.outcomes = outcomes
    self.span = span
    self.event = event ?? keyword.span
    brief = Brief(verb)
    let isAlone = outcomes.isEmpty && delay == nil && binding == nil && note == nil
    if isAlone, case .setting(let changes)? = brief { setting = changes } else { setting = nil }
    needsBody = delay != nil || verb.needsBody
  }

  /// The same step, done at once. What it binds is the timer, which is over by then.
  public var undelayed: Step {
    Step(verb, keyword: keyword, note: note, outcomes: outcomes, span: span, event: event)
  }
}

extension Step {
  /// What a verb is about.
  public enum Brief: Sendable {
    case condition(Condition)
    case telling(Telling)
    /// A write of paths that are known before the step.
    case setting(Assignments)

    fileprivate init?(_ verb: Verb) {
      switch verb {
      case .control(.loop(.condition(let condition))): self = .condition(condition)
      case .turn(.event(.tell(.declared(let actor), let message))):
        self = .telling(Telling(actor.number, message))
      case .turn(.state(.set(let changes))) where changes.areStatic:
        self = .setting(changes)
      case .control, .turn, .advance, .check: return nil
      }
    }
  }

  /// A message to the declared actor of that number.
  public final class Telling: Sendable {
    public let actor: Int
    public let message: Case

    fileprivate init(_ actor: Int, _ message: Case) {
      self.actor = actor
      self.message = message
    }
  }

  /// A name and what it stands for behind the step: a local, and in a script a promise or the
  /// reference to an actor.
  public struct Binding: Sendable {
    public let name: Name
    public let slot: Slot

    public init(_ name: Name, _ slot: Slot) {
      self.name = name
      self.slot = slot
    }

    public var text: String { name.text }

    /// Whether the step goes on at once, and what it binds may be rejected: so it is in a script, but
    /// not in what a script does later, which waits for answers as bodies do.
    public var isPromise: Bool { if case .promise = slot { true } else { false } }
  }

  /// What the step is made of, but for its outcomes.
  public func eachPiece(_ visit: (Piece) -> Void) {
    if let delay { visit(.datum(delay)) }
    verb.eachPiece(visit)
    if let binding { visit(.local(binding.name)) }
  }
}

extension [Step] {
  /// Whether one of the steps needs a body.
  public var needBody: Bool {
    for step in self where step.needsBody { return true }
    return false
  }

  /// The first of them at which a body would wait, be it for time or for an answer.
  public var firstWait: Step? {
    // What comes later is not waited for.
    for step in self where step.delay == nil {
      switch step.verb {
      case .turn(.time(.wait)), .turn(.event(.ask)), .turn(.event(.call)), .turn(.promise(.gather)):
        return step
      case .control(.loop(let loop)): if let wait = loop.steps.firstWait { return wait }
      case .control(.batch(let steps, _)), .turn(.computation(.nonreactive(let steps))):
        if let wait = steps.firstWait { return wait }
      case .check, .advance, .control, .turn: break
      }
    }
    return nil
  }

  /// Each of the steps, and those inside them.
  public func eachDeep(_ body: (Step) -> Void) {
    for step in self {
      body(step)
      step.eachPiece { if case .steps(let steps) = $0 { steps.eachDeep(body) } }
    }
  }
}
