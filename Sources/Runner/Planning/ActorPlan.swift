import Scenarios
import Values

/// An actor with its reactions resolved: what each actor of that name is made from.
final class ActorPlan {
  struct Reaction {
    enum Kind {
      case result(DatumPlan)
      case steps([StepPlan])
      case future([StepPlan])
    }

    let message: Name
    let kind: Kind
    let onCancel: [StepPlan]
  }

  struct Behavior {
    let name: String
    let reactions: [String: Reaction]
  }

  /// The durations of a supervision, still to be evaluated.
  struct Timing {
    let within: DatumPlan?
    let shortest: DatumPlan?
    let longest: DatumPlan?
  }

  let index: Int
  let declaration: ActorDeclaration
  /// Over the local `args`.
  let state: DatumPlan?
  /// Over `locals`, and the actor's state.
  let setup: [StepPlan]
  /// The first is what an actor begins with; never empty.
  let behaviors: [Behavior]
  let timing: Timing?
  /// Among the model's actors.
  let children: [Int]
  /// The one that makes it; nil for those that are nobody's children.
  var parent: Int?

  /// What every body of an actor sees, in this order.
  static let locals = ["message", "sender", "self", "args"]

  init(_ declaration: ActorDeclaration, index: Int, in scope: NameScope) {
    self.index = index
    self.declaration = declaration
    state = declaration.state.map { DatumPlan($0, in: scope.binding(["args"])) }
    var planner = StepPlanner(scope: scope.binding(ActorPlan.locals).withState)
    planner.ownState = .own
    planner.behaviors = declaration.behaviors.map(\.name.text)
    setup = planner.plan(declaration.setup)
    let behaviors = declaration.behaviors.map { ActorPlan.behavior($0, planner) }
    self.behaviors = behaviors.isEmpty ? [Behavior(name: "on", reactions: [:])] : behaviors
    timing = declaration.supervision.map { supervision in
      func plan(_ datum: Datum?) -> DatumPlan? { datum.map { DatumPlan($0, in: scope) } }
      return Timing(
        within: plan(supervision.within), shortest: plan(supervision.backoff?.shortest),
        longest: plan(supervision.backoff?.longest))
    }
    children = declaration.children.compactMap { scope.names.actors[$0.text] }
  }

  var name: String { declaration.name.text }

  /// The most actors that messages to the name are shared out to; nil where there is one.
  var poolSize: Int? {
    if case .pool(let size) = declaration.provider { return size }
    return nil
  }

  private static func behavior(
    _ behavior: ActorDeclaration.Behavior, _ planner: StepPlanner
  ) -> Behavior {
    var reactions: [String: Reaction] = [:]
    for reaction in behavior.reactions {
      let kind: Reaction.Kind =
        switch reaction.kind {
        case .result(let datum): .result(DatumPlan(datum, in: planner.scope))
        case .steps(let steps): .steps(planner.plan(steps))
        case .future(let steps): .future(planner.plan(steps))
        }
      reactions[reaction.message.text] = Reaction(
        message: reaction.message, kind: kind, onCancel: planner.plan(reaction.onCancel))
    }
    return Behavior(name: behavior.name.text, reactions: reactions)
  }
}

/// Who is sent a message, stopped or watched.
enum RecipientPlan {
  /// Among the model's actors.
  case declared(Int)
  /// The local that holds a reference.
  case local(Int, Name)
}

/// A message that is to be answered.
struct AskPlan {
  let recipient: RecipientPlan
  let message: CasePlan
  /// With `error` bound; nil where a rejection is a failure.
  let otherwise: [StepPlan]?
  let timeout: DatumPlan?
}

/// What befalls the next message between two.
struct DisturbancePlan {
  enum Kind {
    case drop
    case duplicate
    case delay(DatumPlan)
  }

  enum Sender {
    case script
    case actor(RecipientPlan)
  }

  let kind: Kind
  let sender: Sender?
  let recipient: RecipientPlan?
}
