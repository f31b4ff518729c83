import Reports
import Scenarios
import Values

/// One part of a suite that is spread over several runs: `2/5`, counted from 1.
struct Shard: Equatable, Sendable {
  let index: Int
  let count: Int

  /// So many there are at most.
  static let most = 1_000_000

  /// Nil unless the text is `I/N` with 1 ≤ I ≤ N, and N is not too many.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Shard.number(parts[0]),
      let count = Shard.number(parts[1]), index <= count
    else { return nil }
    self.init(index: index, count: count)
  }

  init?(index: Int, count: Int) {
    guard count >= 1, count <= Shard.most, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(digits).flatMap { $0 >= 1 ? $0 : nil }
  }

  var text: String { "\(index)/\(count)" }

  /// Its walks of a scenario in which chance decides.
  var walks: Walked.Share { Walked.Share(first: index - 1, stride: count) }
}

/// Which shard each scenario falls to: a pure function of its id, so that every scenario runs in
/// exactly one shard, whatever machine asks.
struct ShardPlan: Sendable {
  let shard: Shard
  /// The shards, from 0, of the scenarios whose durations are known.
  private let known: TextTable<Int>

  init(_ shard: Shard, timings: Timings? = nil) {
    self.shard = shard
    known = timings.map { ShardPlan.spread($0, over: shard.count) } ?? [:]
  }

  func includes(_ id: String) -> Bool {
    let place = known[id] ?? Int(ShardPlan.hash(id) % UInt64(shard.count))
    return place == shard.index - 1
  }

  /// The longest first, each to the shard with the least to do.
  private static func spread(_ timings: Timings, over count: Int) -> TextTable<Int> {
    let longestFirst = timings.entries.sorted { left, right in
      left.seconds == right.seconds
        ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8) : left.seconds > right.seconds
    }
    var loads = LeastLoaded(count)
    var known: TextTable<Int> = [:]
    // What is walked takes the same time in each shard, and falls to all of them.
    for entry in longestFirst where !entry.isWalked { known[entry.id] = loads.add(entry.seconds) }
    return known
  }

  static func hash(_ id: String) -> UInt64 { RunOrder.hash(id) }
}

/// A heap of shards by load; of equal ones the first.
private struct LeastLoaded {
  private var heap: [(load: Double, shard: Int)]

  init(_ count: Int) { heap = (0..<count).map { (0, $0) } }

  /// Adds to the least loaded shard, and says which one that is.
  mutating func add(_ load: Double) -> Int {
    let shard = heap[0].shard
    // A moment more than nothing, so that tests of no duration are spread as well.
    heap[0].load += max(load, 1e-9)
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && isLess(child, least) { least = child }
      if least == parent { return shard }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func isLess(_ left: Int, _ right: Int) -> Bool {
    (heap[left].load, heap[left].shard) < (heap[right].load, heap[right].shard)
  }
}
