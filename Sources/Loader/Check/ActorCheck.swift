import Scenarios
import Values

/// What can be said of actors without running them.
struct ActorCheck {
  private let file: ScenarioFile
  private let facts: ActorFacts
  private let failures: FailureReach
  private let numbers: TextTable<Int>
  /// What each actor is sent; under the empty name what any may be sent.
  private var sent: TextTable<PartFacts.Cases> = [:]
  /// The messages that each actor has a reaction to, in some behavior.
  private let known: [TextSet]

  init(_ file: ScenarioFile, _ procedures: ProcedureGraph) {
    self.file = file
    facts = ActorFacts(file)
    failures = FailureReach(file, procedures, facts.messages)
    numbers = TextTable(numbers: file.model.actors.map(\.name))
    known = file.model.actors.map { actor in
      TextSet(actor.behaviors.flatMap(\.reactions).map(\.message.text))
    }
    for message in facts.messages {
      sent[message.recipient ?? "", default: PartFacts.Cases()].add(message.name)
    }
  }

  func run(_ check: inout FileCheck) {
    for actor in file.model.actors {
      checkReactions(of: actor, &check)
      checkMail(of: actor, &check)
      checkSupervision(of: actor, &check)
      checkState(of: actor, &check)
    }
    for message in facts.messages { self.check(message, &check) }
    AskCircles(file.model.actors).check(&check) { !failures.contains($0) }
    checkSpawned(&check)
    for (index, actor) in file.model.actors.enumerated() { checkUse(of: actor, index, &check) }
    guard !file.scenarios.isEmpty else { return }
    for (actor, message) in facts.received { checkReceived(message, by: actor, &check) }
    for disturbance in facts.disturbances { self.check(disturbance, &check) }
    for exploration in file.explorations { checkFaults(of: exploration, &check) }
  }

  private func actor(_ name: String?) -> ActorDeclaration? {
    name.flatMap { numbers[$0] }.map { file.model.actors[$0] }
  }

  // MARK: Messages

  private func check(_ message: ActorFacts.Message, _ check: inout FileCheck) {
    guard let recipient = message.recipient, let number = numbers[recipient],
      let name = message.name
    else { return }
    if message.isAsk || message.isForward, message.isToSelf, !message.isAfter,
      !failures.contains(recipient), !file.model.actors[number].isPool
    {
      check.warn(
        .deadlock,
        "\"\(recipient)\" waits for its own answer, which it cannot give while it waits",
        at: message.keyword.span,
        help: [
          message.isForward
            ? "to have it answered, forward it to another"
            : "to go on without waiting, write: tell"
        ])
    }
    // A body's report is told of by the step that sets it off.
    let isExpected =
      message.isForgiven || (message.sender != .script && facts.tellsOfFailures)
    guard !known[number].contains(name.text), !isExpected else { return }
    let others = check.problems.isHelpWanted ? known[number].sorted() : []
    let near =
      CaseSpelling.cure(for: name.text, among: known[number])
      ?? check.problems.nearest(to: name.text, among: others).map { "did you mean \"\($0)\"?" }
    let outcome = message.isAsk ? "fails" : "reports"
    check.warn(
      .unknownMessage, "\"\(recipient)\" has no reaction to \"\(name.text)\"", at: name.span,
      help: [near ?? "where that is meant, expect: \(outcome)"])
  }

  /// What an outcome says was received must be something that is sent.
  private func checkReceived(_ message: Name, by actor: String, _ check: inout FileCheck) {
    guard numbers[actor] != nil, sent[actor]?.mayHold(message.text) != true,
      sent[""]?.mayHold(message.text) != true,
      message.text != "Terminated" || facts.watches[actor] == nil
    else { return }
    let names = check.problems.isHelpWanted ? sent[actor]?.names.sorted() ?? [] : []
    check.warn(
      .impossibleExpectation, "nothing sends \"\(message.text)\" to \"\(actor)\"", at: message.span,
      help: check.problems.nearest(to: message.text, among: names).map {
        ["did you mean \"\($0)\"?"]
      }
        ?? [])
  }

