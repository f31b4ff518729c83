import Testing

@testable import Reactor

/// Circles of those who wait for each other are found, whatever comes and goes, by looking at what is
/// new alone.
@Suite struct WaitGraphTests {
  /// Actors that work on something that does not end, until `finish`.
  private func stage(_ count: Int) throws -> (Stage, [ActorID]) {
    let stage = Stage()
    stage.reactions["f"] = { _ in false }
    let actors = try (0..<count).map { _ in try stage.add("a") }
    for actor in actors { stage.send("f", to: actor) }
    _ = stage.run()
    return (stage, actors)
  }

  /// Circles that share members may be told by one of them; where each waits for one answer, all are.
  @Test(arguments: 1...60 as ClosedRange<UInt64>, [true, false])
  func everyCircleIsToldAndNothingElse(_ seed: UInt64, _ hasForks: Bool) throws {
    let (stage, actors) = try stage(8)
    var random = seed
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    var waits: [UInt64: ActorWait] = [:]
    var told: Set<UInt64> = []
    var waiting: Set<ActorID> = []
    var open: [UInt64: ActorID] = [:]
    for ticket in 1...400 as ClosedRange<UInt64> {
      let (actor, target) = (actors[below(8)], actors[below(8)])
      switch below(8) {
      case 0...3:
        if !hasForks, waiting.contains(actor) { break }
        waiting.insert(actor)
        open[ticket] = actor
        let hasTimeout = below(5) == 0
        stage.core.wait(actor, for: target, ticket: ticket, hasTimeout: hasTimeout)
        if !hasTimeout { waits[ticket] = ActorWait(actor: actor, target: target, ticket: ticket) }
      case 4, 5:
        guard let ticket = open.keys.sorted().dropFirst(below(max(open.count, 1))).first
        else { break }
        stage.core.resume(ticket)
        if let actor = open.removeValue(forKey: ticket) { waiting.remove(actor) }
        waits[ticket] = nil
      case 6: stage.core.finish(actor)
      default: if !stage.core.isBusy(actor) { stage.send("f", to: actor) }
      }
      _ = stage.run()
      if below(3) == 0 { continue }
      let before = told
      for cycle in stage.core.deadlocks() {
        #expect(cycle.allSatisfy { stage.core.isBusy($0.actor) && waits[$0.ticket] == $0 })
        #expect(
          zip(cycle, cycle.dropFirst() + cycle.prefix(1)).allSatisfy { $0.target == $1.actor })
        #expect(cycle.contains { !before.contains($0.ticket) }, "told twice, seed \(seed)")
        told.formUnion(cycle.map(\.ticket))
      }
      let busy = waits.values.filter { stage.core.isBusy($0.actor) }
      if hasForks {
        // Of those that share members one is told: what is in none of these is in no circle.
        let isTold = busy.filter { told.contains($0.ticket) }
        #expect(
          WaitGraphTests.hasCircle(busy) == WaitGraphTests.hasCircle(isTold),
          "no circle was told, seed \(seed)")
        continue
      }
      let untold = busy.filter { !told.contains($0.ticket) }
      #expect(!WaitGraphTests.hasCircle(untold), "a circle was not told, seed \(seed)")
    }
  }

  /// Whether some of the edges lead around: as long as one leads nowhere it is left out.
  private static func hasCircle(_ edges: [ActorWait]) -> Bool {
    var edges = edges
    while true {
      let sources = Set(edges.map(\.actor))
      let left = edges.filter { sources.contains($0.target) }
      if left.count == edges.count { return !left.isEmpty }
      edges = left
    }
  }

  private enum Order: CaseIterable { case head, tail, star, pairs, allAtOnce }

  @Test(arguments: Order.allCases)
  private func searchesTakeStepsInProportionToWhatIsNew(_ order: Order) throws {
    let few = try steps(1000, order)
    let many = try steps(4000, order)
    #expect(few <= 4 * 1000 && many <= 4 * 4000, "\(few) and \(many) steps")
  }

  @Test func whoWaitsForManyAtOnceIsNotLookedAtAgain() throws {
    let (count, order) = (1000, 1...3)
    for rounds in order {
      let (stage, actors) = try stage(count * 2 + 2)
      // One waits for all others, and each of the rest for two.
      for number in 0..<count {
        stage.core.wait(actors[0], for: actors[number + 2], ticket: UInt64(number * 3))
        for target in [0, 1] {
          let ticket = UInt64(number * 3 + target + 1)
          stage.core.wait(actors[number + count + 2], for: actors[target], ticket: ticket)
        }
        _ = stage.core.deadlocks()
      }
      let before = stage.core.tables.pointee.waits.steps
      #expect(before < 20 * count, "\(before) steps")
      for number in 0..<count * rounds {
        stage.core.resume(UInt64(number % count * 3))
        #expect(stage.core.deadlocks().isEmpty)
      }
      #expect(stage.core.tables.pointee.waits.steps == before)
    }
  }

  /// Both sides of many edges share a long way: they are gone through together.
  @Test(arguments: [false, true]) func edgesThatShareTheirWaysAreLookedAtTogether(
    _ isCircular: Bool
  ) throws {
    let count = 300
    let (stage, actors) = try stage(count * 3)
    var ticket: UInt64 = 0
    func wait(_ actor: Int, for target: Int) {
      ticket += 1
      stage.core.wait(actors[actor], for: actors[target], ticket: ticket)
    }
    // A chain up to the one that asks, one behind each that is asked, and it asks them all.
    for number in 1..<count { wait(number, for: number - 1) }
    for number in 1..<count { wait(2 * count + number - 1, for: 2 * count + number) }
    for number in 0..<count { wait(count + number, for: 2 * count) }
    #expect(stage.core.deadlocks().isEmpty)
    let before = stage.core.tables.pointee.waits.steps
    for number in 0..<count { wait(0, for: count + number) }
    if isCircular { wait(3 * count - 1, for: count - 1) }
    #expect(stage.core.deadlocks().isEmpty != isCircular)
    let steps = stage.core.tables.pointee.waits.steps - before
    #expect(steps < 12 * count, "\(steps) steps")
  }

  /// So many asks that stay open, with a search behind each, or behind all of them.
  private func steps(_ count: Int, _ order: Order) throws -> Int {
    let (stage, actors) = try stage(count + 1)
    for number in 0..<count {
      let (actor, target) =
        switch order {
        case .head: (number + 1, number)
        case .tail, .allAtOnce: (number, number + 1)
        case .star: (number + 1, 0)
        case .pairs: (number, number ^ 1)
        }
      stage.core.wait(actors[actor], for: actors[target], ticket: UInt64(number))
      if order != .allAtOnce { _ = stage.core.deadlocks() }
    }
    _ = stage.core.deadlocks()
    return stage.core.tables.pointee.waits.steps
  }
}
