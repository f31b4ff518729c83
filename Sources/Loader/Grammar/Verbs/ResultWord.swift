enum ResultWord: String, VerbWord {
  case emit, mutation, reply, `return`, fail, refuse, forward

  var name: VerbName { .result(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .emit:
      verb(
        Form(.filled())
          .but(
            at: .bodies.subtracting(.hook), as: "emitInABody", Schema.value.with("minProperties", 1)
          ),
        isEvent: true,
        "Emits a value under the name of the part, or values under names of channels.",
        "emit: {log: = price}")
    case .mutation:
      verb(
        Form(.aCase),
        at: Standing(
          .init(
            [.scripts, .bodies.subtracting(.reactor)],
            "stands only in the bodies of a reactor's actions",
            "write: send: {reactor: action}")),
        "Emits a mutation, which is reduced at once.", "mutation: {setLoading: true}")
    case .reply:
      verb(
        .data,
        at: .atOpenMessages(inMethods: "a method answers with: return"),
        "Ends the body and answers the message.",
        "reply: = state.token")
    case .return:
      verb(
        .data.but(at: .middleware, as: "returnOfAMiddleware", ResultWord.returned),
        at: .inBodiesAndProcedures,
        "Ends the body, or the procedure, with a result. A middleware's null catches the action.",
        "return: = args")
    case .fail:
      verb(
        .data, at: .inBodies, "Ends the body with a failure.",
        "fail: offline")
    case .refuse:
      verb(
        .data, at: .atMessages,
        "Ends the body and rejects its answer, which is no failure of the actor.",
        "refuse: sold out")
    case .forward:
      verb(
        .toActor, at: .atOpenMessages,
        "Ends the body and lets another actor answer the message.",
        "forward: {api: {Request: = message}}")
    }
  }

  private static var returned: Schema {
    Schema("string", "object", "null").with("minLength", 1)
      .with("minProperties", 1).with("maxProperties", 1)
  }
}
