public import Values

/// A reactor: actions become mutations, mutations become states.
public struct ReactorDeclaration: Sendable {
  /// What an action sets off.
  public struct Action: Sendable {
    public var body: CaseBody
    /// What becomes of the action while an earlier body of it still runs.
    public var overlap = Overlap.sideBySide
    /// The actions that cancel a running body the moment they are sent.
    public var until: [NumberedName] = []

    public init(body: CaseBody) {
      self.body = body
    }

    /// How the bodies of one action get on with each other.
    public enum Overlap: Sendable {
      case sideBySide
      /// A new one cancels the one that runs.
      case latest
      /// Nothing comes of actions while one runs.
      case first
      /// Each begins when the one before it is over.
      case queue
    }
  }

  public var name: Name
  public var state: Datum
  /// Whether the state may have other properties than it starts with.
  public var isOpen = false
  /// Nil where actions are mutations.
  public var actions: [Action]?
  public var reducers: [Reducer] = []
  public var transform = Transform()
  /// The properties that count as changed whenever they are assigned.
  public var pulses: [Name] = []
  /// The whole declaration.
  public var span: SourceSpan

  public init(name: Name, state: Datum, span: SourceSpan) {
    self.name = name
    self.state = state
    self.span = span
  }

  /// The numbers of its actions and of its mutations, by their names.
  public var actionNumbers: TextTable<Int> = [:]
  public var mutationNumbers: TextTable<Int> = [:]

  /// The names of its actions, in the order of the file.
  public var actionNames: [Name] { actions?.map(\.body.name) ?? reducers.map(\.name) }
}

/// The operators that a reactor's actions, mutations and states go through, in order.
public struct Transform: Sendable {
  public var action: [Operator] = []
  public var mutation: [Operator] = []
  public var state: [Operator] = []

  public init() {}
}

/// One operator over a stream of elements; in its formulas `it` is the element.
public struct Operator: Sendable {
  public enum Operation: Sendable {
    case map(Datum)
    case filter(Formula)
    /// Drops an element equal to the one before; with a formula one of which it gives the same.
    case distinct(by: Formula?)
    /// A duration each.
    case debounce(Datum)
    case throttle(Datum, latest: Bool)
    case delay(Datum)
    case take(Extent)
    case skip(Extent)
    /// Ends the stream behind the first element of which it holds.
    case end(Formula)
    /// Fails the stream at the first element of which it holds, with an error of that.
    case fail(when: Formula, Datum?)
    case sample(Sampling)
    /// Each change of the place becomes an element: of states the value itself, else the case of
    /// that name with the value as its payload.
    case merge(Path, Name?)
    case tap([Step])
  }

  /// How far the elements reach that are taken or skipped, from the first on.
  public enum Extent: Sendable {
    /// A number of elements.
    case count(Datum)
    /// As long as it holds of each.
    case condition(Formula)
    /// A duration, from the world's beginning on.
    case time(Datum)
  }

  /// When the latest element goes on.
  public enum Sampling: Sendable {
    /// At the end of each period of that duration.
    case period(Datum)
    /// At each change of the place.
    case changes(Path)
  }

  public var kind: Operation
  public var keyword: Name
  public var span: SourceSpan

  public init(_ kind: Operation, keyword: Name, span: SourceSpan) {
    self.kind = kind
    self.keyword = keyword
    self.span = span
  }
}
