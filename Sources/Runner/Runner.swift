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
    /// The row, where another of the file has the same name.
    public let numberedRow: Int?
    /// The position among all candidates of the file, from 0.
    public let index: Int
    /// The scenario's position in the file.
    let position: Int
  }

  let tables: FileTables
  /// The script that was made last; the rows of a scenario share one.
  private var latest: (position: Int, script: Script)?

  /// The one that stands for a file without scenarios of which events are explored: it does nothing.
  private(set) lazy var eventsAlone: Candidate? = {
    guard tables.file.scenarios.isEmpty, let exploration = tables.file.exploration,
      !exploration.events.isEmpty
    else { return nil }
    let scenario = Scenario(
      name: Name(tables.file.name, at: exploration.span), steps: [], span: exploration.span)
    return Candidate(
      scenario: scenario, row: nil, name: scenario.name.text, numberedRow: nil, index: 0,
      position: 0)
  }()

  private let patience: Patience
  private let memory: MemoryShare
  /// Whether all that derived cells give is compared with full recomputation; what differs ends the
  /// process, as it is a mistake of the engine.
  public var asksOracle = false
  /// What a step and a scenario may take, for tests.
  var whole = WorkLimits.Whole()

  /// The file must have been loaded without errors.
  public init(
    _ file: ScenarioFile, patience: Patience = .endless, memory: MemoryShare = MemoryShare()
  ) {
    tables = FileTables(file)
    self.patience = patience
    self.memory = memory
  }

  func bounds(of scenario: Scenario) -> Bounds {
    Bounds(
      question: patience.begin(scenario.timeout?.limit), memory: memory.limit, claim: memory.claim,
      whole: whole)
  }

  /// Every scenario and every row, in file order.
  public var candidates: [Candidate] {
    var candidates: [Candidate] = []
    var names = RowNames(tables, Bounds(question: patience.begin(nil), memory: memory.limit))
    var found: [(position: Int, row: Int?, name: String)] = []
    for (position, scenario) in tables.file.scenarios.enumerated() {
      for row in rows(of: scenario) {
        let filled = row.map { names.name(of: script(position), row: $0) }
        let name = filled ?? scenario.name.text
        found.append((position, row, name))
      }
    }
    candidates.reserveCapacity(found.count)
    let numbered = ScenarioRunner.numbered(found.map { ($0.name, $0.row) })
    for (place, (position, row, name)) in found.enumerated() {
      candidates.append(
        Candidate(
          scenario: tables.file.scenarios[position], row: row, name: name,
          numberedRow: numbered.contains(place) ? row : nil, index: candidates.count,
          position: position))
    }
    return candidates
  }

  /// The places of the rows that their names alone do not tell apart: of those whose name is that of
  /// another, or what another is called with its number.
  private static func numbered(_ all: [(name: String, row: Int?)]) -> Set<Int> {
    var places: TextTable<[Int]> = [:]
    for (place, candidate) in all.enumerated() { places[candidate.name, default: []].append(place) }
    var numbered: Set<Int> = []
    var found: [Int] = []
    func number(_ places: [Int]) {
      for place in places where all[place].row != nil && numbered.insert(place).inserted {
        found.append(place)
      }
    }
    for place in all.indices where places[all[place].name]?.count != 1 { number([place]) }
    while let place = found.popLast() {
      guard let row = all[place].row else { continue }
      number(places["\(all[place].name)[\(row)]"] ?? [])
    }
    return numbered
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
    if let schedule = scenario.schedule {
      return replay(candidate, token: schedule.text, keepingLog: isRecording)
    }
    let bounds = bounds(of: scenario)
    let script = script(candidate.position)
    let run = ScriptRun(
      script, in: tables, isListening: pastFixes,
      isRecording: isRecording || scenario.golden != nil,
      keepsEmissions: script.looksAtEmissions, in: bounds)
    run.goesPastFixes = pastFixes
    if asksOracle { run.world.askOracle() }
    run.cells = cells(of: candidate)
    var bound: [Value] = []
    switch locals(of: candidate, bounds, &result) {
    case .success(let locals):
      bound = locals
      result.failures = run.run(locals: locals)
      result.work += run.work
      result.isCrowded = result.isCrowded || run.isCrowded
      result.log = run.log
    case .failure(let error): result.failures = run.fail(error)
    }
    result.isCutShort = run.isCutShort
    if let reason = run.world.whyOver { result.verdict = .skipped(reason) }
    if !result.failures.isEmpty { result.verdict = .failed }
    let isUntold = run.lacksTrails && !result.isCrowded && scenario.todo == nil
    // Two worlds would take twice the memory.
    _ = consume run
    if isUntold { tellTrails(&result, of: candidate, bound) }
    return result
  }

  /// Runs one that has failed again, to tell what happened before: to those that pass nobody listens.
  /// Whatever becomes of the second run, such as that its time is over, the first has decided; but
  /// where there was no room for it beside other worlds, both are to be run again alone, so that what
  /// is told does not hang on how many run at once.
  private func tellTrails(
    _ result: inout ScenarioResult, of candidate: Candidate, _ locals: [Value]
  ) {
    let run = ScriptRun(
      script(candidate.position), in: tables, in: bounds(of: candidate.scenario))
    run.cells = cells(of: candidate)
    let failures = run.run(locals: locals)
    result.isCrowded = run.isCrowded
    for (index, failure) in zip(result.failures.indices, failures)
    where failure.message == result.failures[index].message {
      result.failures[index].trail = failure.trail
      result.failures[index].omitted = failure.omitted
    }
  }

  /// Runs one to see which of its outcomes hold already before their steps, and which are never
  /// evaluated. How it goes besides is not told.
  /// One that is skipped, or known to fail, is not looked at.
  public func look(at candidate: Candidate, for held: inout HeldBefore) {
    let scenario = candidate.scenario
    guard scenario.skip == nil, scenario.todo == nil, scenario.schedule == nil else { return }
    let bounds = bounds(of: scenario)
    var result = ScenarioResult(of: candidate, .passed)
    guard case .success(let locals) = locals(of: candidate, bounds, &result) else {
      return held.expect(tables.file.scripts(of: scenario), isCut: true)
    }
    let run = ScriptRun(script(candidate.position), in: tables, isListening: false, in: bounds)
    run.heldBefore = held
    // What is being written to has one owner, so that it is not copied at each step.
    held = HeldBefore()
    let failures = run.run(locals: locals)
    held = run.heldBefore ?? held
    run.heldBefore = nil
    held.expect(
      tables.file.scripts(of: scenario), isCut: !failures.isEmpty || run.isCutShort)
  }

  /// Runs all, in file order.
  public func run() -> [ScenarioResult] { candidates.map { run($0) } }

  /// What the candidate's row binds; the result takes what that costs.
  func locals(
    of candidate: Candidate, _ bounds: Bounds, _ result: inout ScenarioResult
  ) -> Result<[Value], RunError> {
    guard let row = candidate.row else { return .success([]) }
    let values = RowValues(tables, bounds)
    defer {
      result.isCrowded = values.isCrowded
      result.work = values.end()
    }
    return values.locals(of: script(candidate.position), row: row)
  }

  private func cells(of candidate: Candidate) -> RowCells? {
    guard let row = candidate.row else { return nil }
    let script = script(candidate.position)
    return RowCells(
      names: script.rowNames, cells: script.rows[row], first: script.localsBeforeRows,
      scenario: script.scenario.span, inputs: { script.inputs })
  }

  private func rows(of scenario: Scenario) -> [Int?] {
    guard let rows = scenario.rows else { return [nil] }
    return rows.indices.map { $0 }
  }

  func script(_ position: Int) -> Script {
    if let latest, latest.position == position { return latest.script }
    let scenario =
      tables.file.scenarios.isEmpty ? eventsAlone?.scenario : tables.file.scenarios[position]
    guard let scenario else { preconditionFailure("a candidate of another file") }
    let script = Script(scenario, of: tables.file)
    latest = (position, script)
    return script
  }
}

extension ScenarioResult {
  init(of candidate: ScenarioRunner.Candidate, _ verdict: Verdict) {
    self.init(
      name: candidate.name, row: candidate.row, span: candidate.scenario.span, verdict: verdict)
    numberedRow = candidate.numberedRow
    rowSpan = candidate.row.flatMap { row in candidate.scenario.rows?[row].span }
    tags = candidate.scenario.tags
    index = candidate.index
  }

  /// Of a scenario that was to run and did not.
  public init(missing candidate: ScenarioRunner.Candidate, because reason: String) {
    self.init(of: candidate, .missing(reason))
  }
}
