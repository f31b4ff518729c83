import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Evaluates a formula within what is left of the step's budget. What the memory of it gives is no
  /// work of the step, and counts for the limit of one evaluation alone.
  func evaluate(
    _ formula: Formula, in frame: Frame, remembering memory: FormulaMemory? = nil
  ) throws(RunError) -> Value {
    if let scalar = evaluateAtOnce(formula, in: frame) { return Value(scalar) }
    return try evaluateWhole(formula, in: frame, remembering: memory)
  }

  @inline(never)
  private func evaluateWhole(
    _ formula: Formula, in frame: Frame, remembering memory: FormulaMemory?
  ) throws(RunError) -> Value {
    try checkDepth()
    var budget = Budget(allowance)
    let before = budget.remaining
    let outcome =
      oracle == nil
      ? formula.program.evaluate(frame, remembering: memory, budget: &budget)
      : evaluateWatched(formula, in: frame, remembering: memory, &budget)
    let spent = before - budget.remaining - budget.remembered
    if takesOffCredit(World.evaluationWork + spent) {
      charge(spent)
    } else {
      try take(spent)
      try checkPatience(behind: World.evaluationWork + spent)
      try make(cost: spent)
      lendAgain()
    }
    switch outcome {
    case .value(let value): return value
    case .error(let error):
      let parts = RunError.isLimit(error) ? [] : explanation(of: formula, in: frame)
      throw RunError(error, in: formula, parts: parts)
    }
  }

  /// What a single operation on scalars gives that stand there; nil where the general way must be taken, and
  /// nothing has happened but that something may have been read.
  @inline(__always)
  func evaluateAtOnce(_ formula: Formula, in frame: Frame) -> ScalarValue? {
    guard let single = formula.program.single, oracle == nil,
      let left = frame.scalar(single.left)
    else { return nil }
    let value: ScalarValue
    if case .first = single.operation {
      value = left
    } else {
      guard let right = frame.scalar(single.right),
        let result = single.operation.apply(left, right)
      else { return nil }
      value = result
    }
    if !takesOffCredit(World.evaluationWork + single.cost), !affords(single.cost) { return nil }
    charge(single.cost)
    lendAgain()
    return value
  }

  /// Takes an evaluation that comes to no limit off all accounts.
  @inline(__always)
  private func charge(_ cost: Int) {
    unsettledLimits.spend(cost)
    unsettledWatchdog.note(World.evaluationWork + cost)
    _ = unsettledMemory.make(cost: cost)
  }

  /// Whether an evaluation of that cost comes to no limit.
  @inline(__always)
  private func affords(_ cost: Int) -> Bool {
    settle()
    return unsettledLimits.allows(cost)
      && unsettledWatchdog.isQuiet(behind: World.evaluationWork + cost)
      && unsettledMemory.hasRoom(cost: cost)
  }

  /// While somebody compares: what the oracle recomputes takes the road that the world did not take,
  /// where there are two.
  @inline(never)
  private func evaluateWatched(
    _ formula: Formula, in frame: Frame, remembering memory: FormulaMemory?, _ budget: inout Budget
  ) -> CEL.Outcome {
    reader !== oracle
      ? formula.program.evaluateByScalars(frame, remembering: memory, budget: &budget)
      : formula.program.evaluateAny(frame, remembering: memory, budget: &budget)
  }

  /// A memory for a formula that is evaluated again and again; nil where nothing of it can be
  /// remembered.
  func memory(for formula: Formula) -> FormulaMemory? {
    guard let memory = FormulaMemory(for: formula.program) else { return nil }
    memories.append(memory)
    return memory
  }

  /// The same of an `always` property.
  func memory(ofProperty index: Int) -> FormulaMemory? {
    if let known = propertyMemories[index] { return known }
    guard let made = memory(for: tables.always[index]) else { return nil }
    propertyMemories[index] = made
    return made
  }

  /// What the parts of a failed formula gave: for the first failures of each step, for it takes time.
  private func explanation(of formula: Formula, in frame: Frame) -> [Failure.Part] {
    if explanationsLeft == 0 { return [] }
    explanationsLeft -= 1
    return explaining { Explaining.parts(of: formula, in: frame) }
  }

  /// Evaluates a formula that must be true or false.
  func condition(_ formula: Formula, in frame: Frame) throws(RunError) -> Bool {
    let value = try evaluate(formula, in: frame)
    guard case .bool(let bool) = value else {
      // A comparison behind a choice would be of its last branch.
      let text = formula.text.contains("?") ? "(\(formula.text))" : formula.text
      throw RunError(
        .notABool, "a condition must be true or false, not \(value.typeName)",
        at: formula.span,
        help: ["compare it with something, as in `\(text) != null`"], isFormula: true)
    }
    return bool
  }

  /// The value of data, its formulas evaluated in the order in which they stand.
  func value(of datum: Datum, in frame: Frame) throws(RunError) -> Value {
    switch datum.content {
    case .value(let value): return value
    case .formula(let formula): return try evaluate(formula, in: frame)
    case .placeholder: return .string("_")
    case .condition(let formula): return .string("= \(formula.text)")
    case .list(let data):
      var elements: [Value] = []
      elements.reserveCapacity(data.count)
      for element in data { elements.append(try value(of: element, in: frame)) }
      try make(100 * (1 + data.count))
      return try built(datum) { () throws(ValueFault) in try .list(of: elements) }
    case .map(let entries):
      var values: [(String, Value)] = []
      for entry in entries {
        values.append((entry.key.text, try value(of: entry.value, in: frame)))
      }
      try make(200 * (1 + entries.count))
      return try built(datum) { () throws(ValueFault) in try .record(values) }
    }
  }

  /// The same of data whose formula is at hand where it is one, which is not counted; null for none.
  func value(
    of formula: Formula?, else datum: @autoclosure () -> Datum?, in frame: Frame
  ) throws(RunError) -> Value {
    if let formula {
      return try Lent(formula).lend { (formula) throws(RunError) in
        try evaluate(formula, in: frame)
      }
    }
    guard let datum = datum() else { return .null }
    return try value(of: datum, in: frame)
  }

  /// The whole number of times that a key asks for.
  func count(_ datum: Datum, _ key: String, in frame: Frame) throws(RunError) -> Int {
    let value = try value(of: datum, in: frame)
    guard case .int(let int) = value, int >= 0, let count = Int(exactly: int) else {
      throw RunError(
        .notACount, "`\(key)` needs a whole number of times, not \(value)", at: datum.span,
        help: ["write \(key): 3"])
    }
    return count
  }

  /// A duration that a step waits for, in nanoseconds; zero is legal.
  func duration(
    _ datum: Datum, _ verb: String, in frame: Frame
  ) throws(RunError) -> Int64 {
    let value = try value(of: datum, in: frame)
    guard case .duration(let duration) = value, duration.nanoseconds >= 0 else {
      throw RunError(
        .badDuration, "`\(verb)` needs a duration that is not negative, not \(value)",
        at: datum.span,
        help: ["write \(verb): 300ms"])
    }
    return duration.nanoseconds
  }

  /// The error that a `fail` raises.
  func failure(_ datum: Datum, in frame: Frame) throws(RunError) -> RunError {
    let value = try value(of: datum, in: frame)
    if case .string(let text) = value { return RunError(.explicitFail, text, at: datum.span) }
    return RunError(.explicitFail, value.description, value: value, at: datum.span)
  }

  private func built(
    _ datum: Datum, _ make: () throws(ValueFault) -> Value
  ) throws(RunError) -> Value {
    do {
      return try make()
    } catch {
      throw RunError(.tooLarge, error.message, at: datum.span)
    }
  }
}
