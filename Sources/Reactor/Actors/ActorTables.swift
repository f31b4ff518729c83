/// What the core of actors owns, reached by pointer as the scheduler's is: a message on its way
/// meets no check of exclusive access and no reference count.
@usableFromInline
struct ActorTables: ~Copyable {
  /// Something to do with an actor when it has come back from the call that it is in.
  struct Deferral {
    enum Command {
      case restart
      case fail(any Error)
      case exit
      case stop
    }

    let actor: ActorID
    var kind: Command
  }

  /// Whose they are; it outlives them, and is here as soon as it is made.
  private var owner: Unretained<ActorCore>?
  /// The scheduler's own place, for turns of a party that has joined.
  @usableFromInline var scheduler: Address<SchedulerCore>
  /// By id, each in a cache line of its own; the first place is nobody's.
  @usableFromInline var cells = Arena<ActorCell>(capacity: 16, alignment: 64)
  var sides = Arena<ActorSide>(capacity: 16)
  /// The party of all envelopes; 0 where the world has ended.
  @usableFromInline var party: UInt32 = 0
  /// Whether the message at work, which is kept in a place, was put aside.
  @usableFromInline var isStashed = false
  var records = [ActorRecord()]
  var mail = EnvelopeArena()
  var waits = WaitGraph()
  var deferrals: [Deferral] = []
  var aliveCount = 0

  init(_ scheduler: Address<SchedulerCore>) {
    self.scheduler = scheduler
    cells.append(ActorCell(flags: [], limit: 0))
    sides.append(ActorSide())
  }

  /// How many actors there have been, nobody among them.
  var count: Int { cells.count }

  var core: Unretained<ActorCore> {
    get {
      guard let owner else { misuse("tables of nobody") }
      return owner
    }
    set { owner = newValue }
  }

  mutating func add(_ cell: ActorCell, _ record: ActorRecord) -> ActorID {
    require(count < Int(UInt32.max), "too many actors")
    cells.append(cell)
    sides.append(ActorSide())
    records.append(record)
    if cell.flags.contains(.alive) { aliveCount += 1 }
    return ActorID(rawValue: UInt32(count - 1))
  }

  /// Brings copies back. Reactions stay those of the present: no copy keeps them.
  mutating func restore(_ cells: [ActorCell], _ sides: [ActorSide], _ records: [ActorRecord]) {
    while count < cells.count {
      self.cells.append(ActorCell(flags: [], limit: 0))
      self.sides.append(ActorSide())
    }
    self.cells.removeLast(downTo: cells.count)
    self.sides.removeLast(downTo: cells.count)
    for (place, cell) in cells.enumerated() {
      let reactions = self.sides[place].reactions
      self.cells[place] = cell
      self.cells[place].forgetLast()
      self.sides[place] = sides[place]
      self.sides[place].reactions = reactions
    }
    self.records = records
  }
}
