import CEL
import Scenarios
import Values

extension FileCheck {
  /// Reports formulas that fail because of the types of what they read, and those that give what
  /// their place has no use for.
  mutating func checkTypes(_ graph: TypeGraph, _ solution: inout TypeSolution) {
    for (index, use) in graph.uses.enumerated() where !use.isForgiven {
      for finding in solution.judge(index).findings { report(finding, in: use.formula) }
    }
    if file.scenarios.isEmpty { return }
    for mention in graph.mentions {
      if let (type, depth) = solution.plain(above: mention) {
        report(mention, below: type, at: depth)
      } else if !mention.isWrite, let (property, known) = solution.missing(mention) {
        let near = problems.nearest(to: property, among: known)
        problems.error(
          .unknownProperty, "\"\(mention.path.root)\" never has a property \"\(property)\"",
          at: mention.path.span, help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
      }
    }
  }

  /// A path that goes on below a value which has no properties, so many of which stand above it.
  private mutating func report(
    _ mention: TypeGraph.Mention, below type: StaticType, at depth: Int
  ) {
    let path = mention.path
    let isOwn = path.slot == .own
    let above = (isOwn ? [] : [path.root]) + path.selection[..<depth]
    let name = above.isEmpty ? "the state" : "\"\(above.joined(separator: "."))\""
    problems.error(
      .typeClash,
      "\(name) is \(type.withArticle), which has no property \"\(path.selection[depth])\"",
      at: path.span,
      help: isOwn && depth == 0
        ? ["the whole state is written by a formula in the place of this map: = FORMULA"] : [])
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
