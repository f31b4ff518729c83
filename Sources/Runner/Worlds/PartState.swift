import CEL
import Reactor
import Scenarios
import Values

/// The state of a reactor, a store, an actor or a service: a cell of its own, made when it is first needed
/// at the start, since starting values may need others.
final class PartState {
  let name: String
  let slot: Slot
  /// Among all that can emit.
  let part: Int
  let datum: Datum?
  /// What the datum may read.
  fileprivate let locals: LocalValues
  /// Puts in what belongs there from the start: the parcels' states.
  var completing: ((Value) throws(RunError) -> Value)?
  fileprivate(set) var cell: RecordCell?
  /// Of a reactor's state: who takes each one.
  var hearers: [StateHearer] = []
  fileprivate var isStarting = false

  init(
    _ name: String, _ slot: Slot, part: Int, _ datum: Datum?, locals: LocalValues = []
  ) {
    self.name = name
    self.locals = locals
    self.slot = slot
    self.part = part
    self.datum = datum
  }

  convenience init(_ name: String, _ slot: Slot, _ emitters: PartTable, _ datum: Datum?) {
    self.init(name, slot, part: emitters.number(of: slot) ?? 0, datum)
  }
}

extension World {
  /// The state's cell, made where it has not been.
  func cell(of state: PartState) throws(RunError) -> RecordCell {
    if let cell = state.cell { return cell }
    if state.isStarting {
      throw RunError(
        .cycle, "the starting state of \(state.name) needs itself", at: state.datum?.span)
    }
    state.isStarting = true
    defer { state.isStarting = false }
    let cell = graph.record(try startingValue(state), label: state.name)
    touches.add(state.slot)
    state.cell = cell
    return cell
  }

  /// What its state begins with.
  func startingValue(_ state: PartState) throws(RunError) -> Value {
    var value = Value.null
    if let datum = state.datum {
      let frame = state.locals.isEmpty ? bare! : Frame(world: self, locals: state.locals)
      value = try untracked { () throws(RunError) in try self.value(of: datum, in: frame) }
    }
    if let completing = state.completing { value = try completing(value) }
    value = try applying(given: state.slot, to: value)
    // Null as a whole is what the scenario has given: where there was no state, parcels have put theirs before.
    if case .null = value { return value }
    if let completing = state.completing { value = try completing(value) }
    return value
  }

  /// Reads a state or a property of it, tracked. Where it has no property `emitted`, that is what
  /// the part emitted last.
  func read(_ state: PartState, _ path: [String]) -> Resolution {
    do throws(RunError) {
      let found = try cell(of: state).read(path)
      if case .missing(0, _) = found, path.first == "emitted" {
        return Resolution.walk(lastEmission(of: state.part), Array(path.dropFirst()))
      }
      return Resolution(found)
    } catch {
      return .failing(error)
    }
  }

  /// What a reducer makes of a state: the values for its paths, all from the state before.
  func changes(
    by reducer: Reducer, of state: Value, in frame: Frame
  ) throws(RunError) -> [StateChange] {
    switch reducer.change {
    case .whole(let datum):
      return [StateChange(properties: [], value: try value(of: datum, in: frame), span: datum.span)]
    case .paths(let assignments):
      // What a list becomes hangs on what earlier changes have made of it.
      var pending = PendingState(state)
      var changes: [StateChange] = []
      changes.reserveCapacity(assignments.count)
      for assignment in assignments {
        let path = assignment.path
        let located = path.isStatic ? nil : try located(path, in: frame)
        var change = StateChange(
          properties: path.selection, value: try value(of: assignment.value, in: frame),
          span: path.span)
        if let located {
          change.properties = located.selection
          change.put = (change.value, located)
          change.value = try replacement(
            located, by: change.value, in: { pending.part(at: $0) }, for: path)
        }
        pending.put(change)
        changes.append(change)
      }
      return changes
    }
  }

  /// Writes the changes, below a focus, as one; the properties in `pulsing` count as changed.
  func write(
    _ changes: [StateChange], to state: PartState, below focus: [String] = [],
    pulsing: [String] = []
  ) throws(RunError) {
    let cell = try cell(of: state)
    let paths = changes.map { focus + $0.properties }
    let old = paths.map { cell.peek($0).value }
    for (change, before) in zip(changes, old) {
      try take(change.cost(replacing: before))
    }
    touches.add(state.slot)
    do {
      try cell.write(zip(paths, changes).map { ($0, $1.value) }, pulsing: pulsing)
    } catch {
      throw RunError(error.code, error.message, at: changes.first?.span)
    }
    if paths.isEmpty {
      // A reducer that assigns nothing.
      trail.record(TraceEvent(.unchanged, state.name, cell.peek().value ?? .null))
    }
    for number in outermost(paths) {
      let (path, before, new) = (paths[number], old[number], cell.peek(paths[number]).value)
      let place = { ([state.name] + path).joined(separator: ".") }
      if let before, let new, before.isIdentical(to: new) {
        let isPulse = path.first.map(pulsing.contains) ?? false
        trail.record(TraceEvent(isPulse ? .pulsed : .unchanged, place(), new))
      } else {
        trail.add(TraceEvent(.changed, place(), old: before, new))
      }
    }
  }

  /// Which of the paths that were written as one are told, in order: each once, and none that lies within another, whose
  /// value shows what became of it.
  private func outermost(_ paths: [[String]]) -> [Int] {
    if beginApart(paths) { return Array(paths.indices) }
    func key(_ path: ArraySlice<String>) -> String {
      path.map { "\($0.utf8.count):\($0)" }.joined()
    }
    let all = TextSet(paths.map { key($0[...]) })
    var told: TextSet = []
    return paths.indices.filter { number in
      let path = paths[number]
      return !path.indices.contains { all.contains(key(path[..<$0])) }
        && told.insert(key(path[...]))
    }
  }

  /// Whether each of a few paths begins with a name of its own, as mostly: then none lies within another, and that costs
  /// no more than it must.
  private func beginApart(_ paths: [[String]]) -> Bool {
    guard paths.count <= 8 else { return false }
    return paths.indices.allSatisfy { number in
      paths[..<number].allSatisfy { other in
        guard let one = paths[number].first, let other = other.first else { return false }
        return !Text.same(one, other)
      }
    }
  }
}

/// A new value for a place in a state.
struct StateChange {
  var properties: [String]
  var value: Value
  /// Where it is written.
  let span: SourceSpan
  /// What was put into what stood there, and where, so that it became the value; nil where the value is all of it.
  var put: (part: Value, at: LocatedPath)?

  /// What writing it in another value's place costs.
  func cost(replacing old: Value?) -> Int {
    put.map { $0.at.cost(of: $0.part, within: value, replacing: old) }
      ?? value.cost(replacing: old)
  }
}

extension [StateChange] {
  /// The value with the changes made.
  func applied(to value: Value) throws(RunError) -> Value {
    var value = value
    for change in self {
      value = try value.replacing(change.properties[...], by: change.value, making: false) {
        RunError(.missingProperty, $0, at: change.span)
      }
    }
    return value
  }
}
