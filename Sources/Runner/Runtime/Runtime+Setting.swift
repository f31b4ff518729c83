import CEL
import Reactor
import Scenarios
import Values

extension Runtime {
  /// Writes the paths in order. All formulas are evaluated first, so that they see the world as it
  /// was before the step, and nothing is written where one of them fails.
  func set(
    _ changes: [Assignment], in frame: Frame
  ) throws(RunError) {
    var values: [Value] = []
    for change in changes { values.append(try world.value(of: change.value, in: frame)) }
    for (change, value) in zip(changes, values) { try write(change.path, value, in: frame) }
  }

  private func write(_ path: Path, _ value: Value, in frame: Frame) throws(RunError) {
    let record = try record(path, in: frame)
    let old = record.peek(path.selection).value
    try world.limits.take(value.cost(replacing: old))
    world.isWriting = true
    world.isLetThrough = false
    do {
      try record.write(path.selection, value)
    } catch {
      world.isWriting = false
      throw RunError(error.code, "\(path.text): \(error.message)", at: path.span)
    }
    world.isWriting = false
    if let failure = world.cutoffFailure {
      world.cutoffFailure = nil
      throw failure
    }
    let new = record.peek(path.selection).value
    if let old, let new, old.isIdentical(to: new) {
      if !new.isIdentical(to: value) {
        world.trail.add(TraceEvent(.cutOff, place(of: path, in: frame), value))
      } else {
        let kind = isRepeated(path) ? TraceEvent.Happening.repeated : .unchanged
        world.trail.record(TraceEvent(kind, place(of: path, in: frame), value))
      }
    } else {
      world.trail.add(TraceEvent(.changed, place(of: path, in: frame), old: old, new))
    }
  }

  /// Whether the write of what stood there counted as a change.
  private func isRepeated(_ path: Path) -> Bool {
    guard case .cell(let index) = path.slot else { return false }
    return switch world.model.cells[index].cutoff {
    case .never: true
    case .formula: world.isLetThrough
    case .equal, .always: false
    }
  }

  /// The path for the trail: of an own state with the name of the part.
  private func place(of path: Path, in frame: Frame) -> String {
    guard path.slot == .own else { return path.text }
    return world.owner(of: frame).map { "\($0).\(path.text)" } ?? path.text
  }

  /// Invalidates the readers of a path as if it had changed.
  func change(_ path: Path, in frame: Frame) throws(RunError) {
    guard case .cell(let index) = path.slot else {
      throw RunError(.cannotSet, "\(path.text) is no cell", at: path.span)
    }
    if case .derived(let derived, _) = world.cells[index] {
      world.touches.add(.cell(index))
      derived.changed()
    } else {
      try record(path, in: frame).changed(path.selection)
    }
  }

  private func touched(_ state: PartState) throws(RunError) -> RecordCell {
    world.touches.add(state.slot)
    return try world.cell(of: state)
  }

  /// The cell that a path of `set` is in: a cell's own, a service's in its methods, a stub's.
  private func record(_ path: Path, in frame: Frame) throws(RunError) -> RecordCell {
    switch path.slot {
    case .cell(let index):
      world.touches.add(path.slot)
      if case .input(let record) = world.cells[index] { return record }
    case .own:
      if case .service(let index)? = frame.own { return try touched(world.serviceStates[index]) }
      if let run = actors.actor(of: frame) {
        actors.touch(run)
        return try world.cell(of: run.state)
      }
    case .reactor(let index):
      if reactors.all[index].isStub { return try touched(reactors.all[index].state) }
      let name = reactors.all[index].name
      throw RunError(
        .cannotSet, "\(name) is no stub, so its state changes by its mutations alone",
        at: path.span,
        help: ["write the step `stub: \(name)` before, or send an action"])
    case .local, .computation, .store, .service, .actor, .member, .reference, .emitted, .promise,
      .now, .it:
      break
    }
    throw RunError(.cannotSet, "\(path.text) cannot be set", at: path.span)
  }

  /// Writes the whole own state of a service.
  func replaceState(_ datum: Datum, in frame: Frame) throws(RunError) {
    let state: PartState
    if let run = actors.actor(of: frame) {
      state = run.state
    } else if case .service(let index)? = frame.own {
      state = world.serviceStates[index]
    } else {
      preconditionFailure("`set` of a whole state outside a service or an actor passed the loader")
    }
    let value = try world.value(of: datum, in: frame)
    try world.write([StateChange(properties: [], value: value, span: datum.span)], to: state)
  }
}
