import CEL
import Scenarios
import Values

extension FileCheck {
  /// Warns of formulas of a model that is explored that look at the text of a reference. Its number is given out in
  /// the order in which actors come to be, and states that differ in such numbers alone are taken for one.
  /// - Parameter plain: The types of the file's formulas where references may be anything.
  mutating func checkReferences(beside plain: inout TypeSolution) {
    if file.explorations.isEmpty { return }
    let walk = TypeWalk(file, reference: .named("actor", []))
    guard walk.numbersActors else { return }
    var solution = TypeSolution(walk.graph)
    for (index, use) in walk.graph.uses.enumerated() where !use.isForgiven {
      let formula = use.formula
      let known = Set(plain.judge(index).findings.map(\.range))
      for finding in solution.judge(index).findings
      where !finding.isWarning && !known.contains(finding.range)
        && !formula.expression.isKey(at: finding.range)
      {
        warn(
          .suspicious, "this looks at the text of a reference, in which a number stands",
          at: formula.place.span(of: finding.range),
          help: [
            "numbers are given out in the order in which actors come to be: explored states that "
              + "differ in them alone are taken for one",
            "compare references by == and !=, and tell actors apart by what their states hold",
          ])
      }
    }
  }
}

extension Expression {
  /// Whether a name, or what is selected from one, stands there as a key: keys are only compared.
  fileprivate func isKey(at range: Range<Int>) -> Bool {
    guard let part = try? Expression.parse(text(range)), !part.isCompound else { return false }
    let next = source.utf8.dropFirst(range.upperBound).first { $0 != UInt8(ascii: " ") }
    return next == UInt8(ascii: "]") || next == UInt8(ascii: ":")
  }
}
