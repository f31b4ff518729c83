import TestSupport
import Testing

@testable import Reactor

/// Random graphs of what names its inputs, and of what tracks them, whose bodies do at times what bodies may do besides giving a value. What
/// is known from flushes before must change nothing: another such graph forgets it before each flush, and both must
/// say the same. `REACTOR_WALKS` sets how many graphs are tried.
struct ReplayWalkTests {
  @Test(arguments: [false, true])
  func `what is known from before changes nothing`(tracks: Bool) throws {
    var known = 0
    for seed in 0..<UInt64(WalkTests.walks) {
      let knowing = try ReplayedWorld(seed: seed, tracks: tracks, isForgetful: false)
      let forgetful = try ReplayedWorld(seed: seed, tracks: tracks, isForgetful: true)
      for step in 0..<40 {
        try knowing.step()
        try forgetful.step()
        known += knowing.known
        if knowing.log == forgetful.log { continue }
        Issue.record("seed \(seed), step \(step): \(knowing.log) and not \(forgetful.log)")
        return
      }
    }
    #expect(known > 4 * WalkTests.walks)
  }
}

private final class ReplayedWorld {
  struct Wrong: Error {}

  /// What a body does besides giving a value.
  enum Deed: CaseIterable {
    case write
    case writeHead
    case read
    case readLater
    case readItself
    case makeCell
    case makeMany
    case makeDerived
    case makeComputation
    case stop
    case invalidate
    case fail
    case ask
    case flush
    case untrack
  }

  private let graph = Graph()
  /// Whether some nodes track what they read.
  private let tracks: Bool
  private let isForgetful: Bool
  private var random: Seeded
  private let heads: [Cell<Int>]
  private let side: Cell<Int>
  private let text: Derived<String>
  private let still: Cell<Int>
  private var nodes: [Derived<Int>] = []
  private var computations: [Computation] = []
  private var made: [Cell<Int>] = []
  /// By number of a node, and of a computation behind them, what it does the next time it runs.
  private var deeds: [Int: Deed] = [:]
  private(set) var log: [String] = []

  /// How many records there are.
  var known: Int {
    (0..<graph.kernel.state.pointee.traces.count).count { place in
      graph.kernel.state.pointee.traces[place].progress == .recorded
    }
  }

  init(seed: UInt64, tracks: Bool, isForgetful: Bool) throws {
    self.tracks = tracks
    self.isForgetful = isForgetful
    random = Seeded(seed)
    heads = [graph.cell(0), graph.cell(1), graph.cell(2)]
    side = graph.cell(0)
    still = graph.cell(0)
    text = graph.map(heads[0]) { "\($0)" }
    graph.kernel.makeTraces()
    graph.onError = { [unowned self] error, _ in log.append("reported \(type(of: error))") }
    let count = 4 + random.below(16)
    for number in 0..<count { nodes.append(node(number)) }
    for number in 0..<3 + random.below(5) {
      let place = random.chance(33) ? random.below(count) : count - 1
      try watch(nodes[place], count + number)
    }
    try graph.computation { [unowned self] _ in log.append("side \(side.value)") }
  }

  private func any() -> any Readable<Int> {
    let place = random.below(nodes.count + 3)
    return place < 3 ? heads[place] : nodes[place - 3]
  }

  private func node(_ number: Int) -> Derived<Int> {
    let most = 2 + random.below(6)
    func give(_ value: Int) throws -> Int {
      log.append("\(number): \(value)")
      try act(number, value)
      return value % most + 1
    }
    let last: any Readable<Int> = nodes.last ?? heads[0]
    switch random.below(tracks ? 16 : 9) {
    case 0...3: return graph.map(last) { try give($0) }
    case 4, 5: return graph.map(any(), any()) { try give($0 + $1) }
    case 6: return graph.map(any(), any(), any()) { try give($0 - $1 + $2) }
    case 7: return graph.map(text, any()) { try give($0.utf8.count + $1) }
    case 8: return graph.map(any()) { try give(2 * $0) }
    case 9...11: return graph.derived { try give(try last.read()) }
    case 12: return graph.derived { [text] in try give(try text.value.utf8.count + last.read()) }
    case 13, 14:
      let (first, second) = (any(), any())
      return graph.derived {
        let value = try first.read()
        return try give(value % 3 == 0 ? value : value + second.read())
      }
    default:
      let (first, second) = (any(), any())
      return graph.derived { try give(try first.read() + second.read() - last.read()) }
    }
  }

  private func watch(_ node: Derived<Int>, _ number: Int) throws {
    func see(_ value: Int) throws {
      log.append("\(number) sees \(value)")
      try act(number, value)
    }
    // With two inputs it goes the long way.
    computations.append(
      isForgetful
        ? try graph.observe(node, still) { value, _ in try see(value) }
        : try graph.observe(node) { try see($0) })
  }

  private func act(_ number: Int, _ value: Int) throws {
    guard let deed = deeds.removeValue(forKey: number) else { return }
    log.append("\(number) does \(deed)")
    switch deed {
    case .write: side.value = value &+ number
    case .writeHead: heads[number % 3].value = value
    case .read: try read(number / 2 % nodes.count)
    // Where it is tracked and goes round, the links do, too, and no ranks can be in order.
    case .readLater: try read(tracks && number < nodes.count ? 0 : (number + 1) % nodes.count)
    case .readItself: try read(number % nodes.count)
    case .makeCell: made.append(graph.cell(value))
    case .makeMany: for _ in 0..<300 { made.append(graph.cell(value)) }
    case .makeDerived:
      let other = nodes[number % nodes.count]
      nodes.append(graph.map(side, still) { $0 + $1 })
      let derived = graph.derived { try other.value + 1 }
      log.append("made \((try? derived.value) ?? -1)")
    case .makeComputation:
      computations.append(
        try graph.computation { [unowned self] _ in log.append("made for \(number) \(side.value)") }
      )
    case .stop: computations[Int(value.magnitude) % computations.count].stop()
    case .invalidate: computations[Int(value.magnitude) % computations.count].invalidate()
    case .fail: throw Wrong()
    case .ask: log.append("\(graph.isComputing) \(graph.isFlushing)")
    case .flush:
      do {
        try graph.flush()
      } catch {
        log.append("\(error)")
      }
    case .untrack: try graph.kernel.untracked { try read(nodes.count - 1) }
    }
  }

  private func read(_ place: Int) throws {
    let value = try nodes[place].value
    log.append("reads \(value)")
  }

  func step() throws {
    log = []
    let isSame = random.chance(75)
    for place in 0..<3 where isSame ? place == 0 : random.chance(50) {
      heads[place].value = random.below(5)
    }
    if random.chance(25) {
      for _ in 0..<1 + random.below(2) {
        let number = random.below(nodes.count + computations.count)
        deeds[number] = Deed.allCases[random.below(Deed.allCases.count)]
      }
    }
    if isForgetful { graph.kernel.state.pointee.topology &+= 1 }
    do {
      try graph.flush()
    } catch {
      log.append("\(error)")
    }
    log += nodes.map { node in (try? node.value).map { "\($0)" } ?? "-" }
    graph.checkInvariants()
  }
}
