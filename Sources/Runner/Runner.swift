public import Scenarios
import Values

/// Runs the scenarios of a file, each in a fresh world. Deterministic: the same file gives the
/// same result in any process. Nothing outside the result is touched.
///
/// Evaluation nests with the depth of the model, so that the caller must provide a stack of
/// `ScenarioRunner.stackSize` bytes.
public final class ScenarioRunner {
  /// What a thread that runs scenarios needs, in bytes.
  public static let stackSize = 256 << 20

  /// A scenario, or one row of its `each`, before it is run. Any runner of the same file can run
  /// it, on any thread.
  public struct Candidate: Sendable {
    public let scenario: Scenario
    /// From 0; nil without `each`.
    public let row: Int?
    /// The name with the row's values filled in.
    public let name: String
    /// The position among all candidates of the file, from 0.
    public let index: Int
    /// The scenario's position in the file.
    let position: Int
  }

  private let plan: FilePlan
  /// The plan that was made last; the rows of a scenario share one.
  private var latest: (position: Int, plan: ScenarioPlan)?

  private let patience: Patience
  private let memory: MemoryShare
  /// What a step and a scenario may take, for tests.
  var whole = WorkLimits.Whole()

  /// Resolves the file's names. The file must have been loaded without errors.
  public init(
    _ file: ScenarioFile, patience: Patience = .endless, memory: MemoryShare = MemoryShare()
  ) {
    plan = FilePlan(file)
    self.patience = patience
    self.memory = memory
  }

  private func bounds(of scenario: Scenario) -> Bounds {
    Bounds(
      question: patience.begin(scenario.timeout?.limit), memory: memory.limit, claim: memory.claim,
      whole: whole)
  }

  /// Every scenario and every row, in file order.
  public var candidates: [Candidate] {
    var candidates: [Candidate] = []
    for (position, scenario) in plan.file.scenarios.enumerated() {
      for row in rows(of: scenario) {
        let name = row.map { RowValues.name(of: steps(position), row: $0, in: plan) }
        candidates.append(
          Candidate(
            scenario: scenario, row: row, name: name ?? scenario.name.text,
            index: candidates.count, position: position))
      }
    }
    return candidates
  }

  /// Runs one in a fresh world. With `isRecording`, and where a golden is to be compared, the
  /// result has the log of all that happened. It ends at the first step that fails, unless
  /// `pastFixes` lets it go on behind steps of which nothing but outcomes differ, each with a fix
  /// for all of it.
  public func run(
    _ candidate: Candidate, isRecording: Bool = false, pastFixes: Bool = false
  ) -> ScenarioResult {
    let scenario = candidate.scenario
    var result = ScenarioResult(of: candidate, .passed)
    result.todo = scenario.todo
    if let reason = scenario.skip {
      result.verdict = .skipped(reason)
      return result
    }
    switch locals(of: candidate) {
    case .success(let locals):
      let run = ScriptRun(
        steps(candidate.position), in: plan, isRecording: isRecording || scenario.golden != nil,
        in: bounds(of: scenario))
      run.goesPastFixes = pastFixes
      result.failures = run.run(locals: locals)
      result.work = run.work
      result.isCrowded = run.isCrowded
      result.log = run.log
      result.isCutShort = run.isCutShort
    case .failure(let error):
      result.failures = [
        Failure(
          .error, error.code, error.text, at: error.span ?? scenario.span, help: error.help)
      ]
    }
    if !result.failures.isEmpty { result.verdict = .failed }
    return result
  }

