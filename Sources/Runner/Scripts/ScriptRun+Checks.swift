import CEL
import Scenarios
import Values

// What must hold behind a turn, behind a step and at the end, and what is told where it does not.
extension ScriptRun {
  /// Asks the properties that may not hold any more.
  func checkAlways(after event: @autoclosure () -> TurnSubject, step: Step?) throws(Stop) {
    if file.always.isEmpty || isRepeating { return }
    world.settle()
    let due = world.touches.takeDue()
    onAsking?(due)
    for index in due {
      let failure = check(
        file.always[index], "always", remembering: world.memory(ofProperty: index),
        // In an explored run the schedule has numbers of its own.
        "after \(event().words)" + (isExplored ? "" : " (turn \(world.turns))"))
      if let failure {
        throw Stop(failures: [withTrail(failure, step)])
      }
    }
  }

  /// What does not hold of one of the properties, whoever asks; nil where it does.
  func failure(ofAlways index: Int) -> Failure? {
    check(
      file.always[index], "always", remembering: world.memory(ofProperty: index), "behind a turn")
  }

  func checkDisturbances() throws(Stop) {
    do {
      try runtime.actors.checkDisturbances()
    } catch {
      throw stop(error, "the script failed", step: nil)
    }
  }

  func checkEventually() throws(Stop) {
    trailStart = 0
    for property in file.eventually {
      if let failure = check(property, "eventually", "at the end") {
        throw Stop(failures: [withTrail(failure, nil)])
      }
    }
  }

  /// Asks a property.
  private func check(
    _ property: Formula, _ kind: String, remembering memory: FormulaMemory? = nil,
    _ place: @autoclosure () -> String
  ) -> Failure? {
    let text = property.text
    let code = kind == "always" ? ProblemCode.alwaysViolated : .eventuallyViolated
    return world.looking {
      Explaining.failure(
        property, in: world.bare, kind: .property, code, remembering: memory
      ) { verdict in
        "\(kind) `\(text)` \(verdict) \(place())"
      }
    }
  }

  func checkReports(step: Step?, context: String) throws(Stop) {
    if let stop = stop(world.log.reports[...], context, step: step) { throw stop }
  }

  /// An error that nobody expected may be why a step's outcomes differ. A step that tells of reports
  /// has said so itself.
  func unexpectedReport(_ step: Step, since mark: StepLog.Mark) -> [Failure] {
    if step.expectsReports { return [] }
    let context = "an error was reported that nobody expected"
    return stop(world.log.reports[mark.reports...], context, step: step)?.failures ?? []
  }

  /// Each step of a strict scenario names what it causes, or one around it does, which is asked when that is over. What
  /// a step comes to that cannot name anything goes with the step behind it.
  /// - Parameter first: Where what steps inside have left unnamed begins; nil where the step has no outcomes.
  func checkStrict(_ step: Step, inside first: Int?) throws(Stop) {
    guard let before = snapshot, place.isOutermost || step.hasOutcomes else { return }
    let touched = runtime.observed(among: world.touches.takeObserved())
    world.looking {
      StrictCheck(runtime, frame, step, since: before, touched: touched).note(inside: first)
    }
    before.update(touched, runtime)
    guard !before.unnamed.isEmpty, !place.isLookedAt else { return }
    // It may be why.
    try checkReports(step: step, context: "an error was reported that nobody expected")
    var failure = Failure(
      .strict, "a strict step must name all that it causes", at: step.keyword.span,
      step: step.span,
      help: ["name it in an outcome of the step, or drop `strict: true`"])
    failure.details = before.unnamed.map { Failure.Detail("unnamed", $0.line(runtime)) }
    var causes: Set<ObjectIdentifier> = [ObjectIdentifier(step)]
    for cause in before.unnamed where causes.insert(ObjectIdentifier(cause.step)).inserted {
      failure.places.append(Failure.Place("caused here", at: cause.step.event))
    }
    throw Stop(failures: [withTrail(failure, step)])
  }

  /// Whether a step has not settled, and it or one around it expects an error.
  func isExpectedUnsettled(_ error: RunError, _ opened: ScriptPlace.OpenStep) -> Bool {
    error.code == .endlessStep && opened.isExpected && !isExplored
  }

