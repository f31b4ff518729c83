import Scenarios
import Values

/// The actors that scenarios which expect a failure may set to work, themselves or by way of others: what goes wrong
/// with these may be what is expected.
struct FailureReach {
  private typealias Message = ActorFacts.Message

  /// Nil where it may be any actor.
  private let actors: TextSet?

  /// - Parameter messages: All that anybody sends.
  init(_ file: ScenarioFile, _ procedures: ProcedureGraph, _ messages: [ActorFacts.Message]) {
    var recipients = FailureReach.recipients(in: file, procedures)
    guard !recipients.isEmpty else {
      actors = []
      return
    }
    var sent: TextTable<[String?]> = [:]
    for message in messages {
      switch message.sender {
      case .script: break
      case .actor(let name): sent[name, default: []].append(message.recipient)
      // What sets a body of another part to work is not known.
      case .other: recipients.append(message.recipient)
      }
    }
    var reached: TextSet = []
    while let recipient = recipients.popLast() {
      guard let recipient else {
        actors = nil
        return
      }
      if reached.insert(recipient) { recipients += sent[recipient] ?? [] }
    }
    actors = reached
  }

  func contains(_ actor: String) -> Bool { actors?.contains(actor) ?? true }

  /// What one script does itself.
  private struct Script {
    var expectsFailure = false
    /// Whom it sends something; nil for somebody.
    var recipients: [String?] = []
    let performed: [Int]

    init(_ steps: [Step], of file: ScenarioFile) {
      performed = steps.performed
      steps.eachDeep { step in
        expectsFailure = expectsFailure || step.expectsFailure
        if let recipient = step.verb.use.flatMap(FailureReach.recipient) {
          recipients.append(recipient.kind.map { file.model.actors[$0].name.text })
        }
      }
    }
  }

  /// Whom the scenarios that expect a failure send something; nil for somebody.
  private static func recipients(
    in file: ScenarioFile, _ graph: ProcedureGraph
  ) -> [String?] {
    let procedures = file.procedures.map { Script($0.steps, of: file) }
    let fail = graph.leads { procedures[$0].expectsFailure }
    let send = graph.leads { !procedures[$0].recipients.isEmpty }
    func fails(_ script: Script) -> Bool {
      script.expectsFailure || script.performed.contains { fail[$0] }
    }
    func sends(_ script: Script) -> Bool {
      !script.recipients.isEmpty || script.performed.contains { send[$0] }
    }
    let before = file.before?.steps ?? []
    let opening = Script(before, of: file)
    let opens = (failing: fails(opening), sending: sends(opening))
    var found = opening.recipients
    var scripts = [before]
    for scenario in file.scenarios {
      let own = Script(scenario.steps, of: file)
      guard opens.failing || fails(own) else { continue }
      // Whoever waits for nobody, waits for bodies of other parts.
      guard opens.sending || sends(own) else { return [nil] }
      found += own.recipients
      scripts.append(scenario.steps)
    }
    if scripts.count == 1 { return [] }
    for number in file.performed(by: scripts) { found += procedures[number].recipients }
    return found
  }

  private static func recipient(of use: Use) -> Recipient? {
    switch use {
    case .tells(let recipient, _), .forwards(let recipient, _), .restarts(let recipient),
      .stops(let recipient):
      recipient
    case .asks(let ask): ask.recipient
    case .mentions, .watches, .becomes, .disturbs, .spawns, .starts, .ends, .invalidates, .changes,
      .sends, .stubs, .mutates, .dispatches, .presents, .dismisses, .calls, .settles:
      nil
    }
  }
}
