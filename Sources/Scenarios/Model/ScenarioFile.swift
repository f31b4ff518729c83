public import Values

/// A scenario file as written, after loading: every name known, every formula parsed, and every
/// part with its place in the file. Plain data; nothing in it runs.
public struct ScenarioFile: Sendable {
  public var name: String
  public var tags: [String]
  public var settings: Settings
  /// The parts of the used files first, in the order of `use`, then the file's own.
  public var model: Model
  /// Scripts that scenarios perform, those of the used files first, by their numbers.
  public var procedures: [Procedure] = []
  /// Hold after every turn of every scenario; those of the used files first.
  public var always: [Formula]
  /// Hold at the end of every scenario; those of the used files first.
  public var eventually: [Formula]
  /// What must be true somewhere in explored runs, as used files say.
  public var sometimes: [Formula] = []
  /// What somebody asks of its worlds who loads it, besides what it says.
  public var asked: [Formula] = []
  /// How its schedules are to be explored.
  public var exploration: Exploration?
  /// That of the file, and those of its scenarios.
  public var explorations: [Exploration] {
    (exploration.map { [$0] } ?? []) + scenarios.compactMap(\.exploration)
  }
  /// What is explored of a scenario; nil where it says that it is not.
  public func exploration(of scenario: Scenario) -> Exploration? {
    guard scenario.isExplored else { return nil }
    var explored = scenario.exploration ?? exploration ?? Exploration(span: scenario.span)
    explored.sometimes = sometimes + explored.sometimes
    return explored
  }

  /// Whether chance decides what is next where a scenario is explored.
  public func isWalked(_ scenario: Scenario) -> Bool {
    guard scenario.skip == nil, scenario.schedule == nil else { return false }
    return switch exploration(of: scenario)?.schedules {
    case .pct, .random: true
    case .exhaustive, nil: false
    }
  }

  /// The steps with which each scenario begins.
  public var before: Opening?
  /// Empty for a file that is a model for others to use.
  public var scenarios: [Scenario]
  /// Its parts by their numbers.
  public var parts = PartTable()
  /// Every name under which something may be emitted.
  public var channels: TextSet = []
  /// A value as the file would have it, in one line that may stand in brackets too.
  public var written: @Sendable (Value) -> String = { $0.description }
  /// Bytes of the text of all its formulas, those of used files too.
  public var formulaBytes = 0

  public init(
    name: String, tags: [String] = [], settings: Settings = Settings(),
    model: Model = Model(), always: [Formula] = [], eventually: [Formula] = [],
    scenarios: [Scenario] = []
  ) {
    self.name = name
    self.tags = tags
    self.settings = settings
    self.model = model
    self.always = always
    self.eventually = eventually
    self.scenarios = scenarios
  }
}

/// The steps with which all scenarios of a file begin, and how many locals they leave to them.
public struct Opening: Sendable {
  public var steps: [Step]
  public var localCount: Int
  public var span: SourceSpan

  public init(steps: [Step], localCount: Int, span: SourceSpan) {
    self.steps = steps
    self.localCount = localCount
    self.span = span
  }
}

/// A script with a name, which scenarios and other procedures perform. Its first local is what it is
/// given.
public struct Procedure: Sendable {
  public var name: Name
  public var steps: [Step]
  /// The whole declaration.
  public var span: SourceSpan

  public init(name: Name, steps: [Step], span: SourceSpan) {
    self.name = name
    self.steps = steps
    self.span = span
  }
}

/// How the worlds of a file are run.
public struct Settings: Sendable {
  public enum Flush: String, Sendable, CaseIterable { case auto, manual }

  /// Whether every turn ends with a flush, or only the step `flush` flushes.
  public var flush: Flush = .auto
  public var seed: Int64 = 0
  /// The virtual time at which each world begins.
  public var start = Timestamp(seconds: 1_767_225_600, nanoseconds: 0)
  /// The most turns and re-runs that one instant of virtual time may take.
  public var turns = 100_000
  /// The most bytes that a world may hold; nil for what the run allows, which is never passed.
  public var memory: Int?
  /// What a run allows unless it says otherwise.
  public static let memory = 512 << 20
  /// The least that a file may ask for: what a small model needs.
  public static let leastMemory = 1 << 20

  public init() {}
}

/// The named parts that a world is made of.
public struct Model: Sendable {
  public var cells: [CellDeclaration] = []
  public var computations: [ComputationDeclaration] = []
  public var reactors: [ReactorDeclaration] = []
  public var stores: [StoreDeclaration] = []
  /// What stores and other parcels use by name.
  public var parcels: [ParcelDeclaration] = []
  public var actors: [ActorDeclaration] = []
  public var services: [ServiceDeclaration] = []

  public init() {}
}

/// A script over a fresh world.
public struct Scenario: Sendable {
  public var name: Name
  /// Its own and the file's.
  public var tags: Tags
  /// The reason for which it is not run.
  public var skip: String?
  /// Why it is known to fail; nil where it is to pass.
  public var todo: Todo?
  /// The real time that it may take; nil where it says nothing.
  public var timeout: Timeout?
  /// The rows of `each`; nil where there is none, so that the scenario runs once.
  public var rows: [Row]?
  /// New starting values.
  public var given: [Assignment]
  /// What plays methods of the model in this scenario.
  public var methods: [Stand] = []
  public var isStrict: Bool
  /// Its own settings, over those of the file; nil where it has none.
  public var exploration: Exploration?
  public var isExplored = true
  /// The token of the explored run that it does; nil where it does what a run does.
  public var schedule: Name?
  /// Where it says that its log must equal the one kept beside the file; nil where it does not.
  public var golden: SourceSpan?
  public var steps: [Step]
  public var span: SourceSpan

  public init(name: Name, steps: [Step], span: SourceSpan) {
    self.name = name
    tags = []
    given = []
    isStrict = false
    self.steps = steps
    self.span = span
  }

  /// A method in the place of one of the model. Its frame begins with the row of `each`.
  public struct Stand: Sendable {
    public var service: Int
    public var number: Int
    public var method: ServiceDeclaration.Method

    public init(service: Int, number: Int, method: ServiceDeclaration.Method) {
      self.service = service
      self.number = number
      self.method = method
    }
  }

  /// What is known not to work yet: the scenario is run, and is expected to fail.
  public struct Todo: Sendable {
    public var reason: String
    public var span: SourceSpan

    public init(reason: String, span: SourceSpan) {
      self.reason = reason
      self.span = span
    }
  }

  /// Real time, as it is written.
  public struct Timeout: Sendable {
    public var limit: Duration
    public var text: String

    public init(_ limit: Duration, text: String) {
      self.limit = limit
      self.text = text
    }
  }

  /// One map of `each`: names bound in the scenario's formulas and filled into its name.
  public struct Row: Sendable {
    public var entries: [Datum.Entry]
    public var span: SourceSpan

    public init(entries: [Datum.Entry], span: SourceSpan) {
      self.entries = entries
      self.span = span
    }
  }
}
