import CEL
import Scenarios

/// What the `always` properties of a file read, or its derived cells, by slot: so that a property is
/// asked, or a cell looked at, only where something that it may read has been touched since.
///
/// A property reads what stands in its formula, and what the derived cells there read. The reading is
/// taken from the text, so that untaken branches count too: a property is asked too often rather than
/// too seldom.
struct PropertyReads {
  enum Reader {
    case property(Int)
    case derived(Int)
  }

  /// Of cells, by their numbers; what leads to no property is left out.
  private var ofCells: [[Reader]]
  /// Of all else, by the number of the slot.
  private var ofOthers: [Int: [Reader]] = [:]
  /// Whether anything reads what a part emitted last.
  private(set) var areOfEmissions = false
  /// The properties that read what can change untold, and are asked behind every turn.
  private(set) var unsteady: [Int] = []

  /// Of the `always` properties of a file.
  init(ofPropertiesIn file: ScenarioFile) {
    ofCells = Array(repeating: [], count: file.always.isEmpty ? 0 : file.model.cells.count)
    var seen: Set<Int> = []
    var waiting: [Int] = []
    for (index, property) in file.always.enumerated() {
      var isUnsteady = false
      for slot in property.program.slots.map(Slot.init(number:)) {
        add(.property(index), to: slot, file.parts)
        if isUntold(slot, file.model.actors) { isUnsteady = true }
        if case .cell(let cell) = slot, seen.insert(cell).inserted { waiting.append(cell) }
      }
      if isUnsteady { unsteady.append(index) }
    }
    add(&waiting, &seen, file)
  }

  /// Of the derived cells of a file, all of them.
  init(of file: ScenarioFile) {
    ofCells = Array(repeating: [], count: file.model.cells.count)
    var waiting = Array(file.model.cells.indices)
    var seen = Set(waiting)
    add(&waiting, &seen, file)
  }

  /// Adds what the waiting cells read, and what the cells that they read do. The cutoff of a cell
  /// decides what it gives, so that what it reads counts as well.
  private mutating func add(
    _ waiting: inout [Int], _ seen: inout Set<Int>, _ file: ScenarioFile
  ) {
    while let cell = waiting.popLast() {
      let declaration = file.model.cells[cell]
      guard case .derived(let formula) = declaration.source else { continue }
      let cutoff = declaration.cutoffFormula?.program.slots ?? []
      for slot in (formula.program.slots + cutoff).map(Slot.init(number:)) {
        add(.derived(cell), to: slot, file.parts)
        if case .cell(let read) = slot, seen.insert(read).inserted { waiting.append(read) }
      }
    }
  }

  /// How many cells there are; none where nothing is read.
  var cellCount: Int { ofCells.count }

  func readers(ofCell index: Int) -> [Reader] { ofCells[index] }

  func readers(of slot: Slot) -> [Reader] {
    if case .cell(let index) = slot { ofCells[index] } else { ofOthers[slot.number] ?? [] }
  }

  /// A part's name also stands for what the part emitted last.
  private mutating func add(_ reader: Reader, to slot: Slot, _ parts: PartTable) {
    if case .cell(let index) = slot { return ofCells[index].append(reader) }
    ofOthers[slot.number, default: []].append(reader)
    if case .emitted = slot { areOfEmissions = true }
    if let part = parts.number(of: slot) {
      areOfEmissions = true
      ofOthers[Slot.emitted(part).number, default: []].append(reader)
    }
  }

  private func isUntold(_ slot: Slot, _ actors: [ActorDeclaration]) -> Bool {
    switch slot {
    case .actor(let index): actors[index].isUnsteady
    case .local, .member, .reference, .promise, .own, .addressed: true
    case .cell, .computation, .reactor, .store, .service, .emitted, .now, .it: false
    }
  }
}

extension ActorDeclaration {
  /// Whether the actor, as long as it has not been made, stands for formulas that may read anything.
  var isUnsteady: Bool {
    switch state?.content {
    case .value, nil: false
    case .formula, .placeholder, .condition, .list, .map: true
    }
  }
}
