package import Values

/// The values of a formula, in a row: first those that it reads, nil where one has none.
package final class ScalarRow: ScalarPlaces {
  private let formula: ScalarFormula
  private var values: [Value?]
  /// The first place that was asked for what it has not.
  package private(set) var missing: Int?

  package init(_ formula: ScalarFormula, _ inputs: [Value?]) {
    self.formula = formula
    let made = formula.count - inputs.count - formula.literals.count
    values = inputs + formula.literals + Array(repeating: .null, count: made)
  }

  /// What comes out, and what is left of a credit and has been seen then; nil where nothing does.
  package func evaluate(_ credit: Int) -> (value: Value, evaluation: ScalarFormula.Evaluation)? {
    var evaluation = ScalarFormula.Evaluation(credit: credit)
    guard let place = evaluate(to: formula.result, &evaluation), let value = value(at: place) else {
      return nil
    }
    return (value, evaluation)
  }

  private func value(at place: Int32) -> Value? {
    if values[Int(place)] == nil { missing = missing ?? Int(place) }
    return values[Int(place)]
  }

  package func scalar(at place: Int32) -> ScalarValue? {
    value(at: place).flatMap { ScalarValue($0) }
  }

  package func int(at place: Int32) -> Int64? {
    if case .int(let int)? = value(at: place) { int } else { nil }
  }

  package func double(at place: Int32) -> Double? {
    if case .double(let double)? = value(at: place) { double } else { nil }
  }

  package func compare(
    _ operation: ScalarOperation, _ left: Int32, _ right: Int32, paying credit: inout Int
  ) -> ScalarValue? {
    guard let left = value(at: left), let right = value(at: right) else { return nil }
    return operation.compare(left, right, paying: &credit)
  }

  package func put(_ scalar: ScalarValue, at place: Int32) { values[Int(place)] = Value(scalar) }
  package func instruction(_ number: Int) -> ScalarFormula.Instruction {
    formula.instructions[number]
  }
  package var instructionCount: Int { formula.instructions.count }
}
