/// Lists of numbers, each once: it is known by its number, and the empty one by 0.
struct InternedLists {
  /// All lists, one behind the other.
  private var elements: [UInt32] = []
  private var ends: [Int] = [0]
  /// Where in `ends`, plus one; 0 for none.
  private var table: [UInt32] = Array(repeating: 0, count: 64)
  private var mask = 63

  init() { _ = number(of: []) }

  var count: Int { ends.count - 1 }

  /// How much they hold.
  var bytes: Int { elements.count * 4 + ends.count * 8 + table.count * 4 }

  subscript(_ number: UInt32) -> ArraySlice<UInt32> {
    elements[ends[Int(number)]..<ends[Int(number) + 1]]
  }

  /// Lists are numbered in the order in which they were first asked for.
  mutating func number(of list: [UInt32]) -> UInt32 {
    var place = Int(truncatingIfNeeded: InternedLists.hash(list[...])) & mask
    while table[place] != 0 {
      let found = table[place] - 1
      if self[found] == list[...] { return found }
      place = (place + 1) & mask
    }
    let number = UInt32(count)
    elements += list
    ends.append(elements.count)
    table[place] = number + 1
    if count * 2 > table.count { grow() }
    return number
  }

  private static func hash(_ list: ArraySlice<UInt32>) -> UInt64 {
    var hash = UInt64(list.count)
    for element in list {
      hash = (hash ^ UInt64(element)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    return hash
  }

  private mutating func grow() {
    mask = table.count * 2 - 1
    table = Array(repeating: 0, count: mask + 1)
    for number in 0..<UInt32(count) {
      var place = Int(truncatingIfNeeded: InternedLists.hash(self[number])) & mask
      while table[place] != 0 { place = (place + 1) & mask }
      table[place] = number + 1
    }
  }
}
