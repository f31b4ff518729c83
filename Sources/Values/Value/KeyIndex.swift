internal import Synchronization

/// Where the keys of a map stand, found by hash: shared by the versions of the map, which it only
/// ever grows for.
///
/// It gives hints, not answers: a place at which a key of that hash may stand. Who asks looks there,
/// and only as far as the map's own keys go. So versions that have nothing in common but their
/// beginning may add to one index, and none has to copy it; what others have added is noise to it.
///
/// A tree by the bits of the hash, eight ways at each level; a leaf is a small table with open
/// addressing. A table that is full of hints of its own is split, one full of noise is made anew.
/// Either costs the length of the way from the root, and is rare.
struct KeyIndex: Sendable {
  private var root = Node(HintTable(places: HintTable.standard))

  /// The position at which `isThere` finds the key of that hash; nil where none is.
  func position(_ hash: UInt64, where isThere: (Int) -> Bool) -> Int? {
    var node = root
    var level = 0
    while let child = node.child(hash, level) {
      node = child
      level += 1
    }
    return node.table.position(hash, where: isThere)
  }

  /// Notes that a key of that hash stands at a position. `hashes` gives the hash of the key at a
  /// position of the same map, or nil where it has none there.
  mutating func insert(_ hash: UInt64, at position: Int, hashes: (Int) -> UInt64?) {
    let new = Hint(hash: hash, position: position)
    if let node = root.inserting(new, 0, hashes) { root = node }
  }

  func visitStorages(_ visit: StorageVisitor) { root.visitStorages(visit) }
}

/// A key's hash, and where it stands.
private struct Hint {
  let hash: UInt64
  let position: Int
}

extension KeyIndex {
  fileprivate final class Node: @unchecked Sendable {
    private static let ways = 8
    private static let bits = 3
    /// Below this level all bits of the hash are used up.
    private static let deepest = 20

    let table: HintTable
    private let children: [Node]

    init(_ table: HintTable) {
      self.table = table
      children = []
    }

    private init(_ children: [Node]) {
      table = HintTable.none
      self.children = children
    }

    func child(_ hash: UInt64, _ level: Int) -> Node? {
      children.isEmpty ? nil : children[Node.way(hash, level)]
    }

    private static func way(_ hash: UInt64, _ level: Int) -> Int {
      Int(truncatingIfNeeded: hash >> (bits * level)) & (ways - 1)
    }

    /// The node that takes this one's place; nil where this one has taken the hint up.
    func inserting(_ hint: Hint, _ level: Int, _ hashes: (Int) -> UInt64?) -> Node? {
      if children.isEmpty {
        return table.insert(hint.hash, hint.position)
          ? nil : Node.remade(table.hints(hashes) + [hint], level, table.places)
      }
      let way = Node.way(hint.hash, level)
      guard let child = children[way].inserting(hint, level + 1, hashes) else { return nil }
      var changed = children
      changed[way] = child
      return Node(changed)
    }

    /// A node for hints that a table of so many places may have been too small for.
    private static func remade(_ hints: [Hint], _ level: Int, _ places: Int) -> Node {
      if hints.count <= HintTable.standard / 2 || level == deepest {
        var places = level == deepest ? places : HintTable.standard
        while true {
          let table = HintTable(places: places)
          if hints.allSatisfy({ table.insert($0.hash, $0.position) }) { return Node(table) }
          if level < deepest { break }
          places *= 2
        }
      }
      var parts = [[Hint]](repeating: [], count: ways)
      for hint in hints { parts[way(hint.hash, level)].append(hint) }
      return Node(parts.map { remade($0, level + 1, HintTable.standard) })
    }

    func visitStorages(_ visit: StorageVisitor) {
      let bytes = 96 + children.count * 8 + table.places * 8
      guard visit(UInt(bitPattern: ObjectIdentifier(self)), bytes) else { return }
      for child in children { child.visitStorages(visit) }
    }
  }
}

/// A table of hints with open addressing, into which any number of threads may put and look.
/// A word is 0 where it is free; else the upper half of the hash, and one more than the position.
private final class HintTable: @unchecked Sendable {
  static let standard = 32
  static let none = HintTable(places: 0)
  /// How far from its own place a hint may stand.
  private static let farthest = 8

  let places: Int
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// `places` is a power of two, or 0.
  init(places: Int) {
    self.places = places
    words = .allocate(capacity: places)
    for place in 0..<places { (words + place).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: places)
    words.deallocate()
  }

  /// As the table grows beyond the standard, for keys that all have one hash, so does the reach.
  private var reach: Int { places <= HintTable.standard ? HintTable.farthest : places }

  private func place(_ hash: UInt64, _ distance: Int) -> Int {
    (Int(truncatingIfNeeded: hash >> 59) + distance) & (places - 1)
  }

  private static func word(_ hash: UInt64, _ position: Int) -> UInt64 {
    (hash & ~0xffff_ffff) | UInt64(position + 1)
  }

  /// False where there is no room near the hint's place.
  func insert(_ hash: UInt64, _ position: Int) -> Bool {
    let word = HintTable.word(hash, position)
    for distance in 0..<reach {
      let (isFree, found) = words[place(hash, distance)].compareExchange(
        expected: 0, desired: word, ordering: .relaxed)
      if isFree || found == word { return true }
    }
    return false
  }

  func position(_ hash: UInt64, where isThere: (Int) -> Bool) -> Int? {
    for distance in 0..<reach {
      let word = words[place(hash, distance)].load(ordering: .relaxed)
      if word == 0 { return nil }
      if word >> 32 != hash >> 32 { continue }
      let position = Int(word & 0xffff_ffff) - 1
      if isThere(position) { return position }
    }
    return nil
  }

  /// The hints that are true for the keys that have the hashes.
  func hints(_ hashes: (Int) -> UInt64?) -> [Hint] {
    (0..<places).compactMap { place in
      let word = words[place].load(ordering: .relaxed)
      let position = Int(word & 0xffff_ffff) - 1
      guard position >= 0, let hash = hashes(position), hash >> 32 == word >> 32 else { return nil }
      return Hint(hash: hash, position: position)
    }
  }
}
