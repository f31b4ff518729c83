import Scenarios
import Values

/// A step with its names and formulas resolved.
final class StepPlan {
  /// What is done, with names as numbers: see `Verb`.
  indirect enum Action {
    case set([(path: PathPlan, value: DatumPlan)])
    case replaceState(DatumPlan)
    case depend(PathPlan)
    case changed(PathPlan)
    case invalidate(Int?)
    case flush
    case start(Int)
    case stop(Int?)
    case send(reactor: Int, CasePlan)
    case dispatch(store: Int, CasePlan, isSync: Bool)
    case call(CallPlan)
    case tell(RecipientPlan, CasePlan)
    case ask(AskPlan)
    case forward(RecipientPlan, CasePlan)
    case spawn(Int, DatumPlan?)
    case stopActor(RecipientPlan)
    case watch(RecipientPlan)
    /// Among the behaviours of the actor.
    case become(Int)
    case stash
    case unstash
    case crash(RecipientPlan)
    case restartActor(RecipientPlan)
    case disturb(DisturbancePlan)
    case present(PresentationPlan)
    case replace(PresentationPlan)
    case dismiss(store: Int, DismissalPlan)
    case stub(reactor: Int)
    case advance(DatumPlan)
    case wait(DatumPlan)
    case every(EveryPlan)
    case condition(FormulaPlan, expected: Bool, then: [StepPlan], otherwise: [StepPlan])
    case loop(DatumPlan, [StepPlan])
    case repetition(DatumPlan, [StepPlan])
    case batch([StepPlan])
    case bind([DatumPlan])
    case autorun(ComputationPlan)
    case nonreactive([StepPlan])
    case onInvalidate([StepPlan])
    case onStop([StepPlan])
    case afterFlush([StepPlan])
    case emit([(channel: String?, value: DatumPlan)])
    case mutation(CasePlan)
    case returning(DatumPlan)
    case failing(DatumPlan)
    case resolve(MethodPlan, DatumPlan)
    case reject(MethodPlan, DatumPlan)
    /// The local that holds the promise's number.
    case cancel(Int)
    case check
  }

  let step: Step
  let action: Action
  /// `after`: how much later the action is done.
  let delay: DatumPlan?
  let outcomes: [OutcomePlan]

  init(_ step: Step, _ action: Action, delay: DatumPlan?, _ outcomes: [OutcomePlan]) {
    self.step = step
    self.action = action
    self.delay = delay
    self.outcomes = outcomes
  }
}

extension StepPlan {
  /// Whether it does nothing but look.
  var isCheck: Bool {
    if case .check = action { delay == nil } else { false }
  }

  private var ownWatched: [Slot] {
    outcomes.flatMap { outcome -> [Slot] in
      switch outcome.kind {
      case .states(let listings), .received(let listings): listings.map(\.part)
      default: []
      }
    }
  }

  /// The parts of which its outcomes, and those inside, look at the states or at what was received.
  var watched: [Slot] { ownWatched + inner.flatMap(\.watched) }

  /// What is done where the answer that it waits for is a rejection.
  var otherwise: [StepPlan]? {
    switch action {
    case .call(let call): call.otherwise
    case .ask(let ask): ask.otherwise
    default: nil
    }
  }

  /// The steps of the script inside.
  var inner: [StepPlan] {
    switch action {
    case .condition(_, _, let then, let otherwise): then + otherwise
    case .loop(_, let steps), .repetition(_, let steps): steps
    default: []
    }
  }
}

/// A place in the world, or in what a script bound.
struct PathPlan {
  let root: Slot
  /// Below the root.
  let properties: [String]
  let path: Path

  init(root: Slot, properties: [String]? = nil, path: Path) {
    self.root = root
    self.properties = properties ?? path.properties
    self.path = path
  }

  /// Of a name in scope, which the loader has made sure of.
  init(_ path: Path, in scope: NameScope) {
    guard let slot = scope.slot(for: path.root) else {
      preconditionFailure("\(path.text) passed the loader unknown")
    }
    self.init(root: Slot(number: slot), path: path)
  }

  /// Below the state of the part whose body it stands in.
  init(own path: Path) {
    self.init(root: .own, properties: [path.root] + path.properties, path: path)
  }
}

/// A service's method by numbers.
struct MethodPlan {
  let service: Int
  let method: Int
  let name: Name

  func isSame(as other: MethodPlan) -> Bool {
    service == other.service && method == other.method
  }
}

struct CallPlan {
  let method: MethodPlan
  let arguments: DatumPlan?
  /// With `error` bound; nil where a rejection is a failure.
  let otherwise: [StepPlan]?
  let timeout: DatumPlan?
}

struct PresentationPlan {
  let store: Int
  /// As written: one of the parcel's own lacks its prefix.
  let route: String
  let arguments: DatumPlan?
}

enum DismissalPlan {
  case top
  /// As written: one of the parcel's own lacks its prefix.
  case route(String)
  case count(DatumPlan)
}

struct EveryPlan {
  let interval: DatumPlan
  let steps: [StepPlan]
  let until: FormulaPlan?
}

/// A computation with its body resolved. `index` is its number among the model's computations.
final class ComputationPlan {
  enum Body {
    case formula(FormulaPlan)
    case steps([StepPlan])
  }

  let index: Int
  let declaration: ComputationDeclaration
  let body: Body
  let onError: [StepPlan]?

  init(
    index: Int, declaration: ComputationDeclaration, body: Body, onError: [StepPlan]?
  ) {
    self.index = index
    self.declaration = declaration
    self.body = body
    self.onError = onError
  }

  var name: String { declaration.name.text }
}

/// An outcome with its names and formulas resolved.
struct OutcomePlan {
  enum Kind {
    case values([(path: PathPlan, value: DatumPlan)], whole: Bool)
    case assert([FormulaPlan])
    case emitsAll([DatumPlan])
    case emitsChannels([(channel: Name, value: DatumPlan)])
    case emitsWhole(DatumPlan)
    case runs([(name: Name, slot: Slot, count: DatumPlan)])
    case states([Listing])
    case received([Listing])
    case calls([(method: MethodPlan, values: DatumPlan)])
    case replies(DatumPlan)
    case presented([Listing])
    case fails(PatternPlan)
    case reports([PatternPlan])
  }

  /// What a reactor or store is expected to have given.
  struct Listing {
    let name: Name
    /// A reactor or a store.
    let part: Slot
    let values: DatumPlan
  }

  let kind: Kind
  let outcome: Scenarios.Outcome
}

/// A text to be found in another.
struct PatternPlan {
  let text: DatumPlan
  let isRegularExpression: Bool
}

extension StepPlan {
  /// Whether an outcome asks how often something ran.
  var countsRuns: Bool {
    outcomes.contains { if case .runs = $0.kind { true } else { false } }
  }
}
