import CEL
import Reactor
import Scenarios
import Values

/// Works out what a reader would get of derived cells that are not up to date, and leaves no trace: nothing is
/// evaluated by the graph, so that nothing runs more or less often, or at another time, because somebody has
/// looked.
///
/// What has been worked out holds until something is touched that it may have read: looking again costs what has
/// changed since.
final class Glance: DerivedReader {
  private unowned(unsafe) let world: World
  /// Whether the trail is told of what is worked out.
  var isTelling: Bool
  private let formulas: [Formula?]
  /// What is known of the cells that have been worked out, in the order in which they were first.
  private var entries: [Entry] = []
  /// By the numbers of cells their places among these, and one more; 0 where there is none. Empty as long as all are
  /// so: a look costs what it sees, and not what the file declares.
  private var places: [UInt32] = []
  /// The cells that are known only as long as the present look lasts, since they hang on more than what is read: they
  /// have met a circle or a limit, or a cell that is kept current and is not, or have read such a one.
  private var fragile: [Int] = []
  /// What is being worked out, outermost first.
  private var path: [Int] = []
  /// How many of these, from the outermost on, have turned out to be fragile.
  private var fragileCount = 0
  /// How many circles have been met.
  private var circleCount = 0

  private struct Entry {
    var known = Known.nothing
    var isFragile = false
    /// Whether the cell stands in the graph as it is, and will not be evaluated for what has happened.
    var isKept = false
    /// What its formula remembers of lists; nil where that is nothing.
    let memory: FormulaMemory?
  }

  private enum Known {
    case nothing
    /// It is being worked out.
    case open
    case value(Value)
    case failure(RunError)
  }

  init(_ world: World, isTelling: Bool) {
    self.world = world
    self.isTelling = isTelling
    formulas = world.tables.formulas
  }

  /// Something may have happened since the last look. `touched` are the cells that may have become something else.
  func begin(touched: [Int]) {
    if entries.isEmpty { return }
    for index in touched { forget(index) }
    if fragile.isEmpty { return }
    for index in fragile { forget(index) }
    fragile = []
  }

  private func forget(_ index: Int) {
    let place = Int(places[index]) - 1
    if place < 0 { return }
    entries[place].known = .nothing
    entries[place].isFragile = false
    entries[place].isKept = false
  }

  func scalar(_ index: Int) -> ScalarValue? {
    if index < places.count, places[index] > 0 {
      let entry = entries[Int(places[index]) - 1]
      if !entry.isFragile, case .value(let value) = entry.known { return ScalarValue(value) }
    }
    if formulas[index] == nil { return world.restingValue(index).flatMap { ScalarValue($0) } }
    guard case .success(let value) = value(of: index) else { return nil }
    return ScalarValue(value)
  }

  func read(_ index: Int, _ path: [String]) -> Resolution {
    switch value(of: index) {
    case .success(let value): Resolution.walk(value, path)
    case .failure(let error): .failing(error)
    }
  }

  /// The value of a derived cell, or the error that it is, which says itself of which cell.
  func value(of index: Int) -> Result<Value, RunError> {
    if let value = world.settledValue(index) { return .success(value) }
    let place = place(of: index)
    if entries[place].isFragile { noteFragile() }
    switch entries[place].known {
    case .nothing: break
    case .open: return .failure(cycle(through: index))
    case .value(let value): return .success(value)
    case .failure(let error): return .failure(error)
    }
    if path.count >= World.depthLimit {
      return .failure(obstacle(.tooDeep, DepthError(limit: World.depthLimit).message))
    }
    entries[place].known = .open
    path.append(index)
    let result = workOut(index)
    if fragileCount == path.count {
      fragileCount -= 1
      fragile.append(index)
      entries[place].isFragile = true
    }
    path.removeLast()
    switch result {
    case .success(let value): entries[place].known = .value(value)
    case .failure(let error): entries[place].known = .failure(error)
    }
    return result
  }

  private func place(of index: Int) -> Int {
    if places.isEmpty {
      places = Array(repeating: 0, count: formulas.count)
      world.touches.beginTelling(world.tables.cellReads)
    }
    if places[index] == 0 {
      entries.append(Entry(memory: formulas[index].flatMap(world.memory)))
      world.touches.want(index)
      places[index] = UInt32(entries.count)
    }
    return Int(places[index]) - 1
  }

