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
  /// For logs; nil where nothing is recorded.
  private var cells: TouchedSlots?
  /// For strict steps: the same for all that has a value; nil where nothing is strict.
  private var observed: Set<Int>?
  private var unsteady: Set<Int> = []

  init(_ reads: PropertyReads, properties count: Int, telling cells: PropertyReads?) {
    properties = TouchedSlots(reads)
    self.count = count
    self.cells = cells.map { TouchedSlots($0) }
  }

  mutating func add(_ slot: Slot) {
    properties.add(slot)
    cells?.add(slot)
    if observed != nil { observed?.insert(slot.number) }
  }

  /// What only strict steps look at.
  mutating func add(observed slot: Slot) {
    if observed != nil { observed?.insert(slot.number) }
  }

  /// A derived cell was evaluated.
  mutating func add(derived index: Int) {
    cells?.add(.cell(index))
    if observed != nil { observed?.insert(Slot.cell(index).number) }
  }

  /// From here on what is touched is kept for `takeObserved`; the unsteady ones always are.
  mutating func beginObserving(_ unsteady: Set<Int>) {
    self.unsteady = unsteady
    observed = unsteady
  }

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
    return isNew ? Array(0..<count) : due
  }

  /// The derived cells that may not be what the log told last, in the order of the file, among those
  /// that it has told of.
  mutating func takeTouchedCells() -> [Int] { cells?.take().cells ?? [] }
}

/// Slots that have been touched, and what reads them.
private struct TouchedSlots {
  private let reads: PropertyReads
  private let isWatching: Bool
  private var slots: Set<Int> = []

  init(_ reads: PropertyReads) {
    self.reads = reads
    isWatching = !reads.isEmpty
  }

  mutating func add(_ slot: Slot) {
    if isWatching { slots.insert(slot.number) }
  }

  /// What may not be what it was, and the touched cells themselves, in the order of the file. From
  /// here on nothing counts as touched.
  mutating func take() -> (properties: [Int], cells: [Int]) {
    if slots.isEmpty { return (reads.unsteady, []) }
    var due = Set(reads.unsteady)
    var cells: Set<Int> = []
    var waiting = Array(slots)
    while let slot = waiting.popLast() {
      if case .cell(let index) = Slot(number: slot) { cells.insert(index) }
      for reader in reads.readers(of: slot) {
        switch reader {
        case .property(let index): due.insert(index)
        case .derived(let index):
          let cell = Slot.cell(index).number
          if slots.insert(cell).inserted { waiting.append(cell) }
        }
      }
    }
    slots.removeAll(keepingCapacity: true)
    return (due.sorted(), cells.sorted())
  }
}
