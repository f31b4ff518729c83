import CEL
import Reactor
import Scenarios
import Values

/// What has been written, emitted, made or ended since the properties were asked last.
struct Touches {
  private let reads: PropertyReads
  private let count: Int
  private var slots: Set<Int> = []
  /// Whether nothing has been asked yet.
  private var isNew = true
  private let isWatching: Bool
  /// For strict steps: the same for all that has a value; nil where nothing is strict.
  private var observed: Set<Int>?
  private var unsteady: Set<Int> = []

  init(_ reads: PropertyReads, properties count: Int) {
    self.reads = reads
    self.count = count
    isWatching = !reads.isEmpty
  }

  mutating func add(_ slot: Slot) {
    if isWatching { slots.insert(slot.number) }
    if observed != nil { observed?.insert(slot.number) }
  }

  /// A derived cell was evaluated.
  mutating func add(derived index: Int) {
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
    if isNew { return Array(0..<count) }
    if slots.isEmpty { return reads.unsteady }
    var due = Set(reads.unsteady)
    var waiting = Array(slots)
    while let slot = waiting.popLast() {
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
    return due.sorted()
  }
}

/// What a turn is about, kept so that the words are made where they are shown.
enum TurnSubject {
  case words(String)
  /// The event of a script.
  case step(StepPlan)
  case errand(Errand)
  case message(String, to: ActorRun)
}

extension World {
  /// What the next turn is about: known only before it is taken.
  func subjectOfNextTurn() -> TurnSubject {
    let turn = scheduler.ready(0)
    if turn.party == party, let errand = errands[turn.word] { return .errand(errand) }
    if let (letter, actor) = core.message(of: turn), let mail = mails[letter.word] {
      return .message(mail.message.name, to: run(actor))
    }
    return .words(scheduler.describe(turn))
  }

  func words(for subject: TurnSubject) -> String {
    switch subject {
    case .words(let words): words
    case .step(let step): "`\(step.step.keyword.text)`"
    case .errand(let errand): describe(errand)
    case .message(let name, let run): "\(run.name).\(name)"
    }
  }
}