  private func cycle(through index: Int) -> RunError {
    circleCount += 1
    let round = path.suffix(from: path.lastIndex(of: index) ?? 0)
    let names = (round + [index]).map { world.model.cells[$0].name.text }
    return obstacle(.cycle, CycleError(path: names).message)
  }

  /// Why a cell cannot be worked out inside of those that are. It says itself where, and the engine says the same.
  private func obstacle(_ code: ProblemCode, _ message: String) -> RunError {
    noteFragile()
    return RunError(code, message, at: nil, isForeign: true)
  }

  /// All that is being worked out is fragile.
  private func noteFragile() { fragileCount = path.count }

  private func workOut(_ index: Int) -> Result<Value, RunError> {
    guard let formula = formulas[index] else {
      preconditionFailure("\(world.model.cells[index].name.text) is no derived cell")
    }
    let isHeld = world.tables.isHeld[index]
    if isHeld || world.tables.letsEqualsThrough[index] {
      if isHeld { noteFragile() }
      if let kept = kept(by: index, formula) {
        entries[place(of: index)].isKept = true
        return kept
      }
    }
    do throws(RunError) {
      let memory = entries[place(of: index)].memory
      var value = try world.evaluate(formula, in: world.bare, remembering: memory)
      if isHeld {
        value = held(by: index, instead: value)
      } else {
        value = world.held(value, by: index)
      }
      if isTelling { world.trail.add(world.derivedEvent(value, of: index)) }
      return .success(value)
    } catch {
      if error.isBeyond { noteFragile() }
      if isTelling { world.trail.add(world.failureEvent(error, of: index)) }
      let name = world.model.cells[index].name.text
      return .failure(error.isForeign ? error : error.about(name))
    }
  }

  func count(in held: inout HeldBytes) {
    held.add(bytes: 4 * places.count + 32 * entries.count)
    for entry in entries {
      switch entry.known {
      case .nothing, .open: break
      case .value(let value): held.add(value)
      case .failure(let error): error.count(in: &held)
      }
    }
  }
}

// Cells of which what they hold hangs on more than what their formulas give.
extension Glance {
  /// What a cell that is kept current still holds before the flush, where nothing that it depends on has changed: an
  /// evaluation could give something else, and there will be none.
  private func kept(by index: Int, _ formula: Formula) -> Result<Value, RunError>? {
    guard case .derived(let derived) = world.standing[index],
      let standing = derived.standingUnlessDue
    else { return nil }
    noteFragile()
    let (circles, others) = (circleCount, fragile.count)
    let isSame = formula.program.accesses.allSatisfy { access in
      guard access.isTracked, let input = Slot.cell(access.slot),
        case .derived(let read) = world.standing[input], derived.hasRead(read)
      else { return true }
      return isUnchanged(input, read, at: access.path)
    }
    if circleCount > circles {
      // What has been worked out on the way may have met this cell, which does not need it.
      for index in fragile[others...] { forget(index) }
      fragile.removeSubrange(others...)
    }
    return isSame ? standing.mapError { $0 as? RunError ?? RunError(engine: $0) } : nil
  }

  /// Whether a cell, or the path of it, will be what it was to those who have read it.
  private func isUnchanged(_ index: Int, _ cell: Derived<Value>, at path: [String]) -> Bool {
    let now = value(of: index)
    if cell.isCurrent || entries[place(of: index)].isKept { return true }
    guard !world.tables.letsEqualsThrough[index], let before = cell.lastValue,
      case .success(let now) = now
    else {
      return false
    }
    return isSame(before, now, at: path)
  }

  private func isSame(_ before: Value, _ now: Value, at path: [String]) -> Bool {
    switch (Resolution.walk(before, path), Resolution.walk(now, path)) {
    case (.value(let before), .value(let now)): before.isIdentical(to: now)
    case (.missing, .missing): true
    case (.value, _), (.missing, _), (.failure, _), (.abort, _): false
    }
  }

  /// What the cell holds where its own cutoff lets the new value not through.
  private func held(by index: Int, instead new: Value) -> Value {
    let cell = world.model.cells[index]
    guard let old = world.told.held[index] else { return new }
    return switch cell.cutoff {
    case .equal, .never: new
    case .always: old
    case .formula: world.isCutOff(cell, old, new) ? old : new
    }
  }
}
