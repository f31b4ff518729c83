import Reactor
import Scenarios
import Values

// What is looked at between two turns.
extension ExploredRun {
  // MARK: The state

  /// What the state is known by.
  /// - Parameter withOrder: Also by the order in which turns became ready, which only counts where it is
  ///   counted how often something else than the first was taken.
  func fingerprint(withOrder: Bool = false) -> Fingerprint {
    var fingerprint = Fingerprint()
    for line in description(withOrder: withOrder).lines {
      fingerprint.add(line.path)
      fingerprint.add(line.content)
    }
    return fingerprint
  }

  func description(withOrder: Bool) -> WorldDescription {
    WorldDescription(of: run, joiningMail: true) { writer in
      write(writer)
      if withOrder { writer.writeOrder() }
    }
  }

  private func write(_ writer: StateWriter) {
    if exploration.steps != nil { writer.add("events", String(eventCount)) }
    writeDisturbed(writer)
  }

  /// What the exploration has done to the world, but for events.
  func writeDisturbed(_ writer: StateWriter) {
    if !plan.faults.isEmpty { writer.add("faults", faults.words(plan.budget)) }
    for (number, delayed) in delayed.enumerated() {
      switch delayed.content {
      case .message(let envelope, let actor):
        let message = actors.mails[envelope.word].map { writer.text($0) } ?? "nothing"
        writer.add("delayed \(number)", "to \(writer.name(of: actor)): \(message)")
      case .answer(let parts, _): writer.add("delayed \(number)", writer.text(parts))
      }
    }
    if plan.faults.contains(.crash) {
      writer.addUnordered("begun", livingBegun) { writer.name(of: $0) }
    }
  }

  /// The actors that have had a turn, and live: only these can crash.
  var livingBegun: [ActorRun] {
    actors.runs.filter { begun.contains($0.number) && actors.core.isAlive($0.id) }
  }

  /// Evaluates the derived cells that have never been, or that hold maps. Of two maps that differ in the
  /// order of their keys alone a derived cell keeps the first, so that what it holds hangs on when somebody
  /// has read it: here somebody does behind each turn.
  func evaluateDerived() {
    world.trail.setPaused(true)
    world.graph.nonreactive {
      for (index, cell) in world.model.cells.enumerated() {
        guard case .derived = cell.source, case .derived(let derived, _)? = try? world.made(index)
        else { continue }
        if let value = world.derivedValue(index), !value.hasOrder { continue }
        _ = try? derived.value
      }
    }
    world.trail.setPaused(false)
  }

  // MARK: What must not be

  /// What a turn has led to that the exploration forbids. What the turn has told is forgotten.
  var violationBehindTurn: Violation? {
    if let reported = reportedViolation { return reported }
    guard exploration.forbid.contains(.deadlock), world.scheduler.readyCount == 0,
      let circle = actors.circle
    else { return nil }
    return Violation(circle)
  }

  /// An error that nobody caught, where that is forbidden. All that was reported is forgotten.
  var reportedViolation: Violation? {
    let rejection = runtime.calls.rejection
    let reports = world.log.reports.map(\.error) + (rejection.map { [$0] } ?? [])
    // Nothing of the script looks at these, so that they are no part of the state.
    runtime.calls.beginEvent()
    world.log.clear()
    for error in reports {
      let isDead = error.isDeadLetter
      if exploration.forbid.contains(.reports)
        || isDead && exploration.forbid.contains(.deadLetters)
      {
        return Violation(report(error, isDead ? .exploredDeadLetter : .exploredReport))
      }
    }
    return nil
  }

  private func report(_ error: RunError, _ code: ProblemCode) -> Failure {
    var failure = Failure(
      .error, code, "an error that nobody caught: \(error.text)",
      at: error.span ?? run.script.scenario.name.span, help: error.help)
    failure.parts = error.parts
    failure.places = error.places
    return failure
  }

  /// What is not as it must be at the end of a run.
  func violationAtEnd() -> Violation? {
    if stopped != nil { return nil }
    do throws(ScriptRun.Stop) { try run.checkEventually() } catch {
      return error.failures.first.map { Violation($0) }
    }
    guard exploration.forbid.contains(.unanswered), let promise = actors.unanswered else {
      return nil
    }
    return Violation(
      Failure(
        .error, .exploredUnanswered, "\(promise.askedName) was never answered",
        at: promise.step.keyword.span,
        help: ["give the ask a `timeout`, or have every message answered"]))
  }

  /// Whether a formula that is to hold somewhere holds here; nil where it fails or gives something else.
  func holds(_ formula: Formula) -> Bool? {
    if stopped != nil { return nil }
    return world.looking {
      guard case .bool(let holds)? = try? world.evaluate(formula, in: world.bare) else {
        return nil
      }
      return holds
    }
  }
}

extension Actors {
  /// Who waits for whom in a circle; nothing must be ready.
  fileprivate var circle: Failure? {
    guard let error = core.circle().map({ deadlock($0) }) else { return nil }
    var failure = Failure(
      .error, .exploredDeadlock, error.text, at: error.span ?? kinds[0].declaration.name.span,
      help: error.help)
    failure.places = error.places
    return failure
  }
}

extension Promise {
  /// Whose answer it is; also of a message that nobody has received, the one to whom it was sent.
  fileprivate var askedName: String {
    guard bonds.addressees.first == nil, case .turn(.event(.ask(let ask))) = step.verb,
      case .declared(let actor) = ask.recipient
    else { return name }
    return "\(actor.text).\(subject)"
  }
}
