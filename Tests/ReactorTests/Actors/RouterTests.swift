import Reactor
import Testing

/// Which place of a pool a message goes to.
@Suite struct RouterTests {
  /// Picks again and again among loads that stay as they are; nil is an unmade place.
  private func picks(_ policy: Router.Policy, _ loads: [Int?], _ count: Int = 1) -> [Int] {
    var router = Router(policy, size: loads.count)
    return (0..<count).map { _ in router.pick { loads[$0] } }
  }

  @Test func firstFreeIsOscarsPool() {
    #expect(picks(.firstFree, [nil, nil], 2) == [0, 0])
    #expect(picks(.firstFree, [1, nil, nil]) == [1])
    #expect(picks(.firstFree, [1, nil, 0]) == [2])
    #expect(picks(.firstFree, [3, 1, 2]) == [0])
  }

  @Test func roundRobinGoesAround() {
    #expect(picks(.roundRobin, [9, nil, 0], 4) == [0, 1, 2, 0])
  }

  @Test func smallestMailboxTakesTheLowestLoadAndPlace() {
    #expect(picks(.smallestMailbox, [2, 1, 1]) == [1])
    #expect(picks(.smallestMailbox, [1, nil, 0]) == [1])
  }
}
