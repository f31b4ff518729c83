// Derived nodes and computations whose inputs are named when they are made. Their links stand from then on:
// a run confirms none, and the rule takes the values from the inputs' nodes, once these are up to date.
extension Kernel {
  /// A new mapped derived node without its rule.
  /// - Parameter kind: what its value is, and what its rule takes.
  @usableFromInline
  func makeMapped(_ inputs: [UInt32], _ kind: NodeFlags, label: String?) -> UInt32 {
    let id = makeDerived(kind.union(.mapped), label: label)
    name(inputs, for: id)
    makeTraces()
    return id
  }

  @usableFromInline
  func makeMapped(_ input: UInt32, label: String?, _ body: consuming @escaping (Int) throws -> Int)
    -> UInt32
  {
    let id = makeMapped([input], [.int, .unary], label: label)
    node(id).put(MapRule(body: body))
    return id
  }

  @usableFromInline
  func makeMapped(
    _ first: UInt32, _ second: UInt32, label: String?,
    _ body: consuming @escaping (Int, Int) throws -> Int
  ) -> UInt32 {
    let id = makeMapped([first, second], [.int, .binary], label: label)
    node(id).put(PairRule(body: body))
    return id
  }

  /// Makes the links of a node. They stand in nobody's list of dependents yet.
  private func name(_ inputs: [UInt32], for id: UInt32) {
    var next: UInt32 = 0
    for input in inputs.reversed() {
      let index = makeLink()
      link(index).pointee.dependency = input
      link(index).pointee.dependent = id
      link(index).pointee.nextDependency = next
      next = index
    }
    node(id).pointee.firstDependency = next
  }

  /// Calls the rule of a mapped derived node whose inputs are up to date and values, and says whether what it
  /// gives is a change.
  @inline(__always)
  func callMapped(_ id: UInt32, _ before: NodeFlags) throws -> Bool {
    guard before.has([.unary, .binary]) else { return try callRule(id, before) }
    let first = link(node(id).pointee.firstDependency).pointee
    let a = node(first.dependency).pointee.payload
    let new: Int
    if before.has(.unary) {
      new = try node(id).rule(as: MapRule.self).pointee.call(Int(truncatingIfNeeded: a))
    } else {
      let b = node(link(first.nextDependency).pointee.dependency).pointee.payload
      new = try node(id).rule(as: PairRule.self).pointee.call(
        Int(truncatingIfNeeded: a), Int(truncatingIfNeeded: b))
    }
    return storeBits(UInt64(bitPattern: Int64(new)), in: id, before)
  }

  /// The same of one that has been put on the stack, whose inputs are read first, so that their links are
  /// confirmed. What an input throws is what the node gives. Nothing is tracked from then on, and no link
  /// goes, also where one of them fails.
  @inline(never)
  func pullMapped(_ id: UInt32, _ before: NodeFlags) throws -> Bool {
    node(id).pointee.flags.insert(.pulling)
    do {
      defer {
        node(id).pointee.flags.remove(.pulling)
        state.pointee.observer = 0
        state.pointee.cursor = 0
      }
      for input in inputs(of: id) {
        if node(input).pointee.flags.has(.derived) { try read(input) } else { track(input) }
      }
    }
    return try callMapped(id, before)
  }

  /// Evaluates a mapped derived node that the settling has come to.
  @inline(never)
  func settleMapped(_ id: UInt32) -> Bool {
    state.pointee.observer = 0
    let before = node(id).pointee.flags.subtracting(.marks)
    guard before.isEvaluatedMap, areReadable(inputsOf: id) || settleLeft(to: id, before) else {
      return evaluateOutermost(id)
    }
    if isNoted { noteTurn(id) }
    if let isChanged = evaluateReadable(id, before) { return isChanged }
    // The evaluation notes it itself.
    if state.pointee.turns.last == id { state.pointee.turns.removeLast() }
    return evaluateOutermost(id)
  }

