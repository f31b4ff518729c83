public import Scenarios
import Values

/// Runs the scenarios of a file, each in a fresh world. Deterministic: the same file gives the
/// same result in any process. Nothing outside the result is touched.
///
/// Evaluation nests with the depth of the model, so that the caller must provide a stack of
/// `ScenarioRunner.stackSize` bytes.
public struct ScenarioRunner {
  /// What a thread that runs scenarios needs, in bytes.
  public static let stackSize = 256 << 20

  /// A scenario, or one row of its `each`, before it is run.
  public struct Candidate {
    public let scenario: Scenario
    /// From 0; nil without `each`.
    public let row: Int?
    /// The name with the row's values filled in.
    public let name: String
  }

  private let plan: FilePlan
  private let path: String

  /// Resolves the file's names. The file must have been loaded without errors.
  public init(_ file: ScenarioFile, path: String) {
    plan = FilePlan(file)
    self.path = path
  }

  /// Runs what is selected, in file order. `didFinish` is told each result at once, and ends the
  /// run by answering false.
  public func run(
    selecting isSelected: (Candidate) -> Bool = { _ in true },
    didFinish: (ScenarioResult) -> Bool = { _ in true }
  ) -> FileResult {
    var result = FileResult(path: path, scenarios: [])
    for scenario in plan.file.scenarios {
      let steps = ScenarioPlan(scenario, in: plan)
      for row in rows(of: scenario) {
        let values = RowValues(steps, row: row, in: plan)
        let candidate = Candidate(scenario: scenario, row: row, name: values.name)
        guard isSelected(candidate) else { continue }
        let outcome = run(steps, values, candidate)
        result.scenarios.append(outcome)
        guard didFinish(outcome) else { return result }
      }
    }
    return result
  }

  private func rows(of scenario: Scenario) -> [Int?] {
    guard let rows = scenario.rows else { return [nil] }
    return rows.indices.map { $0 }
  }

  private func run(
    _ steps: ScenarioPlan, _ values: RowValues, _ candidate: Candidate
  ) -> ScenarioResult {
    let scenario = candidate.scenario
    let failures: [Failure]
    if let reason = scenario.skip {
      return ScenarioResult(
        name: candidate.name, row: candidate.row, span: scenario.span, verdict: .skipped(reason))
    }
    switch values.locals {
    case .success(let locals):
      failures = ScriptRun(steps, in: plan).run(locals: locals)
    case .failure(let error):
      failures = [Failure(.error, error.text, at: error.span ?? scenario.span, help: error.help)]
    }
    return ScenarioResult(
      name: candidate.name, row: candidate.row, span: scenario.span,
      verdict: failures.isEmpty ? .passed : .failed, failures: failures)
  }
}

/// The values that one row of `each` binds, and the scenario's name with them filled in.
struct RowValues {
  let locals: Result<[Value], RunError>
  let name: String

  init(_ plan: ScenarioPlan, row: Int?, in file: FilePlan) {
    let written = plan.scenario.name.text
    guard let row else {
      locals = .success([])
      name = written
      return
    }
    var values = [Value](repeating: .null, count: plan.rowNames.count)
    var failure: RunError?
    for entry in plan.rows[row] {
      do {
        values[entry.index] = try RowValues.value(of: entry.value, in: file)
      } catch {
        failure = failure ?? error
      }
    }
    locals = failure.map { .failure($0) } ?? .success(values)
    name = RowValues.filled(written, plan.rowNames, values)
  }

  /// Formulas in rows see no model: they are evaluated in a world of their own.
  private static func value(of datum: DatumPlan, in file: FilePlan) throws(RunError) -> Value {
    if case .constant(let value) = datum.content { return value }
    let world = World(file)
    defer { world.close() }
    return try world.value(of: datum, in: world.bare)
  }

  /// Replaces each `{name}` by the value's text; other braces stay.
  private static func filled(_ text: String, _ names: [String], _ values: [Value]) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: open)..<close]
      if let index = names.firstIndex(where: { $0 == name }) {
        result += values[index].plainText
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest[rest.index(after: open)...]
      }
    }
    return result + rest
  }
}

extension Value {
  /// A text as it is, anything else as a formula would write it.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .double(let double): DoubleText.plain(double)
    default: description
    }
  }
}
