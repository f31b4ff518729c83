/// Elements by small numbers; the numbers of those taken out are given again.
struct SlotTable<Element> {
  private var all: [Element?] = []
  private var free: [Int] = []

  var count: Int { all.count - free.count }

  mutating func put(_ element: Element) -> UInt64 {
    if let index = free.popLast() {
      all[index] = element
      return UInt64(index)
    }
    all.append(element)
    return UInt64(all.count - 1)
  }

  mutating func take(_ number: UInt64) -> Element? {
    let element = all[Int(number)]
    if element != nil { free.append(Int(number)) }
    all[Int(number)] = nil
    return element
  }

  subscript(_ number: UInt64) -> Element? { all[Int(number)] }

  /// In the order of their numbers.
  func each(_ body: (Element) -> Void) {
    for index in all.indices {
      if let element = all[index] { body(element) }
    }
  }
}
