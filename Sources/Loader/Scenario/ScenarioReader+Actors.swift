import Scenarios
import Values

extension ScenarioReader {
  mutating func actors(_ id: ID) -> [ActorDeclaration] {
    members(id, of: "\"actors\"", "a map of names and actors", as: .actor) { $0.actor($1, $2) }
  }

  private mutating func actor(_ name: Name, _ id: ID) -> ActorDeclaration {
    let target = enter(id)
    defer { leave(id) }
    var actor = ActorDeclaration(name: name)
    guard document[target].kind == .map else {
      if !isEmpty(target) {
        reportType("an actor", takes: "a map", id, help: ["write: \(name.text): {on: {…}}"])
      }
      return actor
    }
    owner = name.text
    heldState = document.value(of: ActorKey.state, in: target)
    let known = entries(target, as: ActorKey.self, of: name)
    for (key, _, value) in known { fill(&actor, key, value) }
    if let open = known.first(where: { $0.word == .open })?.value {
      actor.isOpen = self.open(open, beside: actor.state)
    }
    let on = known.first { $0.word == .on }
    if let on { actor.behaviors.append(behavior(self.name(on.key), on.value)) }
    if let others = known.first(where: { $0.word == .behaviors })?.value {
      actor.behaviors += behaviors(others, besides: on?.key)
    }
    if let router = known.first(where: { $0.word == .router }) { check(router.key, of: actor) }
    return actor
  }

  private mutating func fill(_ actor: inout ActorDeclaration, _ key: ActorKey, _ value: ID) {
    switch key {
    case .provider: actor.provider = provider(value)
    case .router:
      actor.router = choice(value, of: "\"router\"", ActorDeclaration.Router.self) ?? .firstFree
    case .mailbox: actor.mailbox = mailbox(value)
    case .state: actor.state = with(locals: ["args"]) { $0.datum(value) }
    case .setup:
      // What a reaction is given has its room in each frame of the actor.
      actor.setup = withSelf(skipping: ScenarioReader.given.count) { reader in
        reader.with(.setup) { $0.steps(value, of: "\"setup\"") }
      }
    case .supervision: actor.supervision = supervision(value)
    case .children:
      actor.children = list(
        value, of: "\"children\"", "a list of actors",
        instead: "define each among the actors, and write its name here: [worker]",
        scalar: .name
      ) { $0.child($1) }
    // Read when the state is known, and the behaviors in one order however they stand.
    case .open, .on, .behaviors: break
    }
  }

  // MARK: Providers and mailboxes

  private mutating func provider(_ id: ID) -> ActorDeclaration.Provider {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .map {
      var size: ID?
      let known = entries(target, as: ProviderKey.self) { _ in ["write: {pool: 3}"] }
      for (key, _, value) in known {
        switch key {
        case .pool: size = value
        }
      }
      guard let size else { return .singleton }
      return .pool(Int(int(size, of: "\"pool\"", in: 1...ProviderKey.largestPool) ?? 1))
    }
    switch document[target].kind == .scalar ? text(target) : "" {
    case "singleton": return .singleton
    case "instance": return .instance
    case let other:
      let near = other == "pool" ? nil : nearest(to: other, among: ["singleton", "instance"])
      reportType(
        "\"provider\"", takes: "singleton, instance or {pool: 3}", id,
        help: near.map { ["did you mean \"\($0)\"?"] }
          ?? (other == "pool" ? ["write how many: {pool: 3}"] : []))
      return .singleton
    }
  }

  private mutating func check(_ router: ID, of actor: ActorDeclaration) {
    if case .pool = actor.provider { return }
    report(
      .misplaced, "\"router\" chooses among the workers of a pool, and this is none",
      at: span(router), help: ["write: provider: {pool: 3}"])
  }

