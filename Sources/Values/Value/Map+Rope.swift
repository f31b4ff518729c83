// Larger maps that have grown: keys and values in turns in one rope, and an index for the keys.
extension Map {
  final class RopeStorage: Storage, @unchecked Sendable {
    /// Each value stands behind its key.
    @exclusivity(unchecked)
    var entries: Rope
    @exclusivity(unchecked)
    var index: KeyIndex

    init(_ entries: Rope, _ index: KeyIndex, _ measure: Measure) {
      self.entries = entries
      self.index = index
      super.init([], [], measure, [], isRope: true)
    }

    /// The same entries as a rope. Linear.
    convenience init(_ other: Storage) {
      var entries: [Value] = []
      entries.reserveCapacity(other.keys.count * 2)
      for (key, value) in zip(other.keys, other.values) {
        entries.append(key)
        entries.append(value)
      }
      var index = KeyIndex()
      for (position, key) in other.keys.enumerated() {
        index.insert(key.indexHash ?? 0, at: position) { other.keys[$0].indexHash }
      }
      self.init(Rope(regular: entries), index, other.measure)
    }

    var count: Int { entries.count / 2 }

    /// The position of a key that has the hash, or nil.
    func position(_ key: Value, _ hash: UInt64) -> Int? {
      let count = count
      return index.position(hash) { $0 < count && entries[$0 * 2].isEqual(to: key) }
    }

    /// Adds an entry under a key that is not there.
    func append(_ key: Value, _ value: Value) {
      let position = count
      entries.append(key)
      entries.append(value)
      index.insert(key.indexHash ?? 0, at: position) { place in
        place < position ? entries[place * 2].indexHash : nil
      }
    }
  }

  /// Not where `storage.isRope` is false.
  var rope: RopeStorage { unsafeDowncast(storage, to: RopeStorage.self) }

  @usableFromInline var ropeCount: Int { rope.count }
  @usableFromInline var ropeKeys: ValueView { ValueView(rope.entries, from: 0, by: 2) }
  @usableFromInline var ropeValues: ValueView { ValueView(rope.entries, from: 1, by: 2) }
}