  /// Evaluates a live mapped node whose inputs are up to date and values, and says whether that is a change. Nil, and
  /// nothing has happened, where it is promoted, and its rule has to do that.
  @inline(__always)
  func evaluateReadable(_ id: UInt32, _ before: NodeFlags) -> Bool? {
    let revision = state.pointee.revision
    if before.isPromoted {
      guard let isChanged = workOut(id) else { return nil }
      state.pointee.lastStamp &+= 1
      noteReads(of: id, in: state.pointee.lastStamp)
      node(id).pointee.flags = before
      node(id).pointee.verifiedAt = revision
      if isChanged { node(id).pointee.changedAt = revision }
      return isChanged
    }
    state.pointee.lastStamp &+= 1
    node(id).pointee.flags = before.union(.running)
    do {
      let isChanged = try callMapped(id, before)
      let node = node(id)
      node.pointee.flags = node.pointee.flags.subtracting(.running)
      node.pointee.verifiedAt = revision
      if isChanged { node.pointee.changedAt = state.pointee.revision }
      return isChanged
    } catch {
      return failSettled(id, error, revision)
    }
  }

  /// Makes an error the value of a node that the settling has come to, and says whether that is a change.
  @inline(never)
  func failSettled(_ id: UInt32, _ error: any Error, _ revision: UInt64) -> Bool {
    let isChanged = fail(id, error)
    node(id).pointee.verifiedAt = revision
    if isChanged { node(id).pointee.changedAt = state.pointee.revision }
    return isChanged
  }

  /// Whether all inputs of a live node are values as they stand. Where the settling has come to the node, one
  /// that is not marked is up to date.
  func areReadable(inputsOf id: UInt32) -> Bool { !flags(ofInputsOf: id).has(.unreadable) }

  /// All flags that any input of a node has.
  @inline(__always)
  private func flags(ofInputsOf id: UInt32) -> NodeFlags {
    var flags: NodeFlags = []
    for input in inputs(of: id) { flags.formUnion(node(input).pointee.flags) }
    return flags
  }

  /// Whether nothing that a node has read in its run has failed, so that a formula is the same of what stands there.
  func hasReadValues(_ id: UInt32) -> Bool { !flags(ofInputsOf: id).has(.failed) }
}

// Derived nodes whose inputs are known from their last run.
extension Kernel {
  /// Evaluates what has been left to a promoted node that the settling has come to, in the order in which its
  /// body would, as long as that is left to it alone and worked out, too. Says whether all inputs are readable
  /// then; where they are not, its body does the rest.
  @inline(never)
  func settleLeft(to id: UInt32, _ before: NodeFlags) -> Bool {
    // The body begins first, where that is noted, and finds what is as last seen.
    if !before.isPromoted || isNoted || state.pointee.hasReturned { return false }
    return settleInputs(of: id, for: id, depth: state.pointee.frames.count) && !isNoted
  }

  /// The same of the inputs of that node, or of one that is left to it.
  private func settleInputs(of id: UInt32, for reader: UInt32, depth: Int) -> Bool {
    func settles(_ input: UInt32) -> Bool {
      !node(input).pointee.flags.has(.unreadable) || evaluateLeft(input, for: reader, depth: depth)
    }
    if let evaluator = formula(of: id)?.pointee.evaluator, evaluator.isThere {
      // Of several operations one may fail, or decide, before something is read.
      return evaluator.unretained(as: FormulaEvaluator.self).lend { $0.settleReads(settles) }
    }
    return inputs(of: id).allSatisfy(settles)
  }

  /// Works out a dirty promoted node of which nobody is to be told. False where it must be read to be evaluated.
  private func evaluateLeft(_ id: UInt32, for reader: UInt32, depth: Int) -> Bool {
    let flags = node(id).pointee.flags
    let before = flags.subtracting(.marks)
    guard flags.has(.dirty), before.isEvaluatedMap, before.isPromoted,
      depth < state.pointee.depthLimit, isLeft(id, for: reader),
      areReadable(inputsOf: id) || settleInputs(of: id, for: reader, depth: depth + 1), !isNoted
    else { return false }
    return evaluateReadable(id, before) != nil
  }

  /// Whether all that depend on a node are the one that reads it next, or dirty, and so know already.
  private func isLeft(_ id: UInt32, for reader: UInt32) -> Bool {
    !node(id).pointee.flags.has(.hasKept)
      && dependents(of: id).allSatisfy { $0 == reader || node($0).pointee.flags.has(.dirty) }
  }

  /// A derived node that tracks, and has just read so many others in its run, which gives a value, is going
  /// to read the same ones as long as it gives values. False where that is not so.
  func promote(_ id: UInt32, reading count: Int) -> Bool {
    if node(id).pointee.flags.has(.mapped) { return true }
    guard hasReadAll(id, count) else { return false }
    node(id).pointee.flags.formUnion([.mapped, .promoted])
    state.pointee.topology &+= 1
    makeTraces()
    return true
  }

