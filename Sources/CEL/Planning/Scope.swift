/// The names that a host declares. Asking for one is not reading it.
public protocol Scope {
  /// The host's number for a name, or nil where it is not declared. `x.y` is asked for by its
  /// longest name first: `x.y`, then `x`.
  func slot(for name: String) -> Int?
}
