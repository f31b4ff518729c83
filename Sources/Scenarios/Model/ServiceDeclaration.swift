/// A service: methods that the model calls and that the file plays.
public struct ServiceDeclaration: Sendable {
  public struct Method: Sendable {
    public enum Body: Sendable {
      /// Returns the formula's value.
      case formula(Formula)
      case steps([Step])
      /// One a call, the last for ever.
      case replies([Reply])
      /// Stays open until the script settles it.
      case pending
    }

    public var name: Name
    /// `github.search`
    public var fullName: String
    public var body: Body
    /// Whether its steps go on where nobody waits for the answer any more; nil where it says nothing.
    public var isDetached: Bool?

    public init(name: Name, of service: String, body: Body) {
      self.name = name
      fullName = "\(service).\(name.text)"
      self.body = body
    }
  }

  /// A canned answer; `args` in scope.
  public enum Reply: Sendable {
    case value(Datum)
    case failure(Datum)
    case pending
  }

  public var name: Name
  /// Null where none is given.
  public var state: Datum?
  /// Whether the state may have other properties than it starts with.
  public var isOpen = false
  public var methods: [Method] = []

  public init(name: Name) { self.name = name }
}
