/// Who waits for whose answer: an edge from the actor that waits to the one that is asked, by ticket.
///
/// A circle closes with its youngest edge. So only edges that have come since the last search are
/// looked at, each as if none younger were there: from both of its ends at once, until one side comes
/// to an end. A chain that grows at either end costs a step an edge, however long it is.
struct WaitGraph {
  struct Wait {
    let actor: ActorID
    let target: ActorID
    let hasTimeout: Bool
    var isReported = false
    /// Counts up, so that of two edges the younger one is known.
    fileprivate let age: UInt64
    /// Among those that wait for the same target, in order of age; the first one's `previous` is the
    /// last one.
    fileprivate var previous: UInt64
    fileprivate var next: UInt64?
  }

  private var waits: [UInt64: Wait] = [:]
  /// The ticket of the oldest edge to each target.
  private var first: [ActorID: UInt64] = [:]
  /// The edges that may have closed a circle since the last search.
  private var suspects: [UInt64] = []
  /// The edges that have closed a circle when they were looked at, as long as they are there.
  private var closing: Set<UInt64> = []
  private var lastAge: UInt64 = 0
  /// Whether an actor has ever waited for several answers at once. Then circles may share members, and
  /// one that was passed over for another may have to be told when that is gone.
  private(set) var hasForks = false
  /// How many edges searches have come to: the work that they were.
  private(set) var steps = 0

  subscript(ticket: UInt64) -> Wait? { waits[ticket] }

  /// Who waits, in order.
  var actors: [ActorID] { Set(waits.values.map(\.actor)).sorted() }

  /// The ticket must not be in use.
  mutating func add(
    _ ticket: UInt64, _ actor: ActorID, for target: ActorID, hasTimeout: Bool,
    isFork: Bool
  ) {
    lastAge += 1
    if isFork { hasForks = true }
    var wait = Wait(
      actor: actor, target: target, hasTimeout: hasTimeout, age: lastAge, previous: ticket)
    if let head = first[target], let last = waits[head]?.previous {
      wait.previous = last
      waits[last]?.next = ticket
      waits[head]?.previous = ticket
    } else {
      first[target] = ticket
    }
    waits[ticket] = wait
    if !hasTimeout { suspects.append(ticket) }
  }

  @discardableResult
  mutating func remove(_ ticket: UInt64) -> Wait? {
    guard let wait = waits.removeValue(forKey: ticket) else { return nil }
    let head = first[wait.target]
    if head == ticket {
      first[wait.target] = wait.next
    } else {
      waits[wait.previous]?.next = wait.next
    }
    if let behind = wait.next ?? (head == ticket ? nil : head) {
      waits[behind]?.previous = wait.previous
    }
    closing.remove(ticket)
    if waits.isEmpty { suspects = [] }
    return wait
  }

  mutating func markReported(_ ticket: UInt64) { waits[ticket]?.isReported = true }

  /// The actors whose edges have closed circles since the last search, in order. With forks these are all whose edges
  /// have ever, and are still there: a circle that was passed over has one of them as its youngest.
  /// - Parameters:
  ///   - isBusy: an edge from an actor that is not at work counts only when it is again.
  ///   - tickets: the edges from an actor, in order of age.
  mutating func closers(
    _ isBusy: (ActorID) -> Bool, _ tickets: (ActorID) -> [UInt64]
  ) -> [ActorID] {
    let looked = suspects
    suspects = []
    var closers: Set<ActorID> = []
    // Where there are forks, the two sides of many edges may share what is behind them.
    let most = hasForks ? steps + waits.count : .max
    for (place, ticket) in looked.enumerated() {
      guard let wait = waits[ticket] else { continue }
      if steps > most {
        suspectTogether(looked[place...], tickets)
        break
      }
      guard isBusy(wait.actor) else {
        suspects.append(ticket)
        continue
      }
      switch search(wait, isBusy, tickets) {
      case .circle:
        closing.insert(ticket)
        closers.insert(wait.actor)
      case .nothing: break
      case .unsure: suspects.append(ticket)
      }
    }
    if hasForks { closers = Set(closing.compactMap { waits[$0]?.actor }) }
    return closers.sorted()
  }

