import CEL
import Scenarios
import Values

/// What can be said of a loaded file without running it: formulas that can only fail, derived cells
/// that read themselves, parts that nothing uses, expectations that contradict each other.
struct FileCheck {
  let file: ScenarioFile
  let facts: FileFacts
  var problems = Problems()
  /// Of all files of the load.
  var uses: [PartUse] = []

  init(_ file: ScenarioFile) {
    self.file = file
    facts = FileFacts(file)
  }

  mutating func run() {
    let graph = TypeWalk(file).graph
    var types = TypeSolution(graph)
    checkTypes(graph, &types)
    checkCycles()
    checkArguments()
    checkExpectations()
    checkLocals()
    checkTexts()
    checkParts()
    if !file.model.actors.isEmpty { ActorCheck(file, facts.procedures).run(&self) }
    checkUse()
    checkExplorations()
    checkReferences(beside: &types)
    for scenario in facts.idleScenarios where scenario.golden == nil {
      warn(.noOutcome, "the scenario expects nothing", at: scenario.name.span)
    }
  }

  mutating func warn(
    _ code: ProblemCode, _ message: String, at span: SourceSpan, help: [String] = [],
    related: [Diagnostic.Related] = []
  ) {
    problems.add(
      Diagnostic(.warning, code: code, message, at: span, help: help, related: related))
  }

  // MARK: Use

  private mutating func checkUse() {
    for (index, cell) in file.model.cells.enumerated() {
      let name = cell.name.text
      judge(
        "cell \(name)", at: cell.name, isUsed: facts.isRead(.cell(index)),
        "the cell \"\(name)\" is never read")
    }
    for computation in file.model.computations where !computation.runsAtStart {
      let name = computation.name.text
      judge(
        "computation \(name)", at: computation.name, isUsed: facts.started.contains(name),
        "the computation \"\(name)\" is never started", help: ["write: start: \(name)"])
    }
    for (index, procedure) in file.procedures.enumerated() {
      let name = procedure.name.text
      judge(
        "procedure \(name)", at: procedure.name, isUsed: facts.performed.contains(index),
        "no scenario performs the procedure \"\(name)\"", help: ["write: perform: \(name)"])
    }
    for scenario in file.scenarios {
      for column in scenario.unreadColumns(behind: file.before?.localCount ?? 0) {
        warn(
          .unused, "nothing of the scenario reads \"\(column.text)\"", at: column.span,
          help: ["read it where it belongs: = \(column.text)", "or take it out of each row"])
      }
    }
    if file.scenarios.isEmpty, let first = file.before?.steps.first {
      warn(
        .noEffect, "\"before\" has no effect: the file has no scenarios", at: first.keyword.span,
        help: ["files that use this one do not take it along: let them perform a procedure"])
    }
  }

  /// Warns of locals that hide a part of the model. Those of scripts have been refused.
  private mutating func checkLocals() {
    guard !facts.locals.isEmpty else { return }
    let names = facts.parts
    for local in facts.locals {
      guard let part = names[local.text] else { continue }
      warn(
        .shadowedName, "\"\(local.text)\" hides the part of that name behind this step",
        at: local.span, help: ["choose another name, such as \"\(local.text)_\""],
        related: [.init(part, "it is defined here")])
    }
  }

  /// Warns of texts that read as formulas over the model, in cells that begin with something else.
  private mutating func checkTexts() {
    let names = facts.parts
    for assignment in facts.writtenTexts {
      guard assignment.path.isStatic, case .cell(let number) = assignment.path.slot,
        case .input(let start) = file.model.cells[number].source,
        let held = start.literal?.part(at: assignment.path.selection), !held.mayBecomeText,
        case .string(let text)? = assignment.value.literal,
        let expression = try? Expression.parse(text), expression.isCompound,
        !expression.references.isEmpty, expression.references.allSatisfy({ names[$0.name] != nil })
      else { continue }
      warn(
        .suspicious,
        "this is a text, and \"\(assignment.path.text)\" begins with a value of type \(held.typeName)",
        at: assignment.value.span, help: ["a formula begins with \"=\": = \(text)"])
    }
  }

  // MARK: Expectations

  private mutating func checkExpectations() {
    let model = file.model
    let states =
      model.reactors.map(\.name) + model.stores.map(\.name) + model.actors.map(\.name)
      + model.services.map(\.name)
    let known = TextSet((model.cells.map(\.name) + states).map(\.text))
    for all in facts.expectations {
      let expected = all.filter { known.contains($0.path.root) && $0.path.isStatic }
      var byPath: TextTable<Assignment> = [:]
      for later in expected { byPath.keepFirst(later, forKey: later.path.text) }
      for later in expected {
        let path = later.path
        for count in max(0, path.properties.count - 16)...path.properties.count {
          let short = ([path.root] + path.properties.prefix(count)).joined(separator: ".")
          guard let other = byPath[short], other.path.span != path.span,
            contradict(other, later)
          else { continue }
          problems.error(
            .impossibleExpectation, "no value of \"\(path.text)\" can be both", at: path.span,
            related: [.init(other.path.span, "the other is expected here")])
        }
      }
    }
  }

  private func contradict(_ one: Assignment, _ other: Assignment) -> Bool {
    guard one.path.root == other.path.root else { return false }
    let (short, long) =
      one.path.properties.count <= other.path.properties.count ? (one, other) : (other, one)
    if short.path.properties.isEmpty, let first = long.path.properties.first,
      Slot.besideStates.contains(first)
    {
      return false
    }
    guard long.path.properties.starts(with: short.path.properties),
      var value = short.value.constant, let wanted = long.value.constant
    else { return false }
    for property in long.path.properties.dropFirst(short.path.properties.count) {
      guard case .map(let map) = value else { return true }
      guard let inner = map[property] else { return false }
      value = inner
    }
    return !value.matches(wanted) && !wanted.matches(value)
  }
}

extension Datum {
  /// The value, where no formula is part of it. Expectations keep the places of all that is in
  /// them, so that theirs has to be put together.
  fileprivate var constant: Value? {
    switch content {
    case .value(let value): return value
    case .formula, .placeholder, .condition: return nil
    case .list(let elements):
      let values = elements.compactMap(\.constant)
      return values.count == elements.count ? try? .list(of: values) : nil
    case .map(let entries):
      let values = entries.compactMap { entry in entry.value.constant.map { (entry.key.text, $0) } }
      return values.count == entries.count ? try? .record(values) : nil
    }
  }
}

extension Value {
  /// Whether a text may well come in its place.
  fileprivate var mayBecomeText: Bool {
    switch self {
    case .null, .string, .opaque: true
    case .bool, .int, .uint, .double, .bytes, .list, .map, .timestamp, .duration, .type, .optional:
      false
    }
  }
}
