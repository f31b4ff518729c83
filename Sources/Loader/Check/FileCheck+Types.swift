import CEL
import Scenarios
import Values

extension FileCheck {
  /// Reports formulas that fail because of the types of what they read, and those that give what
  /// their place has no use for.
  mutating func checkTypes() {
    let graph = TypeWalk(file).graph
    var solution = TypeSolution(graph)
    for (index, use) in graph.uses.enumerated() where !use.isForgiven {
      for finding in solution.judge(index).findings { report(finding, in: use.formula) }
    }
    if file.scenarios.isEmpty { return }
    for read in graph.reads {
      guard let (property, known) = solution.missing(read) else { continue }
      let near = problems.nearest(to: property, among: known)
      problems.error(
        .unknownProperty, "\"\(read.path.root)\" never has a property \"\(property)\"",
        at: read.path.span, help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
    }
  }

  private mutating func report(_ finding: Finding, in formula: Formula) {
    // What users of a model add to its states is not known here.
    if file.scenarios.isEmpty, finding.code == .unknownProperty || finding.isWarning { return }
    problems.add(
      Diagnostic(
        finding.isWarning ? .warning : .error, code: ProblemCode(finding.code), finding.message,
        at: formula.place.span(of: finding.range), help: finding.help))
  }
}
