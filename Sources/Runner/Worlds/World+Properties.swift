import CEL
import Reactor
import Scenarios
import Values

/// What has been written, emitted, made or ended since the properties were asked last, and since the
/// log told of derived cells.
struct Touches {
  private var properties: TouchedSlots
  private let count: Int
  /// Whether no property has been asked yet.
  private var isNew = true
  /// For those who look at derived cells; nil as long as they know none.
  private var cells: TouchedSlots?
  /// For strict steps: the same for all that has a value; nil where nothing is strict.
  private var observed: Set<Int>?
  private var unsteady: Set<Int> = []
  /// How often anything has been touched.
  private(set) var changeCount = 0

  init(_ reads: PropertyReads, properties count: Int) {
    properties = TouchedSlots(reads, properties: count)
    self.count = count
  }

  @inline(__always)
  mutating func add(_ slot: Slot) {
    changeCount &+= 1
    if properties.isWatching { properties.add(slot) }
    cells?.add(slot)
    if observed != nil { observed?.insert(slot.number) }
  }

  /// The same of several emissions, where nothing is strict.
  mutating func add(emissions: ArraySlice<EmittedScalar>) {
    changeCount &+= emissions.count
    properties.add(emissions: emissions)
    cells?.add(emissions: emissions)
  }

  /// Whether anything reads what is emitted.
  var areOfEmissions: Bool { properties.areOfEmissions || cells?.areOfEmissions ?? false }

  /// So much has been touched that nothing reads.
  mutating func pass(_ count: Int) { changeCount &+= count }

  /// What only strict steps look at.
  mutating func add(observed slot: Slot) {
    if observed != nil { observed?.insert(slot.number) }
  }

  /// A derived cell was evaluated, which only strict steps look at: what it has read was touched before.
  mutating func add(derived index: Int) {
    if observed != nil { observed?.insert(Slot.cell(index).number) }
  }

  /// From here on what is touched is kept for `takeObserved`; the unsteady ones always are.
  mutating func beginObserving(_ unsteady: Set<Int>) {
    self.unsteady = unsteady
    observed = unsteady
  }

  var isObserving: Bool { observed != nil }

  mutating func takeObserved() -> Set<Int> {
    guard let taken = observed else { return [] }
    observed = unsteady
    return taken
  }

  /// The properties that may not be what they were, in the order of the file. From here on nothing
  /// counts as touched. Linear in what was touched and what the file says reads it.
  mutating func takeDue() -> [Int] {
    defer { isNew = false }
    let due = properties.take().properties
    return isNew ? Array(0..<count) : due.sorted()
  }

  /// From here on what is touched is kept for `takeTouchedCells`.
  mutating func beginTelling(_ reads: @autoclosure () -> PropertyReads) {
    if cells == nil { cells = TouchedSlots(reads(), properties: 0) }
  }

  /// Of a derived cell that no other reads `takeTouchedCells` tells from here on.
  mutating func want(_ index: Int) { cells?.want(index) }

  mutating func wantAll() { cells?.wantAll() }

  /// The cells that may not be what they were when this was asked last, in no order: those that others read, or that
  /// are wanted.
  mutating func takeTouchedCells() -> [Int] { cells?.take().cells ?? [] }
}

/// What reads slots that have been touched.
private struct TouchedSlots {
  private let reads: PropertyReads
  /// Whether it has anything to note.
  let isWatching: Bool
  /// The cells that have been touched, and the properties that read what has been, each once.
  private var cells: [Int] = []
  private var properties: [Int] = []
  private var isTouched: [Bool]
  private var isDue: [Bool]
  /// By cell, whether it is told of though it leads to nothing.
  private var isWanted: [Bool]

  init(_ reads: PropertyReads, properties count: Int) {
    self.reads = reads
    isWatching = reads.cellCount > 0 || count > 0
    isTouched = Array(repeating: false, count: reads.cellCount)
    isDue = Array(repeating: false, count: count)
    isWanted = isTouched
  }

  mutating func want(_ index: Int) { isWanted[index] = true }

  mutating func wantAll() { isWanted = Array(repeating: true, count: isWanted.count) }

  mutating func add(_ slot: Slot) {
    guard isWatching else { return }
    if case .cell(let index) = slot { return touch(.derived(index)) }
    for reader in reads.readers(of: slot) { touch(reader) }
  }

  var areOfEmissions: Bool { reads.areOfEmissions }

  mutating func add(emissions: ArraySlice<EmittedScalar>) {
    if !reads.areOfEmissions { return }
    for emission in emissions { add(.emitted(emission.number)) }
  }

  private mutating func touch(_ reader: PropertyReads.Reader) {
    switch reader {
    case .derived(let index):
      if isTouched[index] || !isWanted[index] && reads.readers(ofCell: index).isEmpty { return }
      isTouched[index] = true
      cells.append(index)
    case .property(let index):
      if isDue[index] { return }
      isDue[index] = true
      properties.append(index)
    }
  }

  /// What may not be what it was, and the cells by which that is so. From here on nothing counts as touched.
  mutating func take() -> (properties: [Int], cells: [Int]) {
    var next = 0
    while next < cells.count {
      for reader in reads.readers(ofCell: cells[next]) { touch(reader) }
      next += 1
    }
    for index in reads.unsteady { touch(.property(index)) }
    let taken = (properties, cells)
    for index in cells { isTouched[index] = false }
    for index in properties { isDue[index] = false }
    if !cells.isEmpty { cells = [] }
    if !properties.isEmpty { properties = [] }
    return taken
  }
}
