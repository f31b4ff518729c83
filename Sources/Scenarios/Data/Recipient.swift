/// Who is sent a message, stopped or watched.
public enum Recipient: Sendable {
  /// The declared actor of that name.
  case declared(NumberedName)
  /// The one that a local refers to: `self`, `sender`, what `spawn` bound.
  case local(NumberedName)

  public var name: Name {
    switch self {
    case .declared(let name), .local(let name): name.name
    }
  }
}
