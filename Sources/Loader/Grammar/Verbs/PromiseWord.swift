import Scenarios

enum PromiseWord: String, VerbWord {
  case resolve, reject, cancel

  var declaration: VerbDeclaration {
    switch self {
    case .resolve:
      verb(
        .method { reader, step in reader.settlement(step) { .turn(.promise(.resolve($0, $1))) } },
        isEvent: true, "Answers the oldest open call.", "resolve: {github.held: [a, b]}")
    case .reject:
      verb(
        .method { reader, step in reader.settlement(step) { .turn(.promise(.reject($0, $1))) } },
        isEvent: true, "Fails the oldest open call.", "reject: {github.held: offline}")
    case .cancel:
      verb(
        Form(.name) { reader, step in reader.cancel(step.value) },
        at: .inScripts("a body waits for each of its calls"),
        "Cancels a promise that `as` has bound.", "cancel: login")
    }
  }
}
