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

    init(_ part: Model.Declaration) {
      self =
        switch part {
        // Computations are pieces, which have names of their own.
        case .cell, .computation: .nobody
        case .reactor(let reactor): .part(reactor.name)
        case .store(let store): .part(store.name)
        case .parcel: .parcel
        case .actor(let actor): .part(actor.name)
        case .service(let service): .part(service.name)
        }
    }
  }

  init(_ file: ScenarioFile) {
    let model = file.model
    model.eachDeclaration { part in
      let emitter = Emitter(part)
      part.eachPiece { add($0, of: emitter) }
    }
    if isOfParcels { names.formUnion(model.stores.map(\.name.text)) }
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
