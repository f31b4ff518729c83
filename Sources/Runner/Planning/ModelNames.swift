import Scenarios

/// The names of a model as numbers: one space for all its parts. Children that bodies make with
/// `autorun` have their place too, whether they live or not.
struct ModelNames {
  private(set) var cells: [String: Int] = [:]
  private(set) var computations: [String: Int] = [:]
  private(set) var reactors: [String: Int] = [:]
  private(set) var stores: [String: Int] = [:]
  private(set) var services: [String: Int] = [:]
  /// Every name under which something may be emitted.
  private(set) var channels: Set<String> = []
  /// All that can emit, by number: computations, then reactors, stores and services.
  private(set) var parts: [String] = []
  private(set) var computationCount = 0
  /// The actions of each reactor, by name.
  private(set) var actions: [[String: Int]] = []
  /// The mutations of each reactor, by name.
  private(set) var mutations: [[String: Int]] = []
  /// The methods of each service, by name.
  private var methods: [[String: Int]] = []

  init(_ file: ScenarioFile) {
    let model = file.model
    for (index, cell) in model.cells.enumerated() { cells[cell.name.text] = index }
    for computation in model.computations { add(computation) }
    for steps in model.bodies { addChildren(of: steps) }
    for scenario in file.scenarios { addChildren(of: scenario.steps) }
    computationCount = parts.count
    for (index, reactor) in model.reactors.enumerated() {
      reactors[reactor.name.text] = index
      add(part: reactor.name)
      actions.append(ModelNames.numbers(reactor.actionNames))
      mutations.append(ModelNames.numbers(reactor.reducers.map(\.name)))
    }
    for (index, store) in model.stores.enumerated() {
      stores[store.name.text] = index
      add(part: store.name)
    }
    for (index, service) in model.services.enumerated() {
      services[service.name.text] = index
      add(part: service.name)
      methods.append(ModelNames.numbers(service.methods.map(\.name)))
    }
  }

  private static func numbers(_ names: [Name]) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, name) in names.enumerated() { numbers[name.text] = index }
    return numbers
  }

  /// A method, which the loader has made sure of.
  func method(_ method: Verb.Method) -> MethodPlan {
    guard let service = services[method.service], let number = methods[service][method.method]
    else {
      preconditionFailure("\(method.name.text) passed the loader unknown")
    }
    return MethodPlan(service: service, method: number, name: method.name)
  }

  /// The number of a part that can emit.
  func part(_ name: String) -> Int? {
    if let index = computations[name] { return index }
    if let index = reactors[name] { return part(reactor: index) }
    if let index = stores[name] { return part(store: index) }
    if let index = services[name] { return part(service: index) }
    return nil
  }

  func part(reactor index: Int) -> Int { computationCount + index }
  func part(store index: Int) -> Int { computationCount + reactors.count + index }
  func part(service index: Int) -> Int {
    computationCount + reactors.count + stores.count + index
  }

  private mutating func add(part name: Name) {
    parts.append(name.text)
    channels.insert(name.text)
  }

  private mutating func add(_ computation: ComputationDeclaration) {
    let name = computation.name
    if computations[name.text] == nil {
      computations[name.text] = parts.count
      add(part: name)
    }
    if case .steps(let steps) = computation.body { addChildren(of: steps) }
    addChildren(of: computation.onError ?? [])
  }

  private mutating func addChildren(of steps: [Step]) {
    for step in steps {
      if case .autorun(let child) = step.verb { add(child) }
      if case .emit(let emissions) = step.verb {
        for emission in emissions {
          if let channel = emission.channel { channels.insert(channel.text) }
        }
      }
      for list in step.verb.nested { addChildren(of: list) }
    }
  }
}

extension Model {
  /// The bodies of all parts but computations, in the order of the file.
  var bodies: [[Step]] {
    var bodies: [[Step]] = []
    for reactor in reactors {
      bodies += (reactor.actions ?? []).map(\.body.steps)
      let transform = reactor.transform
      for stage in transform.action + transform.mutation + transform.state {
        if case .tap(let steps) = stage.kind { bodies.append(steps) }
      }
    }
    for part in stores.map(\.own) + parcels.map(\.own) {
      for middleware in part.middleware {
        bodies += middleware.bodies.map(\.steps)
        if let body = middleware.anyAction { bodies.append(body.steps) }
      }
    }
    for method in services.flatMap(\.methods) {
      if case .steps(let steps) = method.body { bodies.append(steps) }
    }
    return bodies
  }
}

extension Verb {
  /// Whether `as` binds a promise in a script.
  var givesPromise: Bool {
    if case .call = self { return true }
    return false
  }

  /// The lists of steps inside, but for those of an `autorun`.
  var nested: [[Step]] {
    switch self {
    case .condition(_, _, let then, let otherwise): [then, otherwise]
    case .loop(_, _, let steps), .repetition(_, let steps), .batch(let steps): [steps]
    case .nonreactive(let steps), .onInvalidate(let steps), .onStop(let steps): [steps]
    case .afterFlush(let steps), .every(_, let steps, _): [steps]
    case .call(let call): call.otherwise.map { [$0] } ?? []
    default: []
    }
  }
}
