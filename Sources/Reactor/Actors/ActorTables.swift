/// What the core of actors owns, reached by pointer as the scheduler's is: a message on its way
/// meets no check of exclusive access and no reference count.
@usableFromInline
struct ActorTables {
  /// Something to do with an actor when it has come back from the call that it is in.
  struct Deferral {
    enum Kind {
      case restart
      case fail(any Error)
      case stop
    }

    let actor: ActorID
    var kind: Kind
  }

  /// Whose they are; it outlives them.
  let core: Unmanaged<ActorCore>
  /// The scheduler's own place, for turns of a party that has joined.
  @usableFromInline let scheduler: UnsafeMutablePointer<SchedulerCore>
  /// By id; the first place is nobody's.
  @usableFromInline var cells: UnsafeMutablePointer<ActorCell>
  private(set) var sides: UnsafeMutablePointer<ActorSide>
  private(set) var count = 1
  /// The party of all envelopes; 0 where the world has ended.
  @usableFromInline var party: UInt32 = 0
  private var capacity = 16
  /// By the numbers of kinds.
  private(set) var accessors: UnsafeMutablePointer<MessageAccessorBox>
  private var hasAccessors: [Bool] = []
  /// Whether the message at work, which is kept in a place, was put aside.
  @usableFromInline var isStashed = false
  var records = [ActorRecord()]
  var mail = EnvelopeArena()
  var waits = WaitGraph()
  var deferrals: [Deferral] = []
  var aliveCount = 0

  init(_ core: ActorCore, _ scheduler: UnsafeMutablePointer<SchedulerCore>) {
    self.core = .passUnretained(core)
    self.scheduler = scheduler
    cells = ActorTables.makeCells(capacity)
    cells.initialize(to: ActorCell(flags: [], limit: 0))
    accessors = .allocate(capacity: 0)
    sides = .allocate(capacity: capacity)
    sides.initialize(to: ActorSide())
  }

  /// Each in a cache line of its own.
  private static func makeCells(_ count: Int) -> UnsafeMutablePointer<ActorCell> {
    let bytes = count * MemoryLayout<ActorCell>.stride
    return UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      .bindMemory(to: ActorCell.self, capacity: count)
  }

  func deallocate() {
    accessors.deinitialize(count: hasAccessors.count)
    accessors.deallocate()
    cells.deallocate()
    sides.deallocate()
  }

  func hasAccessor(_ number: Int) -> Bool { number < hasAccessors.count && hasAccessors[number] }

  mutating func setAccessor(_ number: Int, _ accessor: @escaping MessageAccessor) {
    if number >= hasAccessors.count { growLenders(number + 1) }
    accessors[number] = MessageAccessorBox(accessor: accessor)
    hasAccessors[number] = true
  }

  private mutating func growLenders(_ count: Int) {
    let old = hasAccessors.count
    let larger = UnsafeMutablePointer<MessageAccessorBox>.allocate(capacity: count)
    larger.moveInitialize(from: accessors, count: old)
    accessors.deallocate()
    accessors = larger
    for number in old..<count {
      (accessors + number).initialize(to: MessageAccessorBox(accessor: { _, _ in }))
      hasAccessors.append(false)
    }
  }

  mutating func add(_ cell: ActorCell, _ record: ActorRecord) -> ActorID {
    precondition(count < Int(UInt32.max), "too many actors")
    if count == capacity { reserve(capacity * 2) }
    (cells + count).initialize(to: cell)
    (sides + count).initialize(to: ActorSide())
    records.append(record)
    count += 1
    aliveCount += 1
    return ActorID(rawValue: UInt32(count - 1))
  }

  /// Brings copies back. Reactions stay those of the present: no copy keeps them.
  mutating func restore(_ cells: [ActorCell], _ sides: [ActorSide], _ records: [ActorRecord]) {
    if cells.count > capacity { reserve(cells.count) }
    for (place, cell) in cells.enumerated() {
      let present = place < count ? self.sides[place] : ActorSide()
      self.cells[place] = cell
      self.cells[place].forgetLast()
      self.sides[place] = sides[place]
      self.sides[place].reactions = present.reactions
    }
    self.records = records
    count = cells.count
  }

  private mutating func reserve(_ capacity: Int) {
    let larger = ActorTables.makeCells(capacity)
    larger.moveInitialize(from: cells, count: count)
    cells.deallocate()
    cells = larger
    let moreSides = UnsafeMutablePointer<ActorSide>.allocate(capacity: capacity)
    moreSides.moveInitialize(from: sides, count: count)
    sides.deallocate()
    sides = moreSides
    self.capacity = capacity
  }
}
