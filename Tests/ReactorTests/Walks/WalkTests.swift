import TestSupport
import Testing

@testable import Reactor

/// Random worlds, poked at random, on the engine and on its naive twin: both must say the same, and
/// the graph's invariants hold around every step. `REACTOR_WALKS` sets how many worlds are tried.
struct WalkTests {
  static let walks = Int(environment("REACTOR_WALKS") ?? "") ?? 80

  @Test func `the engine does what its naive twin does`() {
    for seed in 0..<UInt64(WalkTests.walks) {
      if !walk(seed: seed, isPlain: false) { return }
    }
  }

  @Test func `the engine does what its naive twin does where computations only read`() {
    for seed in 0..<UInt64(WalkTests.walks) {
      if !walk(seed: 1_000_000 + seed, isPlain: true) { return }
    }
  }

  @Test func `the engine does what its naive twin does where much is read from outside`() {
    for seed in 0..<UInt64(WalkTests.walks) {
      if !walk(seed: 3_000_000 + seed, isPlain: seed % 2 == 0, reads: true) { return }
    }
  }

  @Test func `the engine does what its naive twin does where dependencies are named`() {
    for seed in 0..<UInt64(WalkTests.walks) {
      if !walk(seed: 4_000_000 + seed, isPlain: seed % 2 == 0, reads: seed % 3 == 0, hasMaps: true)
      {
        return
      }
    }
  }

  @Test func `the engine does what its naive twin does where the same happens again`() {
    for seed in 0..<2 * UInt64(WalkTests.walks) {
      if !walk(
        seed: 5_000_000 + seed, isPlain: seed % 4 != 0, reads: seed % 3 == 0, hasMaps: true,
        isSteady: true)
      {
        return
      }
    }
  }

  @Test func `an order of dependencies other than that of creation changes no value`() {
    for seed in 0..<UInt64(WalkTests.walks) {
      var random = Seeded(2_000_000 + seed)
      let program = Program.random(&random, isOrdered: false, isPlain: true)
      let engine = EngineWorld(program)
      let twin = TwinWorld(program)
      // Every other graph numbers its ranks anew as often as it can.
      if seed % 2 == 0 { engine.graph.kernel.state.pointee.spareRanks = -2 * 1_000_000 }
      for body in program.computations {
        engine.compute(body)
        twin.compute(body)
      }
      for _ in 0..<12 {
        for _ in 0...random.below(3) {
          let cell = random.below(program.cells.count)
          let value = random.below(8)
          engine.write(cell, value)
          twin.write(cell, value)
        }
        for _ in 0..<random.below(4) {
          let node = random.below(program.cells.count + program.derived.count)
          let (mine, theirs) = (Result { try engine.read(node) }, Result { try twin.read(node) })
          #expect("\(mine)" == "\(theirs)", "seed \(seed): \(program)")
        }
        engine.graph.checkInvariants()
        let before = engine.evaluations
        engine.log.append(engine.flush(limit: 1000))
        twin.log.append(twin.flush(limit: 1000))
        engine.graph.checkInvariants()
        let most = engine.evaluations.map { $0.value - before[$0.key, default: 0] }.max() ?? 0
        #expect(most <= 1, "seed \(seed): a derived cell was evaluated \(most) times")
        #expect(engine.log.sorted() == twin.log.sorted(), "seed \(seed): \(program)")
      }
    }
  }

