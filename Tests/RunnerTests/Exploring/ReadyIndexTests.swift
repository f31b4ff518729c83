import Reactor
import TestSupport
import Testing

@testable import Runner

/// Who keeps up with what is ready knows what who looks at all of it knows.
@Suite struct ReadyIndexTests {
  private final class Silent: Party {
    func take(_ turn: Turn) {}
    func describe(_ turn: Turn) -> String { "\(turn.word)" }
  }

  private let scheduler = Scheduler()
  private let party = Silent()
  private let id: UInt32

  init() { id = scheduler.join(party) }

  private func post(_ line: Int, _ word: Int) -> Turn {
    Turn(party: id, kind: UInt32(line), word: UInt64(word))
  }

  /// Of line 0 each turn is alone.
  private func line(_ turn: Turn) -> ReadyIndex.Line? {
    turn.kind == 0 ? nil : .reactor(Int(turn.kind))
  }

  private var headsOfAll: [Int] {
    var known: Set<UInt32> = []
    return (0..<scheduler.readyCount).filter {
      let turn = scheduler.ready($0)
      return turn.kind == 0 || known.insert(turn.kind).inserted
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func theHeadsAreThoseOfAllThatIsReady(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var index = ReadyIndex()
    for word in 0..<3_000 {
      let place = random.below(max(1, scheduler.readyCount))
      switch random.below(word < 1_500 ? 12 : 16) {
      case 0...5: scheduler.post(post(random.below(5), word))
      case 6: try scheduler.after(0, post(random.below(5), word))
      case 7: scheduler.cancel(try scheduler.after(0, post(1, word)))
      case 8 where random.below(20) == 0:
        scheduler.insert(post(random.below(5), word), ready: place)
      case 9 where random.below(100) == 0: scheduler.state = scheduler.state
      case 10 where random.below(100) == 0:
        let other = scheduler.join(Silent())
        for word in 0..<5 { scheduler.post(Turn(party: other, kind: 2, word: UInt64(word))) }
        scheduler.leave(other)
      case 11, 12: _ = scheduler.step()
      case 13,
        14 where scheduler.readyCount > 0:
        scheduler.step(choice: place)
      default: break
      }
      if random.below(3) > 0 { continue }
      index.follow(scheduler, line)
      #expect(index.heads() == headsOfAll)
    }
  }

  /// A look costs what has changed since the one before.
  @Test func eachTurnIsLookedAtOnce() {
    var index = ReadyIndex()
    var looked = 0
    for word in 0..<2_000 { scheduler.post(post(1 + word % 2, word)) }
    for word in 0..<2_000 {
      index.follow(scheduler) { turn in
        looked += 1
        return line(turn)
      }
      #expect(index.heads().count == 2)
      if word % 2 == 0 { _ = scheduler.step() } else { scheduler.step(choice: index.heads()[1]) }
      scheduler.post(post(1 + word % 2, word))
    }
    #expect(looked == 3_999)
  }

  @Test func whoIsFarBehindLooksAtAll() {
    var index = ReadyIndex()
    index.follow(scheduler, line)
    for word in 0..<5_000 { scheduler.post(post(1, word)) }
    for _ in 0..<3_000 { _ = scheduler.step() }
    scheduler.post(post(2, 0))
    index.follow(scheduler, line)
    #expect(index.heads() == [0, 2_000])
  }
}
