/// A part of a store's state: how to see it where it is, without taking a copy of the whole, and how
/// to register what works on it. A part that a nil stands in for is not there to be seen.
///
/// Its properties are derived cells of the whole state with an equality cutoff: who reads one runs
/// again only where that one has changed.
final class Focus<State: Equatable> {
  /// Shows the part to a body; false where it is not there.
  typealias Visit = (_ body: (State) -> Void) -> Bool

  let changes: Dependency
  let visit: Visit
  let integrate: (Parcel<State>.Delivery, StoreCore) -> Void
  private var parts: [AnyKeyPath: AnyObject] = [:]
  private var properties: [AnyKeyPath: Any] = [:]

  init(
    changes: Dependency, visit: @escaping Visit,
    integrate: @escaping (Parcel<State>.Delivery, StoreCore) -> Void
  ) {
    self.changes = changes
    self.visit = visit
    self.integrate = integrate
  }

  /// The value at a path, untracked.
  func value<Value>(_ path: KeyPath<State, Value>) -> Value? {
    var value: Value?
    _ = visit { value = $0[keyPath: path] }
    return value
  }

  /// The value at a path as a derived cell, nil where the part is not there.
  func property<Value: Equatable>(
    _ path: KeyPath<State, Value>, in core: StoreCore
  ) -> Derived<Value?> {
    if let found = properties[path] as? Derived<Value?> { return found }
    let read = LivingRead { [visit] in
      var value: Value?
      _ = visit { value = $0[keyPath: path] }
      return value
    }
    core.note(read)
    let derived = core.graph.derived { [changes] in
      changes.depend()
      return read.value
    }
    properties[path] = derived
    return derived
  }

  /// The focus on a part of this one.
  func part<Part: Equatable>(_ path: WritableKeyPath<State, Part>) -> Focus<Part> {
    if let found = parts[path] as? Focus<Part> { return found }
    let part = Focus<Part>(
      changes: changes, visit: { [visit] body in visit { body($0[keyPath: path]) } },
      integrate: { [integrate] delivery, core in integrate(delivery.unfocused(by: path), core) })
    parts[path] = part
    return part
  }
}

extension Focus {
  /// The focus on what an optional holds.
  func wrapped<Wrapped>() -> Focus<Wrapped> where State == Wrapped? {
    if let found = parts[\Wrapped?.self] as? Focus<Wrapped> { return found }
    let part = Focus<Wrapped>(
      changes: changes,
      visit: { [visit] body in
        var isThere = false
        _ = visit { state in
          guard let state else { return }
          isThere = true
          body(state)
        }
        return isThere
      },
      integrate: { [integrate] delivery, core in integrate(delivery.optional(), core) })
    parts[\Wrapped?.self] = part
    return part
  }
}
