extension ActorCore {
  /// All that the core knows between two turns, as a value. With `Scheduler.state`, which holds the
  /// messages and delays under way, it is all but what the host knows.
  package struct State {
    let cells: [ActorCell]
    let sides: [ActorSide]
    let records: [ActorRecord]
    let mail: EnvelopeArena
    let waits: WaitGraph
    let aliveCount: Int
  }

  /// To be read and written with the scheduler's, between two turns.
  package var state: State {
    get {
      require(!scheduler.isTurning, "the state of actors inside a turn")
      return State(
        cells: tables.pointee.cells.elements, sides: tables.pointee.sides.elements,
        records: tables.pointee.records,
        mail: tables.pointee.mail,
        waits: tables.pointee.waits, aliveCount: tables.pointee.aliveCount)
    }
    set {
      require(!scheduler.isTurning, "the state of actors inside a turn")
      tables.pointee.restore(newValue.cells, newValue.sides, newValue.records)
      tables.pointee.mail = newValue.mail
      tables.pointee.waits = newValue.waits
      tables.pointee.aliveCount = newValue.aliveCount
    }
  }
}
