enum PromiseWord: String, VerbWord {
  case resolve, reject, cancel

  var name: VerbName { .promise(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .resolve:
      verb(
        .method, isEvent: true, "Answers the oldest open call.", "resolve: {github.held: [a, b]}")
    case .reject:
      verb(
        .method, isEvent: true, "Fails the oldest open call.", "reject: {github.held: offline}")
    case .cancel:
      verb(
        .name,
        at: .inScripts("a body waits for each of its calls"),
        "Cancels a promise that `as` has bound.", "cancel: login")
    }
  }
}