  /// One world and twelve steps; false where the two disagree.
  private func walk(
    seed: UInt64, isPlain: Bool, reads: Bool = false, hasMaps: Bool = false, isSteady: Bool = false
  ) -> Bool {
    var random = Seeded(seed)
    let program = Program.random(
      &random, isOrdered: true, isPlain: isPlain, hasMaps: hasMaps, isSteady: isSteady)
    let engine = EngineWorld(program)
    let twin = TwinWorld(program)
    for body in program.computations {
      engine.compute(body)
      twin.compute(body)
      engine.graph.checkInvariants()
    }
    for body in program.observers {
      engine.observe(body)
      twin.observe(body)
      engine.graph.checkInvariants()
    }
    var steps = ["start"]
    for _ in 0..<(reads ? 40 : 12) {
      if reads, random.chance(4) {
        steps.append(burst(&random, program, engine, twin))
      } else if reads, random.chance(60) {
        steps.append(read(&random, program, engine, twin))
      } else if hasMaps, random.chance(isSteady ? 60 : 30) {
        steps.append(again(&random, program, engine, twin))
      } else {
        steps.append(step(&random, program, engine, twin))
      }
      engine.graph.checkInvariants()
      let evaluations = program.derived.indices.map { engine.evaluations[$0, default: 0] }
      let expected = twin.nodes.dropFirst(program.cells.count).map(\.evaluations)
      if engine.log != twin.log || evaluations != expected {
        Issue.record(
          """
          seed \(seed) after \(steps)
          engine \(difference(engine.log, twin.log)) evaluations \(evaluations)
          twin   \(difference(twin.log, engine.log)) evaluations \(expected)
          trace \(engine.trace)
          twin  \(twin.trace)
          program \(program)
          """)
        return false
      }
      engine.log = []
      twin.log = []
      engine.trace = []
      twin.trace = []
    }
    return true
  }

  private func difference(_ log: [String], _ other: [String]) -> [String] {
    let common = zip(log, other).prefix { $0 == $1 }.count
    return Array(log.dropFirst(max(0, common - 3)).prefix(12))
  }

  /// So many writes, of which one node alone is read, that what else was read from outside is let go.
  private func burst(
    _ random: inout Seeded, _ program: Program, _ engine: EngineWorld, _ twin: TwinWorld
  ) -> String {
    let cell = random.below(program.cells.count)
    let node = random.below(program.cells.count + program.derived.count)
    for count in 0..<320 {
      engine.write(cell, count & 7)
      twin.write(cell, count & 7)
      engine.log.append("read \(Result { try engine.read(node) })")
      twin.log.append("read \(Result { try twin.read(node) })")
    }
    return "burst \(cell) \(node)"
  }

  /// The same cells are written again and again, each time with a flush.
  private func again(
    _ random: inout Seeded, _ program: Program, _ engine: EngineWorld, _ twin: TwinWorld
  ) -> String {
    let cells = (0...random.below(2)).map { _ in random.below(program.cells.count) }
    let isCut = random.chance(20)
    for _ in 0..<6 {
      for cell in cells {
        let value = random.below(8)
        engine.write(cell, value)
        twin.write(cell, value)
      }
      if random.chance(20) { _ = read(&random, program, engine, twin) }
      let limit = isCut && random.chance(50) ? 1 + random.below(8) : 300
      engine.log.append(engine.flush(limit: limit))
      twin.log.append(twin.flush(limit: limit))
      engine.graph.checkInvariants()
    }
    return "again \(cells)"
  }

  private func read(
    _ random: inout Seeded, _ program: Program, _ engine: EngineWorld, _ twin: TwinWorld
  ) -> String {
    let node = random.below(program.cells.count + program.derived.count)
    let mine = Result { try engine.read(node) }
    let theirs = Result { try twin.read(node) }
    engine.log.append("read \(mine)")
    twin.log.append("read \(theirs)")
    return "read \(node)"
  }

  private func step(
    _ random: inout Seeded, _ program: Program, _ engine: EngineWorld, _ twin: TwinWorld
  ) -> String {
    switch random.below(10) {
    case 0...4:
      let cell = random.below(program.cells.count)
      let value = random.below(8)
      engine.write(cell, value)
      twin.write(cell, value)
      return "set \(cell) \(value)"
    case 5:
      return read(&random, program, engine, twin)
    case 6 where random.chance(30):
      let number = random.below(5)
      engine.stop(number)
      twin.stop(number)
      return "stop \(number)"
    default:
      let limit = random.chance(90) ? 300 : 1 + random.below(6)
      engine.log.append(engine.flush(limit: limit))
      twin.log.append(twin.flush(limit: limit))
      return "flush \(limit)"
    }
  }
}
