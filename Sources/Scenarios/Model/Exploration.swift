public import Values

/// What exploration tries of a scenario besides what `run` does: other orders of what is ready, faults,
/// events from outside, worlds to begin from; and what it asks and expects. `run` pays no heed to it.
public struct Exploration: Sendable {
  public enum Schedules: String, Sendable, CaseIterable {
    case exhaustive
    case pct
    case random
  }

  /// Which messages may overtake which.
  public enum Delivery: String, Sendable, CaseIterable {
    /// None.
    case causal
    /// Those that have not the same sender and receiver.
    case pairwise
    case unordered
  }

  public enum Fault: String, Sendable, CaseIterable, Hashable {
    case drop
    case duplicate
    case delay
    case crash
    case crashMidway = "crash_midway"
    case reject
  }

  /// Whom a fault may befall.
  public enum Target: Sendable {
    /// Every one that it can befall.
    case everything
    /// An actor; of a kind all.
    case actor(NumberedName)
    /// Messages of that name to an actor.
    case message(actor: NumberedName, message: Name)
    case method(Verb.Method)
  }

  public struct FaultRule: Sendable {
    public var fault: Fault
    /// In the order of the file.
    public var targets: [Target]
    /// Of its key.
    public var span: SourceSpan

    public init(_ fault: Fault, _ targets: [Target], at span: SourceSpan) {
      self.fault = fault
      self.targets = targets
      self.span = span
    }
  }

  /// The most faults in a run.
  public enum Budget: Sendable {
    case total(Int)
    /// By kind; those that are not there may not happen.
    case each([Fault: Int])
  }

  /// What counts as a violation besides a property that does not hold.
  public enum Prohibition: String, Sendable, CaseIterable, Hashable {
    case deadlock
    case endless
    /// An error that nobody caught.
    case reports
    case deadLetters = "dead_letters"
    /// An ask that is pending at the end.
    case unanswered
  }

  /// The worlds from which to begin.
  public struct Start: Sendable {
    /// The names of `for`, the first locals, each in sight of those behind it.
    public var elements: [ControlVerb.Definition]
    public var condition: Formula?
    public var changes: [Assignment]
    public var span: SourceSpan

    public init(
      elements: [ControlVerb.Definition], condition: Formula?, changes: [Assignment],
      span: SourceSpan
    ) {
      self.elements = elements
      self.condition = condition
      self.changes = changes
      self.span = span
    }
  }

  /// What may happen besides the script.
  public struct Event: Sendable {
    /// For reports; nil for the verb and its argument.
    public var name: Name?
    /// The names of `for`, the first locals, each in sight of those behind it.
    public var elements: [ControlVerb.Definition]
    /// `when`.
    public var condition: Formula?
    /// Whether it happens only when all is quiet.
    public var isSettled: Bool
    public var step: Step

    public init(
      name: Name? = nil, elements: [ControlVerb.Definition] = [], condition: Formula? = nil,
      isSettled: Bool = false, step: Step
    ) {
      self.name = name
      self.elements = elements
      self.condition = condition
      self.isSettled = isSettled
      self.step = step
    }
  }

  /// What holds steps or formulas, or is about those that do.
  public enum Section: Sendable, CaseIterable {
    case start
    case events
    case sometimes
    case faults
    case budget
  }

  public var schedules = Schedules.exhaustive
  /// Where that is said, and where `complete` is; nil where nobody says so.
  public var schedulesSpan: SourceSpan?
  public var completeSpan: SourceSpan?
  public var delivery = Delivery.causal
  /// In the order of the file.
  public var faults: [FaultRule] = []
  public var budget = Budget.total(1)
  /// Where the most faults of each kind are said.
  public var budgetSpans: [Fault: SourceSpan] = [:]
  /// Nil for the one world that the scenario begins from.
  public var start: Start?
  public var events: [Event] = []
  /// The most events in a run; nil for any number.
  public var steps: Int?
  /// Each must hold behind some turn of some run.
  public var sometimes: [Formula] = []
  public var forbid: Set<Prohibition> = [.deadlock, .endless]
  /// The most states.
  public var limit = 1_000_000
  /// Whether it is a failure that the search ends before it has seen all.
  public var isComplete = false
  public var expectation = Expectation.holds
  public var span: SourceSpan
  /// Of a scenario's: what it has from the file, which is walked there.
  public var inherited: Set<Section> = []

  public enum Expectation: String, Sendable, CaseIterable {
    case holds
    case violated
  }

  public init(span: SourceSpan) {
    self.span = span
  }
}
