// A record of nothing but sums and copies is swept: all that is the same whenever it is gone through (what it costs,
// who is to be told, which cells are read last by which run, where operands stand) is worked out once, and then each
// node takes no more than to add two numbers and to look whether it is still as it was. Computations that only emit
// what a node gives are not queued, but emit behind the last node, in their order. Saves two thirds of what a formula
// takes, and of what an emission does. Walked by `GraphFormulaTests`.
//
// All nodes that wait must still be marked. Then nothing recorded has been evaluated since the write, so that a node is
// stale as soon as all before it have changed: it was evaluated when it was recorded, and so reads one of them, or
// what has been written. The first that does not change, or is not as it was, ends the sweep, and the replay goes on.
import Values

/// What is known of a record of sums and copies.
struct Sweep: ~Copyable {
  /// A node and how it is worked out.
  struct Sum: BitwiseCopyable {
    let node: Address<Node>
    let left: Address<Value>
    let right: Address<Value>
    let result: Address<Value>
    let formula: Address<KeptFormula>
    /// Its flags before that, and behind it.
    let before: NodeFlags
    let after: NodeFlags
  }

  /// What is told by the cell whose change begins the record.
  struct Told: BitwiseCopyable {
    let node: Address<Node>
    let flags: NodeFlags
  }

  /// What is read from outside the record, and how many nodes are worked out until it has been read last.
  struct Read: BitwiseCopyable {
    let node: Address<Node>
    var count: UInt32
  }

  /// A computation that emits what a node gives.
  struct Emission: BitwiseCopyable {
    let computation: Address<Node>
    let input: Address<Node>
    let formula: Address<KeptFormula>
    let place: Address<Value>
    let number: Int
  }

  /// What `KernelState.formulaChanges` was when it was made; nothing stands for it before that.
  var changes: UInt64 = 0
  /// How often it has been made.
  var makings = 0
  var sums = Stack<Sum>(capacity: 1)
  var told = Stack<Told>(capacity: 1)
  var reads = Stack<Read>(capacity: 1)
  var emissions = Stack<Emission>(capacity: 1)
  /// Whether all who are to be told only emit, so that they need not be queued.
  var emits = false
  /// What all of it costs.
  var cost = 0
  /// The cell whose change has all that waits at the beginning wait, and nothing else; 0 where there is none.
  var cell: UInt32 = 0

  /// From how many nodes on a record is swept.
  static let fewest = 4
  /// How many things from outside it may read.
  static let mostReads = 16
  /// How often it is made anew because formulas have changed.
  static let mostMakings = 4
}

extension Kernel {
  /// Goes through a record as far as it can be swept.
  /// - Returns: The first entry that is left; nil where that is none.
  @inline(never)
  func sweep(_ trace: Address<Trace>) -> Address<Trace.Entry>? {
    let first = trace.pointee.entries.address(0)
    if trace.pointee.sweep.changes != state.pointee.formulaChanges { makeSweep(trace) }
    let count = trace.pointee.sweep.sums.count
    let (most, credit) = (trace.pointee.sweep.emissions.count, state.pointee.meter.credit)
    let rest = credit &- trace.pointee.sweep.cost
    guard count > 0, rest >= 0, !state.pointee.hasReturned,
      state.pointee.emitted.count &+ most <= state.pointee.meter.room,
      isUnnoted(for: count &+ most)
    else { return first }
    let begun = state.pointee.lastStamp
    let done = workOut(trace.pointee.sweep.sums)
    if done == 0 { return first }
    state.pointee.dirty.remove(thatOf: trace.pointee.waiting)
    state.pointee.lastStamp = begun &+ UInt32(truncatingIfNeeded: done)
    if _slowPath(done != count || !canEmit(trace)) { return endSweep(of: trace, at: done, begun) }
    for place in 0..<trace.pointee.sweep.reads.count {
      let read = trace.pointee.sweep.reads.address(place)
      read.pointee.node.pointee.stamp = begun &+ read.pointee.count
    }
    emitSwept(trace)
    noteFormulas(count &+ most, leaving: rest)
    (state.pointee.sweptCell, state.pointee.swept) = (trace.pointee.sweep.cell, trace)
    return nil
  }

  /// Works out nodes as long as each is as it was and changes.
  /// - Returns: How many have been worked out. Of these, the last one may not have changed.
  @inline(__always)
  private func workOut(_ sums: borrowing Stack<Sweep.Sum>) -> Int {
    let revision = state.pointee.revision
    let first = sums.address(0)
    let end = first + sums.count
    var step = first
    repeat {
      let node = step.pointee.node
      guard node.pointee.flags == step.pointee.before, let left = int(at: step.pointee.left),
        let right = int(at: step.pointee.right)
      else { break }
      let (sum, isBeyond) = left.addingReportingOverflow(right)
      if _slowPath(isBeyond) { break }
      node.pointee.flags = step.pointee.after
      node.pointee.verifiedAt = revision
      step.pointee.formula.pointee.runs &+= 1
      let isChanged = Payload.replaceInt(at: step.pointee.result, by: sum)
      step += 1
      if _slowPath(!isChanged) { break }
      node.pointee.changedAt = revision
    } while step != end
    return step - first
  }

