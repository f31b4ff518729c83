// A record of nothing but formulas that give Ints is swept: all that is the same whenever it is gone through
// (what it costs, who is to be told, which cells are read last by which run, where operands stand) is worked out once,
// and then each node takes no more than its operations and to look whether it is still as it was. Computations that
// only emit what a node gives are not queued, but emit behind the last node, in their order. Saves two thirds of what a
// formula takes, and of what an emission does. Walked by `GraphFormulaTests`.
//
// All nodes that wait must still be marked. Then nothing recorded has been evaluated since the write, so that a node is
// stale as soon as all before it have changed: it was evaluated when it was recorded, and so reads one of them, or
// what has been written. One that was left to a single reader is worked out where that would read it: it is left again,
// for the reader is stale by then. The first that does not change, or is not as it was, ends the sweep, and the replay
// goes on with what is not done.
import Values

extension Kernel {
  /// Goes through a record as far as it can be swept.
  /// - Returns: How many nodes have been worked out, and the first entry that is left; nil where that is none. Where it
  ///   is none of them nothing has happened, else what waited has been taken out of the queue.
  @inline(never)
  func sweep(_ trace: Address<Trace>) -> (done: Int, next: Address<Trace.Entry>?) {
    let first = trace.pointee.entries.address(0)
    if trace.pointee.sweep.changes != state.pointee.formulaChanges { makeSweep(trace) }
    let count = trace.pointee.sweep.calculations.count
    let (most, credit) = (trace.pointee.sweep.emissions.count, state.pointee.meter.credit)
    let rest = credit &- trace.pointee.sweep.cost
    guard count > 0, rest >= 0, !state.pointee.hasReturned,
      state.pointee.emitted.count &+ most <= state.pointee.meter.room,
      isUnnoted(for: count &+ most)
    else { return (0, first) }
    let begun = state.pointee.lastStamp
    var paid = 0
    let done =
      trace.pointee.sweep.isOfSums
      ? workOut(sums: trace.pointee.sweep.calculations) : workOut(all: trace, most: rest, &paid)
    if done == 0 { return (0, first) }
    state.pointee.dirty.remove(thatOf: trace.pointee.waiting)
    state.pointee.lastStamp = begun &+ UInt32(truncatingIfNeeded: done)
    if _slowPath(done != count || !canEmit(trace)) {
      return (done, endSweep(of: trace, at: done, begun, paid))
    }
    for place in 0..<trace.pointee.sweep.reads.count {
      let read = trace.pointee.sweep.reads.address(place)
      read.pointee.node.pointee.stamp = begun &+ read.pointee.count
    }
    emitSwept(trace)
    noteFormulas(count &+ most, leaving: rest &- paid)
    (state.pointee.sweptCell, state.pointee.swept) = (trace.pointee.sweep.cell, trace)
    return (done, nil)
  }

  /// Works out nodes as long as each is as it was and changes. All of them are sums, which is not asked of each: a tenth
  /// of the loop.
  /// - Returns: How many have been worked out. Of these, the last one may not have changed.
  @inline(__always)
  private func workOut(sums steps: borrowing Stack<Sweep.Calculation>) -> Int {
    let revision = state.pointee.revision
    let first = steps.address(0)
    let end = first + steps.count
    var step = first
    repeat {
      guard step.pointee.node.pointee.flags == step.pointee.before, let sum = sum(of: step) else {
        break
      }
      let isChanged = take(sum, step, revision)
      step += 1
      if _slowPath(!isChanged) { break }
    } while step != end
    return step - first
  }

  /// The same of any.
  /// - Parameters:
  ///   - most: what decisions on the way may cost.
  ///   - paid: what they have cost.
  @inline(never)
  private func workOut(all trace: Address<Trace>, most: Int, _ paid: inout Int) -> Int {
    let revision = state.pointee.revision
    let first = trace.pointee.sweep.calculations.address(0)
    let end = first + trace.pointee.sweep.calculations.count
    let operations = trace.pointee.sweep.operations.address(0)
    var step = first
    repeat {
      guard step.pointee.node.pointee.flags == step.pointee.before,
        let int = step.pointee.isSum
          ? sum(of: step) : int(of: step, operations, most: most, &paid)
      else { break }
      let isChanged = take(int, step, revision)
      step += 1
      if _slowPath(!isChanged) { break }
    } while step != end
    return step - first
  }

  /// A node has been worked out. Says whether it has changed.
  @inline(__always)
  private func take(_ int: Int64, _ step: Address<Sweep.Calculation>, _ revision: UInt64) -> Bool {
    let node = step.pointee.node
    node.pointee.flags = step.pointee.after
    node.pointee.verifiedAt = revision
    step.pointee.formula.pointee.runs &+= 1
    if _slowPath(!Payload.replaceInt(at: step.pointee.result, by: int)) { return false }
    node.pointee.changedAt = revision
    return true
  }

  /// Nil where it is none of Ints, or no Int.
  @inline(__always)
  private func sum(of step: Address<Sweep.Calculation>) -> Int64? {
    guard let left = int(at: step.pointee.left), let right = int(at: step.pointee.right) else {
      return nil
    }
    let (sum, isBeyond) = left.addingReportingOverflow(right)
    return _slowPath(isBeyond) ? nil : sum
  }

