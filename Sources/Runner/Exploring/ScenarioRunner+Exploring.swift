public import Scenarios
import Values

/// What is asked of an exploration besides what the file says.
public struct ExploreSettings: Sendable {
  /// States, in the place of the file's `limit`.
  public var limit: Int?
  /// Whether states are known by 128 bits rather than 64.
  public var isSure = false
  /// Whether every run is led anew from its beginning, also where there is a faster way.
  public var isByReplay = false

  /// Hears how far a search is, again and again, on the thread that searches.
  public var onProgress: (@Sendable (ExploreProgress) -> Void)?

  /// How many walks, where chance is to decide.
  public var runs: Int?
  /// Where chance begins, in the place of the file's `seed`.
  public var seed: UInt64?

  /// Which of the walks of each scenario are to be made here; nil for all of them.
  public var share: Walked.Share?

  /// How many walks there are where nobody says.
  public static let standardRuns = 1_000

  /// All as the file says.
  public init() {}
}

extension ScenarioRunner {
  /// Explores one: every order in which what it causes may happen, every fault that is allowed, every
  /// event. The result has what came of it as `explored`, and fails where that is not what is expected.
  public func explore(
    _ candidate: Candidate, _ settings: ExploreSettings = ExploreSettings()
  ) -> ScenarioResult {
    var result = ScenarioResult(of: candidate, .passed)
    if candidate.scenario.schedule != nil {
      result.verdict = .skipped("it has a schedule of its own, which run follows")
      return result
    }
    guard let maker = maker(of: candidate, &result) else {
      noteUnwalked(candidate, settings, &result)
      return result
    }
    switch maker.exploration.schedules {
    case .exhaustive: search(maker, settings, &result)
    case .pct, .random: walk(maker, settings, &result)
    }
    // It may well hold what its run does not come to yet.
    if result.verdict == .failed, let todo = candidate.scenario.todo, !result.isUndecided {
      (result.verdict, result.failures, result.explored) = (.todo(todo.reason), [], nil)
    }
    return result
  }

  private func search(
    _ maker: RunMaker, _ settings: ExploreSettings, _ result: inout ScenarioResult
  ) {
    let searched = Searched(maker, settings)
    let tally = searched.tally
    result.isCutShort = tally.isCutShort || maker.ending == .interrupted
    if result.isCutShort { return }
    // A violation that is known is told when the time is over; where something else has ended the search, that is.
    if let failures = tally.stopped, searched.found == nil || !tally.isOverdue {
      (result.verdict, result.failures) = (.failed, failures)
      return
    }
    var explored = Explored()
    explored.states = searched.count
    explored.violating = tally.violating
    explored.generated = tally.generated
    explored.bound = tally.bound ?? (tally.isOverdue ? "its time" : nil)
    explored.byReplay = searched.byReplay
    explored.bits = settings.isSure ? 128 : 64
    explored.hasRivals = maker.coverage.hasRivals
    explored.unseen = CoverageReport(maker).unseen(maker.coverage)
    if let found = searched.found {
      explored.verdict = .violated
      explored.found = told(found.path, found.violation, isLeast: found.isLeast, maker)
      // What has not been told to its end is another run.
      result.isCutShort = maker.ending == .interrupted
      if result.isCutShort { return }
    }
    let isRefuted: (Judge.Claim) -> Bool = { claim in
      switch claim {
      case .notViolated: false
      case .neverSeen(let place): !tally.unseen.contains(place)
      case .noEnd: tally.hasEnd
      }
    }
    Judge(maker).judge(explored, isRefuted, &result)
  }

  /// The state machine that one amounts to: the states of all its runs, merged where the formulas give the
  /// same; without formulas each state by itself, up to 200. Nil where it cannot be explored, as the
  /// result says then.
  ///
  /// The formulas are those that the file was loaded with, `ScenarioFile.asked`.
  public func stateMachine(
    of candidate: Candidate, _ settings: ExploreSettings = ExploreSettings()
  ) -> (machine: StateMachine?, result: ScenarioResult) {
    var result = ScenarioResult(of: candidate, .passed)
    guard let maker = maker(of: candidate, &result) else { return (nil, result) }
    let searched = Searched(maker, settings, drawingBy: tables.file.asked)
    result.isCutShort = searched.tally.isCutShort
    if let failures = searched.tally.stopped {
      (result.verdict, result.failures) = (.failed, failures)
    }
    return (searched.machine, result)
  }

  /// Goes the way that a token leads, and tells all that happens as the result's log.
  /// The token must be one.
  public func replay(
    _ candidate: Candidate, token text: String, keepingLog: Bool = true
  ) -> ScenarioResult {
    var result = ScenarioResult(of: candidate, .passed)
    result.todo = candidate.scenario.todo
    guard let token = ScheduleToken(text), let maker = maker(of: candidate, &result) else {
      return result
    }
    let told = RunReplay.follow(token, maker)
    var explored = Explored()
    if keepingLog || candidate.scenario.golden != nil { result.log = told.log }
    if let at = told.lostAt {
      explored.notes.append("the model is another than the token's: followed up to turn \(at)")
    }
    if let ending = told.ending {
      result.end(at: ending, of: candidate.scenario)
    } else if let stopped = told.stopped {
      (result.verdict, result.failures) = (.failed, stopped)
    } else if let violation = told.violation ?? endlessness(of: told, maker) {
      var failure = violation.failure
      (failure.trail, failure.omitted) = ([], 0)
      explored.verdict = .violated
      (result.verdict, result.failures) = (.failed, [failure])
    }
    result.replayed = explored
    return result
  }

