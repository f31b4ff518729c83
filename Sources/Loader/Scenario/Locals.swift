/// The local names in sight, innermost last. A name may be bound several times.
struct Locals {
  private(set) var names: [String] = []
  /// How often each name is bound.
  private var counts: [String: Int] = [:]
  /// The places in `names` of those that are promises.
  private var promises: [Int] = []
  /// And of those that are actors.
  private var actors: [Int] = []

  var count: Int { names.count }

  /// Few names are compared; many are looked up.
  func contains(_ name: String) -> Bool {
    names.count <= 8 ? names.contains(name) : counts[name] != nil
  }

  mutating func push(_ name: String, isPromise: Bool = false, isActor: Bool = false) {
    if isPromise { promises.append(names.count) }
    if isActor { actors.append(names.count) }
    names.append(name)
    counts[name, default: 0] += 1
  }

  /// Forgets all but the first names.
  mutating func pop(to count: Int) {
    while names.count > count {
      let name = names.removeLast()
      let left = (counts[name] ?? 1) - 1
      counts[name] = left > 0 ? left : nil
    }
    while promises.last.map({ $0 >= count }) == true { promises.removeLast() }
    while actors.last.map({ $0 >= count }) == true { actors.removeLast() }
  }

  /// The names of promises, the innermost last.
  var promised: [String] { promises.map { names[$0] } }

  /// Whether the name, as it is bound last, is that of a promise.
  func isPromise(_ name: String) -> Bool {
    names.lastIndex(of: name).map(promises.contains) ?? false
  }

  /// The names that `spawn` bound, the innermost last.
  var spawned: [String] { actors.map { names[$0] } }

  /// Whether the name, as it is bound last, is that of a spawned actor.
  func isActor(_ name: String) -> Bool {
    names.lastIndex(of: name).map(actors.contains) ?? false
  }
}
