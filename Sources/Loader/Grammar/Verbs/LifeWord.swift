import Scenarios

enum LifeWord: String, VerbWord {
  case spawn, watch, unwatch, become, stash, unstash

  var name: VerbName { .life(self) }

  var declaration: VerbDeclaration {
    switch self {
    case .spawn:
      verb(
        Form(Schema("object", "string").with("minProperties", 1).with("maxProperties", 1)),
        with: [.binding(.reference)], isEvent: true, "Makes a new actor of that kind.",
        "spawn: {worker: {size: 1}}\nas: helper")
    case .watch:
      verb(
        .actor, at: .inActors,
        "Tells this actor `Terminated` when that one ends.", "watch: worker")
    case .unwatch:
      verb(
        .actor, at: .inActors,
        "Undoes a `watch`: that actor's end is no message any more.", "unwatch: worker")
    case .become:
      verb(
        .name, at: .inActors,
        "Changes to another of the actor's behaviors.", "become: open")
    case .stash:
      verb(
        .nothing(.turn(.life(.stash))), at: .atMessages, "Puts the message aside, its answer open.",
        "stash:")
    case .unstash:
      verb(
        .nothing(.turn(.life(.unstash))), at: .inActors,
        "Puts what was put aside back, before newer messages.", "unstash:")
    }
  }
}
