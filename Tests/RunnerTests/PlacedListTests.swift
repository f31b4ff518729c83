import Testing

@testable import Runner

/// A list from which anything is taken out, as an array that is searched would be.
@Suite struct PlacedListTests {
  private final class Item: Placed {
    let number: Int
    var place: Int?
    init(_ number: Int) { self.number = number }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func itKeepsTheOrderOfAdding(_ seed: UInt64) {
    var list = PlacedList<Item>()
    var plain: [Item] = []
    var gone: [Item] = []
    var random = seed
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    for number in 0..<600 {
      switch below(9) {
      case 0...3:
        plain.append(Item(number))
        list.append(plain[plain.count - 1])
      case 4...6 where !plain.isEmpty:
        gone.append(plain.remove(at: below(2) == 0 ? 0 : below(plain.count)))
        list.remove(gone[gone.count - 1])
      case 7 where !gone.isEmpty: list.remove(gone[below(gone.count)])
      case 8 where below(40) == 0:
        #expect(list.takeAll().map(\.number) == plain.map(\.number))
        gone += plain
        plain = []
      default: break
      }
      #expect(list.count == plain.count && list.first === plain.first, "seed \(seed)")
      #expect(list.isEmpty == plain.isEmpty)
    }
    #expect(list.all.map(\.number) == plain.map(\.number), "seed \(seed)")
  }
}
