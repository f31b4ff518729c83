enum PromiseWord: String, VerbWord {
  case resolve, reject, cancel

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
    }
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