  /// Runs one to see which of its outcomes hold already before their steps, and which are never
  /// evaluated. How it goes besides is not told: looking may change how often derived cells run.
  /// One that is skipped, or known to fail, is not looked at.
  public func look(at candidate: Candidate, for held: inout HeldBefore) {
    let scenario = candidate.scenario
    guard scenario.skip == nil, scenario.todo == nil else { return }
    guard case .success(let locals) = locals(of: candidate) else {
      return held.expect(scenario.steps, isCut: true)
    }
    let run = ScriptRun(steps(candidate.position), in: plan, in: bounds(of: scenario))
    run.heldBefore = held
    // What is being written to has one owner, so that it is not copied at each step.
    held = HeldBefore()
    let failures = run.run(locals: locals)
    held = run.heldBefore ?? held
    run.heldBefore = nil
    held.expect(scenario.steps, isCut: !failures.isEmpty || run.isCutShort)
  }

  /// Runs all, in file order.
  public func run() -> [ScenarioResult] { candidates.map { run($0) } }

  private func locals(of candidate: Candidate) -> Result<[Value], RunError> {
    guard let row = candidate.row else { return .success([]) }
    return RowValues.locals(of: steps(candidate.position), row: row, in: plan)
  }

  private func rows(of scenario: Scenario) -> [Int?] {
    guard let rows = scenario.rows else { return [nil] }
    return rows.indices.map { $0 }
  }

  private func steps(_ position: Int) -> ScenarioPlan {
    if let latest, latest.position == position { return latest.plan }
    let steps = ScenarioPlan(plan.file.scenarios[position], in: plan)
    latest = (position, steps)
    return steps
  }
}

/// The values that one row of `each` binds, and the scenario's name with them filled in. They are
/// evaluated where they are needed and not kept: rows may be many, and their values large.
enum RowValues {
  static func locals(
    of plan: ScenarioPlan, row: Int, in file: FilePlan
  ) -> Result<[Value], RunError> {
    var values = [Value](repeating: .null, count: plan.rowNames.count)
    for entry in plan.rows[row] {
      do throws(RunError) {
        values[entry.index] = try value(of: entry.value, in: file)
      } catch {
        return .failure(error)
      }
    }
    return .success(values)
  }

  /// Only what the name speaks of is evaluated; null where that fails, as the run will tell.
  static func name(of plan: ScenarioPlan, row: Int, in file: FilePlan) -> String {
    filled(plan.scenario.name.text) { name in
      guard let index = plan.rowNames.firstIndex(of: name) else { return nil }
      let entry = plan.rows[row].first { $0.index == index }
      return entry.flatMap { try? value(of: $0.value, in: file) } ?? .null
    }
  }

  /// Formulas in rows see no model: they are evaluated in a world of their own.
  private static func value(of datum: DatumPlan, in file: FilePlan) throws(RunError) -> Value {
    if case .constant(let value) = datum.content { return value }
    let world = World(file)
    defer { world.close() }
    return try world.value(of: datum, in: world.bare)
  }

  /// Replaces each `{name}` by the value's text; other braces stay.
  private static func filled(_ text: String, _ value: (String) -> Value?) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: open)..<close]
      if let value = value(String(name)) {
        result += value.shortText
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
  /// The same for a name, of which nobody reads more than so much.
  fileprivate var shortText: String {
    guard measure.text + measure.elements > Value.longestInName else { return plainText }
    if case .string(let text) = self {
      return String(text.unicodeScalars.prefix(Value.longestInName)) + "…"
    }
    return beginning(Value.longestInName)
  }

  private static let longestInName = 1_000

  /// A text as it is, anything else as a formula would write it.
  var plainText: String {
    switch self {
    case .string(let text): text
    case .double(let double): DoubleText.plain(double)
    default: description
    }
  }
}

extension ScenarioResult {
  fileprivate init(of candidate: ScenarioRunner.Candidate, _ verdict: Verdict) {
    self.init(
      name: candidate.name, row: candidate.row, span: candidate.scenario.span, verdict: verdict)
    title = candidate.scenario.name.text
    tags = candidate.scenario.tags
    index = candidate.index
  }

  /// Of a scenario that was to run and did not.
  public init(missing candidate: ScenarioRunner.Candidate, because reason: String) {
    self.init(of: candidate, .missing(reason))
  }
}
