import CEL
import Reactor
import Scenarios
import Values

/// What a formula can see while a script or a body is at work: the locals, and through the world
/// everything else. Every read of a formula comes through here and is tracked by the graph.
final class Frame: Activation {
  unowned let world: World
  /// In the order in which they were bound.
  var locals: [Value]
  /// The computation at work; nil in scripts.
  let computation: Computation?
  /// The computation in whose name is emitted; handlers keep that of their body.
  let part: Int?

  init(
    world: World, locals: [Value] = [], computation: Computation? = nil, part: Int? = nil
  ) {
    self.world = world
    self.locals = locals
    self.computation = computation
    self.part = part
  }

  func resolve(slot: Int, path: [String]) -> Resolution {
    switch Slot(number: slot) {
    case .local(let index): return Resolution.walk(locals[index], path)
    case .cell(let index): return world.read(cell: index, path)
    case .computation(let index): return world.read(emitted: index, path)
    case .now:
      world.clock.depend()
      return Resolution.walk(.timestamp(world.now), path)
    }
  }
}

extension World {
  /// Reads a cell or a property of it, tracked.
  func read(cell index: Int, _ path: [String]) -> Resolution {
    do {
      switch cells[index] {
      case .input(let record): return Resolution(record.read(path))
      case .derived(let derived, let record):
        if path.isEmpty { return .value(try derived.value) }
        return Resolution(try record.read(path))
      case .waiting:
        try makeInput(index)
        return read(cell: index, path)
      case .starting:
        return .failure(
          RunError("the starting value of \(plan.cells[index].name) needs itself", at: nil))
      }
    } catch {
      return .failing(error)
    }
  }

  /// What a computation emitted last; `emitted` names the same.
  func read(emitted index: Int, _ path: [String]) -> Resolution {
    let value = computations[index].emitted ?? .null
    return Resolution.walk(value, path.first == "emitted" ? Array(path.dropFirst()) : path)
  }
}

extension Resolution {
  init(_ lookup: Lookup) {
    switch lookup {
    case .found(let value): self = .value(value)
    case .missing(let index, let parent): self = .missing(at: index, parent: parent)
    }
  }

  /// A read that fails: absorbed by `&&` and `||` like any error, unless a budget is spent.
  static func failing(_ error: any Error) -> Resolution {
    let error = error as? RunError ?? RunError(engine: error)
    return error.kind == .budget ? .abort(error) : .failure(error)
  }
}

extension RunError {
  /// An error of the engine itself: a cycle, too deep a nesting, a refused flush.
  convenience init(engine error: any Error) {
    switch error {
    case let error as CycleError: self.init(error.message, at: nil)
    case let error as DepthError: self.init(error.message, at: nil)
    case let error as FlushError: self.init(error.message, at: nil)
    case let error as BudgetError: self.init(error.message, kind: .budget, at: nil)
    case let error as RecordFault: self.init(error.message, at: nil)
    default: self.init("\(error)", at: nil)
    }
  }
}
