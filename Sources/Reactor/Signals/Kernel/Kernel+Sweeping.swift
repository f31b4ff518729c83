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

/// What is known of a record of formulas that give Ints.
struct Sweep: ~Copyable {
  /// A node and how it is worked out.
  struct Calculation: BitwiseCopyable {
    let node: Address<Node>
    let left: Address<Value>
    let right: Address<Value>
    let result: Address<Value>
    let formula: Address<KeptFormula>
    /// What the record says of it.
    let entry: Address<Trace.Entry>
    /// Its flags before that, and behind it.
    let before: NodeFlags
    let after: NodeFlags
    /// Whether it is a sum; a copy is one with nothing.
    let isSum: Bool
    /// Whether some input is a cell.
    let readsCell: Bool
    /// Where its operations stand in `operations`, if there are several, and how many.
    let operationCount: UInt16
    let firstOperation: UInt32
  }

  /// One of several operations on Ints by which a node is worked out.
  struct Operation: BitwiseCopyable {
    let operation: ScalarOperation
    let left: Address<Value>
    let right: Address<Value>
    /// Where what it gives stands for those behind it.
    let target: Address<Value>
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
  /// In the order in which they are worked out.
  var calculations = Stack<Calculation>(capacity: 1)
  /// Whether all of them are sums.
  var isOfSums = true
  /// Those of calculations that take several, and decide nothing.
  var operations = Stack<Operation>(capacity: 1)
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
      var index = node(entry.pointee.id).pointee.firstDependency
      while index != 0 {
        let input = link(index).pointee.dependency
        index = link(index).pointee.nextDependency
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
    var (index, readsCell) = (node(id).pointee.firstDependency, false)
    while index != 0 {
      let flags = node(link(index).pointee.dependency).pointee.flags
      if flags.has(.cell) { readsCell = true } else if !flags.has([.seen, .left]) { return nil }
      index = link(index).pointee.nextDependency
    }
    return readsCell
  }

  /// Whether all that depend on a node are recorded, or computations.
  private func tellsRecorded(_ id: UInt32) -> Bool {
    var index = node(id).pointee.firstDependent
    while index != 0 {
      if !node(link(index).pointee.dependent).pointee.flags.has([.seen, .left, .computation]) {
        return false
      }
      index = link(index).pointee.next
    }
    return true
  }

  /// Notes what the next node reads. False where that becomes too much.
  private func notesReads(of entry: Address<Trace.Entry>, in trace: Address<Trace>) -> Bool {
    let run = UInt32(truncatingIfNeeded: trace.pointee.sweep.calculations.count + 1)
    var index = node(entry.pointee.id).pointee.firstDependency
    while index != 0 {
      let input = node(link(index).pointee.dependency)
      index = link(index).pointee.nextDependency
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
    for place in 0..<trace.pointee.sweep.calculations.count {
      let step = trace.pointee.sweep.calculations[place]
      var index = step.node.pointee.firstDependent
      while index != 0 {
        let id = link(index).pointee.dependent
        index = link(index).pointee.next
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
