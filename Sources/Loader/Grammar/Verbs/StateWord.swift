import Scenarios

enum StateWord: String, VerbWord {
  case set, depend, changed, invalidate, flush, start, stop

  var name: VerbName { .state(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .set:
      verb(
        Form(.paths)
          .but(
            at: [.method, .actors], as: "setOfAnOwnState",
            Schema("object", "string").with("minProperties", 1)
              .with("propertyNames", .reference("path"))
              .with(pattern: "^=", "a map of paths and values, or a formula for the whole state"),
            "Writes the own state: by its own paths, or the whole of it by a formula.",
            "set: {token: = message}"),
        isEvent: true,
        "Writes cells, all in one turn, and none where one of them cannot be written. The values are evaluated before any is written, so "
          + "that `set: {a: = b, b: = a}` swaps.", "set: {price: 20, person.name: Ada}")
    case .depend:
      verb(
        Form(.path), at: .inComputations,
        "Reads a path for the dependency alone.", "depend: person.name")
    case .changed:
      verb(
        Form(.path), isEvent: true,
        "Makes a cell count as changed though its value is the same.", "changed: price")
    case .invalidate:
      verb(
        Form(StateWord.noSelf).but(at: .computations, as: "invalidateInABody", .name),
        isEvent: true, "Makes a computation run again, in a body also `self`.",
        "invalidate: label")
    case .flush:
      verb(
        .nothing(.turn(.state(.flush))), isEvent: true, "Runs all invalidated computations now.",
        "flush:")
    case .start:
      verb(
        .name, isEvent: true,
        "Starts a computation that has been stopped, anew, with "
          + "`firstRun`. On one that runs nothing happens.", "start: label")
    case .stop:
      verb(
        Form(StateWord.noSelf)
          .but(at: [.computations, .actors], as: "stopInABody", .actor),
        isEvent: true,
        "Ends a computation or an actor. In a body `self` is the one at work. On one that does "
          + "not run nothing happens.", "stop: label")
    }
  }

  private static var noSelf: Schema {
    Schema("string").with(pattern: "^(?!self$)", "here is none that self could mean")
  }
}
