import CEL
import Scenarios
import Values

/// The variables of a model's parts, by kind, each by its number.
struct TypedParts {
  private var cells: [TypeGraph.Variable] = []
  private let reactors: [TypeGraph.Variable]
  private let stores: [TypeGraph.Variable]
  private let services: [TypeGraph.Variable]
  /// The states of actors, one of all actors that a declaration makes.
  private var actors: [TypeGraph.Variable] = []
  private let isPool: [Bool]
  /// What each message of an actor holds.
  private(set) var messages: [TextTable<TypeGraph.Variable>] = []
  /// The variables of derived cells, which stand before those of inputs.
  let derived: Range<TypeGraph.Variable>

  /// - Parameter reference: The type of references to actors.
  init(_ model: Model, _ graph: inout TypeGraph, reference: StaticType) {
    let count = model.cells.count { $0.source.isDerived }
    derived = 0..<count
    for _ in derived { _ = graph.add(.value(.known(.dyn))) }
    var next = 0
    for cell in model.cells {
      cells.append(cell.source.isDerived ? next : graph.add(.state([])))
      if cell.source.isDerived { next += 1 }
    }
    reactors = model.reactors.map { _ in graph.add(.state([])) }
    stores = model.stores.map { _ in graph.add(.state([])) }
    services = model.services.map { _ in graph.add(.state([])) }
    isPool = model.actors.map(\.isPool)
    for actor in model.actors {
      actors.append(graph.add(.state([])))
      var variables: TextTable<TypeGraph.Variable> = [:]
      for reaction in actor.behaviors.flatMap(\.reactions)
      where variables[reaction.message.text] == nil {
        let variable = graph.add(.state([]))
        variables[reaction.message.text] = variable
        // What a watch brings is sent by no step.
        if reaction.message.text == "Terminated" {
          graph.put(.known(reference), at: [], of: variable)
        }
      }
      messages.append(variables)
    }
  }

  /// What a part's slot holds where it is read; nil for a pool, whose slot holds the list of its
  /// workers' states, and for what is no part with a state.
  func variable(_ slot: Slot) -> TypeGraph.Variable? {
    if case .actor(let number) = slot, isPool[number] { return nil }
    return state(slot)
  }

  /// The state of a part, or the value of a cell; that of an actor is the state of each that its
  /// declaration makes.
  func state(_ slot: Slot) -> TypeGraph.Variable? {
    switch slot {
    case .cell(let number): cells[number]
    case .reactor(let number): reactors[number]
    case .store(let number): stores[number]
    case .service(let number): services[number]
    case .actor(let number): actors[number]
    case .local, .computation, .member, .reference, .emitted, .promise, .own, .now, .it, .addressed:
      nil
    }
  }
}
