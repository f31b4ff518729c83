enum FaultWord: String, VerbWord {
  case crash, restart, drop, duplicate, delay

  var name: VerbName { .fault(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .crash:
      verb(
        .actor, isEvent: true,
        "Makes an actor fail, as its supervisor sees it: between two messages, or in the "
          + "middle of one that waits. Of a pool one worker.", "crash: worker")
    case .restart:
      verb(
        .actor, isEvent: true,
        "Begins an actor anew, as its supervisor would, also one that has crashed or stopped.",
        "restart: worker")
    case .drop:
      verb(
        Form(FaultWord.disturbance), at: .inScripts(), isEvent: true,
        "Loses the next such message; an ask that is lost stays open.",
        "drop: {from: shop, to: payment}")
    case .duplicate:
      verb(
        Form(FaultWord.disturbance), at: .inScripts(), isEvent: true,
        "Lets the next such message come twice; of an ask the first answer counts.",
        "duplicate: {to: payment}")
    case .delay:
      verb(
        Form(FaultWord.putOff), at: .inScripts("in a body write: wait"), isEvent: true,
        "Lets the next such message come late; others overtake it.", "delay: {to: payment, by: 1s}")
    }
  }

  private static var disturbance: Schema {
    Schema.map(of: DisturbanceKey.self).with("minProperties", 1)
  }

  private static var putOff: Schema {
    Schema.map(of: PutOffKey.self).with("minProperties", 2)
  }
}
