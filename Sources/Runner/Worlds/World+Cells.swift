import Reactor
import Scenarios
import Values

// The cells of the model. One is made in the graph when it is first needed: a world costs what its
// script touches, not what its file declares.
extension World {
  /// The order in which derived cells are settled is that of the file, whichever is made first.
  func reserveDerived() { firstRank = graph.reserveRanks(model.cells.count) }

  /// Works out what the inputs begin with. Data without formulas needs no working out, and is left
  /// where it stands.
  func startInputs() throws(RunError) {
    for index in model.cells.indices {
      guard case .input(let datum) = model.cells[index].source else { continue }
      if case .value = datum.content, given.isEmpty || given[Slot.cell(index).number] == nil {
        try make(MemoryLedger.step)
      } else {
        try startInput(index, datum)
      }
    }
  }

  /// The record that is wholly written, where that is a cell that has been made and takes any value.
  @inline(__always)
  func plainRecord(_ change: Assignment) -> Lent<RecordCell>? {
    let index = change.wholeCell
    guard index >= 0, tables.plainCells[index], case .input(let record) = standing[index]
    else { return nil }
    return record
  }

  /// A cell as it stands in the graph, where it is put if it has not been.
  func made(_ index: Int) throws(RunError) -> CellState {
    guard case .waiting = cells[index] else { return cells[index] }
    switch model.cells[index].source {
    case .derived(let formula): makeDerived(index, formula)
    case .input(let datum):
      if let value = restingValue(index) {
        makeInput(index, value)
      } else {
        try startInput(index, datum)
      }
    }
    return cells[index]
  }

  /// What an input holds that has not been made since nobody has written it, or depends on it.
  func restingValue(_ index: Int) -> Value? {
    guard case .waiting = cells[index], case .input(let datum) = model.cells[index].source,
      case .value(let value) = datum.content
    else { return nil }
    return given.isEmpty || given[Slot.cell(index).number] == nil ? value : nil
  }

  /// Evaluates what an input begins with, and makes it, if that has not been done.
  private func startInput(_ index: Int, _ datum: Datum) throws(RunError) {
    guard case .waiting = cells[index] else { return }
    put(.starting, at: index)
    let value = try applying(given: .cell(index), to: try self.value(of: datum, in: bare))
    try make(MemoryLedger.step)
    makeInput(index, value)
  }

  private func makeInput(_ index: Int, _ value: Value) {
    let cell = model.cells[index]
    let options = RecordCell.Options(
      cutoff: cutoff(of: cell, index), only: cell.reactive, never: cell.nonreactive,
      fixed: TextSet(cell.readonly.map(\.text)))
    put(.input(graph.record(value, label: cell.name.text, options: options)), at: index)
  }

  private func makeDerived(_ index: Int, _ formula: Formula) {
    let cell = model.cells[index]
    let rule = DerivedRule(index, formula, memory: memory(for: formula), in: self)
    let rank = firstRank + UInt32(index)
    let label = cell.name.text
    let derived = graph.derived(label: label, rank: rank, cutoff: cutoff(of: cell, index)) {
      try rule.world.lend { world in try world.evaluate(rule) }
    }
    put(.derived(derived, graph.projections(of: derived, label: label)), at: index)
  }

  /// Evaluates a derived cell's formula, and tells the log.
  func evaluate(_ rule: DerivedRule) throws -> Value {
    let index = rule.index
    unsettledLog.cellRuns[index] += 1
    touches.add(derived: index)
    do throws(RunError) {
      let value = try evaluate(rule.formula, in: rule.frame, remembering: rule.memory)
      if !rule.isTold { givenValues[index] = value }
      if rule.isTold, !trail.isHeard { trail.pass() } else { note(value, of: index) }
      rule.noteValue(in: self)
      return value
    } catch {
      noteFailure(error, of: index)
      throw error.isForeign ? error : error.about(model.cells[index].name.text)
    }
  }