  /// What comes of any other calculation; nil where that is no Int, or decisions on the way cost too much.
  @inline(__always)
  private func int(
    of step: Address<Sweep.Calculation>, _ operations: Address<Sweep.Operation>, most: Int,
    _ paid: inout Int
  ) -> Int64? {
    if step.pointee.operationCount > 0 {
      return int(
        of: operations + Int(step.pointee.firstOperation),
        count: Int(step.pointee.operationCount))
    }
    let formula = step.pointee.formula
    if formula.pointee.evaluator.isThere {
      var credit = most &- paid
      let int = formula.pointee.evaluator.unretained(as: FormulaEvaluator.self).lend {
        $0.int(paying: &credit)
      }
      if int != nil { paid = most &- credit }
      return int
    }
    guard let left = int(at: step.pointee.left), let right = int(at: step.pointee.right),
      case .int(let int)? = formula.pointee.operation.apply(left, right)
    else { return nil }
    return int
  }

  /// What comes of the last of some operations; nil where one of them has an operand that is no Int, or gives none.
  @inline(__always)
  private func int(of first: Address<Sweep.Operation>, count: Int) -> Int64? {
    var operation = first
    let last = first + (count - 1)
    while true {
      guard let left = int(at: operation.pointee.left),
        let right = int(at: operation.pointee.right),
        case .int(let int)? = operation.pointee.operation.apply(left, right)
      else { return nil }
      if operation == last { return int }
      Payload.putScalar(.int(int), at: operation.pointee.target)
      operation += 1
    }
  }

  /// Whether all who are to be told would do nothing but emit, and the last node has changed.
  @inline(__always)
  private func canEmit(_ trace: Address<Trace>) -> Bool {
    let last = trace.pointee.sweep.calculations.address(trace.pointee.sweep.calculations.count &- 1)
    if !trace.pointee.sweep.emits || last.pointee.node.pointee.changedAt != state.pointee.revision {
      return false
    }
    var emission = trace.pointee.sweep.emissions.address(0)
    let end = emission + trace.pointee.sweep.emissions.count
    while emission != end {
      let flags = emission.pointee.computation.pointee.flags
      if flags != .computation.union(.emitting) { return false }
      emission += 1
    }
    return true
  }

  /// All emit what they are told of.
  @inline(__always)
  private func emitSwept(_ trace: Address<Trace>) {
    let count = trace.pointee.sweep.emissions.count
    var emission = trace.pointee.sweep.emissions.address(0)
    let end = emission + count
    var row = state.pointee.emitted.room(for: count)
    var run = state.pointee.lastStamp
    while emission != end {
      guard let int = int(at: emission.pointee.place) else { break }
      run &+= 1
      emission.pointee.input.pointee.stamp = run
      emission.pointee.computation.pointee.stamp = run
      emission.pointee.formula.pointee.runs &+= 1
      row.pointee = EmittedScalar(number: emission.pointee.number, scalar: .int(int))
      row += 1
      emission += 1
    }
    assert(emission == end, "what is swept gives Ints")
    state.pointee.emitted.take(count)
    state.pointee.lastStamp = run
  }

  /// A sweep has ended before its end, or those who are to be told have to be queued.
  /// - Returns: The first entry that is left.
  @inline(never)
  private func endSweep(
    of trace: Address<Trace>, at done: Int, _ begun: UInt32, _ paid: Int
  ) -> Address<Trace.Entry>? {
    var credit = state.pointee.meter.credit &- paid
    for place in 0..<done {
      let step = trace.pointee.sweep.calculations.address(place)
      credit -= step.pointee.formula.pointee.cost
      if step.pointee.readsCell {
        noteReads(by: step.pointee.entry, in: begun &+ UInt32(truncatingIfNeeded: place &+ 1))
      }
    }
    noteFormulas(done, leaving: credit)
    for place in 0..<done {
      let entry = trace.pointee.sweep.calculations[place].entry
      guard entry.pointee.node.pointee.changedAt == state.pointee.revision else { continue }
      if entry.pointee.others != Trace.nobody { tellOthers(entry) }
    }
    // Where more than one computation was told, so were nodes that have been worked out already.
    for place in 0..<done {
      let node = trace.pointee.sweep.calculations[place].node
      if !node.pointee.flags.has(.dirty) { continue }
      node.pointee.flags.remove(.dirty)
      state.pointee.dirty.remove(node.pointee.rank)
    }
    var next: Address<Trace.Entry>?
    for place in done..<trace.pointee.sweep.calculations.count {
      let entry = trace.pointee.sweep.calculations[place].entry
      if next.map({ entry - $0 < 0 }) ?? true { next = entry }
    }
    return next
  }

  /// Tells who depends on the cell whose change has begun what was swept last, where that is the whole of what waits
  /// then. False where it is not, and nothing has happened.
  @inline(never)
  func tellSwept() -> Bool {
    let trace = state.pointee.swept
    guard trace.pointee.topology == state.pointee.topology, state.pointee.dirty.isEmpty,
      trace.pointee.sweep.cell == state.pointee.sweptCell
    else { return false }
    let first = trace.pointee.sweep.told.address(0)
    let end = first + trace.pointee.sweep.told.count
    var told = first
    while told != end {
      let flags = told.pointee.flags
      if _slowPath(told.pointee.node.pointee.flags != flags) { break }
      told.pointee.node.pointee.flags = flags.union(.dirty)
      told += 1
    }
    if _slowPath(told != end) {
      while told != first {
        told += -1
        told.pointee.node.pointee.flags = told.pointee.flags
      }
      return false
    }
    state.pointee.dirty.insert(thatOf: trace.pointee.waiting)
    let rank = first.pointee.node.pointee.rank
    if rank < state.pointee.settled { state.pointee.settled = rank }
    return true
  }
}
