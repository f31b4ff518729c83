import Reactor
import Scenarios
import Values

/// Takes each state of a reactor as it is shown, and not what a flush finds: the states of a reactor are a stream, of which
/// each is an element.
final class StateHearer {
  private let path: [String]
  /// What stood at the path last.
  private var last: Value
  private let hear: (Value) -> Void

  fileprivate init(_ path: [String], _ last: Value, _ hear: @escaping (Value) -> Void) {
    self.path = path
    self.last = last
    self.hear = hear
  }

  /// A state is shown, in whose making pulses were assigned.
  fileprivate func take(_ cell: RecordCell, pulsing: [String]) {
    let value = cell.peek(path).value ?? .null
    let isPulse =
      path.first.map { name in pulsing.contains { Text.same($0, name) } } ?? !pulsing.isEmpty
    let isSame = value.isIdentical(to: last)
    // Also an equal value, so that it is the one that the state holds.
    last = value
    if isPulse || !isSame { hear(value) }
  }
}

extension World {
  /// Has each state heard from now on that has another value at the path, or in which a pulse there was assigned.
  func hear(
    _ state: PartState, at path: [String], _ hear: @escaping (Value) -> Void
  ) throws(RunError) -> StateHearer {
    let hearer = StateHearer(path, try cell(of: state).peek(path).value ?? .null, hear)
    state.hearers.append(hearer)
    return hearer
  }

  /// A reactor shows a state.
  func tellHearers(of state: PartState, pulsing: [String]) {
    guard !state.hearers.isEmpty, let cell = state.cell else { return }
    for hearer in state.hearers { hearer.take(cell, pulsing: pulsing) }
  }
}
