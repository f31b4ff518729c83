import TestSupport
import Testing
import Values

@testable import Reactor

/// Derived cells that were made before what they read.
@Suite struct RankTests {
  /// How many ranks a chain takes whose readers were made first.
  private func ranks(_ count: Int) throws -> Int {
    let graph = Graph()
    let source = graph.cell(1)
    var cells: [Derived<Int>] = []
    for number in 0..<count {
      cells.append(
        graph.derived { try number + 1 < count ? cells[number + 1].value + 1 : source.value })
    }
    graph.depthLimit = count + 1
    var last = 0
    try graph.computation { _ in last = try cells[0].value }
    graph.checkInvariants()
    #expect(last == count)
    source.value = 2
    try graph.flush()
    #expect(last == count + 1)
    graph.checkInvariants()
    defer { graph.close() }
    return Int(graph.kernel.state.pointee.lastRank)
  }

  @Test func aChainMadeBackwardsIsRankedOnce() throws {
    #expect(try ranks(200) <= 3 * 200)
    #expect(try ranks(800) <= 3 * 800)
  }

  @Test func aGridMadeBackwardsIsRankedOnce() throws {
    let graph = Graph()
    let source = graph.cell(1)
    let (width, height) = (5, 60)
    var cells: [Derived<Int>] = []
    for number in 0..<width * height {
      let (row, column) = (number / width, number % width)
      cells.append(
        graph.derived {
          if row == height - 1 { return source.value + column }
          let below = (row + 1) * width
          return try (cells[below + column].value + cells[below + (column + 1) % width].value) % 97
        })
    }
    for column in 0..<width { try graph.computation { _ in _ = try cells[column].value } }
    graph.checkInvariants()
    source.value = 2
    try graph.flush()
    graph.checkInvariants()
    #expect(graph.kernel.state.pointee.lastRank <= 3 * UInt32(width * height))
    graph.close()
  }

  /// As if all had been made at the start, in their order.
  @Test func reservedRanksDecideWhoeverIsMadeFirst() throws {
    let graph = Graph()
    let input = graph.cell(0)
    let first = graph.reserveRanks(3)
    var settled: [Int] = []
    let made = [2, 0, 1].map { number in
      graph.derived(rank: first + UInt32(number), cutoff: .equal) { () -> Value in
        settled.append(number)
        return .int(Int64(input.value))
      }
    }
    let later = graph.derived { () -> Int in
      settled.append(3)
      return input.value
    }
    try graph.computation { _ in _ = try later.value }
    for derived in made { try graph.computation { _ in _ = try derived.value } }
    settled = []
    input.value = 1
    try graph.flush()
    #expect(settled == [0, 1, 2, 3])
  }

  /// What reads more and more of what was made behind it is raised again and again.
  @Test func ranksGivenUpAreUsedAgain() throws {
    let graph = Graph()
    graph.kernel.state.pointee.spareRanks = 8
    let first = graph.reserveRanks(2)
    let reserved = graph.derived(rank: first + 1, cutoff: .equal) { .int(7) }
    let (source, reach) = (graph.cell(1), graph.cell(0))
    var cells: [Derived<Int>] = []
    let reader = graph.derived {
      try cells.prefix(reach.value).reduce(0) { try $0 + $1.value }
    }
    for number in 0..<40 { cells.append(graph.derived { source.value * number }) }
    var seen: [Int] = []
    try graph.computation { _ in seen.append(try reader.value) }
    for number in 1...40 {
      reach.value = number
      source.value = number
      try graph.flush()
      graph.checkInvariants()
      #expect(seen.last == number * (0..<number).reduce(0, +))
      reach.value = 0
      try graph.flush()
      graph.checkInvariants()
    }
    #expect(graph.kernel.state.pointee.lastRank <= 2 * 45 + 10)
    #expect(try reserved.value.isIdentical(to: .int(7)))
    #expect(graph.kernel.node(reserved.id).pointee.rank == first + 1)
    graph.close()
  }

  /// The queue of ranks against a set of them.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func theLowestRankComesOutFirst(seed: UInt64) {
    var random = Seeded(seed)
    let most = [63, 64, 5_000, 1_000_000][random.below(4)]
    var queue = RankQueue()
    queue.reserve(upTo: UInt32(most))
    var waiting: Set<UInt32> = []
    for _ in 0..<4_000 {
      let rank = UInt32(1 + random.below(most))
      switch random.below(5) {
      case 0...1:
        queue.insert(rank)
        waiting.insert(rank)
      case 2:
        let gone = random.below(2) == 0 ? rank : waiting.min() ?? rank
        queue.remove(gone)
        waiting.remove(gone)
      default:
        if let least = waiting.min() {
          #expect(queue.popLowest() == least, "seed \(seed)")
          waiting.remove(least)
        }
      }
      #expect(queue.isEmpty == waiting.isEmpty, "seed \(seed)")
      #expect(queue.lowest == waiting.min() ?? .max, "seed \(seed)")
      #expect(queue.contains(rank) == waiting.contains(rank), "seed \(seed)")
      if random.below(4) == 0 { #expect(queue.highest() == waiting.max() ?? 0, "seed \(seed)") }
    }
    queue.removeAll()
    #expect(queue.isEmpty && queue.lowest == .max)
  }
}
