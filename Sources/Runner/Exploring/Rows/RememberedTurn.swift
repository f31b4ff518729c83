import Scenarios

/// What a turn comes to, as far as it hangs on what it may read: what it changes in a row, and how it ends.
struct RememberedTurn {
  enum Ending {
    /// There was nothing to choose from.
    case over
    /// It failed, and nothing follows it.
    case failed(Violation)
    /// What it has reported that must not be; the script's threads may still end behind it.
    case went(Violation?)
  }

  /// What is chosen inside it.
  let inner: [Int]
  let ending: Ending
  private(set) var changes: [(place: Int, value: UInt32)] = []
  /// The turns that it makes ready.
  private(set) var posted: [UInt32] = []
  /// Ready turns that are told of otherwise behind it: those of a body that lingers in another place then.
  private(set) var renamed: [UInt32: UInt32] = [:]
  private(set) var timersOut: [UInt32] = []
  private(set) var timersIn: [UInt32] = []
  /// The kinds of the actors that it makes, in order.
  private(set) var makings: [UInt32] = []
  /// Where the script is when those threads have ended of which nothing more can come; nil where none has.
  private(set) var script: UInt32?
  /// The thread of which alone `threadText` and `script` are the texts; nil where they are all of the script.
  private(set) var thread: Int?
  /// What the text of that thread becomes; nil where it stays.
  private var threadText: UInt32?
  /// Whether that thread is over behind it.
  private(set) var endsThread = false
  /// What of the model it comes to.
  let reached: Set<Coverage.Part>

  init(
    inner: [Int], _ ending: Ending, script: UInt32? = nil, reached: Set<Coverage.Part> = []
  ) {
    self.inner = inner
    self.ending = ending
    self.script = script
    self.reached = reached
  }

  /// Takes in what differs between two rows; false where a turn may not change that by itself.
  /// - Parameters:
  ///   - taken: The row before, with what the turn takes out of the queues taken out.
  ///   - places: Where it may change what stands there.
  ///   - read: What it reads.
  mutating func note(
    from taken: [UInt32], to row: [UInt32], in places: Set<Int>, of read: TurnRead,
    _ rows: PartRows
  ) -> Bool {
    let model = rows.model
    if let thread = read.thread {
      guard noteThread(thread, from: taken, to: row, rows) else { return false }
    } else if script != nil, !places.contains(model.script) {
      return false
    }
    for place in row.indices where row[place] != taken[place] {
      if place == model.ready {
        let (before, behind) = (rows.lists[taken[place]], rows.lists[row[place]])
        guard noteReady(from: before, to: behind, of: read.units, rows) else { return false }
      } else if place == model.script, thread != nil {
        continue
      } else if place == model.makings {
        guard let new = rows.added(to: taken[place], in: row[place]) else { return false }
        makings = new
      } else if place == model.timers {
        let (before, behind) = (rows.lists[taken[place]], rows.lists[row[place]])
        timersOut = before.removing(behind)
        timersIn = behind.removing(before)
      } else if places.contains(place) {
        changes.append((place, row[place]))
      } else {
        return false
      }
    }
    return true
  }

  private mutating func noteThread(
    _ thread: Int, from taken: [UInt32], to row: [UInt32], _ rows: PartRows
  ) -> Bool {
    let place = rows.model.script
    self.thread = thread
    if row[place] != taken[place] {
      threadText = rows.text(of: thread, changedFrom: taken[place], to: row[place])
      if threadText == nil { return false }
    }
    if let script {
      self.script = rows.text(of: thread, changedFrom: taken[place], to: script)
      if self.script == nil { return false }
    }
    endsThread = [threadText, script].contains { $0.map { !rows.isOpen($0) } ?? false }
    return true
  }

  /// The script behind it, when those threads have ended of which nothing more can come.
  func endThreads(_ row: inout [UInt32], _ rows: PartRows) {
    guard let script else { return }
    let place = rows.model.script
    row[place] = thread.map { rows.script(row[place], having: script, of: $0) } ?? script
  }

  /// Those that were ready stay so, in their order, each of which is told in one way alone.
  private mutating func noteReady(
    from before: ArraySlice<UInt32>, to behind: ArraySlice<UInt32>, of units: [Int],
    _ rows: PartRows
  ) -> Bool {
    guard behind.count >= before.count else { return false }
    var names: [UInt32: UInt32] = [:]
    for (old, new) in zip(before, behind) {
      if let known = names[old], known != new { return false }
      names[old] = new
      if old != new, !rows.isOther(old, of: units) || !rows.isOther(new, of: units) { return false }
    }
    renamed = names.filter { $0.key != $0.value }
    posted = Array(behind.dropFirst(before.count))
    return true
  }

  /// Makes its changes to a row out of whose queues it has been taken. False where what it ends is not
  /// there.
  func change(_ row: inout [UInt32], _ rows: PartRows) -> Bool {
    let model = rows.model
    for change in changes { row[change.place] = change.value }
    if let thread, let threadText {
      row[model.script] = rows.script(row[model.script], having: threadText, of: thread)
    }
    if !posted.isEmpty || !renamed.isEmpty {
      let ready = rows.lists[row[model.ready]].map { renamed[$0] ?? $0 }
      row[model.ready] = rows.number(of: ready + posted)
    }
    if !makings.isEmpty {
      row[model.makings] = rows.number(of: Array(rows.lists[row[model.makings]]) + makings)
    }
    if !timersOut.isEmpty || !timersIn.isEmpty {
      let timers = rows.lists[row[model.timers]]
      let left = timers.removing(timersOut[...])
      if left.count != timers.count - timersOut.count { return false }
      row[model.timers] = rows.number(of: (left + timersIn).sorted())
    }
    return true
  }
}

extension PartRows {
  /// What a list has behind those of another one; nil where it does not begin with them.
  fileprivate func added(to before: UInt32, in list: UInt32) -> [UInt32]? {
    let (before, list) = (lists[before], lists[list])
    guard list.starts(with: before) else { return nil }
    return Array(list.dropFirst(before.count))
  }
}

extension ArraySlice<UInt32> {
  /// Without the elements of another list, each as often as it stands there. Both must be sorted.
  fileprivate func removing(_ others: ArraySlice<UInt32>) -> [UInt32] {
    var left: [UInt32] = []
    var others = others
    for element in self {
      while let first = others.first, first < element { others.removeFirst() }
      if others.first == element {
        others.removeFirst()
      } else {
        left.append(element)
      }
    }
    return left
  }
}
