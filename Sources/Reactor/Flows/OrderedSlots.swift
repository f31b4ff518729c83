/// Elements in the order in which they came, each found again by the number it was given. Numbers
/// only grow. Removal is logarithmic; the places of those removed are given up in bulk.
@frozen
@usableFromInline
struct OrderedSlots<Element> {
  @usableFromInline var entries: [(number: Int, element: Element?)] = []
  @usableFromInline var lastNumber = 0
  @usableFromInline var count = 0
  /// Walks under way; places stay as they are meanwhile.
  @usableFromInline var walks = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { count == 0 }

  @inlinable
  mutating func insert(_ element: Element) -> Int {
    lastNumber += 1
    entries.append((lastNumber, element))
    count += 1
    return lastNumber
  }

  @inlinable
  subscript(number: Int) -> Element? { place(of: number).flatMap { entries[$0].element } }

  @inlinable
  @discardableResult
  mutating func remove(_ number: Int) -> Element? {
    guard let place = place(of: number), let element = entries[place].element else { return nil }
    if place == entries.count - 1, walks == 0 {
      entries.removeLast()
    } else {
      entries[place].element = nil
    }
    count -= 1
    compact()
    return element
  }

  /// All there are, in order; none are left.
  mutating func removeAll() -> [Element] {
    let elements = elements
    for place in entries.indices { entries[place].element = nil }
    count = 0
    compact()
    return elements
  }

  /// All there are, in order.
  var elements: [Element] { entries.compactMap { $0.element } }

  /// How many places a walk has to go.
  mutating func beginWalk() -> Int {
    walks += 1
    return entries.count
  }

  func element(at place: Int) -> Element? { entries[place].element }

  mutating func endWalk() {
    walks -= 1
    compact()
  }

  @inlinable
  mutating func compact() {
    if walks == 0, entries.count > 8, count * 2 < entries.count {
      entries.removeAll { $0.element == nil }
    }
  }

  @inlinable
  func place(of number: Int) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
