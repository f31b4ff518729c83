import CEL
import Scenarios
import Values

/// Who performs whom: no procedure leads back to itself, and none is given what it does not read.
struct ProcedureCheck {
  private let file: ScenarioFile

  init(_ file: ScenarioFile) { self.file = file }

  func check(_ problems: inout Problems) {
    if file.procedures.isEmpty { return }
    checkCycles(&problems)
    let reads = file.procedures.map { ArgumentReads($0) }
    file.eachScriptPiece { piece in
      guard case .steps(let steps) = piece else { return }
      steps.eachDeep { step in
        guard case .control(.perform(let performance)) = step.verb,
          reads.indices.contains(performance.procedure.number)
        else { return }
        check(performance, reads[performance.procedure.number], &problems)
      }
    }
  }

  private func checkCycles(_ problems: inout Problems) {
    let numbers = file.procedures.map { procedure in
      var found: [Int] = []
      procedure.steps.eachDeep { step in
        guard case .control(.perform(let performance)) = step.verb else { return }
        let number = performance.procedure.number
        if file.procedures.indices.contains(number) { found.append(number) }
      }
      return found
    }
    var inCycles = Set<Int>()
    for cycle in ReadingCycles(numbers).found where inCycles.isDisjoint(with: cycle) {
      inCycles.formUnion(cycle)
      let names = (cycle + [cycle[0]]).map { file.procedures[$0].name.text }
      problems.error(
        .cycle, "a procedure performs itself: \(ReadingCycles.told(names))",
        at: file.procedures[cycle[0]].name.span,
        help: ["what is to be done again and again stands in: repeat, for"],
        related: cycle.dropFirst().prefix(10).map {
          .init(file.procedures[$0].name.span, "by way of \"\(file.procedures[$0].name.text)\"")
        })
    }
  }

  /// What a procedure is given by name and never reads is misspelt, or not needed.
  private func check(
    _ performance: ControlVerb.Performance, _ reads: ArgumentReads, _ problems: inout Problems
  ) {
    guard let names = reads.names, let arguments = performance.arguments else { return }
    let name = performance.procedure.name
    let given: [(text: String, span: SourceSpan)]
    switch arguments.content {
    case .map(let entries): given = entries.map { ($0.key.text, $0.key.span) }
    case .value(.map(let map)):
      given = map.keys.array.compactMap { key in
        if case .string(let text) = key { (text, arguments.span) } else { nil }
      }
    case .value, .placeholder, .condition, .list, .formula:
      guard names.isEmpty else { return }
      return problems.error(
        .unknownProperty, "the procedure \"\(name.text)\" reads no arguments", at: arguments.span,
        help: ["write: perform: \(name.text)"])
    }
    for (text, span) in given where !names.contains(text) {
      let near = problems.nearest(to: text, among: names.sorted())
      problems.error(
        .unknownProperty, "the procedure \"\(name.text)\" reads no argument \"\(text)\"", at: span,
        help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
    }
  }
}

/// What a procedure reads of what it is given.
private struct ArgumentReads {
  /// The names of the arguments; nil where some are computed, or all are read together.
  private(set) var names: TextSet? = []

  init(_ procedure: Procedure) {
    visit(.steps(procedure.steps))
  }

  private mutating func visit(_ piece: Piece) {
    piece.eachFormula { formula in
      for access in formula.program.accesses { note(Slot(number: access.slot), access.path) }
    }
    switch piece {
    case .read(let path): note(path.slot, path.selection)
    case .steps(let steps):
      for step in steps {
        step.eachPiece { visit($0) }
        for outcome in step.outcomes { outcome.eachPiece { visit($0) } }
      }
    case .computation(let computation): computation.eachPiece { visit($0) }
    case .formula, .datum, .write, .local, .channel: break
    }
  }

  private mutating func note(_ slot: Slot, _ path: [String]) {
    guard slot == .local(0) else { return }
    if let first = path.first { names?.insert(first) } else { names = nil }
  }
}
