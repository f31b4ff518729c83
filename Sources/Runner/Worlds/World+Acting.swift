import CEL
import Reactor
import Scenarios
import Values

extension World {
  /// Writes the paths in order. All formulas are evaluated first, so that they see the world as it
  /// was before the step, and nothing is written where one of them fails.
  func set(
    _ changes: [(path: PathPlan, value: DatumPlan)], in frame: Frame
  ) throws(RunError) {
    var values: [Value] = []
    for change in changes { values.append(try value(of: change.value, in: frame)) }
    for (change, value) in zip(changes, values) { try write(change.path, value) }
  }

  private func write(_ path: PathPlan, _ value: Value) throws(RunError) {
    let record = try record(path)
    try limits.take(value.cost)
    let old = record.peek(path.properties).value
    isWriting = true
    do {
      try record.write(path.properties, value)
    } catch {
      isWriting = false
      throw RunError("\(path.path.text): \(error.message)", at: path.path.span)
    }
    isWriting = false
    if let failure = cutoffFailure {
      cutoffFailure = nil
      throw failure
    }
    let new = record.peek(path.properties).value
    if let old, let new, old.isIdentical(to: new) {
      if !new.isIdentical(to: value) {
        trail.add(.cutOff(path: path.path.text, value: value))
      }
    } else {
      trail.add(.changed(path: path.path.text, old: old, new: new))
    }
  }

  /// Invalidates the readers of a path as if it had changed.
  func change(_ path: PathPlan) throws(RunError) {
    guard case .cell(let index) = path.root else {
      throw RunError("\(path.path.text) is no cell", at: path.path.span)
    }
    if case .derived(let derived, _) = cells[index] {
      derived.changed()
    } else {
      try record(path).changed(path.properties)
    }
  }

  private func record(_ path: PathPlan) throws(RunError) -> RecordCell {
    guard case .cell(let index) = path.root, case .input(let record) = cells[index] else {
      throw RunError("\(path.path.text) cannot be set", at: path.path.span)
    }
    return record
  }

  /// Reads a path as a formula would.
  func read(_ path: PathPlan, in frame: Frame) -> Resolution {
    frame.resolve(slot: path.root.number, path: path.properties)
  }

  /// The live computation of that number, or the one at work.
  func computation(_ index: Int?, _ frame: Frame) -> Computation? {
    let computation = index.map { computations[$0].current } ?? frame.computation
    return computation?.isStopped == true ? nil : computation
  }

  func stop(_ index: Int?, _ frame: Frame) {
    guard let computation = computation(index, frame) else { return }
    trail.add(.stopped(computation.label ?? ""))
    computation.stop()
  }

  /// Re-runs what is invalid, within the turns that the step has left.
  func flush() throws(RunError) {
    // Bodies look at the limits while the flush runs, so it counts in a variable of its own.
    var turns = limits.turns
    defer { limits.turns = turns }
    do {
      try graph.flush(limit: &turns)
    } catch let error as BudgetError {
      throw exhausted(error.turning)
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError(engine: error)
    }
    for report in log.reports where report.error.kind == .budget { throw report.error }
  }

  /// The step took all its turns; the names are of what ran most often in the last of them. Placed
  /// at the first of them where there is no step to show.
  func exhausted(_ turning: [String]) -> RunError {
    let names = turning.isEmpty ? "" : "; what kept turning: \(turning.joined(separator: ", "))"
    let limit = plan.file.settings.turns
    let cure = limit < 100_000 ? ", or raise `turns` in `settings`" : ""
    let culprit = plan.computations.first { $0.name == turning.first }
    return RunError(
      "\(phase) did not settle within \(limit) turns and re-runs\(names)", kind: .budget,
      at: phase == "the start" ? culprit?.declaration.name.span : nil,
      help: ["break the cycle of writes\(cure)"])
  }

  /// Registers a handler with the computation at work.
  func addHandler(_ kind: String, _ steps: [StepPlan], _ frame: Frame) {
    guard let computation = frame.computation else {
      preconditionFailure("\(kind) outside a computation passed the loader")
    }
    let handler = handler(kind, steps, frame)
    if kind == "onStop" {
      computation.onStop(handler)
    } else {
      computation.onInvalidate(handler)
    }
  }

  /// A handler sees the locals as they are now.
  func handler(_ kind: String, _ steps: [StepPlan], _ frame: Frame) -> () throws -> Void {
    let inner = Frame(
      world: self, locals: frame.locals, computation: frame.computation, part: frame.part)
    let subject = frame.part.map { "\(plan.names.computationNames[$0]) \(kind)" } ?? kind
    return { [unowned self] in
      do throws(RunError) {
        try nestingHandler { () throws(RunError) in try execute(steps, in: inner) }
      } catch {
        throw error.about(subject)
      }
    }
  }
}

extension Lookup {
  var value: Value? {
    if case .found(let value) = self { return value }
    return nil
  }
}