  private mutating func mailbox(_ id: ID) -> ActorDeclaration.Mailbox? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      let isNumber = if case .int? = document.plainReading(target) { true } else { false }
      let shown = isNumber ? text(target) : "100"
      reportType("\"mailbox\"", takes: "a map", id, help: ["write: {limit: \(shown)}"])
      return nil
    }
    var limit: ID?
    var overflow: ID?
    for (key, _, value) in entries(
      target, as: MailboxKey.self, help: { _ in ["write: {limit: 100}"] })
    {
      switch key {
      case .limit: limit = value
      case .overflow: overflow = value
      }
    }
    guard let limit else { return nil }
    var mailbox = ActorDeclaration.Mailbox(
      limit: Int(int(limit, of: "\"limit\"", in: 1 ... .max) ?? 1))
    if let overflow,
      let choice = choice(
        overflow, of: "\"overflow\"", ActorDeclaration.Mailbox.Overflow.self)
    {
      mailbox.overflow = choice
    }
    return mailbox
  }

  // MARK: Behaviors

  private mutating func behaviors(_ id: ID, besides on: ID?) -> [ActorDeclaration.Behavior] {
    members(id, of: "\"behaviors\"", "a map of names and reactions") { reader, name, value in
      if name.text == "on", let on {
        reader.report(
          .duplicateName, "\"on\" is the behavior that stands outside of \"behaviors\"",
          at: name.span, related: [.init(reader.span(on), "it is defined here")])
      }
      return reader.behavior(name, value)
    }
  }

  private mutating func behavior(_ name: Name, _ id: ID) -> ActorDeclaration.Behavior {
    ActorDeclaration.Behavior(
      name: name,
      reactions: members(id, of: "\"\(name.text)\"", "a map of messages and reactions") {
        $0.reaction($1, $2)
      })
  }

  // MARK: Reactions

  /// What a reaction is given: the first of its locals.
  private static let given = ["message", "sender"]

  /// Runs with the locals in sight that each body of an actor has, behind those that have no name
  /// here.
  private mutating func withSelf<Result>(
    skipping: Int = 0, _ body: (inout ScenarioReader) -> Result
  ) -> Result {
    let kind = symbols[owner].map { NumberedName(Name(owner, at: $0.span), $0.number) }
    return with(locals: ["self"], as: .actor(kind), skipping: skipping) { reader in
      reader.withOwnState(of: reader.ownState, locals: ["args"], body)
    }
  }

  private mutating func reaction(_ message: Name, _ id: ID) -> ActorDeclaration.Reaction? {
    let target = enter(id)
    defer { leave(id) }
    if message.text == "*" {
      report(
        .badName, "\"*\" is no message, and an actor has no reaction to every message",
        at: message.span)
    }
    return with(locals: ScenarioReader.given) { reader in
      reader.withSelf { reader in
        var onCancel: [Step] = []
        guard let kind = reader.reactionKind(message, target, &onCancel) else { return nil }
        return ActorDeclaration.Reaction(message, kind, onCancel: onCancel)
      }
    }
  }

  private mutating func reactionKind(
    _ message: Name, _ id: ID, _ onCancel: inout [Step]
  ) -> ActorDeclaration.Reaction.Body? {
    switch document[id].kind {
    case .list: return .steps(with(.reaction) { $0.steps(id, of: "a reaction") })
    case .map: return longReaction(message, id, &onCancel)
    case .scalar, .alias:
      if document.withText(id, { $0.first }) == 0x3d { return .result(datum(id)) }
      reportType(
        "a reaction", takes: "a formula, a list of steps, or a map of one of do, result, future",
        id,
        help: [
          isEmpty(id)
            ? "write: \(asKey(message.text, inFlow: false)): [], to do nothing"
            : isFormulaWithoutSign(id)
              ? cure(forFormula: id, to: "answer with")
              : "to answer with a value, write: {result: \(inBrackets(id))}"
        ])
      return nil
    }
  }

  private mutating func longReaction(
    _ message: Name, _ id: ID, _ onCancel: inout [Step]
  ) -> ActorDeclaration.Reaction.Body? {
    let all = document.entries(id)
    if let first = all.first?.key, key(first, of: ReactionKey.self) == nil,
      Grammar.shared.isVerb(text(first))
    {
      reportType(
        "a reaction", takes: "a list of steps", id,
        help: ["put the steps in brackets: [{\(text(first)): …}]"])
      return nil
    }
    let total = problems.total
    let known = entries(id, as: ReactionKey.self)
    var kind: ActorDeclaration.Reaction.Body?
    var first: ID?
    for (word, key, value) in known {
      if word != .onCancel, let first {
        report(
          .contradiction,
          "a reaction has one of \"do\", \"result\" and \"future\", and this has two",
          at: span(key), related: [.init(span(first), "the other is here")])
        continue
      }
      switch word {
      case .onCancel:
        onCancel = with(locals: ["reason"]) { reader in
          reader.with(.cancellation) { $0.steps(value, of: "\"onCancel\"") }
        }
        continue
      case .result: kind = .result(datum(value))
      case .future:
        kind = answeringSteps(value, of: "\"future\"", at: .future).map { .future($0) }
      case .do: kind = answeringSteps(value, of: "\"do\"", at: .reaction).map { .steps($0) }
      }
      first = key
    }
    if first == nil, problems.total == total {
      report(
        .missingKey, "a reaction needs one of the keys \"do\", \"result\" and \"future\"",
        at: all.first.map { span($0.key) } ?? message.span,
        help: ["write: \(asKey(message.text, inFlow: false)): {do: [...]}"])
    }
    if case .result = kind, let late = known.first(where: { $0.word == .onCancel }) {
      report(
        .misplaced, "\"onCancel\" stands beside \"do\" or \"future\": a \"result\" never waits",
        at: span(late.key))
    }
    return kind
  }

  /// Steps that answer; nil for a value that was meant to be the answer.
  private mutating func answeringSteps(
    _ id: ID, of what: String, at place: Place
  ) -> [Step]? {
    if kind(id) == .scalar, !isEmpty(id) {
      reportType(
        what, takes: "a list of steps", id,
        help: [
          "to answer with a value, write in the place of \(what): result: \(inBrackets(id))"
        ])
      return nil
    }
    return with(place) { $0.steps(id, of: what) }
  }

  // MARK: Supervision

  private mutating func child(_ id: ID) -> ActorDeclaration.Child? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      guard document[target].kind == .scalar, !isEmpty(target) else {
        reportType(
          "\"children\"", takes: "the names of actors", id,
          help: ["write: worker, or {actor: worker, restart: transient}"])
        return nil
      }
      return actor(name(target), for: ActorKey.children.word).map { ActorDeclaration.Child($0) }
    }
    var actor: NumberedName?
    var restart: ActorDeclaration.Restart?
    let known = entries(target, as: ChildKey.self) { _ in
      ["write: {actor: worker, restart: transient}"]
    }
    for (key, _, value) in known {
      switch key {
      case .actor:
        guard filledText(value, of: "\"actor\"") != nil else { continue }
        actor = self.actor(name(value), for: ActorKey.children.word)
      case .restart:
        restart = choice(value, of: "\"restart\"", ActorDeclaration.Restart.self)
      }
    }
    return actor.map { ActorDeclaration.Child($0, restart: restart) }
  }

  private mutating func supervision(_ id: ID) -> Supervision? {
    let target = enter(id)
    defer { leave(id) }
    guard document[target].kind == .map else {
      let all = Supervision.Strategy.allCases.map(\.rawValue)
      let near = document[target].kind == .scalar ? nearest(to: text(target), among: all) : nil
      reportType(
        "\"supervision\"", takes: "a map", id,
        help: ["write: {strategy: \(near ?? "one_for_one"), restarts: 3}"])
      return nil
    }
    var supervision = Supervision()
    for (key, _, value) in entries(target, as: SupervisionKey.self) {
      switch key {
      case .strategy:
        if let choice = choice(value, of: "\"strategy\"", Supervision.Strategy.self) {
          supervision.strategy = choice
        }
      case .restarts:
        if let limit = restarts(value) { supervision.restarts = limit }
      case .within:
        supervision.within = interval(value, of: "\"within\"")
      case .backoff: supervision.backoff = backoff(value)
      case .on:
        supervision.rules = members(value, of: "\"on\"", "a map of errors and what is done") {
          $0.rule($1, $2)
        }
      }
    }
    return supervision
  }

  /// A number, or `unlimited`; nil where it is neither.
  private mutating func restarts(_ id: ID) -> Int?? {
    let written = kind(id) == .scalar ? text(id) : ""
    if written == "unlimited" { return .some(nil) }
    if let first = written.first, first.isLetter {
      let near = nearest(to: written, among: ["unlimited"])
      reportType(
        "\"restarts\"", takes: "a whole number or unlimited", id,
        help: near.map { ["did you mean \"\($0)\"?"] } ?? [])
      return nil
    }
    let most = SupervisionKey.mostRestarts
    return int(id, of: "\"restarts\"", in: 0...most).map { Int($0) }
  }

  private mutating func rule(_ text: Name, _ id: ID) -> Supervision.Rule? {
    if text.text.isEmpty {
      report(.badName, "an empty text stands in every error", at: text.span)
      return nil
    }
    return choice(id, of: "\"on\"", Supervision.Directive.self).map { Supervision.Rule(text, $0) }
  }

  /// `none`, a duration, or the shortest and the longest.
  private mutating func backoff(_ id: ID) -> Supervision.Backoff? {
    let target = enter(id)
    defer { leave(id) }
    if document[target].kind == .scalar {
      if text(target) == "none" { return nil }
      return Supervision.Backoff(shortest: duration(target, of: "\"backoff\""))
    }
    guard document[target].kind == .map else {
      reportType(
        "\"backoff\"", takes: "none, a duration, or a shortest and a longest one", id,
        help: ["write: {min: 100ms, max: 10s}"])
      return nil
    }
    var shortest: ID?
    var longest: ID?
    for (key, _, value) in entries(
      target, as: BackoffKey.self, help: { _ in ["write: {min: 100ms, max: 10s}"] })
    {
      switch key {
      case .min: shortest = value
      case .max: longest = value
      }
    }
    guard let shortest else { return nil }
    var backoff = Supervision.Backoff(shortest: duration(shortest, of: "\"min\""))
    if let longest {
      let longest = duration(longest, of: "\"max\"")
      if case .duration(let least) = backoff.shortest.literal,
        case .duration(let most) = longest.literal, most.nanoseconds < least.nanoseconds
      {
        report(.contradiction, "\"max\" is below \"min\"", at: longest.span)
      }
      backoff.longest = longest
    }
    return backoff
  }
}
