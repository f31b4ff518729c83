import Scenarios
import Values

/// The parts that emit something under their own names.
struct Emitters {
  private(set) var names: TextSet = []

  init(_ file: ScenarioFile) {
    let model = file.model
    for cell in model.cells { cell.eachPiece { add($0, of: nil) } }
    for computation in model.computations { add(computation) }
    for reactor in model.reactors { reactor.eachPiece { add($0, of: reactor.name) } }
    for store in model.stores { store.own.eachPiece { add($0, of: store.name) } }
    // A parcel emits as the store that holds it, which may be any.
    for parcel in model.parcels {
      for store in model.stores { parcel.own.eachPiece { add($0, of: store.name) } }
    }
    for actor in model.actors { actor.eachPiece { add($0, of: actor.name) } }
    for service in model.services { service.eachPiece { add($0, of: service.name) } }
    for scenario in file.scenarios {
      for stand in scenario.methods {
        var service = model.services[stand.service]
        service.methods = [stand.method]
        service.eachPiece { add($0, of: service.name) }
      }
      add(.steps(scenario.steps), of: nil)
    }
    for procedure in file.procedures { add(.steps(procedure.steps), of: nil) }
    if let opening = file.before { add(.steps(opening.steps), of: nil) }
  }

  private mutating func add(_ computation: ComputationDeclaration) {
    if case .formula = computation.body { names.insert(computation.name.text) }
    computation.eachPiece { add($0, of: computation.name) }
  }

  /// - Parameter name: of whom it is a piece; nil of who has no name to emit under.
  private mutating func add(_ piece: Piece, of name: Name?) {
    switch piece {
    case .computation(let computation): add(computation)
    case .steps(let steps):
      for step in steps {
        if let name, case .turn(.result(.emit(let emissions))) = step.verb,
          emissions.contains(where: { $0.channel == nil })
        {
          names.insert(name.text)
        }
        step.eachPiece { add($0, of: name) }
      }
    case .formula, .datum, .read, .write, .local, .channel: break
    }
  }
}
