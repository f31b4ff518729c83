import CEL
import Reactor
import Scenarios
import Values

extension Actors {
  /// The state of the one actor, or those of the workers of a pool; as declared where none has been
  /// made. Where it has no property of that name, `spawned` are the states of those that were
  /// spawned, and `emitted` is what was emitted last.
  func read(actor index: Int, _ path: [String]) -> Resolution {
    let kind = kinds[index]
    let state = state(of: kind)
    if let first = path.first, ["spawned", "emitted"].contains(first),
      case .missing = Resolution.walk(state, [first])
    {
      let value = first == "spawned" ? states(kind.spawned) : world.lastEmission(of: part(of: kind))
      return Resolution.walk(value, Array(path.dropFirst()))
    }
    return Resolution.walk(state, path)
  }

  private func part(of kind: ActorKind) -> Int { world.emitters.number(.actor, kind.index) }

  /// What stands for a kind in expectations.
  func state(of kind: ActorKind) -> Value {
    if kind.pool != nil { return states(members(of: kind)) }
    if let run = kind.one { return state(of: run) }
    return (try? declaredState(of: kind)) ?? .null
  }

  /// Null once it has stopped.
  func state(of run: ActorRun) -> Value {
    guard core.isAlive(run.id) else { return .null }
    return run.state.cell?.peek().value ?? .null
  }

  func states(_ runs: [ActorRun]) -> Value {
    let living = living(runs)
    return (try? Value.list(of: living.map { state(of: $0) })) ?? .null
  }

  private func living(_ runs: [ActorRun]) -> [ActorRun] { runs.filter { core.isAlive($0.id) } }

  /// The place of a worker's state in that of its pool; nil once it has stopped.
  func place(ofWorker run: ActorRun) -> Int? {
    living(members(of: run.kind)).firstIndex { $0 === run }
  }

  /// What its first actor would begin with.
  private func declaredState(of kind: ActorKind) throws(RunError) -> Value {
    let frame = Frame(world: world, locals: [.null])
    let state = kind.declaration.state
    let value = try world.untracked { () throws(RunError) -> Value in
      if let state { try world.value(of: state, in: frame) } else { .null }
    }
    return try world.applying(given: .actor(kind.index), to: value)
  }

  /// What a reference in a script means, as its state.
  func read(reference value: Value, _ path: [String]) -> Resolution {
    guard case .string(let text) = value, let run = references[text] else {
      return Resolution.walk(value, path)
    }
    return Resolution.walk(state(of: run), path)
  }
}
