/// Who is sent a message, stopped or watched.
public indirect enum Recipient: Sendable {
  /// The declared actor of that name.
  case declared(NumberedName)
  /// The one that a local refers to: `self`, `sender`, what `spawn` bound.
  case local(LocalActor)
  /// `worker#2`: one of those that were spawned, or of the workers of a pool, with the number of the
  /// declaration that it is made by.
  case numbered(NumberedName)
  /// The one that a formula gives a reference to.
  case computed(Formula)

  public var name: Name {
    switch self {
    case .declared(let name), .numbered(let name): name.name
    case .local(let local): local.name
    case .computed(let formula): Name("= \(formula.text)", at: formula.span)
    }
  }

  /// The number of the actor that is declared, or of the one that is referred to one of; nil where it
  /// may be any.
  public var kind: Int? {
    switch self {
    case .declared(let name), .numbered(let name): name.number
    case .local(let local): local.kind
    case .computed: nil
    }
  }
}

/// A local that refers to an actor.
public struct LocalActor: Sendable {
  public var name: Name
  /// Its number in its frame.
  public var number: Int
  /// The number of the declaration that the actor is made by; nil where it may be any.
  public var kind: Int?

  public init(_ name: Name, _ number: Int, kind: Int?) {
    self.name = name
    self.number = number
    self.kind = kind
  }

  public var text: String { name.text }
}
