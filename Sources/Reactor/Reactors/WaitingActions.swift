/// The actions of a pipeline that wait until the body of another one of their kind is over, and those
/// of them whose turn has come.
struct WaitingActions<Action> {
  private struct Queue {
    var actions: [Action?] = []
    /// How many have been taken from the front.
    var taken = 0
  }

  private var queues: [Int: Queue] = [:]
  private var released = OrderedSlots<(kind: Int, action: Action)>()
  /// The kinds of which an action's turn has come, and is not taken.
  private var due: Set<Int> = []

  var isEmpty: Bool { queues.isEmpty && released.isEmpty }

  /// Whether the turn of one of the kind has come.
  func isDue(_ kind: Int) -> Bool { due.contains(kind) }

  mutating func append(_ action: Action, _ kind: Int) {
    queues[kind, default: Queue()].actions.append(action)
  }

  /// The turn of the first of the kind has come: gives its number; nil where none waits.
  mutating func release(_ kind: Int) -> Int? {
    guard var queue = queues.removeValue(forKey: kind) else { return nil }
    guard let action = queue.actions[queue.taken] else { return nil }
    queue.actions[queue.taken] = nil
    queue.taken += 1
    if queue.taken < queue.actions.count {
      // What has been taken is given up in bulk.
      if queue.taken > 16, queue.taken * 2 > queue.actions.count {
        queue.actions.removeFirst(queue.taken)
        queue.taken = 0
      }
      queues[kind] = queue
    }
    due.insert(kind)
    return released.insert((kind, action))
  }

  func holds(_ number: Int) -> Bool { released[number] != nil }

  func action(_ number: Int) -> Action? { released[number]?.action }

  mutating func take(_ number: Int) -> Action? {
    guard let (kind, action) = released.remove(number) else { return nil }
    due.remove(kind)
    return action
  }

  mutating func removeAll() {
    queues = [:]
    due = []
    _ = released.removeAll()
  }

  /// Tells those whose turn has come, in order, then those that wait, kind by kind.
  func each(_ body: (Action) -> Void) {
    for (_, action) in released.elements { body(action) }
    for kind in queues.keys.sorted() {
      for action in queues[kind]?.actions ?? [] { if let action { body(action) } }
    }
  }
}
