import CEL
import Reactor
import Scenarios
import Values

extension Runtime {
  /// Writes the paths in order. All formulas are evaluated first, so that they see the world as it
  /// was before the step, and nothing is written where one of them fails, or where a path leads nowhere.
  func set(_ changes: Assignments, in frame: Frame) throws(RunError) {
    if changes.areStatic { return try setStatic(changes, in: frame) }
    var values: [Value] = []
    var places: [LocatedPath?] = []
    for change in changes.all {
      places.append(change.path.isStatic ? nil : try world.located(change.path, in: frame))
      values.append(try world.value(of: change.value, in: frame))
    }
    if changes.all.count > 1 { try check(changes.all, at: places, values, in: frame) }
    for (index, change) in changes.all.enumerated() {
      try write(change, at: places[index], values[index], in: frame)
    }
  }

  /// The same of paths that are known before the step.
  func setStatic(_ changes: Assignments, in frame: Frame) throws(RunError) {
    if changes.all.count == 1 {
      return try Lent(changes.all[0]).lend { (change) throws(RunError) in
        if let scalar = scalarAtOnce(change, in: frame) {
          return try writeStatic(change, scalar, in: frame)
        }
        let value = try world.value(of: change.formula, else: change.value, in: frame)
        try writeStatic(change, value, in: frame)
      }
    }
    if changes.areScalars, try areWritable(changes.all, in: frame) {
      return try setScalars(changes.all, in: frame)
    }
    var values: [Value] = []
    swap(&values, &written)
    defer {
      values.removeAll(keepingCapacity: true)
      swap(&values, &written)
    }
    // By place, and not counted: that would cost more than all that is asked of a change.
    for index in changes.all.indices {
      try Lent(changes.all[index]).lend { (change) throws(RunError) in
        values.append(try world.value(of: change.formula, else: change.value, in: frame))
      }
    }
    let isSure = changes.areApart ? try areWritable(changes.all, in: frame) : false
    if !isSure { try check(changes.all, at: [], values, in: frame) }
    for index in changes.all.indices {
      try Lent(changes.all[index]).lend { (change) throws(RunError) in
        try writeStatic(change, values[index], in: frame)
      }
    }
  }

  /// The same of scalars as they stand, none of whose writes can fail: nothing is evaluated or kept meanwhile. Saves a
  /// third of such a step; walked by `scenarios/passing/cells`.
  private func setScalars(_ changes: [Assignment], in frame: Frame) throws(RunError) {
    for index in changes.indices {
      try Lent(changes[index]).lend { (change) throws(RunError) in
        try writeStatic(change, change.scalar ?? .null, in: frame)
      }
    }
  }

  /// What is to be written, where that is a scalar and found at once; nil elsewhere, and nothing has happened.
  @inline(__always)
  private func scalarAtOnce(_ change: Assignment, in frame: Frame) -> ScalarValue? {
    change.scalar
      ?? change.formula.flatMap { Lent($0).lend { world.evaluateAtOnce($0, in: frame) } }
  }

  /// Whether it can be seen at a glance that none of the writes can fail, which are apart: mostly whole cells.
  private func areWritable(_ changes: [Assignment], in frame: Frame) throws(RunError) -> Bool {
    for index in changes.indices {
      let isPlain = Lent(changes[index]).lend { world.plainRecord($0) != nil }
      if isPlain { continue }
      let path = changes[index].path
      guard try record(path, in: frame).isPlainlyWritable(at: path.selection.first) else {
        return false
      }
    }
    return true
  }

  /// Writes a path that is known before the step.
  @inline(__always)
  private func writeStatic(
    _ change: Assignment, _ value: Value, in frame: Frame
  ) throws(RunError) {
    if let scalar = ScalarValue(value) { return try writeStatic(change, scalar, in: frame) }
    guard !world.trail.isHeard, let record = world.plainRecord(change) else {
      return try write(change, at: nil, value, in: frame)
    }
    world.touches.add(.cell(change.wholeCell))
    try record.lend { (record) throws(RunError) in
      try world.take(value.cost(replacing: record.peek().value))
      if record.replaceWhole(by: value) { world.trail.pass() }
    }
  }

  /// The same of a scalar: nothing is copied.
  @inline(__always)
  private func writeStatic(
    _ change: Assignment, _ scalar: ScalarValue, in frame: Frame
  ) throws(RunError) {
    guard !world.trail.isHeard, let record = world.plainRecord(change) else {
      return try write(change, at: nil, Value(scalar), in: frame)
    }
    world.touches.add(.cell(change.wholeCell))
    try world.take(Measure().cost)
    if record.lend({ $0.replaceWhole(by: scalar) }) { world.trail.pass() }
  }

