// For whoever chooses what happens next, and may choose what no order of turns would bring about.
extension Scheduler {
  /// Takes a turn out of those that are ready, by its place, without taking it. It must be no timer's.
  /// Linear in the place.
  package func remove(ready place: Int) -> Turn {
    precondition(!isTurning, "choosing inside a turn")
    let turn = ready(place)
    let entry = core.pointee.ready.remove(at: place)
    precondition(entry == turn, "the turn of a timer is taken back by `cancel`")
    return turn
  }

  /// Makes a turn ready at a place among those that are. Linear in their number.
  package func insert(_ turn: Turn, ready place: Int) {
    precondition(!isTurning, "choosing inside a turn")
    precondition(place >= 0 && place <= readyCount, "no place \(place)")
    core.pointee.ready.insert(turn, at: place)
  }
}
