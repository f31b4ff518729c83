import Scenarios
import Values

/// The parts that emit something under their own names.
struct Emitters {
  private(set) var names: TextSet = []
  /// Whether a parcel emits: as the store that holds it, which may be any.
  private var isOfParcels = false

  /// In whose name something is emitted that names no channel.
  private enum Emitter {
    case nobody
    case part(Name)
    case parcel
  }

  init(_ file: ScenarioFile) {
    let model = file.model
    for cell in model.cells { cell.eachPiece { add($0, of: .nobody) } }
    for computation in model.computations { add(computation) }
    for reactor in model.reactors { reactor.eachPiece { add($0, of: .part(reactor.name)) } }
    for store in model.stores { store.own.eachPiece { add($0, of: .part(store.name)) } }
    for parcel in model.parcels { parcel.own.eachPiece { add($0, of: .parcel) } }
    if isOfParcels { names.formUnion(model.stores.map(\.name.text)) }
    for actor in model.actors { actor.eachPiece { add($0, of: .part(actor.name)) } }
    for service in model.services { service.eachPiece { add($0, of: .part(service.name)) } }
    for scenario in file.scenarios {
      for stand in scenario.methods {
        var service = model.services[stand.service]
        service.methods = [stand.method]
        service.eachPiece { add($0, of: .part(service.name)) }
      }
      add(.steps(scenario.steps), of: .nobody)
    }
    for procedure in file.procedures { add(.steps(procedure.steps), of: .nobody) }
    if let opening = file.before { add(.steps(opening.steps), of: .nobody) }
  }

  private mutating func add(_ computation: ComputationDeclaration) {
    if case .formula = computation.body { names.insert(computation.name.text) }
    computation.eachPiece { add($0, of: .part(computation.name)) }
  }

  private mutating func add(_ piece: Piece, of emitter: Emitter) {
    switch piece {
    case .computation(let computation): add(computation)
    case .steps(let steps):
      for step in steps {
        if case .turn(.result(.emit(let emissions))) = step.verb,
          emissions.contains(where: { $0.channel == nil })
        {
          noteEmission(by: emitter)
        }
        step.eachPiece { add($0, of: emitter) }
      }
    case .formula, .datum, .read, .write, .local, .channel: break
    }
  }

  private mutating func noteEmission(by emitter: Emitter) {
    switch emitter {
    case .nobody: break
    case .part(let name): names.insert(name.text)
    case .parcel: isOfParcels = true
    }
  }
}
