import Scenarios
import Values

enum ExplorationKey: String, MapKey {
  case schedules, delivery, faults, budget, start, events, steps, sometimes, forbid, limit, complete
  case expect

  static let mapName = MapName.exploration
  static let keys = table()
  /// The most events or faults in a run that can be asked for.
  static let mostChoices: Int64 = 100_000
  static let mostStates: Int64 = 1_000_000_000

  var declaration: KeyDeclaration {
    switch self {
    case .schedules:
      KeyDeclaration(
        .choice(Exploration.Schedules.self),
        "Which orders of ready turns are tried: all (`exhaustive`), some with priorities "
          + "(`pct`), or some by chance (`random`).",
        unless: "`exhaustive`")
    case .delivery:
      KeyDeclaration(
        .choice(Exploration.Delivery.self),
        "Which messages may overtake which: none (`causal`), those of other pairs "
          + "of sender and receiver (`pairwise`), or any (`unordered`).", unless: "`causal`")
    case .faults:
      KeyDeclaration(
        Schema.map(of: FaultKey.self).called("a map of faults to whom they may befall"),
        "Whom each kind of fault may befall: an actor, `actor.Message`, `service.method`, or `all`.",
        "faults: {drop: [payment.Charge], crash: [worker], reject: [web.find]}")
    case .budget:
      KeyDeclaration(
        Schema("integer", "object").with("minimum", 0)
          .with("maximum", .number(String(ExplorationKey.mostChoices)))
          .appending(Schema.map(of: BudgetKey.self).without("type"))
          .called("a whole number, or a map of faults to numbers"),
        "The most faults in a run; or of each kind, of which those that are not named do not happen.",
        unless: "1", "budget: {drop: 2, crash: 1}")
    case .start:
      KeyDeclaration(
        Schema.map(of: StartKey.self).called("a map"),
        "The worlds from which to begin, one for each choice of the names.",
        unless: "the one of the scenario", "start: {for: {n: [1, 2, 3]}, set: {size: = n}}")
    case .events:
      KeyDeclaration(
        Schema.steps(.within(.events)), "What may happen besides the script, at any moment.",
        "events:\n  - send: {counter: increment}\n  - for: {p: [1, 5]}\n    when: price != p\n    set: {price: = p}"
      )
    case .steps:
      KeyDeclaration(
        .whole(0, ExplorationKey.mostChoices), "The most events in a run.",
        unless: "any number, but 100 in a walk of `pct` or `random`")
    case .sometimes:
      KeyDeclaration(
        .formulas,
        "Each must be true behind some turn of some run, else what was explored is not what was meant.",
        "sometimes: [size(queue) == 3]")
    case .forbid:
      KeyDeclaration(
        .list(.choice(Exploration.Prohibition.self)).called(
          "a list of `deadlock`, `endless`, `reports`, `dead_letters`, `unanswered`"),
        "What counts as a violation besides a property that does not hold.",
        unless: "`[deadlock, endless]`", "forbid: [deadlock, reports]")
    case .limit:
      KeyDeclaration(
        .whole(1, ExplorationKey.mostStates), "The most states; behind them the search ends.",
        unless: "1000000")
    case .complete:
      KeyDeclaration(
        .flag,
        "Whether it is a failure that the search ends before it has seen all; not beside `pct` and "
          + "`random`, which never do.",
        unless: "`false`")
    case .expect:
      KeyDeclaration(
        .choice(Exploration.Expectation.self),
        "`violated` is for a file that shows a bug on purpose.", unless: "`holds`")
    }
  }
}

/// The faults that exploration may choose.
enum FaultKey: String, MapKey {
  case drop, duplicate, delay, crash
  case crashMidway = "crash_midway"
  case reject

  static let mapName = MapName.faults
  static let keys = table()

  var declaration: KeyDeclaration {
    switch self {
    case .drop:
      KeyDeclaration(
        FaultKey.messages, "Messages to these may be lost, or answers of these methods.")
    case .duplicate:
      KeyDeclaration(FaultKey.messages, "Messages to these may come twice, or calls be done twice.")
    case .delay:
      KeyDeclaration(
        FaultKey.messages, "Messages to these may come late, or answers of these methods.")
    case .crash: KeyDeclaration(FaultKey.actors, "These actors may crash between two turns.")
    case .crashMidway:
      KeyDeclaration(
        FaultKey.actors, "These actors may crash right behind a `tell`, `ask`, `forward` or `call`."
      )
    case .reject:
      KeyDeclaration(FaultKey.methods, "Calls of these methods may be rejected without being done.")
    }
  }

  private static let messages = Schema.names.called(
    "a list of actors, `actor.Message`, `service.method`, or `all`")
  private static let actors = Schema.names.called("a list of actors, or `all`")
  private static let methods = Schema.names.called("a list of `service.method`, or `all`")

  var fault: Exploration.Fault {
    switch self {
    case .drop: .drop
    case .duplicate: .duplicate
    case .delay: .delay
    case .crash: .crash
    case .crashMidway: .crashMidway
    case .reject: .reject
    }
  }

  /// Whether it befalls actors as a whole.
  var isOfActors: Bool { self == .crash || self == .crashMidway }
}
