import Reactor

extension ActorProgram {
  /// The program without all that can be left out while it still does what is looked for.
  func reduced(while isFound: (ActorProgram) throws -> Bool) rethrows -> ActorProgram {
    var least = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for change in least.changes {
        var smaller = least
        change(&smaller)
        if smaller.size < least.size, try isFound(smaller) {
          least = smaller
          isSmaller = true
        }
      }
    }
    return least
  }

  /// How much there is of it.
  private var size: Int {
    let kinds = kinds.reduce(0) { size, kind in
      size + kind.reactions.joined().reduce(0) { $0 + ($1.map { 1 + $0.operations.count } ?? 0) }
        + (kind.supervision == nil ? 0 : 1) + (kind.mailbox.limit == nil ? 0 : 1)
        + (kind.parent == nil ? 0 : 1) + (kind.isPool ? 1 : 0)
    }
    return kinds + script.count
  }

  /// Ways to leave something out; one of them may find it gone already.
  private var changes: [(inout ActorProgram) -> Void] {
    var changes: [(inout ActorProgram) -> Void] = []
    for place in script.indices.reversed() {
      changes.append {
        if $0.script.indices.dropFirst().contains(place) { $0.script.remove(at: place) }
      }
    }
    for kind in kinds.indices {
      changes.append { $0.kinds[kind].supervision = nil }
      changes.append { $0.kinds[kind].mailbox.limit = nil }
      changes.append { $0.kinds[kind].parent = nil }
      changes.append { if $0.kinds[kind].isPool { $0.kinds[kind].provider = .singleton } }
      for behavior in kinds[kind].reactions.indices {
        for (message, reaction) in kinds[kind].reactions[behavior].enumerated() {
          changes.append { $0.kinds[kind].reactions[behavior][message] = nil }
          for place in (reaction?.operations.indices ?? 0..<0).reversed() {
            changes.append {
              $0.kinds[kind].reactions[behavior][message]?.leaveOut(place)
            }
          }
        }
      }
    }
    return changes
  }
}

extension ActorProgram.Reaction {
  /// Leaves out an operation, and the wait behind it: without waits, what was to happen at instants of
  /// its own would race.
  fileprivate mutating func leaveOut(_ place: Int) {
    guard place < operations.count else { return }
    let isWait = operations[place].isWait
    if isWait, place + 1 < operations.count, !operations[place + 1].isWait { return }
    operations.remove(at: place)
    if !isWait, place < operations.count, operations[place].isWait { operations.remove(at: place) }
  }
}

extension ActorProgram.Operation {
  fileprivate var isWait: Bool { if case .wait = self { true } else { false } }
}
