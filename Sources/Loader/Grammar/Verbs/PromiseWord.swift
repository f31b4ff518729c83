enum PromiseWord: String, VerbWord {
  case resolve, reject, cancel, all, any, race

  var name: VerbName { .promise(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .resolve:
      verb(
        Form(PromiseWord.settled), isEvent: true,
        "Answers the oldest open call of a method; or the one whose promise `as` has bound, "
          + "`resolve: {answer: [a, b]}`.", "resolve: {github.held: [a, b]}")
    case .reject:
      verb(
        Form(PromiseWord.settled), isEvent: true,
        "Fails the oldest open call of a method, or the one of a promise.",
        "reject: {github.held: offline}")
    case .cancel:
      verb(
        Form(PromiseWord.given),
        "Cancels a promise that `as` has bound in a script, `cancel: {login: VALUE}` with a reason; "
          + "or ends a timer.",
        "cancel: login")
    case .all:
      gathering(
        .all,
        "Asks and calls several at once, and gives the list of their answers, in the order of the "
          + "steps. Where one is rejected, it is rejected with that, and the others are cancelled.",
        "all: [{call: shop.cart}, {ask: {session: User}}]\nas: both")
    case .any:
      gathering(
        .any,
        "Asks and calls several at once, and gives the first answer that is no rejection; the others "
          + "are cancelled. Where all are rejected, `error` is the list of what they were rejected with.",
        "any: [{call: near.get}, {call: far.get}]\nas: got")
    case .race:
      gathering(
        .race,
        "Asks and calls several at once, and gives the first answer, be it a rejection; the others are "
          + "cancelled.", "race: [{call: near.get}, {call: far.get}]\nas: got")
    }
  }

  /// A verb that makes one answer of several.
  private func gathering(
    _ holder: StepPlace.Holder, _ text: String, _ example: String
  ) -> VerbDeclaration {
    verb(
      .steps(at: Form.within(holder)),
      at: Standing(.init(.instant, "cannot stand in steps that are done at once")),
      with: [.rejected, .timeout, .binding(.answer)], text, example)
  }

  /// A method, or the name of a promise, and a value.
  private static var settled: Schema {
    Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
      .with(
        "propertyNames",
        Schema("string").with(
          pattern: "^([^.]+(\\..+)?|<<)$", "a service and its method, or the name of a promise")
      )
      .with(pattern: "^[^.]+(\\..+)?$", "a service and its method, or the name of a promise")
  }

  private static var given: Schema {
    Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)
      .with("minLength", 1)
  }
}
