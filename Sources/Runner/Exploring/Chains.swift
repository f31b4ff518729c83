import Reactor
import Scenarios

/// At which turns a walk does something else than its priorities say, by how many turns there were before.
struct WalkPlan {
  /// How many chains are put back there, one after the other.
  var changes: [Int: Int] = [:]
  /// Where faults come, in order; one that cannot come there comes as soon as one can.
  var faults: [Int] = []
}

/// The chains to which what can happen next belongs, each with its priority.
struct Chains {
  /// What is told apart by what it is, as long as it waits.
  private enum Key: Hashable {
    case message(UInt64)
    case turn(UInt32, UInt32, UInt64)
    case thread(Int)
    case delayed(Int)
    /// One for all elements of an event's names: which of them is no order of turns.
    case event(Int)
  }

  private let run: ExploredRun
  private let plan: WalkPlan
  private var faults: ArraySlice<Int>
  /// Those of chains that were put back are below zero, in any order.
  private var priorities: [Key: Int] = [:]
  /// The priority of the turn that was taken last, which what it makes ready first goes on with.
  private var inherited: Int?

  private static let mostPriority = 1 << 30

  init(_ run: ExploredRun, _ plan: WalkPlan) {
    self.run = run
    self.plan = plan
    faults = plan.faults[...]
  }

  /// The one of the highest priority, or a fault where one is to come. At a change the one of the highest
  /// is put back, and the next is taken.
  /// - Parameter turns: How many there were before.
  mutating func pick(_ options: NextMoves, at turns: Int, _ below: (Int) -> Int) -> Int {
    if let fault = fault(options, at: turns, below) {
      inherited = nil
      return fault
    }
    let chains = options.moves.indices.filter { !options.moves[$0].isFault }
    let keys = chains.map { key(options.moves[$0]) }
    for (place, key) in zip(chains, keys) where priorities[key] == nil {
      priorities[key] = priority(of: options.moves[place], below)
    }
    var best = highest(keys)
    for _ in 0..<plan.changes[turns, default: 0] {
      priorities[keys[best]] = -1 - below(Chains.mostPriority)
      best = highest(keys)
    }
    let ways = keys.indices.filter { keys[$0] == keys[best] }
    let way = ways[below(ways.count)]
    let priority = priorities.removeValue(forKey: keys[way])
    inherited = options.moves[chains[way]].isFromOutside ? nil : priority
    return chains[way]
  }

  /// Of a chain that begins, or of what goes on with one.
  private mutating func priority(of move: Move, _ below: (Int) -> Int) -> Int {
    // An event may come again and again: were it never behind what was put back, that would not go on.
    if move.isFromOutside { return below(2 * Chains.mostPriority) - Chains.mostPriority }
    defer { inherited = nil }
    return inherited ?? below(Chains.mostPriority) + 1
  }

  /// The place of a fault where one is to come and can: first of which kind is drawn, lest many messages
  /// that can be lost leave no chance to one actor that can crash. At an end there is nothing else.
  private mutating func fault(
    _ options: NextMoves, at turns: Int, _ below: (Int) -> Int
  ) -> Int? {
    let isDue = faults.first.map { $0 <= turns } ?? false
    guard isDue || options.isEnd else { return nil }
    var places: [Exploration.Fault: [Int]] = [:]
    for (place, move) in options.moves.enumerated() {
      guard let kind = move.fault else { continue }
      places[kind, default: []].append(place)
    }
    let kinds = Exploration.Fault.allCases.filter { places[$0] != nil }
    guard !kinds.isEmpty, let ways = places[kinds[below(kinds.count)]] else { return nil }
    faults = faults.dropFirst()
    return ways[below(ways.count)]
  }

  /// That a move was taken. A script goes on by itself, so that what it makes ready begins chains.
  mutating func note(_ move: Move) {
    switch move {
    case .script, .thread:
      if let priority = inherited { priorities[key(move)] = priority }
      inherited = nil
    case .ready, .overtaking, .delayed, .event, .message, .crash: break
    }
  }

  private func highest(_ keys: [Key]) -> Int {
    var best = 0
    for (index, key) in keys.enumerated()
    where priorities[key, default: 0] > priorities[keys[best], default: 0] {
      best = index
    }
    return best
  }

  private func key(_ move: Move) -> Key {
    switch move {
    case .ready(let place):
      let turn = run.world.scheduler.ready(place)
      switch ReadyTurn(turn, of: run.runtime) {
      case .message(let envelope, _): return .message(envelope.word)
      case .next(let actor):
        let envelope = run.actors.core.waiting(at: .mail(0), of: actor)
        return .message(envelope?.word ?? 0)
      case .element, .dispatch, .queued, .other:
        return .turn(turn.party, turn.kind, turn.word)
      }
    case .overtaking(let actor, let place):
      return .message(run.actors.core.waiting(at: place, of: actor)?.word ?? 0)
    case .script: return .thread(0)
    case .thread(let number): return .thread(number)
    case .delayed(let place): return .delayed(place)
    case .event(let number, _): return .event(number)
    case .message, .crash: preconditionFailure("faults belong to no chain")
    }
  }
}