  /// Fails where one of the writes would, before any is made.
  private func check(
    _ changes: [Assignment], at places: [LocatedPath?], _ values: [Value], in frame: Frame
  ) throws(RunError) {
    var writes: [(record: RecordCell, numbers: [Int])] = []
    var found: [ObjectIdentifier: Int] = [:]
    for (number, change) in changes.enumerated() {
      let record = try record(change.path, in: frame)
      if let index = found[ObjectIdentifier(record)] {
        writes[index].numbers.append(number)
      } else {
        found[ObjectIdentifier(record)] = writes.count
        writes.append((record, [number]))
      }
    }
    world.trail.setPaused(true)
    world.isWriting = true
    defer {
      world.isWriting = false
      world.trail.setPaused(false)
    }
    for (record, numbers) in writes {
      var assignments: [(path: [String], value: Value)] = []
      // Each is put into what those before it have made, as the writes will: where none has a formula, without asking.
      var pending = places.isEmpty ? nil : PendingState(record.peek().value ?? .null)
      for number in numbers {
        let path = changes[number].path
        var change = StateChange(
          properties: path.selection, value: values[number], span: path.span)
        if let place = places.isEmpty ? nil : places[number] {
          change.properties = place.selection
          change.value = try world.replacement(
            place, by: change.value, in: { pending?.part(at: $0) }, for: path)
        }
        pending?.put(change)
        assignments.append((change.properties, change.value))
      }
      if let (number, fault) = record.fault(in: assignments) {
        throw RunError(fault, at: changes[numbers[number]].path)
      }
      if let failure = world.cutoffFailure {
        world.cutoffFailure = nil
        throw failure
      }
    }
  }

  private func write(
    _ change: Assignment, at located: LocatedPath?, _ value: Value, in frame: Frame
  ) throws(RunError) {
    let path = change.path
    let record = try record(path, in: frame)
    let selection = located?.selection ?? path.selection
    let part = value
    var value = value
    if let located {
      value = try world.replacement(located, by: part, in: { record.peek($0).value }, for: path)
    }
    let old = record.peek(selection).value
    try world.take(
      located?.cost(of: part, within: value, replacing: old) ?? value.cost(replacing: old))
    world.isWriting = true
    world.isLetThrough = false
    var cutoffFailure: RunError?
    let pulses = pulses(of: change, at: selection)
    do {
      try record.write(selection, value, pulsing: pulses) {
        // What those who hear of it write is another write.
        world.isWriting = false
        swap(&cutoffFailure, &world.cutoffFailure)
        guard cutoffFailure == nil else { return }
        let new = record.peek(selection).value
        let isPulse = !pulses.isEmpty && !selection.isEmpty
        tell(path, name(of: path, at: located, in: frame), old, value, new, isPulse: isPulse)
        if selection.isEmpty { world.note(pulses: pulses, of: path.text, in: value) }
        if case .reactor(let index) = path.slot {
          reactors.all[index].hasSet(pulses, isLast: change.endsState)
        }
      }
    } catch {
      world.isWriting = false
      throw RunError(error, at: path)
    }
    if let cutoffFailure { throw cutoffFailure }
  }

  /// The pulses of a stub that a change assigns by name: what it writes into, or all that a map names which is the whole
  /// state. What a formula makes of the state as a whole pulses where it differs, as in `reduce`.
  private func pulses(of change: Assignment, at selection: [String]) -> [String] {
    guard case .reactor(let index) = change.path.slot else { return [] }
    let pulses = world.model.reactors[index].pulses
    if pulses.isEmpty { return [] }
    let assigned = selection.first.map { [$0] } ?? change.value.properties
    return pulses.map(\.text).filter { name in assigned.contains { Text.same($0, name) } }
  }

  /// Tells of a write what it has made of what stood there, and no more.
  private func tell(
    _ path: Path, _ place: @autoclosure () -> String, _ old: Value?, _ value: Value, _ new: Value?,
    isPulse: Bool
  ) {
    if let old, let new, old.isIdentical(to: new) {
      if !new.isIdentical(to: value) {
        world.trail.add(TraceEvent(.cutOff, place(), value))
      } else {
        let kind: TraceEvent.Happening =
          if isPulse { .pulsed } else if isRepeated(path) { .repeated } else { .unchanged }
        world.trail.record(TraceEvent(kind, place(), value))
      }
    } else {
      world.trail.add(TraceEvent(.changed, place(), old: old, new))
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

  /// The path for the trail, as far as it is written as properties: of an own state with the name of
  /// the part.
  private func name(of path: Path, at located: LocatedPath?, in frame: Frame) -> String {
    let text = located?.writtenText(of: path) ?? path.text
    guard path.slot == .own else { return text }
    return world.owner(of: frame).map { "\($0).\(text)" } ?? text
  }

  /// Invalidates the readers of a path as if it had changed.
  func change(_ path: Path, in frame: Frame) throws(RunError) {
    guard case .cell(let index) = path.slot else {
      throw RunError(.cannotSet, "\(path.text) is no cell", at: path.span)
    }
    if case .derived(let derived, _) = try world.made(index) {
      world.touches.add(.cell(index))
      derived.changed()
    } else {
      let selection =
        path.isStatic ? path.selection : try world.located(path, in: frame).selection
      try record(path, in: frame).changed(selection)
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
      if case .input(let record) = try world.made(index) { return record }
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
      .now, .it, .addressed:
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

extension RunError {
  /// Why a path cannot be written.
  fileprivate convenience init(_ fault: RecordFault, at path: Path) {
    self.init(fault.code, "\(path.text): \(fault.message)", at: path.span)
  }
}
