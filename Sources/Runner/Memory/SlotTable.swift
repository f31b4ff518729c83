/// Elements by small numbers; the numbers of those taken out are given again.
struct SlotTable<Element> {
  private var all: [Element?] = []
  private var free: [Int] = []

  var count: Int { all.count - free.count }

  mutating func put(_ element: consuming Element) -> UInt64 {
    if let index = free.popLast() {
      all[index] = element
      return UInt64(index)
    }
    all.append(element)
    return UInt64(all.count - 1)
  }

  mutating func take(_ number: UInt64) -> Element? {
    guard let element = all[Int(number)].take() else { return nil }
    free.append(Int(number))
    return element
  }

  subscript(_ number: UInt64) -> Element? { all[Int(number)] }

  /// One of them, which must stay in the table while it is lent.
  func lent(_ number: UInt64) -> Lent<Element>? where Element: AnyObject {
    all[Int(number)].map(Lent.init)
  }

  /// In the order of their numbers.
  func each(_ body: (Element) -> Void) {
    for index in all.indices {
      if let element = all[index] { body(element) }
    }
  }
}