  /// Goes through all edges once instead of around each of these: where there is no circle, whoever is at work, none of
  /// them has closed one, and else any of them may have.
  private mutating func suspectTogether(
    _ looked: ArraySlice<UInt64>, _ tickets: (ActorID) -> [UInt64]
  ) {
    let hasCircle = withoutActuallyEscaping(tickets) { tickets in
      let waits = waits
      var search = WaitSearch { actor in
        tickets(actor).compactMap { ticket in
          guard let wait = waits[ticket], !wait.hasTimeout else { return nil }
          return ActorWait(actor: actor, target: wait.target, ticket: ticket)
        }
      }
      for actor in actors { search.visit(actor) }
      steps += waits.count
      return !search.cycles.isEmpty
    }
    if hasCircle { closing.formUnion(looked.filter { waits[$0] != nil }) }
  }

  private enum Finding {
    case circle
    case nothing
    /// Nothing, but somebody on the way is not at work.
    case unsure
  }

  private mutating func search(
    _ wait: Wait, _ isBusy: (ActorID) -> Bool, _ tickets: (ActorID) -> [UInt64]
  ) -> Finding {
    if wait.actor == wait.target { return .circle }
    var onwards = Onwards(from: wait.target, isBusy, tickets)
    var back = Back(from: wait.actor, first[wait.actor])
    while true {
      steps += 1
      switch onwards.step(to: wait.actor, before: wait.age, in: waits, isBusy, tickets) {
      case .found: return .circle
      case .ended(let isUnsure): return isUnsure ? .unsure : .nothing
      case .open: break
      }
      switch back.step(to: wait.target, before: wait.age, in: waits, first, isBusy) {
      case .found: return .circle
      case .ended(let isUnsure): return isUnsure ? .unsure : .nothing
      case .open: break
      }
    }
  }
}

/// One side of a search, edge by edge.
private enum Step {
  case found
  case open
  case ended(isUnsure: Bool)
}

/// Whom one waits for, and whom those wait for.
private struct Onwards {
  private var seen: Set<ActorID>
  private var stack: [(tickets: [UInt64], next: Int)] = []
  private var isUnsure = false

  init(from actor: ActorID, _ isBusy: (ActorID) -> Bool, _ tickets: (ActorID) -> [UInt64]) {
    seen = [actor]
    enter(actor, isBusy, tickets)
  }

  private mutating func enter(
    _ actor: ActorID, _ isBusy: (ActorID) -> Bool, _ tickets: (ActorID) -> [UInt64]
  ) {
    let edges = tickets(actor)
    if edges.isEmpty { return }
    if isBusy(actor) { stack.append((edges, 0)) } else { isUnsure = true }
  }

  mutating func step(
    to goal: ActorID, before age: UInt64, in waits: [UInt64: WaitGraph.Wait],
    _ isBusy: (ActorID) -> Bool, _ tickets: (ActorID) -> [UInt64]
  ) -> Step {
    guard let top = stack.last else { return .ended(isUnsure: isUnsure) }
    guard top.next < top.tickets.count, let wait = waits[top.tickets[top.next]], wait.age < age
    else {
      stack.removeLast()
      return .open
    }
    stack[stack.count - 1].next += 1
    if wait.hasTimeout { return .open }
    if wait.target == goal { return .found }
    if seen.insert(wait.target).inserted { enter(wait.target, isBusy, tickets) }
    return .open
  }
}

/// Who waits for one, and who for those.
private struct Back {
  private var seen: Set<ActorID>
  private var stack: [UInt64?]
  private var isUnsure = false

  init(from actor: ActorID, _ first: UInt64?) {
    seen = [actor]
    stack = [first]
  }

  mutating func step(
    to goal: ActorID, before age: UInt64, in waits: [UInt64: WaitGraph.Wait],
    _ first: [ActorID: UInt64], _ isBusy: (ActorID) -> Bool
  ) -> Step {
    guard let top = stack.last else { return .ended(isUnsure: isUnsure) }
    guard let ticket = top, let wait = waits[ticket], wait.age < age else {
      stack.removeLast()
      return .open
    }
    stack[stack.count - 1] = wait.next
    if wait.hasTimeout { return .open }
    guard isBusy(wait.actor) else {
      isUnsure = true
      return .open
    }
    if wait.actor == goal { return .found }
    if seen.insert(wait.actor).inserted { stack.append(first[wait.actor]) }
    return .open
  }
}
