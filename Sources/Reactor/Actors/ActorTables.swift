/// What the core of actors owns, reached by pointer as the scheduler's is: a message on its way
/// meets no check of exclusive access and no reference count.
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

  struct Wait {
    let actor: ActorID
    let target: ActorID
    let hasTimeout: Bool
    var isReported = false
  }

  /// By id; the first place is nobody's.
  var cells: UnsafeMutablePointer<ActorCell>
  private(set) var count = 1
  private var capacity = 16
  var records = [ActorRecord()]
  var mail = LetterArena()
  var waits: [UInt64: Wait] = [:]
  var deferrals: [Deferral] = []
  var aliveCount = 0

  init() {
    cells = .allocate(capacity: capacity)
    cells.initialize(to: ActorCell(flags: [], limit: ActorCell.unlimited))
  }

  func deallocate() { cells.deallocate() }

  mutating func add(_ cell: ActorCell, _ record: ActorRecord) -> ActorID {
    precondition(count < Int(UInt32.max), "too many actors")
    if count == capacity { reserve(capacity * 2) }
    (cells + count).initialize(to: cell)
    records.append(record)
    count += 1
    aliveCount += 1
    return ActorID(rawValue: UInt32(count - 1))
  }

  mutating func restore(_ cells: [ActorCell], _ records: [ActorRecord]) {
    if cells.count > capacity { reserve(cells.count) }
    for (place, cell) in cells.enumerated() { self.cells[place] = cell }
    self.records = records
    count = cells.count
  }

  private mutating func reserve(_ capacity: Int) {
    let larger = UnsafeMutablePointer<ActorCell>.allocate(capacity: capacity)
    larger.moveInitialize(from: cells, count: count)
    cells.deallocate()
    cells = larger
    self.capacity = capacity
  }
}
