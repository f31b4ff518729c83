import Reactor

/// The ready turns of a run by the lines that keep an order, kept up from one look to the next: so a look costs what
/// has changed and how many lines there are, and not how many messages wait in them.
struct ReadyIndex {
  /// Whose order a turn keeps, as far as that stays so for as long as it is ready.
  enum Line: Hashable {
    /// What is on its way to an actor, whoever sent it.
    case actor(ActorID)
    case sender(ActorID, to: ActorID)
    case store(String)
    case reactor(Int)

    /// The actor to which what stands in it is on its way.
    var receiver: ActorID? {
      switch self {
      case .actor(let actor), .sender(_, let actor): actor
      case .store, .reactor: nil
      }
    }
  }

  /// The numbers of the turns of a line, in order; those that have gone are passed over when they come first.
  private struct Queue {
    let line: Line
    var numbers: [Int] = []
    var next = 0

    mutating func dropFirst() {
      next += 1
      guard next > 64, next * 2 > numbers.count else { return }
      numbers.removeFirst(next)
      next = 0
    }
  }

  /// As few are looked at one by one.
  static let few = 32

  private var turns = NumberedRow()
  private var queues: [Queue] = []
  private var places: [Line: Int] = [:]
  /// Those that keep no order.
  private var alone: [Int] = []

  /// Catches up with a scheduler.
  /// - Parameter line: The line of a turn; nil where it keeps no order that is known.
  mutating func follow(_ scheduler: Scheduler, _ line: (Turn) -> Line?) {
    let changes = scheduler.takeReadyChanges()
    if changes.isAnew { self = ReadyIndex() }
    let known = turns.next
    for removal in changes.removals {
      turns.grow(to: removal.count)
      turns.remove(at: removal.place)
    }
    turns.grow(to: scheduler.readyCount)
    precondition(turns.count == scheduler.readyCount, "a ready turn has gone unheard")
    for place in turns.place(from: known)..<turns.count {
      let number = turns[place]
      guard let line = line(scheduler.ready(place)) else {
        alone.append(number)
        continue
      }
      let queue = places[line] ?? queues.count
      if queue == queues.count {
        places[line] = queue
        queues.append(Queue(line: line))
      }
      queues[queue].numbers.append(number)
    }
  }

  /// The places of the first of each line and of those that keep no order, in their order.
  mutating func heads() -> [Int] {
    var heads: [Int] = []
    alone.removeAll { number in
      guard let place = turns.place(of: number) else { return true }
      heads.append(place)
      return false
    }
    var queue = 0
    while queue < queues.count {
      if let place = head(of: queue) {
        heads.append(place)
        queue += 1
      } else {
        drop(queue)
      }
    }
    return heads.sorted()
  }

  /// Whether something is on its way to one of some actors.
  mutating func hasTurn(to isWanted: (ActorID) -> Bool) -> Bool {
    queues.indices.contains { queue in
      guard let actor = queues[queue].line.receiver, isWanted(actor) else { return false }
      return head(of: queue) != nil
    }
  }

  /// The place of the first turn of a line; nil where none is left.
  private mutating func head(of queue: Int) -> Int? {
    while queues[queue].next < queues[queue].numbers.count {
      if let place = turns.place(of: queues[queue].numbers[queues[queue].next]) { return place }
      queues[queue].dropFirst()
    }
    return nil
  }

  private mutating func drop(_ queue: Int) {
    places[queues[queue].line] = nil
    let last = queues.removeLast()
    guard queue < queues.count else { return }
    queues[queue] = last
    places[last.line] = queue
  }
}

/// Numbers in ascending order, each one more than the highest that there was.
private struct NumberedRow {
  private var numbers: [Int] = []
  /// Those before it have gone.
  private var first = 0
  private(set) var next = 0

  var count: Int { numbers.count - first }

  subscript(place: Int) -> Int { numbers[first + place] }

  mutating func grow(to count: Int) {
    while self.count < count {
      numbers.append(next)
      next += 1
    }
  }

  /// Linear in how far the place is from the nearer end.
  mutating func remove(at place: Int) {
    if place * 2 >= count {
      numbers.remove(at: first + place)
      return
    }
    var place = first + place
    while place > first {
      numbers[place] = numbers[place - 1]
      place -= 1
    }
    first += 1
    guard first > 1_000, first * 2 > numbers.count else { return }
    numbers.removeFirst(first)
    first = 0
  }

  /// The place of the first one that is not below a number; the end where all are.
  func place(from number: Int) -> Int {
    var (low, high) = (first, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low - first
  }

  func place(of number: Int) -> Int? {
    let place = place(from: number)
    return place < count && self[place] == number ? place : nil
  }
}
