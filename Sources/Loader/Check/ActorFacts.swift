import Scenarios
import Values

/// What a walk over a file finds about actors: who sends what to whom, who makes, watches and
/// disturbs whom. A spawned actor goes by the name of its kind.
struct ActorFacts {
  /// A message as some step sends it.
  struct Message {
    enum Sender: Hashable {
      case script
      case actor(String)
      /// A body of another part.
      case other
    }

    var sender: Sender
    /// Nil where it may be any actor.
    var recipient: String?
    /// Nil where a formula gives the message.
    var name: Name?
    var isAsk: Bool
    /// Whether it is handed on, and its answer waited for in the place of whoever asked.
    var isForward: Bool
    /// Whether the sender itself is meant.
    var isToSelf: Bool
    /// Whether its rejection, or the report of it, is looked at.
    var isForgiven: Bool
    var isAfter: Bool
    /// The step's verb.
    var keyword: Name
  }

  /// A fault that befalls messages.
  struct Disturbance {
    var sender: Message.Sender?
    var recipient: String?
    var keyword: Name
  }

  /// Who sends whom; nil for somebody.
  private struct Pair: Hashable {
    var sender: Message.Sender?
    var recipient: String?
  }

  private(set) var messages: [Message] = []
  /// What outcomes say was received, by whom.
  private(set) var received: [(actor: String, message: Name)] = []
  private var pairs: Set<Pair> = []
  /// Those who send to actors that are not known; nil for somebody.
  private var sendersToAny: Set<Message.Sender?> = []
  private(set) var disturbances: [Disturbance] = []
  /// Actors that something makes, ends, watches or looks at.
  private(set) var mentioned: TextSet = []
  /// The first `watch` of each actor.
  private(set) var watches: TextTable<Name> = [:]
  private(set) var spawners: TextSet = []
  /// The kinds that steps spawn, as they are written there.
  private(set) var spawned: [Name] = []
  /// Actors that some step restarts.
  private(set) var restarted: TextSet = []
  /// Children of actors with a `supervision`, and what such actors spawn.
  private var supervised: TextSet = []
  private(set) var becomes: TextTable<TextSet> = [:]
  private(set) var stashes: TextTable<Name> = [:]
  private(set) var unstashes: TextTable<Name> = [:]
  /// Whether any outcome tells of reports or failures.
  private(set) var tellsOfFailures = false

  private var sender = Message.Sender.other
  /// The names of the actors, by their numbers.
  private let names: [String]
  private var isForgiven = false

  init(_ file: ScenarioFile) {
    let model = file.model
    names = model.actors.map(\.name.text)
    model.eachDeclaration { part in
      if case .actor(let actor) = part {
        sender = .actor(actor.name.text)
        mentioned.formUnion(actor.children.map(\.text))
        if actor.supervision != nil { supervised.formUnion(actor.children.map(\.text)) }
      } else {
        sender = .other
      }
      part.eachPiece { visit($0) }
    }
    sender = .script
    file.eachExploredPiece { visit($0) }
    file.eachScriptPiece { visit($0) }
  }

  private mutating func visit(_ piece: Piece) {
    switch piece {
    case .steps(let steps): for step in steps { visit(step) }
    case .computation(let computation): computation.eachPiece { visit($0) }
    case .formula, .datum, .read, .write, .local, .channel: break
    }
  }

  private mutating func visit(_ step: Step) {
    let before = isForgiven
    if step.expectsFailure {
      isForgiven = true
      tellsOfFailures = true
    }
    for outcome in step.outcomes {
      if case .received(let entries) = outcome.claim {
        for entry in entries { visit(received: entry) }
      }
    }
    if let use = step.verb.use { visit(use, of: step) }
    if case .turn(.promise(.gather(let gathering))) = step.verb,
      gathering.otherwise != nil || step.binding?.isPromise == true
    {
      isForgiven = true
    }
    if let actor, case .turn(.life(.stash)) = step.verb {
      stashes[actor] = stashes[actor] ?? step.keyword
    }
    if let actor, case .turn(.life(.unstash)) = step.verb {
      unstashes[actor] = unstashes[actor] ?? step.keyword
    }
    step.eachPiece { visit($0) }
    isForgiven = before
  }

