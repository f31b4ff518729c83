import CEL
import Reactor
import Scenarios
import Values

/// Works out what a reader would now get of derived cells, and leaves no trace: nothing is evaluated
/// by the graph, so that nothing runs more or less often because somebody has looked.
///
/// Good for one moment, in which nothing changes. What has not been touched since the log told of it is
/// what the log told, and is not worked out again.
final class Glance: DerivedReader {
  private unowned let world: World
  private let touched: Set<Int>
  private var known: [Int: Result<Value, RunError>] = [:]
  /// What is being worked out.
  private var open: Set<Int> = []

  init(_ world: World, touched: Set<Int>) {
    self.world = world
    self.touched = touched
  }

  func read(_ index: Int, _ path: [String]) -> Resolution {
    switch value(of: index) {
    case .success(let value): Resolution.walk(value, path)
    case .failure(let error): .failing(error)
    }
  }

  /// The value of a derived cell, or the error that it is.
  func value(of index: Int) -> Result<Value, RunError> {
    if let known = known[index] { return known }
    if !touched.contains(index), let told = world.told.value(of: .cell(index)) {
      return .success(told)
    }
    let cell = world.model.cells[index]
    guard open.insert(index).inserted else {
      return .failure(RunError(.cycle, "\(cell.name.text) needs itself", at: nil))
    }
    let result = workOut(index, cell)
    open.remove(index)
    known[index] = result
    return result
  }

  private func workOut(_ index: Int, _ cell: CellDeclaration) -> Result<Value, RunError> {
    guard case .derived(let formula) = cell.source else {
      preconditionFailure("\(cell.name.text) is no derived cell")
    }
    if let value = world.settledValue(index) { return .success(value) }
    do throws(RunError) {
      let value = try world.evaluate(formula, in: world.bare)
      return .success(held(by: index, cell, instead: value))
    } catch {
      return .failure(error)
    }
  }

  /// What the cell holds where its own cutoff lets the new value not through.
  private func held(by index: Int, _ cell: CellDeclaration, instead new: Value) -> Value {
    guard let old = world.told.held[index] else { return new }
    return switch cell.cutoff {
    case .equal, .never: new
    case .always: old
    case .formula: world.isCutOff(cell, old, new) ? old : new
    }
  }
}
