/// The local names in sight, innermost last. A name may be bound several times.
struct Locals {
  private(set) var names: [String] = []
  /// How often each name is bound.
  private var counts: [String: Int] = [:]

  var count: Int { names.count }

  /// Few names are compared; many are looked up.
  func contains(_ name: String) -> Bool {
    names.count <= 8 ? names.contains(name) : counts[name] != nil
  }

  mutating func push(_ name: String) {
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
  }
}