  /// The same of a computation, which then emits what its formula gives. False also where it has none.
  func noteEmitting(_ id: UInt32, reading count: Int) -> Bool {
    guard count > 0, hasReadAll(id, count), let formula = usableFormula(of: id) else {
      return false
    }
    let input = link(node(id).pointee.firstDependency).pointee.dependency
    if formula.pointee.input != input { state.pointee.formulaChanges &+= 1 }
    formula.pointee.input = input
    node(id).pointee.flags.insert(.emitting)
    return true
  }

  /// Whether a node has read so many others in its run, and the run before none besides.
  private func hasReadAll(_ id: UInt32, _ count: Int) -> Bool {
    guard node(id).pointee.flags.has(.running), state.pointee.observer == id,
      state.pointee.cursor == 0
    else { return false }
    return inputs(of: id).reduce(0) { found, _ in found + 1 } == count
  }

  /// A node has read others than it was known to read, or failed.
  @inline(__always)
  func demote(_ id: UInt32) {
    if _slowPath(node(id).pointee.flags.isPromoted) { giveUpPromotion(id) }
  }

  @inline(never)
  func giveUpPromotion(_ id: UInt32) {
    node(id).pointee.flags.subtract([.mapped, .promoted])
    state.pointee.topology &+= 1
  }

  /// A promoted node has read what it reads. Records know by the stamp whether what they bring back has been read
  /// meanwhile.
  @inline(__always)
  func noteReads(of id: UInt32, in run: UInt32) {
    for input in inputs(of: id) { node(input).pointee.stamp = run }
  }
}

// Mapped computations.
extension Kernel {
  /// A new computation of an Int that is named, with its rule, which runs at once.
  @usableFromInline
  func makeMappedComputation(
    _ input: UInt32, label: String?, onError: ((any Error, Computation) -> Void)?,
    taking body: consuming @escaping (Int) throws -> Void
  ) throws -> Computation {
    let id = try takeComputation([.mapped, .int], label: label, about: nil, onError: onError)
    node(id).put(TakingRule(body: body))
    node(id).pointee.verifiedAt = UInt64(input)
    name([input], for: id)
    return try start(id)
  }

  /// The same of any inputs.
  @usableFromInline
  func makeMappedComputation(
    _ inputs: [UInt32], label: String?, onError: ((any Error, Computation) -> Void)?,
    running body: consuming @escaping () throws -> Void
  ) throws -> Computation {
    let id = try takeComputation(.mapped, label: label, about: nil, onError: onError)
    node(id).put(RunningRule { _ in try body() })
    name(inputs, for: id)
    return try start(id)
  }

  /// Brings the inputs of a mapped computation up to date. Throws what one of them throws.
  /// - Parameter isFirst: whether it is to be put into their lists.
  func pullInputs(ofComputation id: UInt32, isFirst: Bool) throws {
    try untracked {
      var failure: (any Error)?
      var index = node(id).pointee.firstDependency
      while index != 0 {
        let input = link(index).pointee.dependency
        let next = link(index).pointee.nextDependency
        if node(input).pointee.flags.has(.derived) {
          do {
            try read(input)
          } catch {
            failure = failure ?? error
          }
        }
        if isFirst { connect(index) }
        index = next
      }
      if let failure { throw failure }
    }
  }

  /// The same of one that is to run again; gives the error. What is evaluated may write what was up to date
  /// before; bodies that always do would never let it rest.
  func pullInputs(ofInvalid id: UInt32) -> (any Error)? {
    for _ in 0..<KernelState.mostAttempts {
      do {
        try pullInputs(ofComputation: id, isFirst: false)
      } catch {
        return error
      }
      if areCurrent(inputsOf: id) { break }
    }
    return nil
  }

  private func areCurrent(inputsOf id: UInt32) -> Bool {
    inputs(of: id).allSatisfy { !node($0).pointee.flags.has(.derived) || isCurrent($0) }
  }

  /// Calls the rule of a mapped computation whose inputs are up to date.
  @inline(__always)
  func callTaking(_ id: UInt32) throws {
    let input = node(UInt32(truncatingIfNeeded: node(id).pointee.verifiedAt))
    try node(id).rule(as: TakingRule.self).pointee.call(
      Int(truncatingIfNeeded: input.pointee.payload))
  }
}
