internal import Values

extension Program {
  /// The formula's value in the host's present state.
  ///
  /// - Parameters:
  ///   - activation: The host, which tells what the formula's names stand for.
  ///   - memory: One that was made for this program, where what is worked out of lists is to be kept
  ///     for the next time.
  ///   - budget: What evaluating costs is taken off it. It must be no variable that the host's own
  ///     evaluations use meanwhile.
  public func evaluate(
    _ activation: any Activation, remembering memory: FormulaMemory? = nil, budget: inout Budget
  ) -> Outcome {
    if promise.isGiven {
      if let scalar = scalar(activation, &budget) { return .value(Value(scalar)) }
      promise.miss()
    }
    return evaluateAny(activation, remembering: memory, budget: &budget)
  }

  /// The same, trying to work by scalars alone however often that was in vain, so that what the host is
  /// asked does not hang on what was evaluated before.
  package func evaluateByScalars(
    _ activation: any Activation, remembering memory: FormulaMemory?, budget: inout Budget
  ) -> Outcome {
    if isScalar, let scalar = scalar(activation, &budget) {
      return .value(Value(scalar))
    }
    return evaluateAny(activation, remembering: memory, budget: &budget)
  }

  /// The same by the machine that knows all values.
  package func evaluateAny(
    _ activation: any Activation, remembering memory: FormulaMemory? = nil, budget: inout Budget
  ) -> Outcome {
    precondition(memory == nil || memory?.program === self, "the memory of another formula")
    return withMachine(activation, &budget, record: nil) { machine in
      machine.memory = memory
      do throws(EvaluationError) {
        return .value(try machine.evaluate(root))
      } catch {
        return .error(error)
      }
    }
  }

  /// What the formula gives within a budget of its own, of so many steps; an error where that is used up.
  public func evaluate(
    _ activation: any Activation, limit: Int = Budget.standard
  ) -> Outcome {
    var budget = Budget(limit)
    return evaluate(activation, budget: &budget)
  }

  func withMachine<Result>(
    _ activation: any Activation, _ budget: inout Budget, record: [Outcome?]?,
    _ body: (inout Machine) -> Result
  ) -> Result {
    budget.kept = nil
    return HeldActivation.lend(activation) { activation in
      var machine = Machine(
        program: LentProgram(self), nodes: nodes.window, lists: lists.window,
        constants: constants.window, activation: activation, paths: paths.window,
        shapes: shapes.window, budget: budget,
        locals: localCount == 0 ? [] : [Value](repeating: .null, count: localCount),
        lazies: localCount == 0 ? [] : [Machine.Lazy](repeating: .unbound, count: localCount),
        record: record)
      defer { budget = machine.budget }
      return withExtendedLifetime(self) { body(&machine) }
    }
  }
}
