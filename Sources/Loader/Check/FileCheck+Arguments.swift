import CEL
import Scenarios
import Values

extension FileCheck {
  /// Warns of what is performed without an argument that it cannot do without.
  mutating func checkArguments() {
    if file.procedures.isEmpty { return }
    let needs = file.procedures.map { NeededArguments(of: $0) }
    for performance in Performances(in: file).found {
      let number = performance.procedure.number
      if needs.indices.contains(number) { checkArguments(of: performance, needs[number]) }
    }
  }

  private mutating func checkArguments(
    of performance: ControlVerb.Performance, _ needs: NeededArguments
  ) {
    let name = performance.procedure.name
    switch performance.given {
    case .unknown: break
    case .nothing:
      // Of nothing, nothing can be asked either.
      guard let first = needs.asked.first else { return }
      let wanted = needs.read.map { "\($0.name): …" }.joined(separator: ", ")
      warn(
        .unknownProperty,
        "the procedure \"\(name.text)\" reads an argument \"\(first.name)\", and is given nothing",
        at: name.span, help: ["write: perform: {\(name.text): {\(wanted)}}"],
        related: [.init(first.span, "it is read here")])
    case .names(let names):
      let given = TextSet(names)
      for read in needs.read where !given.contains(read.name) {
        let wanted = (names + [read.name]).map { "\($0): …" }.joined(separator: ", ")
        warn(
          .unknownProperty,
          "the procedure \"\(name.text)\" reads an argument \"\(read.name)\", and is not given it",
          at: name.span, help: ["write: perform: {\(name.text): {\(wanted)}}"],
          related: [.init(read.span, "it is read here")])
      }
    }
  }
}

extension ControlVerb.Performance {
  fileprivate enum Given {
    case nothing
    case names([String])
    /// A formula gives it.
    case unknown
  }

  fileprivate var given: Given {
    guard let arguments else { return .nothing }
    switch arguments.content {
    case .map(let entries): return .names(entries.map(\.key.text))
    case .value(.map(let map)):
      return .names(
        map.keys.array.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case .value(.null): return .nothing
    case .value, .list, .formula, .condition, .placeholder: return .unknown
    }
  }
}

/// Where procedures are performed by scenarios that are to pass, themselves or by way of other procedures.
private struct Performances {
  private(set) var found: [ControlVerb.Performance] = []
  private let file: ScenarioFile
  private var searched: Set<Int> = []

  init(in file: ScenarioFile) {
    self.file = file
    let scenarios = file.scenarios.filter { $0.todo == nil }
    if scenarios.isEmpty { return }
    if let before = file.before { search(before.steps) }
    for scenario in scenarios { search(scenario.steps) }
  }

  private mutating func search(_ steps: [Step]) {
    for step in steps where !step.expectsFailure {
      if case .control(.perform(let performance)) = step.verb {
        found.append(performance)
        let number = performance.procedure.number
        if file.procedures.indices.contains(number), searched.insert(number).inserted {
          search(file.procedures[number].steps)
        }
      }
      step.eachPiece { if case .steps(let steps) = $0 { search(steps) } }
    }
  }
}

/// The arguments without which a procedure is sure to fail, whatever is in the model. What is read in steps that may be
/// left out, or that are done later, is none of these, nor is anything behind a `return`.
private struct NeededArguments {
  struct Argument {
    let name: String
    let span: SourceSpan
  }

  /// Those that must be there, each once.
  private(set) var read: [Argument] = []
  /// Those and what is only asked for, as by `has`.
  private(set) var asked: [Argument] = []
  private var names: (read: TextSet, asked: TextSet) = ([], [])
  /// Whether what stands behind here may be left out.
  private var mayBeOver = false

  init(of procedure: Procedure) { visit(procedure.steps) }

  private mutating func visit(_ steps: [Step]) {
    for step in steps {
      if !step.expectsFailure { visit(step) }
      if step.mayReturn {
        mayBeOver = true
        return
      }
      if mayBeOver { return }
    }
  }

  private mutating func visit(_ step: Step) {
    if let delay = step.delay {
      note(.datum(delay))
    } else {
      switch step.verb {
      case .control(.loop(.condition(let condition))): note(condition.formula)
      case .control(.batch(let steps, _)): visit(steps)
      case .advance(let passage): note(.datum(passage.span))
      case .turn(.time(.every(let every))): note(.datum(every.interval))
      // Its formulas are evaluated only where a message passes.
      case .turn(.fault): break
      case .check, .control, .turn: step.eachPiece { note($0) }
      }
    }
    for outcome in step.outcomes { outcome.eachPiece { note($0) } }
  }

  /// Steps within and computations are not looked into.
  private mutating func note(_ piece: Piece) {
    switch piece {
    case .formula, .datum, .write: piece.eachFormula { note($0) }
    case .steps, .computation, .read, .local, .channel: break
    }
  }

  private mutating func note(_ formula: Formula) {
    for access in formula.program.accesses where access.isStrict {
      guard Slot(number: access.slot) == .local(0), let name = access.path.first else { continue }
      let argument = Argument(name: name, span: formula.span)
      if names.asked.insert(name) { asked.append(argument) }
      if access.needed > 0, names.read.insert(name) { read.append(argument) }
    }
  }
}

extension Step {
  /// Whether the procedure that it stands in may be over behind it.
  fileprivate var mayReturn: Bool {
    var found = false
    [self].eachDeep { if case .turn(.result(.returning)) = $0.verb { found = true } }
    return found
  }
}
