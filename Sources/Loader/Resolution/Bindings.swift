import Values

/// Names in sight and what each stands for, innermost last. A name may be bound several times; then
/// it stands for what it was bound to last. Looking one up costs the same however many there are.
struct Bindings<Meaning> {
  private(set) var names: [String] = []
  private var meanings: [Meaning] = []
  /// Where each name is bound last, and for each binding where its name was bound before.
  private var last: TextTable<Int> = [:]
  private var before: [Int?] = []

  var count: Int { names.count }

  /// What the name at a position stands for, the outermost first.
  subscript(position: Int) -> Meaning { meanings[position] }

  subscript(name: String) -> Meaning? { last[name].map { meanings[$0] } }

  /// Few names are compared; many are looked up.
  func contains(_ name: String) -> Bool {
    names.count <= 8
      ? names.contains { $0.utf8.elementsEqual(name.utf8) } : last[name] != nil
  }

  mutating func push(_ name: String, _ meaning: Meaning) {
    before.append(last.updateValue(names.count, forKey: name))
    names.append(name)
    meanings.append(meaning)
  }

  /// Forgets all but the first names.
  mutating func pop(to count: Int) {
    while names.count > count {
      last[names.removeLast()] = before.removeLast()
      meanings.removeLast()
    }
  }

  /// The names that were bound to such a meaning, the innermost last.
  func names(where isSo: (Meaning) -> Bool) -> [String] {
    names.indices.filter { isSo(meanings[$0]) }.map { names[$0] }
  }
}