  private func check(_ disturbance: ActorFacts.Disturbance, _ check: inout FileCheck) {
    if facts.talks(disturbance.sender, disturbance.recipient) { return }
    let sender =
      switch disturbance.sender {
      case .script: "the scenarios send"
      case .actor(let name): "\"\(name)\" sends"
      case .other, nil: ""
      }
    let recipient = disturbance.recipient.map { "\"\($0)\"" }
    check.warn(
      .noEffect,
      sender.isEmpty
        ? "nothing sends \(recipient ?? "an actor") a message"
        : recipient.map { "\(sender) \($0) nothing" } ?? "\(sender) nobody a message",
      at: disturbance.keyword.span)
  }

  // MARK: Reactions

  private func checkReactions(of actor: ActorDeclaration, _ check: inout FileCheck) {
    for reaction in actor.behaviors.flatMap(\.reactions) {
      let cure =
        switch reaction.kind {
        case .result: ""
        case .steps: "to answer, write: {future: [{reply: …}]}"
        case .future: "to answer, write: reply"
        }
      let steps = reaction.kind.steps
      steps.eachDeep { step in
        guard case .turn(.result(.returning(let datum))) = step.verb, !datum.isNull else { return }
        check.warn(
          .noEffect, "what the body of a reaction returns goes nowhere", at: datum.span,
          help: [cure])
      }
      if !reaction.onCancel.isEmpty, !steps.mayWait, !steps.mayForward {
        check.warn(
          .noEffect,
          "\"onCancel\" has no effect: the reaction to \"\(reaction.message.text)\" never waits",
          at: reaction.message.span)
      }
    }
    let name = actor.name.text
    if let watch = facts.watches[name], let number = numbers[name],
      !known[number].contains("Terminated")
    {
      check.warn(
        .unknownMessage, "\"\(name)\" has no reaction to \"Terminated\", which a watch brings",
        at: watch.span, help: ["write under \"on\": Terminated: [...]"])
    }
  }

  /// What is put aside and what comes back.
  private func checkMail(of actor: ActorDeclaration, _ check: inout FileCheck) {
    let name = actor.name.text
    switch (facts.stashes[name], facts.unstashes[name]) {
    // A restart brings it back too.
    case (let stash?, nil) where !facts.restarted.contains(name) && !facts.isSupervised(name):
      check.warn(
        .noEffect, "\"\(name)\" never takes back what it puts aside", at: stash.span,
        help: ["write where it can go on: unstash"])
    case (nil, let unstash?):
      check.warn(.noEffect, "\"\(name)\" puts nothing aside", at: unstash.span)
    default: break
    }
    let made = facts.becomes[name] ?? []
    for behavior in actor.behaviors.dropFirst() where !made.contains(behavior.name.text) {
      check.warn(
        .unused, "\"\(name)\" never comes to the behavior \"\(behavior.name.text)\"",
        at: behavior.name.span, help: ["write in a body: become: \(behavior.name.text)"])
    }
  }

  /// Paths of the own state that it begins without, and that are spelt almost as others.
  private func checkState(of actor: ActorDeclaration, _ check: inout FileCheck) {
    guard let state = actor.state else { return }
    actor.eachPiece { piece in
      guard case .steps(let steps) = piece else { return }
      steps.eachDeep { step in
        guard case .turn(.state(.set(let assignments))) = step.verb else { return }
        for assignment in assignments.all {
          if !checkRoot(assignment.path, of: actor, state, &check) {
            check.check(assignment.path, of: state)
          }
        }
      }
    }
  }

  /// A path of the own state, written as if it were the world's. True where that is told.
  private func checkRoot(
    _ path: Path, of actor: ActorDeclaration, _ state: Datum, _ check: inout FileCheck
  ) -> Bool {
    guard case .missing = state.property(path.root) else { return false }
    let own = path.properties.joined(separator: ".")
    if !own.isEmpty, path.root == "state" || path.root == actor.name.text {
      check.warn(
        .suspicious, "\"set\" writes the actor's own state, which has no \"\(path.root)\"",
        at: path.span, help: ["leave it out: set: {\(own): …}"])
    } else if own.isEmpty, !check.facts.readsProperty(path.root),
      file.model.cells.contains(where: { $0.name.text == path.root })
    {
      check.warn(
        .suspicious,
        "\"set\" writes the actor's own state: the cell \"\(path.root)\" stays as it is",
        at: path.span, help: ["only scripts, computations and reactors set cells"])
    } else {
      return false
    }
    return true
  }

