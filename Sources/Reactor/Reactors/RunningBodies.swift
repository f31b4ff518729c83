/// The bodies of a pipeline that have begun and wait, and which of them what action ends.
struct RunningBodies {
  private var slots = OrderedSlots<(body: Subscription, overlap: Overlap)>()
  /// By kind, the last one begun of those that mind others of it.
  private var last: [Int: Int] = [:]
  /// The kinds of which a body is over that others have waited for.
  private(set) var freed: [Int] = []
  /// By kind of action, those that it ends, in the order in which they began, some perhaps over; and how many there
  /// were when those had been dropped that were.
  private var ended: [Int: (numbers: [Int], running: Int)] = [:]

  /// How many are running.
  var count: Int { slots.count }

  /// Those that are running, in the order in which they began.
  var all: [Subscription] { slots.elements.map(\.body) }

  /// Whether sending an action may end any.
  var areEndedByActions: Bool { !ended.isEmpty }

  mutating func insert(_ body: Subscription, _ overlap: Overlap) -> Int {
    let number = slots.insert((body, overlap))
    if overlap.rule != .sideBySide { last[overlap.kind] = number }
    for kind in overlap.until {
      ended[kind, default: ([], 0)].numbers.append(number)
      forgetOld(kind)
    }
    return number
  }

  mutating func remove(_ number: Int) {
    guard let (_, overlap) = slots.remove(number) else { return }
    if overlap.rule == .queue { freed.append(overlap.kind) }
    if last[overlap.kind] == number { last[overlap.kind] = nil }
    if slots.isEmpty { ended = [:] }
  }

  /// Whether one of the kind runs that minds others of it.
  func isRunning(_ kind: Int) -> Bool { last[kind] != nil }

  mutating func takeFreed() -> [Int] {
    defer { freed = [] }
    return freed
  }

  // What is taken out is to be cancelled by the caller: that may run code that comes back here.

  mutating func take(latest kind: Int) -> Subscription? {
    last[kind].flatMap { take($0) }
  }

  mutating func take(until kind: Int) -> [Subscription] {
    (ended.removeValue(forKey: kind)?.numbers ?? []).compactMap { take($0) }
  }

  mutating func takeAll() -> [Subscription] {
    last = [:]
    freed = []
    ended = [:]
    return slots.removeAll().map(\.body)
  }

  private mutating func take(_ number: Int) -> Subscription? {
    let body = slots[number]?.body
    remove(number)
    return body
  }

  /// Keeps a list from growing by bodies that are over: it is gone through when it has doubled.
  private mutating func forgetOld(_ kind: Int) {
    guard let (numbers, running) = ended[kind], numbers.count >= max(16, 2 * running) else {
      return
    }
    let left = numbers.filter { slots[$0] != nil }
    ended[kind] = (left, left.count)
  }
}
