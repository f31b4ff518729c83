import CEL
import Scenarios
import Values

/// What a walk over a whole scenario file finds: every formula, and what is read, written, started
/// and emitted where. Lists are in the order of the file.
struct FileFacts {
  /// A `set` or `given` of a path.
  struct Write {
    var path: Path
    /// Nil where a formula is part of it.
    var value: Value?
  }

  private(set) var formulas: [Formula] = []
  /// The roots of all paths and formulas that are read.
  private(set) var reads: Set<String> = []
  private(set) var writes: [Write] = []
  private(set) var started: Set<String> = []
  /// Every name that is bound anywhere, and so may hide one of the model.
  private(set) var locals: Set<String> = ["firstRun", "error", "old", "new"]
  /// The channels that something emits to.
  private(set) var channels: Set<String> = []
  /// The channels that outcomes name.
  private(set) var expectedChannels: [Datum.Entry] = []
  /// The expectations of each step that has several.
  private(set) var expectations: [[Assignment]] = []
  /// Scenarios that expect nothing at all.
  private(set) var idleScenarios: [Scenario] = []
  private var outcomes = 0

  init(_ file: ScenarioFile) {
    for cell in file.model.cells { visit(cell) }
    for computation in file.model.computations { visit(computation) }
    for formula in file.always + file.eventually { visit(formula) }
    for scenario in file.scenarios {
      outcomes = 0
      visit(scenario)
      if outcomes == 0, file.always.isEmpty, file.eventually.isEmpty, scenario.skip == nil,
        !scenario.isStrict
      {
        idleScenarios.append(scenario)
      }
    }
  }

  // MARK: Parts

  private mutating func visit(_ cell: CellDeclaration) {
    switch cell.source {
    case .input(let datum): visit(datum)
    case .derived(let formula): visit(formula)
    }
    if case .formula(let formula) = cell.cutoff { visit(formula) }
  }

  private mutating func visit(_ computation: ComputationDeclaration) {
    channels.insert(computation.name.text)
    switch computation.body {
    case .formula(let formula): visit(formula)
    case .steps(let steps): visit(steps)
    }
    visit(computation.onError ?? [])
  }

  private mutating func visit(_ scenario: Scenario) {
    for row in scenario.rows ?? [] {
      for entry in row.entries { bind(entry) }
    }
    visit(writes: scenario.given)
    visit(scenario.steps)
  }

  private mutating func visit(_ formula: Formula) {
    formulas.append(formula)
    for reference in formula.expression.references { reads.insert(reference.name) }
  }

  private mutating func visit(_ datum: Datum) {
    switch datum.content {
    case .value, .placeholder: break
    case .formula(let formula): visit(formula)
    case .list(let elements): for element in elements { visit(element) }
    case .map(let entries): for entry in entries { visit(entry.value) }
    }
  }

  private mutating func bind(_ entry: Datum.Entry) {
    locals.insert(entry.key.text)
    visit(entry.value)
  }

  private mutating func visit(writes assignments: [Assignment]) {
    for assignment in assignments {
      writes.append(Write(path: assignment.path, value: assignment.value.literal))
      visit(assignment.value)
    }
  }

  // MARK: Steps

  private mutating func visit(_ steps: [Step]) {
    for step in steps {
      visit(step.verb)
      visit(step.outcomes)
    }
  }

  private mutating func visit(_ verb: Verb) {
    switch verb {
    case .set(let assignments): visit(writes: assignments)
    case .depend(let path): reads.insert(path.root)
    case .changed, .invalidate, .flush, .stop, .check: break
    case .start(let name): started.insert(name.text)
    case .advance(let datum), .returning(let datum), .failing(let datum): visit(datum)
    case .condition(let formula, _, let then, let otherwise):
      visit(formula)
      visit(then)
      visit(otherwise)
    case .repetition(let times, let steps):
      visit(times)
      visit(steps)
    case .loop(let name, let datum, let steps):
      locals.insert(name.text)
      visit(datum)
      visit(steps)
    case .bind(let entries): for entry in entries { bind(entry) }
    case .batch(let steps), .nonreactive(let steps), .onInvalidate(let steps), .onStop(let steps),
      .afterFlush(let steps):
      visit(steps)
    case .autorun(let computation): visit(computation)
    case .emit(let emissions):
      for emission in emissions {
        if let channel = emission.channel { channels.insert(channel.text) }
        visit(emission.value)
      }
    default: break
    }
  }

  private mutating func visit(_ found: [Scenarios.Outcome]) {
    outcomes += found.count
    var expected: [Assignment] = []
    for outcome in found {
      switch outcome.kind {
      case .expect(let assignments), .exactly(let assignments):
        expected += assignments
        for assignment in assignments {
          reads.insert(assignment.path.root)
          visit(assignment.value)
        }
      case .assert(let formulas): for formula in formulas { visit(formula) }
      case .emits(.all(let data)): for datum in data { visit(datum) }
      case .emits(.channels(let entries)):
        expectedChannels += entries
        for entry in entries { visit(entry.value) }
      case .emits(.whole(let datum)): visit(datum)
      case .runs(let entries):
        for entry in entries {
          reads.insert(entry.key.text)
          visit(entry.value)
        }
      case .fails(let pattern): visit(pattern)
      case .reports(let patterns): for pattern in patterns { visit(pattern) }
      default: break
      }
    }
    if expected.count > 1 { expectations.append(expected) }
  }

  private mutating func visit(_ pattern: Scenarios.Outcome.TextPattern) {
    switch pattern {
    case .contains(let datum), .matches(let datum): visit(datum)
    }
  }
}
