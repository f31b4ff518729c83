// For whoever chooses what happens next, and may choose what no order of turns would bring about.
extension Scheduler {
  /// Takes a turn out of those that are ready, by its place, without taking it. It must be no timer's.
  /// Linear in the place.
  package func remove(ready place: Int) -> Turn {
    require(!isTurning, "choosing inside a turn")
    let turn = ready(place)
    let entry = core.pointee.removeReady(at: place)
    require(entry == turn, "the turn of a timer is taken back by `cancel`")
    return turn
  }

  /// Makes a turn ready at a place among those that are. Linear in their number.
  package func insert(_ turn: Turn, ready place: Int) {
    require(!isTurning, "choosing inside a turn")
    require(place >= 0 && place <= readyCount, "no place \(place)")
    core.pointee.unheard?.begin()
    core.pointee.ready.insert(turn, at: place)
  }

  /// What has become of the ready turns since this was asked last, but for those that have joined the end.
  /// The first time, and where somebody was far behind, it is that they are all to be looked at.
  package func takeReadyChanges() -> ReadyChanges {
    dropCancelled()
    core.pointee.cares.insert(.followed)
    defer { core.pointee.unheard = ReadyChanges(isAnew: false) }
    return core.pointee.unheard ?? ReadyChanges(isAnew: true)
  }
}
