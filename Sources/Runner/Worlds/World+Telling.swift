import Reactor
import Scenarios
import Values

/// What a log has told of values that are worked out when they are read, so that it tells each
/// change once, and what is needed to know them.
struct ToldValues {
  /// By the numbers of slots.
  private var values: [Int: Value] = [:]
  private var failures: [Int: String] = [:]
  /// Of each derived cell with a cutoff of its own, what it holds; of one that cuts nothing off, what it was given
  /// last.
  fileprivate(set) var held: [Int: Value] = [:]

  func value(of slot: Slot) -> Value? { values[slot.number] }

  /// Notes what is told now; false where it is what was told before.
  mutating func take(_ value: Value, of slot: Slot) -> Bool {
    let old = values.updateValue(value, forKey: slot.number)
    failures[slot.number] = nil
    return old.map { !$0.isIdentical(to: value) } ?? true
  }

  /// The same of a failure.
  mutating func take(failure text: String, of slot: Slot) -> Bool {
    values[slot.number] = nil
    let old = failures.updateValue(text, forKey: slot.number)
    return old.map { !Text.same($0, text) } ?? true
  }
}

// What only a log tells: what the world begins with, and what can be read in it.
extension World {
  /// Tells of every part what it begins with, in the order of the sections of a file.
  func noteStart() {
    guard trail.isRecording else { return }
    if now != Settings().start { trail.record(TraceEvent(.starting, "now", .timestamp(now))) }
    for (index, cell) in model.cells.enumerated() {
      guard case .input = cell.source, let value = lastValue(index) else { continue }
      trail.record(TraceEvent(.starting, cell.name.text, name: givenName(of: .cell(index)), value))
    }
    for state in partStates {
      let value = state.cell?.peek().value ?? .null
      if case .null = value, state.datum == nil { continue }
      trail.record(TraceEvent(.starting, state.name, name: givenName(of: state.slot), value))
    }
  }

  /// The properties of a starting value that the scenario has given, an empty text for all of it;
  /// nil where it has given none.
  private func givenName(of slot: Slot) -> String? {
    given[slot.number]?.map { $0.path.selection.joined(separator: ".") }.joined(separator: ", ")
  }

  func noteBeginning(_ state: PartState, isRestart: Bool) {
    let value = state.cell?.peek().value ?? .null
    if isRestart {
      trail.add(TraceEvent(.restarted, state.name, value))
    } else {
      trail.record(TraceEvent(.began, state.name, value))
    }
  }

  /// Tells of pulses that have been assigned together with all of a state.
  func note(pulses: [String], of place: String, in state: Value) {
    for name in pulses {
      trail.record(TraceEvent(.pulsed, "\(place).\(name)", state.part(at: [name]) ?? .null))
    }
  }

  // MARK: Derived cells

  /// Tells of an evaluation. The log compares with what it told last, whatever was read between.
  func note(_ value: Value, of index: Int) {
    let cell = model.cells[index]
    switch cell.cutoff {
    case .equal: break
    case .never:
      let given = told.held.updateValue(value, forKey: index)
      // A log compares with what it has told, which may be what somebody has seen.
      let old = trail.log == nil ? given : told.value(of: .cell(index))
      if let old, old.isIdentical(to: value) {
        return trail.add(TraceEvent(.repeated, cell.name.text, value))
      }
    case .always where told.held[index] != nil:
      return trail.add(TraceEvent(.cutOff, cell.name.text, value))
    // Its cutoff is asked next.
    case .formula where told.held[index] != nil: return
    case .always, .formula: told.held[index] = value
    }
    tell(value, of: index)
  }

  private func tell(_ value: Value, of index: Int) {
    trail.add(derivedEvent(value, of: index))
    if trail.isRecording { _ = told.take(value, of: .cell(index)) }
  }

  func derivedEvent(_ value: Value, of index: Int) -> TraceEvent {
    TraceEvent(
      .derived, model.cells[index].name.text, old: told.value(of: .cell(index)), value)
  }

  func failureEvent(_ error: RunError, of index: Int) -> TraceEvent {
    TraceEvent(.failed, model.cells[index].name.text, text: error.text)
  }

  /// Tells what the cutoff of a cell has said of a new value.
  func noteVerdict(_ isCutOff: Bool, of index: Int, _ old: Value, _ new: Value) {
    guard case .derived = model.cells[index].source else {
      isLetThrough = isLetThrough || !isCutOff
      return
    }
    told.held[index] = isCutOff ? old : new
    let name = model.cells[index].name.text
    switch (isCutOff, old.isIdentical(to: new)) {
    case (true, false): trail.add(TraceEvent(.cutOff, name, new))
    case (false, true): trail.add(TraceEvent(.repeated, name, new))
    case (true, true), (false, false): tell(new, of: index)
    }
  }

  /// The evaluation of a derived cell failed.
  func noteFailure(_ error: RunError, of index: Int) {
    told.held[index] = nil
    trail.add(failureEvent(error, of: index))
    if trail.isRecording { _ = told.take(failure: error.text, of: .cell(index)) }
  }
}
