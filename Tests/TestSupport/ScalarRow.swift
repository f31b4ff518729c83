package import Values

/// The scalars of a formula, in a row: first those that it reads, nil where one is none.
package final class ScalarRow: ScalarPlaces {
  private let formula: ScalarFormula
  private var scalars: [ScalarValue?]

  package init(_ formula: ScalarFormula, _ inputs: [ScalarValue?]) {
    self.formula = formula
    let made = formula.count - inputs.count - formula.literals.count
    scalars = inputs + formula.literals + Array(repeating: .null, count: made)
  }

  package func scalar(at place: Int32) -> ScalarValue? { scalars[Int(place)] }

  package func int(at place: Int32) -> Int64? {
    if case .int(let int)? = scalars[Int(place)] { int } else { nil }
  }

  package func put(_ scalar: ScalarValue, at place: Int32) { scalars[Int(place)] = scalar }
  package func instruction(_ number: Int) -> ScalarFormula.Instruction {
    formula.instructions[number]
  }
  package var instructionCount: Int { formula.instructions.count }
}
