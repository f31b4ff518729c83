// How it is found out what is the same each time that a record is swept (`Kernel+Sweeping.swift`).
import Values

extension Kernel {
  /// Finds out how a record is swept, if it can be.
  @inline(never)
  func makeSweep(_ trace: Address<Trace>) {
    let makings = trace.pointee.sweep.makings
    trace.pointee.sweep = Sweep()
    trace.pointee.sweep.makings = makings + 1
    trace.pointee.sweep.changes = state.pointee.formulaChanges
    let count = trace.pointee.entries.count
    guard trace.pointee.isWhole, count >= Sweep.fewest, makings < Sweep.mostMakings else { return }
    markEntries(of: trace, true)
    let isWhole = noteCalculations(trace)
    markEntries(of: trace, false)
    if !isWhole { return trace.pointee.sweep.calculations.removeLast(downTo: 0) }
    for place in 0..<count {
      let (node, flags) = (trace.pointee.entries[place].node, trace.pointee.entries[place].flags)
      if trace.pointee.isWaiting(node.pointee.rank) {
        trace.pointee.sweep.told.push(Sweep.Told(node: node, flags: flags))
      }
    }
    trace.pointee.sweep.cell = cell(beginning: trace)
    trace.pointee.sweep.emits = hasEmissions(trace)
    if !trace.pointee.sweep.emits { trace.pointee.sweep.emissions.removeLast(downTo: 0) }
    for place in 0..<trace.pointee.sweep.emissions.count {
      trace.pointee.sweep.cost += trace.pointee.sweep.emissions[place].formula.pointee.cost
    }
  }

  /// Marks what is recorded, or nothing of it.
  private func markEntries(of trace: Address<Trace>, _ isMarked: Bool) {
    for place in 0..<trace.pointee.entries.count {
      let entry = trace.pointee.entries.address(place)
      markRecorded(entry.pointee.node, isLeft: entry.pointee.rule == .left, isMarked)
    }
  }

  /// Notes the nodes of a record, all of which are marked, in the order in which they are worked out. False where one
  /// cannot be.
  private func noteCalculations(_ trace: Address<Trace>) -> Bool {
    var left: [Address<Trace.Entry>] = []
    for place in 0..<trace.pointee.entries.count {
      let entry = trace.pointee.entries.address(place)
      if entry.pointee.rule == .left {
        if link(node(entry.pointee.id).pointee.firstDependent).pointee.next != 0 { return false }
        left.append(entry)
        continue
      }
      for input in inputs(of: entry.pointee.id) {
        guard node(input).pointee.flags.has(.left),
          let place = left.firstIndex(where: { $0.pointee.id == input })
        else { continue }
        // Of several operations one may fail, or decide, before that is read.
        if usableFormula(of: entry.pointee.id)?.pointee.evaluator.isThere ?? true { return false }
        if !noteCalculation(for: left.remove(at: place), in: trace) { return false }
      }
      if !noteCalculation(for: entry, in: trace) { return false }
    }
    return left.isEmpty
  }

  /// Notes how the node of an entry is worked out, where that is a formula of what is known to be up to date then.
  private func noteCalculation(for entry: Address<Trace.Entry>, in trace: Address<Trace>) -> Bool {
    let id = entry.pointee.id
    guard entry.pointee.flags.isPromoted, let formula = usableFormula(of: id),
      givesInts(formula), let readsCell = readsCells(id), tellsRecorded(id)
    else { return false }
    var (right, isSum) = (formula.pointee.right, formula.pointee.isSum)
    if case .first = formula.pointee.operation, !formula.pointee.evaluator.isThere {
      (right, isSum) = (Payload.place(in: state.pointee.zero), true)
    }
    if readsCell, !notesReads(of: entry, in: trace) { return false }
    let flags = entry.pointee.flags
    let waits = trace.pointee.isWaiting(entry.pointee.node.pointee.rank)
    trace.pointee.sweep.cost += formula.pointee.cost
    if !isSum { trace.pointee.sweep.isOfSums = false }
    let firstOperation = trace.pointee.sweep.operations.count
    if formula.pointee.evaluator.isThere {
      formula.pointee.evaluator.unretained(as: FormulaEvaluator.self).lend {
        $0.copyOperations(to: &trace.pointee.sweep.operations)
      }
    }
    let operationCount = trace.pointee.sweep.operations.count - firstOperation
    if operationCount > UInt16.max { return false }
    trace.pointee.sweep.calculations.push(
      Sweep.Calculation(
        node: entry.pointee.node, left: formula.pointee.left, right: right,
        result: formula.pointee.result, formula: formula, entry: entry,
        before: waits ? flags.union(.dirty) : flags, after: flags, isSum: isSum,
        readsCell: readsCell, operationCount: UInt16(operationCount),
        firstOperation: UInt32(firstOperation)))
    return true
  }

