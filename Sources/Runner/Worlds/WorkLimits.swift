import Values

/// The most that one step of a script may take, so that nothing a file holds can hang or exhaust
/// the tool. Reaching a limit is a fault of the model and is reported as one.
struct WorkLimits {
  /// Body steps that one step of the script may run, loops included.
  static let steps = 1_000_000
  /// Formula cost that one step of the script may spend; a unit is some nanoseconds.
  static let cost = 50_000_000
  /// Formula cost of one evaluation, as in Kubernetes.
  static let evaluation = 1_000_000
  /// Bytes or so that one step of the script may emit.
  static let emitted = 64 << 20

  /// Turns and re-runs left to the present step; `settings: {turns: …}`.
  var turns: Int
  private(set) var steps = WorkLimits.steps
  private(set) var cost = WorkLimits.cost
  private let turnLimit: Int

  init(turns: Int) {
    turnLimit = turns
    self.turns = turns
  }

  mutating func reset() { self = WorkLimits(turns: turnLimit) }

  /// Counts one step of a body.
  mutating func takeStep() throws(RunError) {
    steps -= 1
    if steps < 0 {
      throw RunError(
        .workLimit, "one step ran more than \(WorkLimits.steps) steps of bodies", kind: .budget,
        at: nil,
        help: ["bound the loop that runs so often"])
    }
  }

  /// Takes formula cost, or the cost of comparing and keeping a value.
  mutating func take(_ amount: Int) throws(RunError) {
    cost -= amount
    if cost < 0 {
      throw RunError(
        .workLimit, "the formulas of one step cost more than \(WorkLimits.cost) units",
        kind: .budget, at: nil,
        help: ["watch smaller values, or let the step cause less"])
    }
  }

  /// What the next evaluation may cost.
  var allowance: Int { min(cost, WorkLimits.evaluation) }
}

extension Value {
  /// What comparing or printing the value costs, in the unit of formulas.
  var cost: Int {
    let measure = measure
    return 1 + measure.elements + measure.text / 64
  }
}
