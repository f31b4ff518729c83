public import Values

/// An action, mutation or message as written: a name and what goes with it.
public final class Case: Sendable {
  /// One whose name stands in the file.
  public final class Named: Sendable {
    public let name: Name
    /// That of the action or mutation in its reactor; nil for stores and actors, whose cases go by
    /// their names.
    public let number: Int?
    /// Nil where nothing goes with it, which is null.
    public let payload: Datum?
    /// The formula that the payload is, where it is one.
    public let formula: Formula?

    public init(_ name: Name, number: Int?, payload: Datum?) {
      self.name = name
      self.number = number
      self.payload = payload
      formula = payload?.formula
    }
  }

  public enum Content: Sendable {
    case named(Named)
    /// A formula that gives the name, or the map of one key.
    case formula(Formula)
  }

  public let content: Content
  public let span: SourceSpan

  public init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }

  /// Nil where a formula gives it.
  public var name: Name? {
    if case .named(let named) = content { named.name } else { nil }
  }

  /// Its name, where that is written.
  public var words: String { name?.text ?? "a message" }
}

/// What a reducer makes of the state it is given.
public struct Reducer: Sendable {
  public enum Change: Sendable {
    /// The whole new state.
    case whole(Datum)
    /// New values for the paths below the state, all from the state before.
    case paths([Assignment])
  }

  /// The mutation's or action's name; a parcel's without its prefix.
  public var name: Name
  public var change: Change

  public init(name: Name, change: Change) {
    self.name = name
    self.change = change
  }
}
