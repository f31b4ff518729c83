internal import Values

/// A formula's outcome with the outcome of every part that was evaluated: what a failed assertion
/// shows.
public struct Explanation: Sendable {
  /// A part of the formula, and what it came to.
  public struct Part: Sendable {
    /// In UTF-8 offsets within the formula.
    public let range: Range<Int>
    /// The part as it is written.
    public let text: String
    /// Within a loop, the outcome of the last turn.
    public let outcome: Outcome
  }

  /// What it came to.
  public let outcome: Outcome
  /// In source order, a part before those within it; what is made of literals alone is left out.
  /// The whole formula comes first, unless it is such.
  public let parts: [Part]
}

extension Program {
  /// Evaluates once, and keeps what each part gave.
  public func explain(_ activation: any Activation, budget: inout Budget) -> Explanation {
    let nodes = nodes.window
    let nothing = [Outcome?](repeating: nil, count: nodes.count)
    let (outcome, record) = withMachine(activation, &budget, record: nothing) { machine in
      let outcome: Outcome
      do throws(EvaluationError) {
        outcome = .value(try machine.evaluate(root))
      } catch {
        outcome = .error(error)
      }
      return (outcome, machine.record)
    }
    var found: [(position: Int, outcome: Outcome)] = []
    let isConstant = constantParts()
    for (position, outcome) in (record ?? []).enumerated() {
      if let outcome, !isConstant[position] { found.append((position, outcome)) }
    }
    found.sort { left, right in
      let (a, b) = (nodes[left.position], nodes[right.position])
      return (a.start, b.end, right.position) < (b.start, a.end, left.position)
    }
    return Explanation(
      outcome: outcome,
      parts: found.map { found in
        let range = nodes[found.position].range
        return Explanation.Part(
          range: range, text: expression.text(range), outcome: found.outcome)
      })
  }

  /// Of every part, whether it is a literal or an operator on nothing else.
  private func constantParts() -> [Bool] {
    let syntax = expression.syntax
    var isConstant: [Bool] = []
    for node in syntax.nodes {
      switch node.kind {
      case .literal: isConstant.append(true)
      case .list, .map, .optionalEntry, .negate:
        var all = true
        syntax.forEachChild(of: node) { child, _ in all = all && isConstant[Int(child)] }
        isConstant.append(all)
      default: isConstant.append(false)
      }
    }
    return isConstant
  }
}