  private mutating func visit(received entry: Scenarios.Outcome.Entry) {
    mentioned.insert(entry.key.text)
    guard case .list(let elements) = entry.value.content else { return }
    for element in elements {
      switch element.content {
      case .value(.string(let name)):
        received.append((entry.key.text, Name(name, at: element.span)))
      case .map(let entries):
        if let name = entries.first?.key { received.append((entry.key.text, name)) }
      case .value, .formula, .placeholder, .condition, .list: break
      }
    }
  }

  // MARK: Steps

  private mutating func visit(_ use: Use, of step: Step) {
    switch use {
    case .tells(let recipient, let message): add(message, to: recipient, step)
    case .forwards(let recipient, let message):
      add(message, to: recipient, step, isForward: true)
    case .asks(let ask): add(ask.message, to: ask.recipient, step, ask)
    case .spawns(let kind):
      mentioned.insert(kind.text)
      spawned.append(kind)
      if let actor {
        spawners.insert(actor)
        supervised.insert(kind.text)
      }
    case .restarts(let recipient):
      if let kind = kind(of: recipient) {
        mentioned.insert(kind)
        restarted.insert(kind)
      }
    case .stops(let recipient), .mentions(let recipient):
      if let kind = kind(of: recipient) { mentioned.insert(kind) }
    case .watches(let recipient):
      if let kind = kind(of: recipient) { mentioned.insert(kind) }
      if let actor { watches[actor] = watches[actor] ?? step.keyword }
    case .becomes(let name): if let actor { becomes[actor, default: []].insert(name.text) }
    case .disturbs(let disturbance): add(disturbance, step)
    // Other facts are about computations, reactors, stores and services.
    case .starts, .ends, .invalidates, .changes, .sends, .stubs, .mutates, .dispatches,
      .presents, .dismisses, .calls, .settles:
      break
    }
  }

  private mutating func add(
    _ message: Case, to recipient: Recipient, _ step: Step, _ ask: Verb.Ask? = nil,
    isForward: Bool = false
  ) {
    let name = message.name
    if let kind = kind(of: recipient) {
      pairs.formUnion([
        Pair(sender: sender, recipient: kind), Pair(recipient: kind), Pair(sender: sender), Pair(),
      ])
    } else {
      sendersToAny.formUnion([sender, nil])
    }
    let isPromise = step.binding?.isPromise ?? false
    messages.append(
      Message(
        sender: sender, recipient: kind(of: recipient), name: name, isAsk: ask != nil,
        isForward: isForward, isToSelf: isSelf(recipient),
        isForgiven: isForgiven || isPromise || ask?.otherwise != nil, isAfter: step.delay != nil,
        keyword: step.keyword))
  }

  private mutating func add(_ disturbance: Verb.Disturbance, _ step: Step) {
    var sender: Message.Sender?
    switch disturbance.sender {
    case .script: sender = .script
    case .actor(let recipient): sender = kind(of: recipient).map { .actor($0) }
    case nil: break
    }
    disturbances.append(
      Disturbance(
        sender: sender, recipient: disturbance.recipient.flatMap(kind), keyword: step.keyword))
  }

  /// Whether it may have somebody who restarts it when it fails.
  func isSupervised(_ name: String) -> Bool { supervised.contains(name) }

  /// Whether one may send the other a message; nil for anybody.
  func talks(_ sender: Message.Sender?, _ recipient: String?) -> Bool {
    pairs.contains(Pair(sender: sender, recipient: recipient)) || sendersToAny.contains(sender)
  }

  /// The actor whose body is at hand.
  private var actor: String? {
    if case .actor(let name) = sender { name } else { nil }
  }

  private func isSelf(_ recipient: Recipient) -> Bool {
    switch recipient {
    case .declared(let name): name.text == actor
    case .numbered, .computed: false
    case .local(let local):
      local.text == "self" && kind(of: recipient) == actor && actor != nil
    }
  }

  private func kind(of recipient: Recipient) -> String? {
    recipient.kind.map { names[$0] }
  }
}
