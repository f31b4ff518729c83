import Values

/// Which links of a store's chain may hear an action: those of parcels with a prefix only what bears it, so that
/// an action need not be shown to every parcel that there is.
final class StoreHearing {
  /// The links with each prefix, by their places in the chain, in its order.
  private var places: TextTable<[Int]> = [:]
  /// The lengths of the prefixes in bytes, from the shortest.
  private let lengths: [Int]

  /// Nil where none has a prefix.
  init?(_ prefixes: [String]) {
    guard prefixes.contains(where: { !$0.isEmpty }) else { return nil }
    for (place, prefix) in prefixes.enumerated() { places[prefix, default: []].append(place) }
    lengths = Set(prefixes.map(\.utf8.count)).sorted()
  }

  /// For one action's name at a time.
  func places(for name: String) -> [[Int]] {
    let bytes = name.utf8
    return lengths.prefix { $0 <= bytes.count }.compactMap { length in
      // Each prefix ends with a dot.
      let end = bytes.index(bytes.startIndex, offsetBy: length)
      guard length == 0 || bytes[bytes.index(before: end)] == UInt8(ascii: ".") else { return nil }
      return places[String(Substring(bytes[..<end]))]
    }
  }
}

/// Where the action at hand is heard: of one name it is asked for link by link.
struct StoreHearers {
  private let hearing: StoreHearing
  private var name = ""
  private var places: [[Int]] = []

  init(_ hearing: StoreHearing) {
    self.hearing = hearing
    places = hearing.places(for: name)
  }

  /// The first link from that place on that may hear an action of the name.
  mutating func next(_ action: String, from place: Int) -> Int? {
    if !Text.same(action, name) { (name, places) = (action, hearing.places(for: action)) }
    return places.compactMap { StoreHearers.first(in: $0, from: place) }.min()
  }

  private static func first(in places: [Int], from place: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count ? places[low] : nil
  }
}
