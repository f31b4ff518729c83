/// The names that a host declares. Asking for one is not reading it.
public protocol Scope {
  /// The host's number for a name, or nil where it is not declared. `x.y` is asked for by its
  /// longest name first: `x.y`, then `x`.
  func slot(for name: String) -> Int?

  /// The number by which what has such a number is read where the formula says `untracked`. It is
  /// what `Activation` is asked for; all else is told the name's own.
  func untracked(_ slot: Int) -> Int
}

extension Scope {
  /// A host that tracks nothing reads one way.
  public func untracked(_ slot: Int) -> Int { slot }
}
