enum TimeWord: String, VerbWord {
  case advance, wait, every

  var name: VerbName { .time(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .advance:
      verb(
        TimeWord.passage, at: TimeWord.inScripts, isEvent: true,
        "Moves the virtual time on, to the end inclusive; what is due by then happens. With `until` "
          + "no further than to the first timer behind which that is true, and where it never is, the "
          + "step fails.", "advance: 300ms")
    case .wait:
      verb(
        .duration, at: TimeWord.inWaitingBodies,
        "Waits; the rest of the body goes on later. `wait: 0s` is a turn of its own at the "
          + "same instant.", "wait: 300ms")
    case .every:
      verb(
        .interval,
        at: Standing(.init(.instant, "cannot stand in steps that are done at once")),
        with: [.ticks, .until, .binding(.timer)],
        "Does steps again and again, first after one interval, each time in a turn. It does "
          + "not hold up the steps behind it. `until` is asked before and after each tick. A "
          + "body whose timers run counts as running, so what cancels or stops it ends them. `as` "
          + "is its timer, which `cancel` ends.",
        "every: 1s\ndo: [{emit: {clock: tick}}]")
    }
  }

  private static let passage = Form(
    Schema().with("anyOf", [.reference("duration"), Schema.map(of: AdvanceKey.self)])
      .called("a duration, or `{until: …, within: …}`")
  )
  // As an event it is one move of the clock, with nothing to come to.
  .but(at: .events, as: "advanceOfAnEvent", .duration)

  private static let inScripts = Standing(
    .init([.scriptTick, .scriptElse], "cannot stand in steps that are done later") { place in
      place.holder.map { "put it behind the \"\($0.rawValue)\"" }
    },
    .init(.turn, "cannot be part of one turn") { place in
      place.holder.map { "put it behind the \($0.rawValue)" }
    },
    .init(.bodies, "stands only in the steps of a scenario") { place in
      place.canWait ? "in a body write: wait" : nil
    })

  private static let inWaitingBodies = Standing(
    .init(
      .scriptTick, "cannot stand in steps that a scenario does later",
      "write \"after\" on an event"),
    .init(.scripts, "stands only in bodies", "a scenario's time moves by: advance"),
    .init(.instant, "cannot stand in steps that are done at once"))
}

extension StepPlace {
  /// What holds the steps that are no scenario's own.
  fileprivate var holder: StepPlace.Holder? {
    if case .within(let holder) = self { holder } else { nil }
  }
}
