internal import Values

extension Program {
  /// The formula's value in the host's present state. What evaluating costs is taken off the
  /// budget.
  public func evaluate(_ activation: any Activation, budget: inout Budget) -> Outcome {
    run(activation, &budget, record: nil).outcome
  }

  public func evaluate(
    _ activation: any Activation, limit: Int = Budget.standard
  ) -> Outcome {
    var budget = Budget(limit)
    return evaluate(activation, budget: &budget)
  }

  func run(
    _ activation: any Activation, _ budget: inout Budget, record: [Outcome?]?
  ) -> (outcome: Outcome, record: [Outcome?]?) {
    nodes.withUnsafeBufferPointer { nodes in
      lists.withUnsafeBufferPointer { lists in
        var machine = Machine(
          program: self, nodes: nodes, lists: lists, activation: activation, budget: budget,
          locals: localCount == 0 ? [] : [Value](repeating: .null, count: localCount),
          lazies: localCount == 0 ? [] : [Machine.Lazy](repeating: .unbound, count: localCount),
          record: record)
        defer { budget = machine.budget }
        do throws(EvaluationError) {
          return (.value(try machine.evaluate(root)), machine.record)
        } catch {
          return (.error(error), machine.record)
        }
      }
    }
  }
}
