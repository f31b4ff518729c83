public import Values

/// A derived value read by the path: who reads `d.name` is invalidated only where `d` has changed
/// and `d.name` with it.
///
/// Each path read while tracking gets a derived cell of its own, made at the first read, that
/// compares by identity. An error of the value is the error of every path.
public final class DerivedRecord {
  private let kernel: Kernel
  private let derived: Derived<Value>
  private let label: String?
  private let tracked = TrackedPath(name: "")

  init(_ derived: Derived<Value>, label: String?) {
    kernel = derived.kernel
    self.derived = derived
    self.label = label
  }

  /// What stands at a path, up to date. The body under way depends on exactly that path.
  public func read(_ path: [String] = []) throws -> Lookup {
    if path.isEmpty { return .found(try derived.value) }
    guard kernel.state.pointee.observer != 0 else { return try peek(path) }
    _ = try projection(path).value
    return try peek(path)
  }

  /// What stands at a path, up to date, without depending on it.
  public func peek(_ path: [String] = []) throws -> Lookup {
    Lookup(path[...], in: try derived.peek())
  }

  private func projection(_ path: [String]) -> Derived<Lookup> {
    let place = tracked.descend(path)
    if let node = place.node { return Derived(kernel: kernel, id: node) }
    let node = kernel.makeDerived([], label: label.map { ([$0] + path).joined(separator: ".") })
    place.node = node
    let derived = derived
    let cutoff = Cutoff<Lookup>.custom { old, new in Lookup.Seen.isSame(old.seen, new.seen) }
    kernel.setRule(node) { kernel, id in
      kernel.store(Lookup(path[...], in: try derived.value), in: id, cutoff)
    }
    return Derived(kernel: kernel, id: node)
  }
}

extension Graph {
  /// The paths of a derived value.
  public func projections(of derived: Derived<Value>, label: String? = nil) -> DerivedRecord {
    DerivedRecord(derived, label: label)
  }
}
