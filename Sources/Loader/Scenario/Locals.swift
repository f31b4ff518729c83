/// The local names in sight, innermost last. A name may be bound several times.
struct Locals {
  private enum Meaning { case value, promise, actor }

  private var bindings = Bindings<Meaning>()

  var names: [String] { bindings.names }

  var count: Int { bindings.count }

  func contains(_ name: String) -> Bool { bindings.contains(name) }

  mutating func push(_ name: String, isPromise: Bool = false, isActor: Bool = false) {
    bindings.push(name, isPromise ? .promise : isActor ? .actor : .value)
  }

  /// Forgets all but the first names.
  mutating func pop(to count: Int) { bindings.pop(to: count) }

  /// The names of promises, the innermost last.
  var promised: [String] { bindings.names { $0 == .promise } }

  /// Whether the name, as it is bound last, is that of a promise.
  func isPromise(_ name: String) -> Bool { bindings[name] == .promise }

  /// The names that `spawn` bound, the innermost last.
  var spawned: [String] { bindings.names { $0 == .actor } }

  /// Whether the name, as it is bound last, is that of a spawned actor.
  func isActor(_ name: String) -> Bool { bindings[name] == .actor }
}
