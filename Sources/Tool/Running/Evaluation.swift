import CEL
import Reports
import Scenarios
import Values

/// One formula evaluated by itself, with its value or its mistake as text.
struct Evaluation {
  let bindings: [(name: String, value: Value)]
  let isTyped: Bool

  /// A formula of the command line.
  func run(_ formula: String, _ console: Console) -> ExitStatus {
    var sources = SourceMap()
    let file = sources.add(SourceFile(name: "formula", bytes: Array(formula.utf8)))
    let place = TextPlace(file: file, start: 0)
    do {
      let expression = try Expression.parse(formula)
      return run(expression, place, sources, console)
    } catch {
      let diagnostics = error.errors.map { mistake in
        Diagnostic(
          code: .formulaSyntax, mistake.message, at: place.span(of: mistake.range),
          help: mistake.help)
      }
      return Evaluation.refuse(diagnostics, sources, .invalid, console)
    }
  }

  /// A formula that stands in a file.
  func run(
    _ expression: Expression, _ place: TextPlace, _ sources: SourceMap, _ console: Console
  ) -> ExitStatus {
    let bindings = Bindings(bindings)
    switch expression.plan(in: bindings).evaluate(bindings) {
    case .value(let value):
      let text = isTyped ? value.typedJSON.text : value.description
      console.out.put(text + "\n", isTyped ? .json : .braces)
      return .success
    case .error(let error):
      let isUnknown = error.kind == .undeclared
      let status: ExitStatus = isUnknown ? .invalid : .failed
      if let finding = finding(behind: error, expression) {
        let diagnostic = Diagnostic(
          code: ProblemCode(finding.code), finding.message, at: place.span(of: finding.range),
          help: finding.help)
        return Evaluation.refuse([diagnostic], sources, status, console)
      }
      let help = isUnknown && error.help.isEmpty ? unknownHelp(error, expression) : error.help
      let diagnostic = Diagnostic(
        code: ProblemCode(error.kind), error.message, at: place.span(of: error.range), help: help)
      return Evaluation.refuse([diagnostic], sources, status, console)
    }
  }

  /// What could be known of the failed part without evaluating it: it says what to write instead.
  private func finding(behind error: EvaluationError, _ expression: Expression) -> Finding? {
    guard [.undeclared, .noSuchOverload, .noSuchKey].contains(error.kind) else { return nil }
    let findings = expression.check { name in
      bindings.last { Text.same($0.name, name) }.map { StaticType(of: $0.value) }
        ?? (name.utf8.contains(UInt8(ascii: ".")) ? nil : .dyn)
    }.findings
    return findings.first {
      !$0.isWarning && $0.code != .undeclared && error.range.overlaps($0.range)
    }
  }

  /// What to do about a name that has no value.
  private func unknownHelp(_ error: EvaluationError, _ expression: Expression) -> [String] {
    let unknown = expression.references.first { $0.range.overlaps(error.range) }
    guard let unknown else { return [] }
    if let near = Suggestion.nearest(to: unknown.name, among: bindings.map(\.name)) {
      return ["did you mean \(near)?"]
    }
    return ["give it a value: --bindings FILE, a file with a line such as \"\(unknown.name): 1\""]
  }

  /// Tells what is wrong on the error output.
  static func refuse(
    _ diagnostics: [Diagnostic], _ sources: SourceMap, _ status: ExitStatus, _ console: Console
  ) -> ExitStatus {
    for diagnostic in diagnostics {
      console.err.put(diagnostic.text(in: sources))
    }
    return status
  }

  /// Tells why a file gave nothing to evaluate.
  static func refuse(_ file: FileReport, _ console: Console) -> ExitStatus {
    if let problem = file.problem, file.diagnostics.isEmpty {
      console.complain("\(file.path): \(SafeText.shown(problem))")
    }
    if file.unshown > 0 { console.warn("\(file.unshown) more errors are not shown") }
    return refuse(file.diagnostics, file.sources, file.status, console)
  }
}