  /// What comes of a way whose end is that there is none: no turn of it violates anything.
  private func endlessness(of told: RunReplay.Told, _ maker: RunMaker) -> Violation? {
    guard told.isEndless, maker.exploration.forbid.contains(.endless) else { return nil }
    return .endlessness(in: maker)
  }

  /// Whether a text is a token.
  public static func isToken(_ text: String) -> Bool { ScheduleToken(text) != nil }

  /// The token of which a text is all but the dot at its end; nil where it is none.
  public static func token(withoutDot text: String) -> String? { ScheduleToken.whole(text) }

  /// Whether a token was made for that scenario, of this very model.
  public func isToken(_ text: String, for candidate: Candidate) -> Bool {
    var result = ScenarioResult(of: candidate, .passed)
    guard let token = ScheduleToken(text), let maker = maker(of: candidate, &result) else {
      return false
    }
    return tables.fingerprint(of: maker) == token.file
  }

  /// What there is to be explored: every scenario and every row, in file order; of a file that has none
  /// but says what may happen, that alone.
  public var candidatesToExplore: [Candidate] { eventsAlone.map { [$0] } ?? candidates }

  // MARK: What it begins from

  func maker(of candidate: Candidate, _ result: inout ScenarioResult) -> RunMaker? {
    let scenario = candidate.scenario
    if let reason = scenario.skip {
      result.verdict = .skipped(reason)
      return nil
    }
    guard let exploration = tables.file.exploration(of: scenario) else {
      result.verdict = .skipped("it is not explored")
      return nil
    }
    let bounds = bounds(of: scenario)
    let script = script(candidate.position)
    do throws(RunError) {
      let locals = try locals(of: candidate, bounds, &result).get()
      let starts = try Starts(exploration.start, script, row: locals, tables, bounds).all()
      return RunMaker(
        candidate: candidate, script: script, tables: tables, exploration: exploration,
        plan: FaultPlan(exploration),
        locals: locals, bounds: bounds, starts: starts)
    } catch {
      if error.code == .timedOut, let ending = bounds.question() {
        result.end(at: ending, of: scenario)
        return nil
      }
      result.verdict = .failed
      result.failures = [
        Failure(.error, error.code, error.text, at: error.span ?? scenario.span, help: error.help)
      ]
      return nil
    }
  }

  // MARK: What was found

  func told(
    _ path: RunPath, _ violation: Violation, isLeast: Bool, _ hurried: RunMaker
  ) -> Explored.Found {
    let maker = hurried.withoutHurry
    let told = RunReplay.tell(path, maker)
    let token = ScheduleToken(file: tables.fingerprint(of: maker), picks: told.picks)
    // How it came about is told turn by turn.
    var failure = told.violation?.failure ?? violation.failure
    if !isSameTwice(token, told, maker) {
      failure.help.append(
        "this run is not the same twice: that is a bug of reactorctl; please report it")
    }
    (failure.trail, failure.omitted) = ([], 0)
    return Explored.Found(
      failure: failure, deviations: told.deviations,
      turns: told.count, isLeast: isLeast, token: token.text, schedule: told.turns)
  }

  /// Whether two runs of a token are alike in all that happened, and are what is told of it.
  private func isSameTwice(
    _ token: ScheduleToken, _ told: RunReplay.Told, _ maker: RunMaker
  ) -> Bool {
    (0..<2).allSatisfy { _ in
      let again = RunReplay.follow(token, maker, most: told.count)
      return again.turns == told.turns && again.violation?.name == told.violation?.name
        && RunReplay.text(of: again.log) == RunReplay.text(of: told.log)
    }
  }
}

extension ScenarioResult {
  /// Takes note that it was not let go on.
  fileprivate mutating func end(at ending: Ending, of scenario: Scenario) {
    guard let failure = scenario.failure(at: ending) else {
      isCutShort = true
      return
    }
    (verdict, failures) = (.failed, [failure])
  }
}

extension FileTables {
  /// What a token is for: the parts of the model, what may befall them, and which scenario or row it is.
  func fingerprint(of maker: RunMaker) -> UInt32 {
    var print = Fingerprint()
    for number in 0..<parts.count { print.add(parts[number]) }
    print.add(maker.exploration.delivery.rawValue)
    for fault in maker.plan.faults { print.add(fault.rawValue) }
    print.add(maker.candidate.name)
    if let row = maker.candidate.numberedRow { print.add(String(row)) }
    return UInt32(truncatingIfNeeded: print.first >> 20) & 0x1ff_ffff
  }
}
