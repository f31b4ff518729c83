/// Chooses among the places of a pool of workers. Plain data: whoever has the pool keeps the
/// workers, and makes the one of a chosen place where there is none, or none alive.
public struct Router: Hashable, Sendable {
  /// How a place is chosen.
  public enum Policy: Hashable, Sendable {
    /// Oscar's pool: the first worker with nothing queued or at work; else the first place without
    /// a worker; else the first place.
    case firstFree
    /// One place after another (Pekko).
    case roundRobin
    /// The lowest load, where nobody has none, and of equals the first (Pekko).
    case smallestMailbox
    /// A copy to every place, in order. There is nothing to pick.
    case broadcast
  }

  /// How it chooses.
  public let policy: Policy
  /// How many places there are, from 0 on.
  public let size: Int
  private var turn = 0
  private var standings: Standings?

  /// A router over so many places, of which there must be one at least.
  public init(_ policy: Policy, size: Int) {
    require(size > 0, "a pool of nobody")
    self.policy = policy
    self.size = size
  }

  /// The place that a round robin comes to next; 0 for all others.
  package var position: Int { turn }

  /// The place to send to. Linear in the number of places.
  /// - Parameter load: what is queued or at work at a place; nil where there is no worker alive.
  public mutating func pick(load: (_ place: Int) -> Int?) -> Int {
    switch policy {
    case .firstFree: return firstFree(load)
    case .roundRobin:
      defer { turn = turn + 1 == size ? 0 : turn + 1 }
      return turn
    case .smallestMailbox: return smallestMailbox(load)
    case .broadcast: misuse("a broadcast goes to every place")
    }
  }

  /// The place to send to, as `pick` finds it, where it has been noted of which places the load may have changed since
  /// the last pick. Logarithmic in the number of places, for each that was noted.
  public mutating func pickNoted(load: (_ place: Int) -> Int?) -> Int {
    switch policy {
    case .roundRobin, .broadcast: return pick(load: load)
    case .firstFree, .smallestMailbox: break
    }
    var standings = standings ?? Standings(size)
    self.standings = nil
    for place in standings.takeNoted() { standings[place] = standing(load(place)) }
    self.standings = standings
    return standings.first
  }

  /// The load of a place may have changed, or its worker.
  public mutating func note(_ place: Int) {
    require(place >= 0 && place < size, "no place \(place) among \(size)")
    standings?.note(place)
  }

  /// What decides: the place of the lowest is picked, the first of several.
  private func standing(_ load: Int?) -> UInt32 {
    switch (policy, load) {
    case (.firstFree, 0): 0
    case (.firstFree, nil): 1
    case (.firstFree, _): 2
    case (.smallestMailbox, let load): UInt32(clamping: load ?? 0)
    case (.roundRobin, _), (.broadcast, _): 0
    }
  }

  private func firstFree(_ load: (Int) -> Int?) -> Int {
    var unmade: Int?
    for place in 0..<size {
      switch load(place) {
      case 0: return place
      case nil: unmade = unmade ?? place
      default: continue
      }
    }
    return unmade ?? 0
  }

  private func smallestMailbox(_ load: (Int) -> Int?) -> Int {
    var best = 0
    var least = Int.max
    for place in 0..<size {
      let found = load(place) ?? 0
      if found == 0 { return place }
      if found < least {
        best = place
        least = found
      }
    }
    return best
  }
}
