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
