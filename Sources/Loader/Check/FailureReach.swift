import Scenarios
import Values

/// The actors that scenarios which expect a failure may set to work, themselves or by way of others: what goes wrong
/// with these may be what is expected.
struct FailureReach {
  private typealias Message = ActorFacts.Message

  /// Nil where it may be any actor.
  private let actors: TextSet?

  /// - Parameter messages: All that anybody sends.
  init(_ file: ScenarioFile, _ messages: [ActorFacts.Message]) {
    var recipients = FailureReach.recipients(in: file)
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

  /// Whom the scenarios that expect a failure send something; nil for somebody.
  private static func recipients(in file: ScenarioFile) -> [String?] {
    var found: [String?] = []
    for scenario in file.scenarios {
      let scripts = file.scripts(of: scenario)
      var expectsFailure = false
      var recipients: [String?] = []
      for steps in scripts {
        steps.eachDeep { step in
          expectsFailure = expectsFailure || step.expectsFailure
          if let recipient = step.verb.use.flatMap(recipient) {
            recipients.append(recipient.kind.map { file.model.actors[$0].name.text })
          }
        }
      }
      // Whoever waits for nobody, waits for bodies of other parts.
      if expectsFailure { found += recipients.isEmpty ? [nil] : recipients }
    }
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
