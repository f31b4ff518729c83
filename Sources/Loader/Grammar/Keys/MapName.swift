/// The kinds of maps of the language.
enum MapName: Int, CaseIterable, Sendable {
  case file, settings, scenario
  case cell, computation
  case reactor, action, transform, operators
  case store, parcel, parcelUse, middleware, route
  case actor, mailbox, reaction, supervision, child
  case service, method
  case step, exploration
  case autorun, pattern, merge, distinct, throttle, passage, failure, sample
  case advance, provider, backoff, disturbance, putOff, faults, reply, rowFile
  case event, start, budget

  /// The same before a verb: `"settings" takes`, not `the settings takes`.
  var subject: String { self == .settings ? "\"settings\"" : title }

  /// `in a scenario`, where a key belongs.
  var place: String { self == .file ? "at the top level of the file" : "in \(title)" }

  /// `a scenario`, for messages.
  var title: String {
    switch self {
    case .file: "a file"
    case .settings: "the settings"
    case .scenario: "a scenario"
    case .cell: "a cell"
    case .computation: "a computation"
    case .reactor: "a reactor"
    case .action: "an action"
    case .transform: "a transform"
    case .operators: "an operator"
    case .store: "a store"
    case .parcel: "a parcel"
    case .parcelUse: "the use of a parcel"
    case .middleware: "a middleware"
    case .route: "a route"
    case .actor: "an actor"
    case .mailbox: "a mailbox"
    case .reaction: "a reaction"
    case .supervision: "a supervision"
    case .child: "a child"
    case .service: "a service"
    case .method: "a method"
    case .step: "a step"
    case .exploration: "an exploration"
    case .autorun: "an autorun"
    case .pattern: "an expected error"
    case .merge: "a merge"
    case .distinct: "a distinct"
    case .throttle: "a throttle"
    case .passage: "a take or a skip"
    case .failure: "a failing stream"
    case .sample: "a sample"
    case .advance: "an advance"
    case .provider: "a provider"
    case .backoff: "a backoff"
    case .disturbance: "a fault between two actors"
    case .putOff: "a delay"
    case .faults: "a map of faults"
    case .reply: "a reply"
    case .rowFile: "a file of rows"
    case .event: "an event"
    case .start: "a start"
    case .budget: "a budget"
    }
  }

  /// Whether it is told as the place of a key that stands elsewhere.
  var isHome: Bool {
    switch self {
    case .file, .settings, .scenario, .cell, .computation, .reactor, .action, .transform,
      .operators, .store, .parcel, .parcelUse, .middleware, .route, .actor, .mailbox, .reaction,
      .supervision, .child, .service, .method, .step, .exploration, .event:
      true
    case .autorun, .pattern, .merge, .distinct, .throttle, .passage, .failure, .sample, .advance,
      .provider, .backoff, .disturbance, .putOff, .faults, .reply, .rowFile, .start, .budget:
      false
    }
  }

  /// Its keys as they are spelt; nil for a step.
  var spellings: [String]? { keyType.map { MapName.spellings(of: $0) } }

  /// The keys of all kinds of maps but steps as they are spelt, map by map.
  static var spellings: [String] { allCases.flatMap { $0.spellings ?? [] } }

  private static func spellings<Key: MapKey>(of _: Key.Type) -> [String] {
    Key.allCases.map { $0.rawValue }
  }

  /// What is said of each of its keys; of those of a step their verbs, companions and outcomes say it.
  var declarations: [(key: String, declaration: KeyDeclaration, isNeeded: Bool)] {
    keyType.map { MapName.declarations(of: $0) } ?? []
  }

  private static func declarations<Key: MapKey>(
    of _: Key.Type
  ) -> [(key: String, declaration: KeyDeclaration, isNeeded: Bool)] {
    Key.allCases.map { ($0.rawValue, $0.declaration, Key.needed.contains($0)) }
  }

  /// Nil for a step.
  private var keyType: (any MapKey.Type)? {
    switch self {
    case .file: FileKey.self
    case .settings: SettingsKey.self
    case .scenario: ScenarioKey.self
    case .cell: CellKey.self
    case .computation: ComputationKey.self
    case .reactor: ReactorKey.self
    case .action: ActionKey.self
    case .transform: TransformKey.self
    case .operators: OperatorKey.self
    case .store: StoreKey.self
    case .parcel: ParcelKey.self
    case .parcelUse: ParcelUseKey.self
    case .middleware: MiddlewareKey.self
    case .route: RouteKey.self
    case .actor: ActorKey.self
    case .mailbox: MailboxKey.self
    case .reaction: ReactionKey.self
    case .supervision: SupervisionKey.self
    case .child: ChildKey.self
    case .service: ServiceKey.self
    case .method: MethodKey.self
    case .step: nil
    case .exploration: ExplorationKey.self
    case .autorun: AutorunKey.self
    case .pattern: PatternKey.self
    case .merge: MergeKey.self
    case .distinct: DistinctKey.self
    case .throttle: ThrottleKey.self
    case .passage: PassageKey.self
    case .failure: FailureKey.self
    case .sample: SampleKey.self
    case .advance: AdvanceKey.self
    case .provider: ProviderKey.self
    case .backoff: BackoffKey.self
    case .disturbance: DisturbanceKey.self
    case .putOff: PutOffKey.self
    case .faults: FaultKey.self
    case .reply: ReplyKey.self
    case .rowFile: RowFileKey.self
    case .event: EventKey.self
    case .start: StartKey.self
    case .budget: BudgetKey.self
    }
  }
}
