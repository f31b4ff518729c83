import Reactor
import Testing

/// A pool whose router is told what has changed picks as one that looks at every place.
@Suite struct StandingsTests {
  @Test(arguments: [Router.Policy.firstFree, .smallestMailbox, .roundRobin], [1, 2, 7, 64, 100])
  func pickingByNotesIsPickingByLooking(_ policy: Router.Policy, _ size: Int) {
    var (noted, plain) = (Router(policy, size: size), Router(policy, size: size))
    var loads = [Int?](repeating: nil, count: size)
    var random: UInt64 = 7
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    for _ in 0..<2000 {
      let place = below(size)
      switch below(8) {
      case 0: loads[place] = nil
      case 1, 2: loads[place] = max(0, (loads[place] ?? 0) - 1)
      default: loads[place] = (loads[place] ?? 0) + below(3)
      }
      noted.note(place)
      if below(3) == 0 { continue }
      let picked = noted.pickNoted { loads[$0] }
      #expect(picked == plain.pick { loads[$0] })
      loads[picked] = (loads[picked] ?? 0) + 1
      noted.note(picked)
    }
  }

  @Test func aBusyPoolIsNotLookedThroughAtEveryPick() {
    var router = Router(.firstFree, size: 1000)
    var looks = 0
    for _ in 0..<5000 {
      let place = router.pickNoted { _ in
        looks += 1
        return 1
      }
      router.note(place)
    }
    #expect(looks < 1000 + 5000 + 1)
  }
}
