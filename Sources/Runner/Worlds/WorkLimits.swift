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
  /// Properties of a record that is compared property by property; larger maps are data.
  static let properties = 32
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

  /// What putting the value in another's place costs: comparing both. Lists and maps of different
  /// lengths differ at once.
  func cost(replacing old: Value?) -> Int {
    switch (old, self) {
    case (nil, _): return 1
    case (.list(let old), .list(let new)) where old.count != new.count: return 1
    case (.map(let old), .map(let new)) where old.count != new.count: return 1
    case (.map(let old), .map(let new)) where new.count <= WorkLimits.properties:
      return zip(new.keys, new.values).reduce(1) { $0 + $1.1.cost(replacing: old[$1.0]) }
    default: return cost
    }
  }
}
