package import Values

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

  /// A comparison by `==`, or by `in`, that came to false.
  package struct Comparison: Sendable {
    /// As it is written.
    package let text: String
    package let left: Value
    package let right: Value
    /// Whether it asks if the right side holds the left one.
    package let isMembership: Bool
  }

  /// What it came to.
  public let outcome: Outcome
  /// In source order, a part before those within it; what is made of literals alone is left out.
  /// The whole formula comes first, unless it is such.
  public let parts: [Part]
  /// In the order of their ends.
  package let unequal: [Comparison]
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
      },
      unequal: comparisons(that: record ?? []))
  }

  /// The comparisons that came to false.
  private func comparisons(that record: [Outcome?]) -> [Explanation.Comparison] {
    let nodes = nodes.window
    var found: [Explanation.Comparison] = []
    for (position, outcome) in record.enumerated() {
      let node = nodes[position]
      guard node.kind == .binary, case .value(.bool(false)) = outcome,
        case .value(let left) = record[Int(node.a)], case .value(let right) = record[Int(node.b)]
      else { continue }
      let isMembership = node.flag == Token.Kind.inWord.rawValue
      guard isMembership || node.flag == Token.Kind.equal.rawValue else { continue }
      found.append(
        Explanation.Comparison(
          text: expression.text(node.range), left: left, right: right, isMembership: isMembership))
    }
    return found
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
