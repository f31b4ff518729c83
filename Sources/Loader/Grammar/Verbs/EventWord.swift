enum EventWord: String, VerbWord {
  case send, dispatch, tell, ask, call, present, dismiss, replace, stub

  var name: VerbName { .event(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .send:
      verb(
        .toPart, with: [.after, .timer],
        isEvent: true, "Sends an action to a reactor.", "send: {search: {updateQuery: swift}}")
    case .dispatch:
      verb(
        .toPart, with: [.sync, .after, .timer], isEvent: true, "Dispatches an action to a store.",
        "dispatch: {app: {add: Milk}}")
    case .tell:
      verb(
        .toActor, with: [.after, .timer], isEvent: true,
        "Sends a message to an actor; nobody waits.", "tell: {session: Logout}")
    case .ask:
      verb(
        .toActor,
        at: Standing(
          .init(
            .instant, "cannot stand in steps that are done at once",
            "to send a message without waiting, write: tell")),
        with: [.rejected, .timeout, .binding(.answer), .after], isEvent: true,
        "Sends a message to an actor and promises its answer. A body waits for it.",
        "ask: {session: {Login: {email: a@b.c}}}\nas: login")
    case .call:
      verb(
        .method,
        at: Standing(.init(.cancellation, "cannot stand in steps that are done at once")),
        with: [.rejected, .timeout, .binding(.answer), .after], isEvent: true,
        "Calls a method of a service. A body waits for the answer.",
        "call: {github.search: swift}\nas: repos")
    case .present:
      verb(
        .route, with: [.after, .timer], isEvent: true,
        "Pushes a route of a store; without arguments by its name, `present: {app: details}`.",
        "present: {app: {details: {id: 3}}}")
    case .dismiss:
      verb(
        Form(EventWord.dismissal), with: [.after, .timer],
        isEvent: true,
        "Pops the route on top; that of the name, where it is on top; or down to so many.",
        "dismiss: {app: details}")
    case .replace:
      verb(
        .route, with: [.after, .timer], isEvent: true,
        "Swaps the route on top.", "replace: {app: {details: {id: 4}}}")
    case .stub:
      verb(
        .name, with: [.after, .timer], isEvent: true,
        "Cuts a reactor off: actions are recorded, and `set` sets its state.", "stub: search")
    }
  }

  private static var dismissal: Schema {
    Schema("string", "object").with("minProperties", 1).with("maxProperties", 1)
      .with("additionalProperties", Schema("string", "integer").with("minimum", 0))
  }
}
