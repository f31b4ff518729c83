/// A tree over the places of a pool, in which each node knows the lowest standing below it.
struct Standings: Hashable, Sendable {
  private let size: Int
  /// The number of leaves: the next power of two.
  private let width: Int
  /// The root is at 1, the children of a node at twice its place; the leaves begin at `width`.
  private var lowest: [UInt32]
  private var noted: [Int]
  private var isNoted: [Bool]

  /// All places are noted, so that all will be asked about.
  init(_ size: Int) {
    self.size = size
    var width = 1
    while width < size { width *= 2 }
    self.width = width
    lowest = Array(repeating: .max, count: 2 * width)
    noted = Array(0..<size)
    isNoted = Array(repeating: true, count: size)
  }

  mutating func note(_ place: Int) {
    guard place < size, !isNoted[place] else { return }
    isNoted[place] = true
    noted.append(place)
  }

  /// The places to be asked about.
  mutating func takeNoted() -> [Int] {
    for place in noted { isNoted[place] = false }
    defer { noted = [] }
    return noted
  }

  subscript(place: Int) -> UInt32 {
    get { lowest[width + place] }
    set {
      var node = width + place
      lowest[node] = newValue
      while node > 1 {
        node /= 2
        let least = min(lowest[2 * node], lowest[2 * node + 1])
        if lowest[node] == least { return }
        lowest[node] = least
      }
    }
  }

  /// The first place of those with the lowest standing.
  var first: Int {
    var node = 1
    while node < width { node = lowest[2 * node] == lowest[node] ? 2 * node : 2 * node + 1 }
    return node - width
  }
}