  /// Whether the graph works out a formula by itself that has given an Int, and is likely to give others.
  private func givesInts(_ formula: Address<KeptFormula>) -> Bool {
    let evaluator = formula.pointee.evaluator
    if evaluator.isThere, evaluator.unretained(as: FormulaEvaluator.self).lend({ $0.isOfHost }) {
      return false
    }
    return int(at: formula.pointee.result) != nil
  }

  /// Whether a node reads cells; nil where it reads anything else that is not recorded.
  private func readsCells(_ id: UInt32) -> Bool? {
    var readsCell = false
    for input in inputs(of: id) {
      let flags = node(input).pointee.flags
      if flags.has(.cell) { readsCell = true } else if !flags.has([.seen, .left]) { return nil }
    }
    return readsCell
  }

  /// Whether all that depend on a node are recorded, or computations.
  private func tellsRecorded(_ id: UInt32) -> Bool {
    dependents(of: id).allSatisfy { node($0).pointee.flags.has([.seen, .left, .computation]) }
  }

  /// Notes what the next node reads. False where that becomes too much.
  private func notesReads(of entry: Address<Trace.Entry>, in trace: Address<Trace>) -> Bool {
    let run = UInt32(truncatingIfNeeded: trace.pointee.sweep.calculations.count + 1)
    for input in inputs(of: entry.pointee.id).lazy.map(node) {
      let count = trace.pointee.sweep.reads.count
      if let place = (0..<count).first(where: { trace.pointee.sweep.reads[$0].node == input }) {
        trace.pointee.sweep.reads[place].count = run
      } else if count == Sweep.mostReads {
        return false
      } else {
        trace.pointee.sweep.reads.push(Sweep.Read(node: input, count: run))
      }
    }
    return true
  }

  /// The cell on which all depend that wait at the beginning, and nobody else; 0 where there is none.
  private func cell(beginning trace: Address<Trace>) -> UInt32 {
    guard trace.pointee.sweep.told.count > 0 else { return 0 }
    return inputs(of: trace.pointee.entries[0].id).first {
      node($0).pointee.flags.has(.cell) && isWholly(trace, toldBy: $0)
    } ?? 0
  }

  private func isWholly(_ trace: Address<Trace>, toldBy cell: UInt32) -> Bool {
    var count = 0
    for dependent in dependents(of: cell).lazy.map(node) {
      if dependent.pointee.flags.has(.computation)
        || !trace.pointee.isWaiting(dependent.pointee.rank)
      {
        return false
      }
      count += 1
    }
    return count == trace.pointee.sweep.told.count
  }

  /// Whether all who are to be told are computations that emit what they are told of. They are noted in their order.
  private func hasEmissions(_ trace: Address<Trace>) -> Bool {
    for place in 0..<trace.pointee.sweep.calculations.count {
      let step = trace.pointee.sweep.calculations[place]
      for id in dependents(of: step.entry.pointee.id) {
        if node(id).pointee.flags.has(.derived) { continue }
        guard let emission = emission(of: id, behind: step) else { return false }
        trace.pointee.sweep.emissions.push(emission)
      }
    }
    trace.pointee.sweep.emissions.sort(from: 0) {
      $0.computation.pointee.payload < $1.computation.pointee.payload
    }
    return true
  }

  /// What a computation emits that is told of a node, where that is what the node gives.
  private func emission(of id: UInt32, behind step: Sweep.Calculation) -> Sweep.Emission? {
    guard let formula = usableFormula(of: id), formula.pointee.operation == .first,
      !formula.pointee.evaluator.isThere, formula.pointee.left == step.result,
      formula.pointee.input == step.entry.pointee.id
    else { return nil }
    return Sweep.Emission(
      computation: node(id), input: step.node, formula: formula, place: formula.pointee.left,
      number: formula.pointee.number)
  }
}
