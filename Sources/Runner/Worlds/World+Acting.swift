import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Writes the paths in order. All formulas are evaluated first, so that they see the world as it
  /// was before the step, and nothing is written where one of them fails.
  func set(
    _ changes: [Assignment], in frame: Frame
  ) throws(RunError) {
    var values: [Value] = []
    for change in changes { values.append(try value(of: change.value, in: frame)) }
    for (change, value) in zip(changes, values) { try write(change.path, value, in: frame) }
  }

  private func write(_ path: Path, _ value: Value, in frame: Frame) throws(RunError) {
    let record = try record(path, in: frame)
    let old = record.peek(path.selection).value
    try limits.take(value.cost(replacing: old))
    isWriting = true
    isLetThrough = false
    do {
      try record.write(path.selection, value)
    } catch {
      isWriting = false
      throw RunError(error.code, "\(path.text): \(error.message)", at: path.span)
    }
    isWriting = false
    if let failure = cutoffFailure {
      cutoffFailure = nil
      throw failure
    }
    let new = record.peek(path.selection).value
    if let old, let new, old.isIdentical(to: new) {
      if !new.isIdentical(to: value) {
        trail.add(TraceEvent(.cutOff, place(of: path, in: frame), value))
      } else {
        let kind = isRepeated(path) ? TraceEvent.Kind.repeated : .unchanged
        trail.record(TraceEvent(kind, place(of: path, in: frame), value))
      }
    } else {
      trail.add(TraceEvent(.changed, place(of: path, in: frame), old: old, new))
    }
  }

  /// Whether the write of what stood there counted as a change.
  private func isRepeated(_ path: Path) -> Bool {
    guard case .cell(let index) = path.slot else { return false }
    return switch model.cells[index].cutoff {
    case .never: true
    case .formula: isLetThrough
    case .equal, .always: false
    }
  }

  /// The path for the trail: of an own state with the name of the part.
  private func place(of path: Path, in frame: Frame) -> String {
    guard path.slot == .own else { return path.text }
    return owner(of: frame).map { "\($0).\(path.text)" } ?? path.text
  }

  /// Invalidates the readers of a path as if it had changed.
  func change(_ path: Path, in frame: Frame) throws(RunError) {
    guard case .cell(let index) = path.slot else {
      throw RunError(.cannotSet, "\(path.text) is no cell", at: path.span)
    }
    if case .derived(let derived, _) = cells[index] {
      touches.add(.cell(index))
      derived.changed()
    } else {
      try record(path, in: frame).changed(path.selection)
    }
  }

  private func touched(_ state: PartState) throws(RunError) -> RecordCell {
    touches.add(state.slot)
    return try cell(of: state)
  }

  /// The cell that a path of `set` is in: a cell's own, a service's in its methods, a stub's.
  private func record(_ path: Path, in frame: Frame) throws(RunError) -> RecordCell {
    switch path.slot {
    case .cell(let index):
      touches.add(path.slot)
      if case .input(let record) = cells[index] { return record }
    case .own:
      if case .service(let index)? = frame.own { return try touched(services[index].state) }
      if let run = actor(of: frame) {
        touches.add(run)
        return try cell(of: run.state)
      }
    case .reactor(let index):
      if reactors[index].isStub { return try touched(reactors[index].state) }
      let name = reactors[index].name
      throw RunError(
        .cannotSet, "\(name) is no stub, so its state changes by its mutations alone",
        at: path.span,
        help: ["write the step `stub: \(name)` before, or send an action"])
    default: break
    }
    throw RunError(.cannotSet, "\(path.text) cannot be set", at: path.span)
  }

  /// Writes the whole own state of a service.
  func replaceState(_ datum: Datum, in frame: Frame) throws(RunError) {
    let state: PartState
    if let run = actor(of: frame) {
      state = run.state
    } else if case .service(let index)? = frame.own {
      state = services[index].state
    } else {
      preconditionFailure("`set` of a whole state outside a service or an actor passed the loader")
    }
    let value = try value(of: datum, in: frame)
    try write([StateChange(properties: [], value: value, span: datum.span)], to: state)
  }

  /// Reads a path as a formula would.
  func read(_ path: Path, in frame: Frame) -> Resolution {
    frame.resolve(slot: path.slot.number, path: path.selection)
  }

  /// The live computation that is meant.
  func computation(_ target: Verb.Target, _ frame: Frame) -> Computation? {
    let computation =
      switch target {
      case .named(let name): computations[name.number].current
      case .current: frame.computation
      }
    return computation?.isStopped == true ? nil : computation
  }

  func stop(_ target: Verb.Target, _ frame: Frame) {
    guard let computation = computation(target, frame) else { return }
    trail.add(TraceEvent(.stopped, computation.label ?? ""))
    computation.stop()
  }

  /// The computation whose body is at work: only there are handlers set.
  func running(_ frame: Frame) -> Computation {
    guard let computation = frame.computation else {
      preconditionFailure("a handler outside a computation passed the loader")
    }
    return computation
  }

  /// A handler sees the locals as they are now.
  func handler(_ kind: String, _ steps: [Step], _ frame: Frame) -> () throws -> Void {
    let inner = Frame(
      world: self, locals: frame.locals.kept(), computation: frame.computation, part: frame.part)
    let subject = name(of: frame).map { "\($0) \(kind)" } ?? kind
    return { [unowned self] in
      do throws(RunError) {
        try nestingHandler { () throws(RunError) in
          try execute(steps, in: inner, as: subject)
        }
      } catch {
        throw error.about(subject)
      }
    }
  }
}

extension World {
  /// The part in whose name a body is at work.
  func name(of frame: Frame) -> String? { frame.part.map { parts[$0] } }

  /// The same; of an actor its own name, such as `worker#2`. Nil for the script.
  func owner(of frame: Frame) -> String? { actor(of: frame)?.name ?? name(of: frame) }

  /// Who sends or calls.
  func origin(of frame: Frame) -> String { owner(of: frame) ?? "script" }
}

extension Lookup {
  var value: Value? {
    if case .found(let value) = self { return value }
    return nil
  }
}
