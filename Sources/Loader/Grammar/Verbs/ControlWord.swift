enum ControlWord: String, VerbWord {
  case `if`, unless, `for`, `repeat`, batch, `let`, choose, perform, interleave

  var name: VerbName { .control(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .if: condition(true)
    case .unless: condition(false)
    case .for:
      verb(
        Form(
          .addressed(
            Schema("string", "array", "object").with(
              pattern: "^=", "a list, a map or a formula"))
        ), with: [.body],
        "Does steps for each element of a list, or key of a map.",
        "for: {x: [1, 2]}\ndo: [{set: {price: = x}}]")
    case .repeat:
      verb(
        Form(.count), with: [.body], isEvent: true,
        "Does steps so many times.",
        "repeat: 3\ndo: [{send: {counter: increment}}]")
    case .batch:
      verb(
        .steps(at: Form.within(.batch)), isEvent: true,
        "Does several steps in one turn. The steps within have no outcomes, and in bodies none "
          + "of them waits.",
        "batch: [{set: {price: 1}}, {set: {quantity: 2}}]")
    case .let:
      verb(
        Form(.filled().with("propertyNames", .reference("localName"))), hasOutcomes: false,
        "Binds names to the end of the list of steps, evaluated once; each sees those before it.",
        "let: {before: = total}")
    case .choose:
      verb(
        Form(.elements), hasOutcomes: false,
        "Binds each name to an element of its list, or a key of its map: in a run to the first, in "
          + "exploration to each in turn. Where there is none, the run ends there.",
        "choose: {n: [1, 2, 3]}")
    case .interleave:
      verb(
        Form(
          Schema("array").with("items", Schema.steps(.thread)).with("minItems", 1)
            .called("a list of lists of steps")), at: ControlWord.inScenarios,
        "Does several scripts side by side: in a run one behind the other, in exploration in every "
          + "order.",
        "interleave:\n  - [{send: {counter: up}}]\n  - [{send: {counter: down}}]")
    case .perform:
      verb(
        Form(
          Schema("object", "string").with("minLength", 1).with("minProperties", 1)
            .with("maxProperties", 1).with("propertyNames", .reference("name"))
            .with(pattern: "^[A-Za-z_][A-Za-z0-9_]*$", "the name of a procedure")
            .called("a procedure, or a map of it and its arguments")),
        at: ControlWord.inSteps, with: [.binding(.value)],
        "Does the steps of a procedure, which know what it is given as `args`. `as` binds what its "
          + "`return` gives.", "perform: {login: {user: Ada}}")
    }
  }

  private static let inScenarios = Standing(
    .init(
      [.scriptTick, .scriptElse],
      "cannot stand in steps that are done later, for its own settle one by one"),
    .init(.turn, "cannot be part of one turn, for its steps settle one by one"),
    .init(.thread, "cannot stand in another", "write its lists beside those of the one around it"),
    .init(.procedure, "cannot stand in a procedure", "put it where the procedure is performed"),
    .init(.bodies, "stands only in the steps of a scenario"))

  private static let inSteps = Standing(
    .init(
      [.scriptTick, .scriptElse],
      "cannot stand in steps that are done later, for its own settle one by one"),
    .init(.turn, "cannot be part of one turn, for its steps settle one by one"),
    .init(.bodies, "stands only in the steps of a scenario"))

  private func condition(_ expected: Bool) -> VerbDeclaration {
    verb(
      Form(.formula), with: [.then, .otherwise],
      isEvent: true,
      "Does the steps of `then` where the formula is \(expected), else those of `else`.",
      "\(rawValue): price > 5\nthen: [{emit: {log: dear}}]")
  }
}