  /// Whether all who are to be told would do nothing but emit, and the last node has changed.
  @inline(__always)
  private func canEmit(_ trace: Address<Trace>) -> Bool {
    let last = trace.pointee.sweep.sums.address(trace.pointee.sweep.sums.count &- 1)
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
  /// - Returns: As of `sweep`.
  @inline(never)
  private func endSweep(
    of trace: Address<Trace>, at done: Int, _ begun: UInt32
  ) -> Address<Trace.Entry>? {
    var credit = state.pointee.meter.credit
    for place in 0..<done {
      let entry = trace.pointee.entries.address(place)
      credit -= trace.pointee.sweep.sums[place].formula.pointee.cost
      if entry.pointee.readsCell {
        let run = begun &+ UInt32(truncatingIfNeeded: place &+ 1)
        entry.pointee.first.pointee.stamp = run
        entry.pointee.second.pointee.stamp = run
      }
    }
    noteFormulas(done, leaving: credit)
    for place in 0..<done {
      let entry = trace.pointee.entries.address(place)
      guard entry.pointee.node.pointee.changedAt == state.pointee.revision else { continue }
      if entry.pointee.others != Trace.nobody { tellOthers(entry) }
    }
    // Where more than one computation was told, so were nodes that have been worked out already.
    for place in 0..<done {
      let node = trace.pointee.entries[place].node
      if !node.pointee.flags.has(.dirty) { continue }
      node.pointee.flags.remove(.dirty)
      state.pointee.dirty.remove(node.pointee.rank)
    }
    return done == trace.pointee.entries.count ? nil : trace.pointee.entries.address(done)
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

// How it is found out what is the same each time.
extension Kernel {
  /// Finds out how a record is swept, if it can be.
  @inline(never)
  private func makeSweep(_ trace: Address<Trace>) {
    let makings = trace.pointee.sweep.makings
    trace.pointee.sweep = Sweep()
    trace.pointee.sweep.makings = makings + 1
    trace.pointee.sweep.changes = state.pointee.formulaChanges
    let count = trace.pointee.entries.count
    guard trace.pointee.isWhole, count >= Sweep.fewest, makings < Sweep.mostMakings else { return }
    for place in 0..<count {
      guard let sum = sum(for: trace.pointee.entries.address(place), in: trace),
        notesReads(of: trace.pointee.entries.address(place), in: trace)
      else { return trace.pointee.sweep.sums.removeLast(downTo: 0) }
      trace.pointee.sweep.sums.push(sum)
    }
    trace.pointee.sweep.cell = cell(beginning: trace)
    trace.pointee.sweep.emits = hasEmissions(trace)
    if !trace.pointee.sweep.emits { trace.pointee.sweep.emissions.removeLast(downTo: 0) }
    for place in 0..<trace.pointee.sweep.emissions.count {
      trace.pointee.sweep.cost += trace.pointee.sweep.emissions[place].formula.pointee.cost
    }
  }

  /// How the node of an entry is worked out, where that is the sum of two, or a copy, which is one with nothing.
  private func sum(
    for entry: Address<Trace.Entry>, in trace: Address<Trace>
  ) -> Sweep.Sum? {
    guard entry.pointee.rule == .formula, !entry.pointee.readsMore,
      let formula = entry.pointee.formula, formula.pointee.isUsable,
      entry.pointee.others != Trace.all
    else { return nil }
    var right = formula.pointee.right
    if formula.pointee.operation == .first, !formula.pointee.evaluator.isThere {
      right = Payload.place(in: state.pointee.zero)
    } else if !formula.pointee.isSum {
      return nil
    }
    let flags = entry.pointee.flags
    let waits = trace.pointee.isWaiting(entry.pointee.node.pointee.rank)
    if waits { trace.pointee.sweep.told.push(Sweep.Told(node: entry.pointee.node, flags: flags)) }
    trace.pointee.sweep.cost += formula.pointee.cost
    return Sweep.Sum(
      node: entry.pointee.node, left: formula.pointee.left, right: right,
      result: formula.pointee.result, formula: formula,
      before: waits ? flags.union(.dirty) : flags, after: flags)
  }

  /// Notes what the next node reads that reads a cell. False where that becomes too much.
  private func notesReads(of entry: Address<Trace.Entry>, in trace: Address<Trace>) -> Bool {
    if !entry.pointee.readsCell { return true }
    let run = UInt32(truncatingIfNeeded: trace.pointee.sweep.sums.count + 1)
    for input in [entry.pointee.first, entry.pointee.second] {
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
    var index = node(trace.pointee.entries[0].id).pointee.firstDependency
    while index != 0 {
      let cell = link(index).pointee.dependency
      if node(cell).pointee.flags.has(.cell), isWholly(trace, toldBy: cell) { return cell }
      index = link(index).pointee.nextDependency
    }
    return 0
  }

  private func isWholly(_ trace: Address<Trace>, toldBy cell: UInt32) -> Bool {
    var (index, count) = (node(cell).pointee.firstDependent, 0)
    while index != 0 {
      let dependent = node(link(index).pointee.dependent)
      if dependent.pointee.flags.has(.computation)
        || !trace.pointee.isWaiting(dependent.pointee.rank)
      {
        return false
      }
      index = link(index).pointee.next
      count += 1
    }
    return count == trace.pointee.sweep.told.count
  }

  /// Whether all who are to be told are computations that emit what they are told of. They are noted in their order.
  private func hasEmissions(_ trace: Address<Trace>) -> Bool {
    for place in 0..<trace.pointee.entries.count {
      let entry = trace.pointee.entries.address(place)
      let id = entry.pointee.others
      if id == Trace.nobody { continue }
      guard let formula = usableFormula(of: id), formula.pointee.operation == .first,
        !formula.pointee.evaluator.isThere,
        formula.pointee.left == trace.pointee.sweep.sums[place].result,
        formula.pointee.input == entry.pointee.id
      else { return false }
      trace.pointee.sweep.emissions.push(
        Sweep.Emission(
          computation: node(id), input: entry.pointee.node, formula: formula,
          place: formula.pointee.left, number: formula.pointee.number))
    }
    trace.pointee.sweep.emissions.sort(from: 0) {
      $0.computation.pointee.payload < $1.computation.pointee.payload
    }
    return true
  }
}
