/// Something that knows its place in the list that holds it.
protocol Placed: AnyObject {
  var place: Int? { get set }
}

/// A list in the order of adding, from which any element is taken out. Adding, taking out and finding
/// the first take constant time, taken over all: a place that was left stays empty until half of the
/// places are.
struct PlacedList<Element: Placed> {
  private var places: [Element?] = []
  /// The first place that is taken, or their number.
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var first: Element? { head < places.count ? places[head] : nil }

  var all: [Element] { places.compactMap { $0 } }

  mutating func append(_ element: Element) {
    element.place = places.count
    places.append(element)
    count += 1
  }

  /// Nothing happens where it is not in the list.
  mutating func remove(_ element: Element) {
    guard let place = element.place, place < places.count, places[place] === element else { return }
    element.place = nil
    places[place] = nil
    count -= 1
    while head < places.count, places[head] == nil { head += 1 }
    if places.count > 2 * count + 16 { closeRanks() }
  }

  /// Empties the list.
  mutating func takeAll() -> [Element] {
    defer { self = PlacedList() }
    return all
  }

  private mutating func closeRanks() {
    places.removeAll { $0 == nil }
    head = 0
    for (place, element) in places.enumerated() { element?.place = place }
  }
}
