import Scenarios

/// The names of a model as numbers: one space for all its parts. Children that bodies make with
/// `autorun` have their place too, whether they live or not.
struct ModelNames {
  private(set) var cells: [String: Int] = [:]
  private(set) var computations: [String: Int] = [:]
  private(set) var reactors: [String: Int] = [:]
  private(set) var stores: [String: Int] = [:]
  private(set) var actors: [String: Int] = [:]
  private(set) var services: [String: Int] = [:]
  /// Every name under which something may be emitted.
  private(set) var channels: Set<String> = []
  /// All that can emit, by number: computations, then reactors, stores, services and actors.
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
    model.eachPiece { add($0) }
    for scenario in file.scenarios { scenario.eachPiece { add($0) } }
    computationCount = parts.count
    for (index, reactor) in model.reactors.enumerated() {
      reactors[reactor.name.text] = index
      parts.append(reactor.name.text)
      actions.append(ModelNames.numbers(reactor.actionNames))
      mutations.append(ModelNames.numbers(reactor.reducers.map(\.name)))
    }
    for (index, store) in model.stores.enumerated() {
      stores[store.name.text] = index
      parts.append(store.name.text)
    }
    for (index, service) in model.services.enumerated() {
      services[service.name.text] = index
      parts.append(service.name.text)
      methods.append(ModelNames.numbers(service.methods.map(\.name)))
    }
    for (index, actor) in model.actors.enumerated() {
      actors[actor.name.text] = index
      parts.append(actor.name.text)
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
    if let index = actors[name] { return part(actor: index) }
    return nil
  }

  func part(reactor index: Int) -> Int { computationCount + index }
  func part(store index: Int) -> Int { computationCount + reactors.count + index }
  func part(service index: Int) -> Int {
    computationCount + reactors.count + stores.count + index
  }
  func part(actor index: Int) -> Int { part(service: services.count) + index }

  /// Numbers the computations in a piece, and notes the channels that it emits to.
  private mutating func add(_ piece: Piece) {
    switch piece {
    case .channel(let name): channels.insert(name.text)
    case .steps(let steps): for step in steps { step.eachPiece { add($0) } }
    case .computation(let computation):
      let name = computation.name.text
      if computations[name] == nil {
        computations[name] = parts.count
        parts.append(name)
      }
      computation.eachPiece { add($0) }
    case .formula, .datum, .read, .write, .local: break
    }
  }
}
