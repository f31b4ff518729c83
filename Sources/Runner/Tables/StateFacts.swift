import CEL
import Scenarios
import Values

/// What of a file decides what belongs to the state of its worlds. Taken from the text, so that
/// branches that are never taken count too: more is told then, never less.
struct StateFacts {
  /// Whether anything reads the virtual time.
  private(set) var readsNow = false
  /// Whether a cell may change without those hearing of it that have read it.
  private(set) var hasUntrackedReads = false
  /// Whether it can be seen that a derived cell was evaluated and came to the same.
  private(set) var seesEvaluations = false
  /// The kinds of actors whose members' names are written somewhere, as `worker#2`.
  private(set) var writtenKinds: Set<Int> = []
  /// Whether a body may read, by its own state, what any part emitted last.
  private var readsOwnEmission = false
  /// The parts of which something reads by name what they emitted last.
  private var readEmissions: Set<Int> = []
  private let parts: PartTable
  /// The numbers of the kinds of actors by their names.
  private let kinds: TextTable<Int>
  private let longestKind: Int

  init(of file: ScenarioFile) {
    parts = file.parts
    kinds = TextTable(file.model.actors.enumerated().map { ($1.name.text, $0) }) { $1 }
    longestKind = file.model.actors.map(\.name.text.utf8.count).max() ?? 0
    for cell in file.model.cells {
      switch cell.cutoff {
      case .equal, .always: break
      case .never, .formula: seesEvaluations = true
      }
      switch cell.reactivity {
      case .all: break
      case .only, .allBut: hasUntrackedReads = true
      }
    }
    file.model.eachPiece { add($0) }
    for formula in file.always + file.eventually { add(formula) }
    file.eachScriptPiece { add($0) }
    file.eachExploredPiece { add($0) }
  }

  /// Whether something may read what the part emitted last: by its own name, or by `emitted`.
  func readsEmission(of part: Int) -> Bool { readsOwnEmission || readEmissions.contains(part) }

  private mutating func add(_ piece: Piece) {
    piece.eachFormula { add($0) }
    switch piece {
    case .formula, .local, .channel: break
    case .datum(let datum): add(literalsOf: datum)
    case .write(let assignment): add(literalsOf: assignment.value)
    case .read(let path):
      add(slot: path.slot.number)
      if let actor = path.actor { add(actor) }
      if path.slot == .own, path.selection.first == "emitted" { readsOwnEmission = true }
    case .steps(let steps): add(steps)
    case .computation(let computation): computation.eachPiece { add($0) }
    }
  }

  private mutating func add(_ steps: [Step]) {
    for step in steps {
      step.eachPiece { add($0) }
      for actor in step.verb.use?.recipients ?? [] { add(actor) }
      for outcome in step.outcomes { outcome.eachPiece { add($0) } }
    }
  }

  private mutating func add(_ actor: Recipient) {
    if case .numbered(let name) = actor { writtenKinds.insert(name.number) }
  }

  private mutating func add(_ formula: Formula) {
    for slot in formula.program.slots { add(slot: slot) }
    if formula.program.slots.contains(Slot.own.number), formula.text.contains("emitted") {
      readsOwnEmission = true
    }
    add(written: formula.text)
  }

  private mutating func add(slot: Int) {
    if slot == Slot.now.number { readsNow = true }
    let slot = Slot(number: slot)
    if case .emitted(let part) = slot {
      readEmissions.insert(part)
    } else if let part = parts.number(of: slot) {
      readEmissions.insert(part)
    }
  }

  private mutating func add(literalsOf datum: Datum) {
    switch datum.content {
    case .value(let value): if !kinds.isEmpty { add(written: value.description) }
    case .formula, .placeholder, .condition: break
    case .list(let elements): for element in elements { add(literalsOf: element) }
    case .map(let entries): for entry in entries { add(literalsOf: entry.value) }
    }
  }

  /// Each `#` is held against the names that may end before it, in which there is none, so that many kinds cost
  /// no more than few, nor a text of many such signs more than one of few.
  private mutating func add(written text: String) {
    let bytes = text.utf8
    for place in bytes.indices where bytes[place] == UInt8(ascii: "#") {
      var begin = place
      for _ in 0..<longestKind where begin > bytes.startIndex {
        begin = bytes.index(before: begin)
        if bytes[begin] == UInt8(ascii: "#") { break }
        if let kind = kinds[String(decoding: bytes[begin..<place], as: UTF8.self)] {
          writtenKinds.insert(kind)
        }
      }
    }
  }
}
