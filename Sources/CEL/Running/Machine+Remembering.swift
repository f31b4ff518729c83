internal import Values

// Macros and sums of which the last evaluation is remembered. Where anything fails, or the budget does
// not suffice, the part is evaluated once more without a memory: what an error is and where is told by
// one road alone.
extension Machine {
  /// What a macro over a list gives; nil where that is to be worked out without a memory.
  mutating func remembered(_ position: Int32, _ node: Node, _ form: MacroForm, _ list: List)
    -> Value?
  {
    guard let memory, canRemember(list), program.lend({ $0.remembered[position] }) == .loop
    else { return nil }
    let pieces = memory.loops[position] ?? ListMemory()
    memory.loops[position] = pieces
    var work = LoopWork(self, node, form)
    guard let summary = try? pieces.summary(of: list, &work) else { return nil }
    let value: Value
    switch summary.result {
    case .list(let piece):
      guard let list = try? piece.list() else { return nil }
      value = .list(list)
    case .decided(let isDeciding): value = .bool(isDeciding == (form == .exists))
    case .count(let count): value = .bool(count == 1)
    }
    budget = work.machine.budget
    return value
  }

  /// The sum of a list of ints; nil as above.
  mutating func rememberedSum(_ position: Int32, _ list: List) -> Value? {
    guard let memory, canRemember(list), program.lend({ $0.remembered[position] }) == .sum
    else { return nil }
    let pieces = memory.sums[position] ?? ListMemory()
    memory.sums[position] = pieces
    var work = SumWork(budget)
    guard let sum = try? pieces.summary(of: list, &work), let total = sum.value else { return nil }
    budget = work.budget
    return .int(total)
  }

  /// What a function keeps for its next call makes what an element costs hang on what was before it.
  private func canRemember(_ list: List) -> Bool {
    list.count >= FormulaMemory.least && budget.kept == nil
  }
}

/// Works out a macro over a list.
struct LoopWork: ListWork {
  struct Summary {
    enum Result {
      /// What is kept of elements, or becomes of them.
      case list(ListPiece)
      /// Whether `all` or `exists` is decided by them.
      case decided(Bool)
      /// For how many of them `exists_one` holds.
      case count(Int64)
    }

    let result: Result
    /// What it took off the budget.
    let cost: Int
  }

  fileprivate var machine: Machine
  private let node: Node
  private let form: MacroForm

  fileprivate init(_ machine: Machine, _ node: Node, _ form: MacroForm) {
    self.machine = machine
    self.machine.memory = nil
    self.node = node
    self.form = form
  }

  mutating func summary(of elements: ArraySlice<Value>) throws(NotRemembered) -> Summary {
    let before = machine.budget.remaining
    guard let value = try? machine.piece(Array(elements), node, form), machine.budget.kept == nil
    else { throw NotRemembered() }
    let result: Summary.Result =
      switch value {
      case .list(let list): .list(ListPiece(list.elements.array))
      case .bool(let bool): .decided(bool == (form == .exists))
      case .int(let count): .count(count)
      case .null, .uint, .double, .string, .bytes, .map, .timestamp, .duration, .type, .optional,
        .opaque:
        preconditionFailure("no macro gives \(value.typeName)")
      }
    return Summary(result: result, cost: before - machine.budget.remaining)
  }

  mutating func reuse(_ summary: Summary) throws(NotRemembered) {
    guard machine.budget.takeRemembered(summary.cost) else { throw NotRemembered() }
  }

  func join(_ summaries: [Summary]) -> Summary {
    var pieces: [ListPiece] = []
    var total: Int64 = 0
    var isDecided = false
    var cost = 0
    for summary in summaries {
      cost += summary.cost
      switch summary.result {
      case .list(let piece): pieces.append(piece)
      case .decided(let isDeciding): isDecided = isDeciding
      case .count(let count): total += count
      }
    }
    let result: Summary.Result =
      switch summaries[0].result {
      case .list: .list(ListPiece(joining: pieces))
      case .decided: .decided(isDecided)
      case .count: .count(total)
      }
    return Summary(result: result, cost: cost)
  }

  func isFinal(_ summary: Summary) -> Bool {
    if case .decided(true) = summary.result { true } else { false }
  }
}

/// Works out the sum of a list of ints.
struct SumWork: ListWork {
  struct Summary {
    let total: Int128
    /// The least and the greatest of the sums on the way: one beyond an int is an error.
    let least: Int128
    let greatest: Int128
    let cost: Int

    var value: Int64? {
      least < Int128(Int64.min) || greatest > Int128(Int64.max) ? nil : Int64(total)
    }
  }

  fileprivate var budget: Budget

  fileprivate init(_ budget: Budget) { self.budget = budget }

  mutating func summary(of elements: ArraySlice<Value>) throws(NotRemembered) -> Summary {
    var total: Int128 = 0
    var (least, greatest) = (Int128.max, Int128.min)
    for element in elements {
      guard case .int(let int) = element else { throw NotRemembered() }
      total += Int128(int)
      least = min(least, total)
      greatest = max(greatest, total)
    }
    do { try budget.charge(elements.count) } catch { throw NotRemembered() }
    return Summary(total: total, least: least, greatest: greatest, cost: elements.count)
  }

  mutating func reuse(_ summary: Summary) throws(NotRemembered) {
    guard budget.takeRemembered(summary.cost) else { throw NotRemembered() }
  }

  func join(_ summaries: [Summary]) -> Summary {
    var sum = summaries[0]
    for next in summaries.dropFirst() {
      sum = Summary(
        total: sum.total + next.total, least: min(sum.least, sum.total + next.least),
        greatest: max(sum.greatest, sum.total + next.greatest), cost: sum.cost + next.cost)
    }
    return sum
  }

  func isFinal(_ summary: Summary) -> Bool { false }
}
