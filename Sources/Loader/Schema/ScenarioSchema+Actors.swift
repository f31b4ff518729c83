import Scenarios

/// Actors and their supervision.
extension ScenarioSchema {
  mutating func defineActors() {
    define("actor", actor)
    define("reaction", reaction)
    define("supervision", supervision)
  }

  private var actor: Schema {
    ScenarioSchema.map(
      .actor,
      [
        Entry(
          .provider, provider,
          "When it is made: on first access (`singleton`, the default), at the start "
            + "(`instance`), or as a pool of workers.", "provider: {pool: 3}"),
        Entry(
          .router, .choice(ActorDeclaration.Router.self),
          "Which worker of a pool gets a message: the first that is free (`first_free`, the default), "
            + "each in turn (`round_robin`), the one with the least to do (`smallest_mailbox`), or all, "
            + "each a copy (`broadcast`).", "router: round_robin"),
        Entry(
          .mailbox, mailbox, "How many messages may wait, and what becomes of the others.",
          "mailbox: {limit: 100, overflow: drop_new}"),
        Entry(.state, .record, "The state to start from, with `args`.", "state: {token: null}"),
        ScenarioSchema.openState,
        Entry(
          .setup, ScenarioSchema.steps(.setup), "What it does when it is made.",
          "setup: [{emit: ready}]"),
        Entry(
          .on, reactions, "Each message and what the actor does about it.",
          "on:\n  Token: = state.token\n  Logout: {do: [{call: storage.clear}]}"),
        Entry(
          .behaviors, .map(to: reactions, orNothing: true),
          "Other sets of reactions, which `become` changes to.",
          "behaviors:\n  open: {Shut: [{become: shut}]}\n  shut: {Open: [{become: open}]}"),
        Entry(
          .supervision, .whole("supervision"), "What becomes of its children when one fails.",
          "supervision: {strategy: one_for_one, restarts: 3, within: 1s}"),
        Entry(.children, .names, "The actors that it supervises.", "children: [worker]"),
      ], types: ["null"]
    ).ruled([
      (
        name: "router",
        schema: Schema().with(
          "properties", [(name: "provider", schema: Schema("object").saying(pooled))]
        ).with("required", ["provider"]).saying(pooled)
      ),
      (
        name: "children",
        schema: Schema().with(
          "properties",
          [(name: "provider", schema: Schema("string").saying("a pool has no children"))])
      ),
    ])
  }

  private var pooled: String { "a router chooses among the workers of a pool: {pool: 3}" }

  private var provider: Schema {
    let pool = Entry(
      .pool, .whole(1, ScenarioReader.largestPool), "How many workers there may be.", "pool: 3")
    return Schema()
      .with(
        "anyOf",
        [
          .choice(["singleton", "instance"]),
          ScenarioSchema.map(.provider, [pool], needs: [.pool]),
        ])
  }

  private var mailbox: Schema {
    ScenarioSchema.map(
      .mailbox,
      [
        Entry(
          .limit, Schema("integer").with("minimum", 1), "How many messages may wait.", "limit: 100"),
        Entry(
          .overflow, .choice(ActorDeclaration.Mailbox.Overflow.self),
          "What becomes of a message to a full mailbox: the sender's step fails (`fail`), the newest "
            + "is dropped (`drop_new`), or the oldest (`drop_old`)."),
      ], needs: [.limit])
  }

  // MARK: Reactions

  private var reactions: Schema {
    .map(to: .reference("reaction"), orNothing: true)
      .with(
        "propertyNames",
        Schema("string").with(
          pattern: "^(?!\\*$)", "an actor has no reaction to every message"))
  }

  private var reaction: Schema {
    let map = ScenarioSchema.map(
      .reaction,
      [
        Entry(
          .do, ScenarioSchema.steps(.reaction), "Steps; the answer is `true` at their end.",
          "do: [{call: storage.clear}]"),
        Entry(.result, .value, "The answer, at once.", "result: = state.token"),
        Entry(
          .future, ScenarioSchema.steps(.future), "Steps that answer when they `reply`.",
          "future:\n  - ask: {api: Request}\n    as: response\n  - reply: = response"),
        Entry(
          .onCancel, ScenarioSchema.steps(.cancellation),
          "What is done where the asker cancels while it is at work."),
      ]
    ).having(
      oneOf: [.do, .result, .future], else: "a reaction has one of do, result and future")
    return ScenarioSchema.steps(.reaction, or: map, "string")
      .with(pattern: "^=", "a formula begins with =; to answer with a value: {result: value}")
      .with("if", Schema("object")).with(
        "then",
        Schema().with(
          "anyOf",
          [Word.do, .result, .future].map {
            Schema.needing($0).saying("a reaction has one of do, result and future")
          }))
  }

  // MARK: Supervision

  private var supervision: Schema {
    ScenarioSchema.map(
      .supervision,
      [
        Entry(
          .strategy, .choice(Supervision.Strategy.self),
          "Who begins anew when a child fails: it alone (`one_for_one`, the default), all "
            + "(`one_for_all`), or it and those begun after it (`rest_for_one`)."),
        Entry(
          .restarts, .whole(0, ScenarioReader.mostRestarts),
          "How many restarts there may be `within` a time. One more, and the supervisor fails too."),
        Entry(.within, .duration, "The time in which `restarts` are counted.", "within: 1s"),
        Entry(
          .backoff, backoff,
          "How long a restart waits: not at all (`none`), or a time that doubles with each.",
          "backoff: {min: 100ms, max: 10s}"),
      ])
  }

  private var backoff: Schema {
    let limits = ScenarioSchema.map(
      .backoff,
      [
        Entry(.min, .duration, "The shortest wait.", "min: 100ms"),
        Entry(.max, .duration, "The longest wait.", "max: 10s"),
      ], needs: [.min])
    return Schema()
      .with("anyOf", [.choice(["none"]), .reference("duration"), limits])
  }
}

extension Schema {
  static func needing(_ word: Word) -> Schema { Schema().with("required", [word.rawValue]) }
}
