/// The states that have been seen, by their fingerprints: eight bytes each, sixteen where two numbers
/// count, and room for a third more at least.
struct FingerprintSet {
  private var first: [UInt64]
  /// Empty where one number counts.
  private var second: [UInt64]
  private var mask: Int
  private(set) var count = 0

  init(isSure: Bool) {
    first = Array(repeating: 0, count: 1 << 10)
    second = isSure ? Array(repeating: 0, count: 1 << 10) : []
    mask = first.count - 1
  }

  /// Whether it is new.
  mutating func insert(_ print: FlatPrint) -> Bool {
    // Zero stands for none.
    let key = print.first == 0 ? 1 : print.first
    var place = Fingerprint.place(of: key, below: mask)
    while first[place] != 0 {
      if first[place] == key, second.isEmpty || second[place] == print.second { return false }
      place = (place + 1) & mask
    }
    first[place] = key
    if !second.isEmpty { second[place] = print.second }
    count += 1
    if count * 4 > first.count * 3 { grow() }
    return true
  }

  private mutating func grow() {
    let (old, others) = (first, second)
    mask = first.count * 2 - 1
    first = Array(repeating: 0, count: mask + 1)
    if !second.isEmpty { second = Array(repeating: 0, count: mask + 1) }
    for (number, key) in old.enumerated() where key != 0 {
      var place = Fingerprint.place(of: key, below: mask)
      while first[place] != 0 { place = (place + 1) & mask }
      first[place] = key
      if !second.isEmpty { second[place] = others[number] }
    }
  }
}
