import CEL
import Scenarios

/// A model whose worlds are no more than a table of what its cells hold: cells, what is derived from
/// them, and events that set them, with a script that is over as soon as it begins. Every such state is
/// quiet, and each event leads from one table to another.
///
/// What a question reads is taken from the text of its formulas, and of those of the derived cells that
/// stand in them: so that the same values there give the same answer.
struct FlatModel {
  /// The numbers of the cells that have values of their own; a place is a number of this list.
  let cells: [Int]
  /// By event, the places of all that it reads or sets.
  private(set) var events: [[Int]] = []
  /// By event, the places of what it may set.
  private(set) var writes: [[Int]] = []
  /// By property, what it reads.
  private(set) var always: [[Int]] = []
  private(set) var sometimes: [[Int]] = []
  /// What those of the end read together.
  private(set) var eventually: [Int] = []

  private var reads: ReadPlaces

  /// What the formulas read together that a picture is drawn by.
  private(set) var pictured: [Int] = []

  /// Throws why a model is none of these.
  init(_ maker: RunMaker, drawing formulas: [Formula] = []) throws(Unfit) {
    let file = maker.tables.file
    reads = ReadPlaces(file.model)
    cells = reads.cells
    try FlatModel.checkParts(file)
    if !maker.plan.faults.isEmpty { throw Unfit("faults may happen") }
    for cell in file.model.cells { try FlatModel.check(cell) }
    for event in maker.exploration.events { try add(event) }
    for formula in file.always { always.append(try sorted(reads.places(of: formula))) }
    for formula in maker.exploration.sometimes {
      sometimes.append(try sorted(reads.places(of: formula)))
    }
    var last: Set<Int> = []
    for formula in file.eventually { last.formUnion(try reads.places(of: formula)) }
    eventually = sorted(last)
    var shown: Set<Int> = []
    for formula in formulas { shown.formUnion(try reads.places(of: formula)) }
    pictured = sorted(shown)
  }

  private static func checkParts(_ file: ScenarioFile) throws(Unfit) {
    for section in PartTable.Section.allCases where file.parts.count(of: section) > 0 {
      throw Unfit("there are parts other than cells")
    }
  }

  static func check(_ cell: CellDeclaration) throws(Unfit) {
    let name = cell.name.text
    switch cell.cutoff {
    case .equal: break
    case .never, .always, .formula: throw Unfit("\(name) has a cutoff of its own")
    }
    switch cell.reactivity {
    case .all: break
    case .only, .allBut: throw Unfit("not every change of \(name) is heard")
    }
    if !cell.readonly.isEmpty { throw Unfit("something of \(name) is readonly") }
    if !cell.observed.isEmpty || !cell.unobserved.isEmpty {
      throw Unfit("\(name) has steps for when it is observed")
    }
  }

  // MARK: Events

  private mutating func add(_ event: Exploration.Event) throws(Unfit) {
    var found = Places()
    for element in event.elements { try add(.datum(element.value), &found) }
    if let condition = event.condition { try add(.formula(condition), &found) }
    try add([event.step], &found)
    writes.append(sorted(found.written))
    events.append(sorted(found.read.union(found.written)))
  }

  private struct Places {
    var read: Set<Int> = []
    var written: Set<Int> = []
  }

  private mutating func add(_ steps: [Step], _ found: inout Places) throws(Unfit) {
    for step in steps {
      let name = step.keyword.text
      if step.delay != nil { throw Unfit("`\(name)` of an event comes later") }
      switch step.verb {
      case .check, .turn(.state(.set)), .control(.bind), .control(.loop), .control(.batch): break
      case .advance, .control, .turn: throw Unfit("an event does `\(name)`")
      }
      var pieces: [Piece] = []
      step.eachPiece { pieces.append($0) }
      for piece in pieces { try add(piece, &found) }
    }
  }

  private mutating func add(_ piece: Piece, _ found: inout Places) throws(Unfit) {
    var formulas: [Formula] = []
    piece.eachFormula { formulas.append($0) }
    for formula in formulas { found.read.formUnion(try reads.places(of: formula)) }
    switch piece {
    case .formula, .datum, .local: break
    case .read(let path): found.read.formUnion(try reads.places(of: path.slot))
    case .write(let assignment): found.written.formUnion(try reads.places(of: assignment.path.slot))
    case .steps(let steps): try add(steps, &found)
    case .channel, .computation: throw Unfit("an event does more than set cells")
    }
  }

  private func sorted(_ places: Set<Int>) -> [Int] { places.sorted() }
}

/// Why states cannot be gone through as tables.
struct Unfit: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
