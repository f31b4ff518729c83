// What a value becomes that takes an old one's place.
extension Value {
  /// This value where it takes an old one's place: what is identical in both, in whatever map of maps, stays as it
  /// was, since nobody is told of it, and formulas can see in what order a map has its keys. Nil where that is this
  /// value itself.
  ///
  /// Linear in what both do not share.
  package func settled(over old: Value) -> Value? { settling(over: old, isAsked: false).settled }

  /// The same, and whether both are identical where that is asked: so that what stands in many maps is compared
  /// once, and not for each of them.
  fileprivate func settling(over old: Value, isAsked: Bool) -> (isSame: Bool, settled: Value?) {
    if case .map(let new) = self {
      guard case .map(let old) = old else { return (false, nil) }
      let (isSame, settled) = new.settling(over: old, isAsked: isAsked)
      return (isSame, settled.map(Value.map))
    }
    if isAsked {
      let isSame = isIdentical(to: old)
      return (isSame, isSame && isReordered(from: old) ? old : nil)
    }
    return (false, isReordered(from: old) && isIdentical(to: old) ? old : nil)
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
  fileprivate func settling(over old: Map, isAsked: Bool) -> (isSame: Bool, settled: Map?) {
    if storage === old.storage { return (true, nil) }
    let isOrdered = count == old.count && hasKeysInOrder(of: old)
    if measure.depth < 2 {
      if isOrdered, !isAsked { return (false, nil) }
      let isSame = hasIdenticalEntries(as: old)
      return (isSame, isSame && !isOrdered ? old : nil)
    }
    let isAsked = isAsked || !isOrdered
    var isSame = count == old.count
    var kept: [(place: Int, value: Value)] = []
    forEachUnshared(with: old) { place, value in
      guard let before = isOrdered ? old.value(at: place) : old.value(identically: keys[place])
      else {
        isSame = false
        return
      }
      if !isAsked, !value.isComposed { return }
      let found = value.settling(over: before, isAsked: isAsked && isSame)
      isSame = isSame && found.isSame
      if let settled = found.settled { kept.append((place, settled)) }
    }
    if isAsked, isSame { return (true, isOrdered && kept.isEmpty ? nil : old) }
    return (false, kept.isEmpty ? nil : holding(kept))
  }

  /// The value under a key of just that type.
  private func value(identically key: Value) -> Value? {
    guard let place = position(of: key), keys[place].isIdentical(to: key) else { return nil }
    return value(at: place)
  }

  /// The same with other values, which hold as much, so that no limit is passed that was kept so far.
  private func holding(_ others: [(place: Int, value: Value)]) -> Map? {
    if others.count < 3 {
      return others.reduce(self) { (try? $0.setting(keys[$1.place], to: $1.value)) ?? $0 }
    }
    var values = values.array
    for other in others { values[other.place] = other.value }
    return try? Map(keys: keys.array, values: values)
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
