// How larger maps find a key: by hash, with open addressing in `slots`, a power of two long, where -1
// is free and a key stands at most `farthest` places behind its own. Keys that were chosen to crowd
// do not fit that way; then `slots` is as long as the map, the positions in the order of the keys.
extension Map {
  private static let farthest = 64

  func indexed(_ key: Value, _ hash: UInt64) -> Int? {
    let slots = storage.slots
    if slots.count == storage.keys.count { return sorted(key) }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    for _ in 0...Map.farthest {
      guard slots[slot] >= 0 else { return nil }
      let position = Int(slots[slot])
      if storage.keys[position].isEqual(to: key) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func sorted(_ key: Value) -> Int? {
    var low = 0
    var high = storage.slots.count
    while low < high {
      let middle = (low + high) / 2
      let position = Int(storage.slots[middle])
      switch storage.keys[position].keyOrder(key) {
      case .equal: return position
      case .less: low = middle + 1
      case .greater, .unordered: high = middle
      }
    }
    return nil
  }

  /// Checks that no two keys are equal, and builds the index of a larger map.
  static func index(_ keys: [Value]) throws(ValueFault) -> [Int32] {
    if keys.count <= scanned {
      for (position, key) in keys.enumerated() {
        for other in keys[..<position] where other.isEqual(to: key) { throw duplicate(key) }
      }
      return []
    }
    var capacity = 32
    while capacity < keys.count * 2 { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    for (position, key) in keys.enumerated() {
      var slot = Int(truncatingIfNeeded: key.keyHash ?? 0) & (capacity - 1)
      var distance = 0
      while slots[slot] >= 0 {
        if keys[Int(slots[slot])].isEqual(to: key) { throw duplicate(key) }
        slot = (slot + 1) & (capacity - 1)
        distance += 1
        if distance > farthest { return try order(keys) }
      }
      slots[slot] = Int32(position)
    }
    return slots
  }

  /// The index with one more key behind the others, that is not among them.
  static func extend(_ slots: inout [Int32], for keys: [Value]) throws(ValueFault) {
    if keys.count <= scanned { return }
    if slots.count < keys.count * 2 {
      slots = try index(keys)
      return
    }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: keys[keys.count - 1].keyHash ?? 0) & mask
    var distance = 0
    while slots[slot] >= 0 {
      slot = (slot + 1) & mask
      distance += 1
      if distance > farthest {
        slots = try order(keys)
        return
      }
    }
    slots[slot] = Int32(keys.count - 1)
  }

  private static func order(_ keys: [Value]) throws(ValueFault) -> [Int32] {
    let positions = (0..<Int32(keys.count)).sorted { a, b in
      keys[Int(a)].keyOrder(keys[Int(b)]) == .less
    }
    for (a, b) in zip(positions, positions.dropFirst())
    where keys[Int(a)].keyOrder(keys[Int(b)]) == .equal {
      throw duplicate(keys[Int(max(a, b))])
    }
    return positions
  }

  private static func duplicate(_ key: Value) -> ValueFault {
    guard case .string(let text) = key, text.utf8.count > longestShown else {
      return .duplicateKey(key.description)
    }
    let beginning = String(text.unicodeScalars.prefix(longestShown / 4))
    return .duplicateKey(Value.string(beginning + "…").description)
  }

  /// UTF-8 bytes of a key in a message.
  private static let longestShown = 200
}

extension Value {
  /// An order of all keys: bools, numbers, texts.
  fileprivate func keyOrder(_ other: Value) -> NumberOrder {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): return a == b ? .equal : b ? .less : .greater
    case (.bool, _): return .less
    case (_, .bool): return .greater
    case (.string(let a), .string(let b)):
      let order = Text.compare(a, b)
      return order < 0 ? .less : order == 0 ? .equal : .greater
    case (.string, _): return .greater
    case (_, .string): return .less
    default: return compareNumbers(other)
    }
  }
}