  // MARK: Supervision

  /// Of each child there is one, and it belongs to the actor that goes by its name.
  private func checkSpawned(_ check: inout FileCheck) {
    for kind in facts.spawned {
      guard let child = actor(kind.text)?.children.first else { continue }
      check.warn(
        .noEffect,
        "a spawned \"\(kind.text)\" has no children: the one \"\(child.text)\" is another's",
        at: kind.span, help: ["let each make its own in a body: spawn: \(child.text)"])
    }
  }

  private func checkSupervision(of actor: ActorDeclaration, _ check: inout FileCheck) {
    if actor.supervision == nil, let child = actor.children.first(where: { $0.restart != nil }) {
      check.warn(
        .noEffect,
        "\"\(actor.name.text)\" begins no child anew, so it does not matter when it would",
        at: child.span, help: ["write beside \"children\": supervision: {restarts: 3}"])
    }
    guard actor.supervision != nil, actor.children.isEmpty,
      !facts.spawners.contains(actor.name.text)
    else { return }
    check.warn(
      .noEffect, "\"\(actor.name.text)\" supervises nobody", at: actor.name.span,
      help: ["it supervises its \"children\" and what it spawns"])
  }

  // MARK: Use

  private func checkUse(of actor: ActorDeclaration, _ index: Int, _ check: inout FileCheck) {
    let name = actor.name.text
    let toAny = sent[""] ?? PartFacts.Cases()
    let isMade = !actor.children.isEmpty || (actor.isInstance && !actor.setup.isEmpty)
    let isReached =
      sent[name] != nil || isMade || facts.mentioned.contains(name) || toAny.isOpen
      || !toAny.names.isEmpty
    check.judge(
      "actor \(name)", at: actor.name, isUsed: isReached || check.facts.isRead(.actor(index)),
      "the actor \"\(name)\" is never used", help: ["send it a message: tell: {\(name): …}"])
    let cases = sent[name]
    check.judge("what is sent to \(name)", at: actor.name, isUsed: cases != nil)
    for reaction in actor.behaviors.flatMap(\.reactions) {
      let message = reaction.message.text
      check.judge(
        "message \(name).\(message)", at: reaction.message, isUsed: isSent(message, to: name),
        of: "what is sent to \(name)", "nothing sends \"\(message)\" to \"\(name)\"",
        help: ["send it in a scenario, or remove it"])
    }
  }

  private func isSent(_ message: String, to name: String) -> Bool {
    sent[name]?.mayHold(message) == true || sent[""]?.mayHold(message) == true
      || (message == "Terminated" && facts.watches[name] != nil)
  }

  // MARK: Exploration

  /// Warns of faults that cannot befall anything, for nothing is sent.
  private func checkFaults(of exploration: Exploration, _ check: inout FileCheck) {
    if exploration.inherited.contains(.faults) { return }
    for rule in exploration.faults where rule.fault.isOfMessages {
      for target in rule.targets {
        switch target {
        case .actor(let actor):
          if sent[actor.text] == nil, sent[""] == nil, facts.watches[actor.text] == nil {
            check.warn(
              .noEffect, "nothing sends \"\(actor.text)\" a message to \(rule.fault.rawValue)",
              at: actor.span)
          }
        case .message(let actor, let message):
          if !isSent(message.text, to: actor.text) {
            check.warn(
              .noEffect, "nothing sends \"\(message.text)\" to \"\(actor.text)\"",
              at: message.span)
          }
        case .everything, .method: break
        }
      }
    }
  }
}

extension Exploration.Fault {
  fileprivate var isOfMessages: Bool {
    switch self {
    case .drop, .duplicate, .delay: true
    case .crash, .crashMidway, .reject: false
    }
  }
}

extension [Step] {
  fileprivate var mayForward: Bool {
    containsDeep { if case .turn(.result(.forward)) = $0.verb { true } else { false } }
  }
}

extension ActorDeclaration {
  fileprivate var isInstance: Bool {
    if case .instance = provider { return true }
    return false
  }
}
