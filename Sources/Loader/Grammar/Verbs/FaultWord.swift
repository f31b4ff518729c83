import Scenarios

enum FaultWord: String, VerbWord {
  case crash, restart, drop, duplicate, delay

  var declaration: VerbDeclaration {
    switch self {
    case .crash:
      verb(
        .actor { .turn(.fault(.crash($0))) }, isEvent: true,
        "Makes an actor fail, as its supervisor sees it.", "crash: worker")
    case .restart:
      verb(
        .actor { .turn(.fault(.restart($0))) }, isEvent: true, "Begins an actor anew.",
        "restart: worker")
    case .drop:
      verb(
        Form(FaultWord.disturbance) { reader, step in
          reader.disturbance(step) { _ in .drop }
        }, at: .inScripts(), isEvent: true, "Loses the next such message.",
        "drop: {from: shop, to: payment}")
    case .duplicate:
      verb(
        Form(FaultWord.disturbance) { reader, step in
          reader.disturbance(step) { _ in .duplicate }
        }, at: .inScripts(), isEvent: true, "Lets the next such message come twice.",
        "duplicate: {to: payment}")
    case .delay:
      verb(
        Form(FaultWord.putOff) { reader, step in
          reader.disturbance(step, isLate: true) { $0.map { .delay($0) } }
        }, at: .inScripts("in a body write: wait"), isEvent: true,
        "Lets the next such message come late.", "delay: {to: payment, by: 1s}")
    }
  }

  private static var disturbance: Schema {
    ScenarioSchema.map(of: DisturbanceKey.self).with("minProperties", 1)
  }

  private static var putOff: Schema {
    ScenarioSchema.map(of: PutOffKey.self).with("minProperties", 2)
  }
}