  /// A derived cell whose cutoff holds values back, or that reads something without depending on it,
  /// is kept current at every flush, whoever reads it: what it holds would else hang on who has looked.
  func keepHeldCellsCurrent() throws(RunError) {
    for index in tables.heldCells {
      guard case .derived(let derived, _) = try made(index) else { continue }
      let cell = model.cells[index]
      do {
        _ = try graph.nonreactive {
          // An error is told to those who read the cell.
          try graph.computation(label: "\(cell.name.text) kept") { _ in _ = try? derived.value }
        }
      } catch {
        throw RunError(engine: error)
      }
    }
  }

  private func cutoff(of cell: CellDeclaration, _ index: Int) -> Cutoff<Value> {
    switch cell.cutoff {
    case .equal: return .equal
    case .never: return .never
    case .always: return .always
    case .formula:
      return .custom { [unowned self] old, new in
        let isCutOff = isCutOff(cell, old, new)
        noteVerdict(isCutOff, of: index, old, new)
        return isCutOff
      }
    }
  }

  /// Asks the cell's cutoff formula. One that fails, or gives no bool, lets nothing through: the
  /// write that asked fails, and where nobody wrote (a derived cell) it is reported.
  func isCutOff(_ cell: CellDeclaration, _ old: Value, _ new: Value) -> Bool {
    guard let formula = cell.cutoffFormula else { return false }
    let frame = Frame(world: self, locals: [old, new])
    do {
      let verdict = try graph.nonreactive { () throws(RunError) in
        try evaluate(formula, in: frame)
      }
      if case .bool(let isCutOff) = verdict { return isCutOff }
      throw RunError(
        .notABool, "the cutoff must be true or false, not \(verdict)", at: formula.span)
    } catch {
      if reader != nil { return true }
      let error = (error as? RunError ?? RunError(engine: error)).about(
        "cutoff of \(cell.name.text)")
      if isWriting { cutoffFailure = error } else { report(error) }
    }
    return true
  }

  /// The starting value with what the scenario gives in its place.
  func applying(given slot: Slot, to value: Value) throws(RunError) -> Value {
    var value = value
    for change in given[slot.number] ?? [] {
      let (path, frame) = (change.path, change.frame)
      var new = try self.value(of: change.value, in: frame)
      var selection = path.selection
      if !path.isStatic {
        let located = try located(path, in: frame)
        new = try replacement(located, by: new, in: value.part, for: path)
        selection = located.selection
      }
      value = try value.replacing(selection, by: new, for: path)
    }
    return value
  }

  /// What a derived cell gave last, whether or not it was let through.
  func derivedValue(_ index: Int) -> Value? {
    guard case .derived(let derived) = standing[index] else { return nil }
    return givenValues[index] ?? derived.lastValue
  }

  /// An input's value, or what a derived cell gave last, without evaluating anything.
  func lastValue(_ index: Int) -> Value? {
    if case .input(let record) = cells[index] { return record.peek().value }
    return restingValue(index) ?? derivedValue(index)
  }

  /// What a derived cell holds where that is up to date.
  func settledValue(_ index: Int) -> Value? {
    guard case .derived(let derived) = standing[index], derived.isCurrent else { return nil }
    return try? derived.peek()
  }

  /// What a derived cell holds once its formula has given a value, where nothing is held back.
  func held(_ value: Value, by index: Int) -> Value {
    guard case .derived(let derived) = standing[index], case .equal = model.cells[index].cutoff
    else {
      return value
    }
    return derived.holding(value)
  }
}

extension CellDeclaration {
  fileprivate var reactive: TextSet? {
    if case .only(let names) = reactivity { return TextSet(names.map(\.text)) }
    return nil
  }

  fileprivate var nonreactive: TextSet {
    if case .allBut(let names) = reactivity { return TextSet(names.map(\.text)) }
    return []
  }
}