  /// Ends the scenario with a step that has not settled, as it expects. What keeps turning would turn on behind it, so
  /// that nothing may follow.
  func endUnsettled(_ opened: ScriptPlace.OpenStep, _ error: RunError) throws(Stop) {
    if let before = opened.before { try compare(opened, since: before.mark, error) }
    guard place.isAtEnd else {
      let cure = "let nothing follow a step that does not settle: it keeps turning behind it"
      throw stop(
        RunError(error.code, error.text, kind: error.kind, at: error.span, help: [cure]), "",
        step: opened.step)
    }
    try checkReports(
      step: opened.step, context: "an error was reported that nobody expected")
    try checkStrict(opened.step, inside: opened.before?.unnamed)
    try checkEventually()
    throw Stop(failures: [])
  }

  func stop(_ error: RunError, _ context: String, step: Step?) -> Stop {
    var failure = failure(error, context, step: step)
    if failure.help.isEmpty, mayExpect(error, step) {
      failure.help = ["if it is meant, expect it: fails: \(ExpectedError.text(error.text))"]
    }
    return Stop(failures: [withTrail(failure, step)])
  }

  /// What ends the scenario where errors were reported that nobody expected; nil where none was. The first of these is
  /// told at its place, and the others with it; a `reports` would have to name all that were.
  private func stop(
    _ all: ArraySlice<StepLog.Report>, _ context: String, step: Step?
  ) -> Stop? {
    guard let first = all.first(where: { !$0.isExpected }) else { return nil }
    let reports = all.filter { !$0.isExpected }
    var failure = failure(first.error, context, step: step)
    for report in reports.dropFirst().prefix(ScriptRun.mostReports) {
      let text = Value.string(report.error.text).description
      failure.details.append(Failure.Detail("also reported", text))
    }
    let rest = reports.count - 1 - ScriptRun.mostReports
    if rest > 0 { failure.details.append(Failure.Detail("also reported", "\(rest) more")) }
    if failure.help.isEmpty, all.allSatisfy({ mayExpect($0.error, step) }) {
      let texts = all.map { ExpectedError.text($0.error.text) }.joined(separator: ", ")
      let cure = all.count > ScriptRun.mostReports + 1 ? "_" : "[\(texts)]"
      failure.help = [
        "if \(all.count == 1 ? "it is meant, expect it" : "they are meant, expect them"): "
          + "reports: \(cure)"
      ]
    }
    return Stop(failures: [withTrail(failure, step)])
  }

  /// Of the errors of a step that are reported, that many are told behind the first.
  private static let mostReports = 9

  private func mayExpect(_ error: RunError, _ step: Step?) -> Bool {
    error.kind == .failure && !error.isLimit && step?.hasOutcomes == true
  }

  private func failure(_ error: RunError, _ context: String, step: Step?) -> Failure {
    let place = error.span ?? step?.keyword.span ?? script.scenario.name.span
    let isBudget = error.kind == .budget
    var failure = Failure(
      isBudget ? .budget : .error, error.code, isBudget ? error.text : "\(context): \(error.text)",
      at: place,
      step: step?.span, help: error.help)
    failure.parts = error.parts
    failure.places = error.places
    return failure
  }

  func withTrail(_ failure: Failure, _ step: Step?) -> Failure {
    var failure = failure
    world.settle()
    lacksTrails = lacksTrails || !world.trail.hasHeard(since: trailStart)
    let trail = world.trail.since(trailStart)
    failure.trail = trail.events
    failure.omitted = trail.omitted
    failure.step = failure.step ?? step?.span
    if let step = step?.event ?? failure.step, step.file != failure.span.file {
      failure.places.append(Failure.Place("the step", at: step))
    }
    failure.details += place.rounds
    failure.places += place.callers
    if place.pendingRow != nil {
      failure.details.append(Failure.Detail("in", "before, with which each scenario begins"))
    }
    return failure
  }
}

extension Step {
  /// Whether it may say what must come of it: one that only binds names has no outcomes.
  fileprivate var hasOutcomes: Bool {
    guard case .control(let verb) = verb else { return true }
    return switch verb {
    case .bind, .choose: false
    case .loop, .batch, .perform, .interleave: true
    }
  }
}
