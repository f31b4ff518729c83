/// The kinds of maps of the language.
enum MapName: Int, CaseIterable, Sendable {
  case file, settings, scenario
  case cell, computation
  case reactor, action, transform, operators
  case store, parcel, parcelUse, middleware, route
  case actor, mailbox, reaction, supervision
  case service, method
  case step, exploration
  case autorun, pattern, merge, provider, backoff, disturbance, putOff, faults, reply

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
    case .service: "a service"
    case .method: "a method"
    case .step: Shape.step.name
    case .exploration: "an exploration"
    case .autorun: "an autorun"
    case .pattern: "an expected error"
    case .merge: "a merge"
    case .provider: "a provider"
    case .backoff: "a backoff"
    case .disturbance: "a fault between two actors"
    case .putOff: "a delay"
    case .faults: "a map of faults"
    case .reply: "a reply"
    }
  }

  /// Whether it is told as the place of a key that stands elsewhere.
  private var isHome: Bool {
    switch self {
    case .file, .settings, .scenario, .cell, .computation, .reactor, .action, .transform,
      .operators, .store, .parcel, .parcelUse, .middleware, .route, .actor, .mailbox, .reaction,
      .supervision, .service, .method, .step, .exploration:
      true
    case .autorun, .pattern, .merge, .provider, .backoff, .disturbance, .putOff, .faults, .reply:
      false
    }
  }

  /// The keys that such a map may have.
  var words: WordSet { MapName.all[rawValue] }

  /// Where a key may stand, for one that stands at the wrong place.
  static func homes(of word: Word) -> [MapName] {
    allCases.filter { $0.isHome && $0.words.contains(word) }
  }

  private static let all = allCases.map(\.keys)

  private var keys: WordSet {
    switch self {
    case .file: FileKey.keys.words
    case .settings: SettingsKey.keys.words
    case .scenario: ScenarioKey.keys.words
    case .cell: CellKey.keys.words
    case .computation: ComputationKey.keys.words
    case .reactor: ReactorKey.keys.words
    case .action: ActionKey.keys.words
    case .transform: TransformKey.keys.words
    case .operators: OperatorKey.keys.words
    case .store: StoreKey.keys.words
    case .parcel: ParcelKey.keys.words
    case .parcelUse: ParcelUseKey.keys.words
    case .middleware: MiddlewareKey.keys.words
    case .route: RouteKey.keys.words
    case .actor: ActorKey.keys.words
    case .mailbox: MailboxKey.keys.words
    case .reaction: ReactionKey.keys.words
    case .supervision: SupervisionKey.keys.words
    case .service: ServiceKey.keys.words
    case .method: MethodKey.keys.words
    case .step: Shape.step.words
    case .exploration: ExplorationKey.keys.words
    case .autorun: AutorunKey.keys.words
    case .pattern: [.matches]
    case .merge: MergeKey.keys.words
    case .provider: ProviderKey.keys.words
    case .backoff: BackoffKey.keys.words
    case .disturbance: DisturbanceKey.keys.words
    case .putOff: PutOffKey.keys.words
    case .faults: FaultKey.keys.words
    case .reply: ReplyKey.keys.words
    }
  }
}
