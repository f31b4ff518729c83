// What can be seen between two turns of what is ready or pending. Nothing is changed by looking.
extension Scheduler {
  /// Tells the ready turns, the next one first.
  package func eachReady(_ body: (Turn) -> Void) {
    for place in 0..<core.pointee.ready.count {
      let entry = core.pointee.ready[place]
      let timer = ReadyQueue.timer(of: entry)
      if timer != 0, core.pointee.timers.place(ofSlot: timer) == TimerHeap.Slot.cancelled {
        continue
      }
      body(core.pointee.turn(entry))
    }
  }

  /// Tells the turns of pending timers and how many nanoseconds each still has, in no order that
  /// means anything.
  package func eachPending(_ body: (_ turn: Turn, _ rest: Int64) -> Void) {
    for place in 0..<core.pointee.timers.count {
      let due = core.pointee.timers.keys[place].due
      body(core.pointee.timers.turn(inPlace: place), due - core.pointee.now)
    }
  }

  /// How many nanoseconds a timer still has; 0 where it is due and its turn has not been taken, nil
  /// where it has been taken or cancelled.
  package func rest(of timer: TimerID) -> Int64? {
    guard let place = core.pointee.timers.place(of: timer),
      place != TimerHeap.Slot.cancelled
    else { return nil }
    return place == TimerHeap.Slot.ready ? 0 : core.pointee.timers.keys[place].due - now.nanoseconds
  }

  /// Whom a turn is for.
  package func party(of turn: Turn) -> any Party { core.pointee.parties[Int(turn.party)] }

  /// What the closure of a turn is about; nil for all others, and where nobody has said.
  package func detail(of turn: Turn) -> AnyObject? {
    turn.party == 0 ? closures.entries[Int(turn.word)].detail : nil
  }
}
