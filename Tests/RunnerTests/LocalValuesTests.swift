import Testing
import Values

@testable import Runner

/// Locals that are kept while others are bound, as arrays that are copied would be.
@Suite struct LocalValuesTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whatIsKeptStaysAsItWas(_ seed: UInt64) {
    var locals = LocalValues()
    var plain: [Value] = []
    var kept: [(LocalValues, [Value])] = []
    var random = seed
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    for number in 0..<800 {
      switch below(12) {
      case 0...8:
        locals.append(.int(Int64(number)))
        plain.append(.int(Int64(number)))
      case 9, 10: kept.append((locals.kept(), plain))
      default:
        let depth = max(0, plain.count - below(below(10) == 0 ? 200 : 20))
        locals.removeSubrange(depth...)
        plain.removeSubrange(depth...)
      }
    }
    kept.append((locals, plain))
    for (locals, plain) in kept {
      #expect(locals.count == plain.count, "seed \(seed)")
      #expect(
        (0..<locals.count).map { locals[$0].description } == plain.map(\.description),
        "seed \(seed)")
    }
  }
}
