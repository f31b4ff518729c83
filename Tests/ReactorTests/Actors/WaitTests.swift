import Reactor
import Testing

/// Who waits for whom.
@Suite struct WaitTests {
  private let stage = Stage()

  /// Actors that work on something that does not end.
  private func busy(_ names: String) throws -> [ActorID] {
    stage.reactions["f"] = { _ in false }
    let actors = try names.map { try stage.add(String($0)) }
    for actor in actors { stage.send("f", to: actor) }
    _ = stage.run()
    return actors
  }

  private func cycles() -> [String] {
    stage.core.deadlocks().map { cycle in
      cycle.map { "\(stage.label(of: $0.actor))\(stage.label(of: $0.target))\($0.ticket)" }
        .joined(separator: " ")
    }
  }

  @Test func aCycleIsToldOnceFromItsLowestMember() throws {
    let actors = try busy("abcd")
    stage.core.wait(actors[2], for: actors[1], ticket: 3)
    stage.core.wait(actors[1], for: actors[2], ticket: 2)
    stage.core.wait(actors[0], for: actors[1], ticket: 1)
    stage.core.wait(actors[3], for: actors[3], ticket: 4)
    #expect(cycles() == ["bc2 cb3", "dd4"])
    #expect(cycles() == [])
    stage.core.resume(2)
    stage.core.wait(actors[1], for: actors[2], ticket: 5)
    #expect(cycles() == ["bc5 cb3"])
  }

  @Test func aTimeoutOrAnIdleMemberMakesNoDeadlock() throws {
    let actors = try busy("ab")
    let idle = try stage.add("c")
    stage.core.wait(actors[0], for: actors[1], ticket: 1)
    stage.core.wait(actors[1], for: actors[0], ticket: 2, hasTimeout: true)
    stage.core.wait(actors[0], for: idle, ticket: 3)
    stage.core.wait(idle, for: actors[0], ticket: 4)
    #expect(cycles() == [])
  }

  @Test func theEndOfALifeForgetsItsWaits() throws {
    let actors = try busy("ab")
    stage.core.wait(actors[0], for: actors[1], ticket: 1)
    stage.core.wait(actors[1], for: actors[0], ticket: 2)
    stage.core.restart(actors[0])
    _ = stage.run()
    stage.send("f", to: actors[0])
    _ = stage.run()
    #expect(cycles() == [])
    stage.core.resume(1)
    stage.core.resume(77)
  }

  @Test func longChainsAreSearchedWithoutRecursion() throws {
    let actors = try (0..<20_000).map { _ in try stage.core.add() }
    stage.reactions["f"] = { _ in false }
    for (index, actor) in actors.enumerated() {
      stage.core.begin(actor)
      stage.send("f", to: actor)
      stage.core.wait(actor, for: actors[(index + 1) % actors.count], ticket: UInt64(index))
    }
    _ = stage.run()
    #expect(stage.core.deadlocks().map(\.count) == [20_000])
  }
}
