import Scenarios

enum ActorKey: String, MapKey {
  case open, state, on, provider, setup, behaviors, supervision, children, mailbox, router

  static let mapName = MapName.actor
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .open: .openState
    case .state:
      KeyDeclaration(
        .record, "The state to start from, with `args`.", unless: "`null`", "state: {token: null}")
    case .on:
      KeyDeclaration(
        ActorKey.reactions, "Each message and what the actor does about it.",
        "on:\n  Token: = state.token\n  Logout: {do: [{call: storage.clear}]}")
    case .provider:
      KeyDeclaration(
        ActorKey.providers,
        "When it is made: on first access (`singleton`), at the start (`instance`), or as a "
          + "pool of "
          + "1 to \(ProviderKey.largestPool) workers, which are made when needed.",
        unless: "`singleton`", "provider: {pool: 3}")
    case .setup:
      KeyDeclaration(
        Schema.steps(.setup), "What it does when it is made, before its first message.",
        "setup: [{emit: ready}]")
    case .behaviors:
      KeyDeclaration(
        .map(to: ActorKey.reactions, orNothing: true).called("a map of names to maps of reactions"),
        "Other sets of reactions, which `become` changes to. Without `on` it begins with the "
          + "first.",
        "behaviors:\n  open: {Shut: [{become: shut}]}\n  shut: {Open: [{become: open}]}")
    case .supervision:
      KeyDeclaration(
        .whole("supervision").called("a map"),
        "What becomes of its children when one fails; without it none begins anew.",
        "supervision: {strategy: one_for_one, restarts: 3, within: 1s}")
    case .children:
      KeyDeclaration(
        .list(.reference("child")).called("a list of names, or of `{actor: NAME, restart: …}`"),
        "The actors that it supervises; they are made and stopped with it.",
        "children: [worker, {actor: clerk, restart: transient}]")
    case .mailbox:
      KeyDeclaration(
        Schema.map(of: MailboxKey.self).called("`{limit: N, overflow: …}`"),
        "How many messages may wait, and what becomes of the others.", unless: "no limit",
        "mailbox: {limit: 100, overflow: drop_new}")
    case .router:
      KeyDeclaration(
        .choice(ActorDeclaration.Router.self),
        "Which worker of a pool gets a message: the first that is free (`first_free`), "
          + "each in turn (`round_robin`), the one with the least to do (`smallest_mailbox`), "
          + "or all, "
          + "each a copy (`broadcast`).", unless: "`first_free`", "router: round_robin")
    }
  }

  private static var reactions: Schema {
    .map(to: .reference("reaction"), orNothing: true)
      .with(
        "propertyNames",
        Schema("string").with(
          pattern: "^(?!\\*$)", "an actor has no reaction to every message")
      ).called("a map of messages to reactions")
  }

  private static var providers: Schema {
    Schema().with(
      "anyOf",
      [.choice(["singleton", "instance"]), Schema.map(of: ProviderKey.self)]
    ).called("`singleton`, `instance` or `{pool: N}`")
  }
}

enum ProviderKey: String, MapKey {
  case pool

  static let mapName = MapName.provider
  static let keys = table()
  static let needed: [ProviderKey] = [.pool]
  /// The most workers of a pool.
  static let largestPool: Int64 = 1_000

  var declaration: KeyDeclaration {
    switch self {
    case .pool:
      KeyDeclaration(
        .whole(1, ProviderKey.largestPool), "How many workers there may be.", "pool: 3")
    }
  }
}

enum MailboxKey: String, MapKey {
  case limit, overflow

  static let mapName = MapName.mailbox
  static let keys = table()
  static let needed: [MailboxKey] = [.limit]

  var declaration: KeyDeclaration {
    switch self {
    case .limit:
      KeyDeclaration(
        Schema("integer").with("minimum", 1).called("a whole number"),
        "How many messages may wait.", "limit: 100")
    case .overflow:
      KeyDeclaration(
        .choice(ActorDeclaration.Mailbox.Overflow.self),
        "What becomes of a message to a full mailbox: the sender's step fails (`fail`), the newest "
          + "is dropped (`drop_new`), or the oldest (`drop_old`); what is dropped is a dead "
          + "letter.",
        unless: "`fail`")
    }
  }
}

/// The keys of a reaction that is written long.
enum ReactionKey: String, MapKey {
  case result, future, onCancel, `do`

  static let mapName = MapName.reaction
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .result: KeyDeclaration(.value, "The answer, at once.", "result: = state.token")
    case .future:
      KeyDeclaration(
        Schema.steps(.future), "Steps that answer when they `reply`.",
        "future:\n  - ask: {api: Request}\n    as: response\n  - reply: = response")
    case .onCancel:
      KeyDeclaration(
        Schema.steps(.cancellation),
        "What is done where the asker cancels while it is at work, with the `reason`, or `null`.",
        "onCancel: [{emit: {log: = reason}}]")
    case .do:
      KeyDeclaration(
        Schema.steps(.reaction), "Steps; the answer is `true` at their end.",
        "do: [{call: storage.clear}]")
    }
  }
}
