// What a value becomes that takes an old one's place.
extension Value {
  /// This value where it takes an old one's place: what is identical in both, in whatever map of maps, stays as it
  /// was, since nobody is told of it, and formulas can see in what order a map has its keys. Nil where that is this
  /// value itself.
  ///
  /// Linear in what both do not share, and where keys have come, gone or moved at each level of maps.
  package func settled(over old: Value) -> Value? {
    if case .map(let new) = self {
      guard case .map(let old) = old else { return nil }
      return new.settled(over: old).map(Value.map)
    }
    return isReordered(from: old) && isIdentical(to: old) ? old : nil
  }

  /// Whether a map in it has its keys in another order than the one that stands there in another value, as far as
  /// both are alike.
  fileprivate func isReordered(from old: Value) -> Bool {
    switch (self, old) {
    case (.map(let new), .map(let old)): new.isReordered(from: old)
    case (.list(let new), .list(let old)): new.isReordered(from: old)
    case (.optional(let new), .optional(let old)):
      if let new = new.wrapped, let old = old.wrapped { new.isReordered(from: old) } else { false }
    default: false
    }
  }

  /// Whether there may be a map in it.
  @inlinable
  package var isComposed: Bool {
    switch self {
    case .list, .map, .optional: true
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type, .opaque:
      false
    }
  }
}

extension List {
  fileprivate func isReordered(from old: List) -> Bool {
    if storage === old.storage || measure.depth < 2 { return false }
    if storage.isRope, old.storage.isRope {
      let (mine, other) = (rope, old.rope)
      return !mine.unshared(with: other) { range in
        range.allSatisfy { !mine[$0].isReordered(from: other[$0]) }
      }
    }
    return zip(elements, old.elements).contains { $0.isReordered(from: $1) }
  }
}

extension Map {
  fileprivate func settled(over old: Map) -> Map? {
    if storage === old.storage { return nil }
    let isOrdered = count == old.count && hasKeysInOrder(of: old)
    if !isOrdered, hasIdenticalEntries(as: old) { return old }
    if measure.depth < 2 { return nil }
    var settled: Map?
    func settle(_ place: Int, _ value: Value) {
      guard value.isComposed, let before = isOrdered ? old.value(at: place) : old[keys[place]],
        let kept = value.settled(over: before)
      else { return }
      // It has what was there, so that no limit is passed that was kept so far.
      settled = (try? (settled ?? self).setting(keys[place], to: kept)) ?? settled
    }
    forEachUnshared(with: old, settle)
    return settled
  }

  fileprivate func isReordered(from old: Map) -> Bool {
    if storage === old.storage { return false }
    if !hasKeysInOrder(of: old) { return true }
    if measure.depth < 2 { return false }
    var isReordered = false
    forEachUnshared(with: old) { place, value in
      isReordered =
        isReordered || place < old.count && value.isReordered(from: old.value(at: place))
    }
    return isReordered
  }

  /// Whether both have the same key at each place, as far as both go.
  private func hasKeysInOrder(of old: Map) -> Bool {
    guard storage.isRope, old.storage.isRope else {
      return areShared(storage.keys, old.storage.keys)
        || zip(keys, old.keys).allSatisfy { $0.isIdentical(to: $1) }
    }
    let (mine, others) = (rope.entries, old.rope.entries)
    return mine.unshared(with: others) { range in
      range.allSatisfy { $0 % 2 == 1 || mine[$0].isIdentical(to: others[$0]) }
    }
  }

  /// Tells the places of values, in order, but not those at which both share theirs.
  @inline(__always)
  private func forEachUnshared(with old: Map, _ body: (_ place: Int, _ value: Value) -> Void) {
    if !storage.isRope {
      for place in 0..<storage.values.count { body(place, storage.values[place]) }
      return
    }
    let entries = rope.entries
    func tell(_ range: Range<Int>) -> Bool {
      for index in range where index % 2 == 1 { body(index / 2, entries[index]) }
      return true
    }
    guard old.storage.isRope else {
      _ = tell(0..<entries.count)
      return
    }
    let others = old.rope.entries
    _ = entries.unshared(with: others, tell)
    _ = tell(min(entries.count, others.count)..<entries.count)
  }
}

/// Whether both are one array, as the keys of maps are that one formula makes. Two empty ones are not told apart.
private func areShared(_ left: [Value], _ right: [Value]) -> Bool {
  left.count == right.count
    && left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { unsafe left.baseAddress == $0.baseAddress }
    }
}
