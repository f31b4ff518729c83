/// Turns that are closures: the first party of every scheduler. The word of a turn is the place of
/// its closure.
final class ClosureTable: Party {
  struct Entry {
    var body: (() -> Void)?
    var label: (() -> String)?
    /// What the closure is about, for whoever writes down a state.
    var detail: AnyObject?
  }

  private(set) var entries: [Entry] = []
  private(set) var free: [UInt32] = []

  func add(
    _ label: @escaping () -> String, about detail: AnyObject? = nil, _ body: @escaping () -> Void
  ) -> Turn {
    let entry = Entry(body: body, label: label, detail: detail)
    if let place = free.popLast() {
      entries[Int(place)] = entry
      return Turn(party: 0, word: UInt64(place))
    }
    entries.append(entry)
    return Turn(party: 0, word: UInt64(entries.count - 1))
  }

  func take(_ turn: Turn) { remove(turn)?() }

  func describe(_ turn: Turn) -> String { entries[place(of: turn)].label?() ?? "a closure" }

  private func place(of turn: Turn) -> Int {
    require(turn.word < UInt64(entries.count), "no closure waits in place \(turn.word)")
    return Int(turn.word)
  }

  /// Empties a closure's place. What it held goes with the answer, when the table is whole again.
  @discardableResult
  func remove(_ turn: Turn) -> (() -> Void)? {
    let place = place(of: turn)
    let entry = entries[place]
    entries[place] = Entry()
    free.append(UInt32(place))
    return entry.body
  }

  func restore(_ entries: [Entry], free: [UInt32]) {
    let old = self.entries
    self.entries = entries
    self.free = free
    withExtendedLifetime(old) {}
  }
}
