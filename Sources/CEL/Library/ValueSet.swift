internal import Values

/// Values that are told apart by CEL's `==`. Looking one up takes a constant number of comparisons
/// unless values are made to collide; whatever it takes is charged.
struct ValueSet {
  private var values: [Value] = []
  private var hashes: [UInt64] = []
  /// The last value of each chain, and of each value the one before it; -1 for none.
  private var heads: [Int32]
  private var links: [Int32] = []

  /// For about so many values; more are found more slowly.
  init(capacity: Int) {
    var size = 8
    while size < capacity { size *= 2 }
    heads = [Int32](repeating: -1, count: size)
  }

  init(_ list: List, _ budget: inout Budget) throws(Fault) {
    self.init(capacity: list.count)
    for element in list.elements { _ = try insert(element, &budget) }
  }

  /// False where an equal value was there. NaN equals nothing and is always new.
  mutating func insert(_ value: Value, _ budget: inout Budget) throws(Fault) -> Bool {
    let hash = value.hash
    if try contains(value, hash, &budget) { return false }
    let slot = Int(truncatingIfNeeded: hash) & (heads.count - 1)
    links.append(heads[slot])
    heads[slot] = Int32(truncatingIfNeeded: values.count)
    values.append(value)
    hashes.append(hash)
    return true
  }

  func contains(_ value: Value, _ budget: inout Budget) throws(Fault) -> Bool {
    try contains(value, value.hash, &budget)
  }

  private func contains(
    _ value: Value, _ hash: UInt64, _ budget: inout Budget
  ) throws(Fault) -> Bool {
    let measure = value.measure
    try budget.charge(1 + measure.elements + measure.text / 10)
    var next = heads[Int(truncatingIfNeeded: hash) & (heads.count - 1)]
    while next >= 0 {
      let position = Int(next)
      try budget.charge(1)
      if hashes[position] == hash {
        try budget.charge(comparing: values[position], value)
        if values[position].isEqual(to: value) { return true }
      }
      next = links[position]
    }
    return false
  }
}
