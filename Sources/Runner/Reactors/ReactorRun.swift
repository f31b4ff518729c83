import Reactor
import Scenarios
import Values

/// A reactor of the file at work: the engine's pipeline, with bodies and formulas of the file.
final class ReactorRun {
  let declaration: ReactorDeclaration
  /// Among the model's reactors.
  let index: Int
  let state: PartState
  unowned(unsafe) let world: World
  unowned(unsafe) let bodies: Bodies
  private(set) var pipeline: Pipeline<NumberedCase, NumberedCase>!
  private(set) var isStub = false
  /// The state that `reduce` goes on from, where what everyone sees is transformed.
  private(set) var base: Value?
  private var stateSource: Source<ReducedState>?
  private(set) var transformation: Subscription?
  private var isStarting = false
  /// How often each pulse has been assigned, of the state that `reduce` goes on from and of what everyone sees. Counted
  /// only where the two are not the same.
  private(set) var assigned: [UInt] = []
  private(set) var shown: [UInt] = []
  /// The pulses that the step under way has set on the stub.
  private var setPulses: [String] = []
  /// How changes of watched places enter.
  var entries: [(Value) -> Void] = []
  /// Whether no state comes any more.
  private(set) var areStatesOver = false

  init(_ index: Int, _ bodies: Bodies) {
    let world = bodies.world
    self.index = index
    self.bodies = bodies
    declaration = world.model.reactors[index]
    self.world = world
    state = world.reactorStates[index]
  }

  var name: String { declaration.name.text }

  // MARK: Life

  /// Begins to take actions; the starting state goes through `transform.state` too.
  func start() throws(RunError) {
    isStarting = true
    defer { isStarting = false }
    let transformAction = try cases(
      declaration.transform.action, "action",
      name: { [declaration] in declaration.name(ofAction: $0) },
      read: { [declaration] in declaration.action($0) })
    let transformMutation = try cases(
      declaration.transform.mutation, "mutation",
      name: { [declaration] in declaration.reducers[$0].name.text },
      read: { [declaration] in declaration.mutation($0) })
    var parts = Pipeline<NumberedCase, NumberedCase>.Parts(
      mutate: { [unowned self] in mutate($0) },
      reduce: { [unowned self] in try reduce($0) },
      overlap: declaration.overlaps ? { [unowned self] in overlap($0) } : nil,
      transformAction: declaration.transform.action.isEmpty ? nil : transformAction,
      transformMutation: declaration.transform.mutation.isEmpty ? nil : transformMutation,
      passOver: { [unowned self] in passOver($0) },
      ended: { [unowned self] in ended($0) },
      report: { [unowned self] in report($0, $1) },
      describe: { [declaration] in declaration.name(ofAction: $0.number) })
    parts.letsGo = true
    pipeline = Pipeline(name, in: world.scheduler, parts)
    try startState()
    pipeline.start()
  }

  private func startState() throws(RunError) {
    let cell = try world.cell(of: state)
    guard !declaration.transform.state.isEmpty else { return }
    let value = cell.peek().value ?? .null
    base = value
    assigned = declaration.pulses.map { _ in 0 }
    shown = assigned
    let source = Source<ReducedState>()
    stateSource = source
    let stages = try states(declaration.transform.state)
    transformation = stages(source.flow).subscribe(
      in: world.scheduler, label: "\(self.name) transform.state",
      next: { [unowned self] in show($0) },
      failed: { [unowned self] error in
        pipeline.end(error, at: .transformState)
        statesEnded()
      },
      completed: { [unowned self] in
        pipeline.complete()
        statesEnded()
      })
    source.next(ReducedState(value: value, assigned: assigned))
    // Nothing comes of mutations any more, whatever operators on states hold.
    if !source.isObserved { pipeline.complete() }
    source.onAbandoned = { [unowned self] in pipeline.complete() }
  }

  /// A stream of the pipeline has ended. What a stage without operators says, the next one says too.
  private func ended(_ stream: PipelineStream) {
    switch stream {
    case .actions: tellEnd(of: "actions")
    case .mutations:
      // Of those that fail the report has told.
      if pipeline.isComplete, !declaration.transform.mutation.isEmpty { tellEnd(of: "mutations") }
      if let stateSource { stateSource.complete() } else { statesEnded() }
    }
  }

  private func statesEnded() {
    guard !areStatesOver else { return }
    areStatesOver = true
    tellEnd(of: "states")
    world.log.end(of: index)
  }

  private func tellEnd(of stream: String) {
    world.trail.add(TraceEvent(.streamEnded, name, name: stream))
  }

  /// Cuts it off: what runs is cancelled, and actions are only recorded.
  func stub() {
    guard !isStub else { return }
    isStub = true
    // What operators on states hold still would be put over what the stub is set to.
    transformation?.cancel()
    transformation = nil
    stateSource = nil
    pipeline.stub { [unowned self] action in record(action) }
  }

  /// Something of the stub's state has been set; with the last that a step sets, also to an equal one, it is emitted.
  func hasSet(_ pulses: [String], isLast: Bool) {
    setPulses += pulses
    guard isLast, let cell = state.cell else { return }
    emitted(cell, pulsing: setPulses)
    setPulses = []
  }

  func leave() {
    pipeline?.leave()
    // Its label holds this.
    transformation?.cancel()
    transformation = nil
    stateSource = nil
    entries = []
  }

  /// Tells what it holds besides its state: the state before `transform.state`, and the actions that
  /// wait.
  func eachValue(_ body: (Value) -> Void) {
    if let base { body(base) }
    pipeline?.eachQueued { body($0.payload) }
    pipeline?.eachWaiting { body($0.payload) }
  }

  // MARK: Actions

  private func record(_ action: NumberedCase) {
    let name = declaration.name(ofAction: action.number)
    world.note(CaseValue(name, action.payload), by: state)
  }

  private func overlap(_ action: NumberedCase) -> Overlap {
    guard let written = declaration.actions?[action.number] else { return .sideBySide }
    return Overlap(
      kind: action.number, written.overlap.rule, until: written.until.map(\.number))
  }

  private func passOver(_ action: NumberedCase) {
    world.trail.add(
      TraceEvent(
        .passedOver, name, name: declaration.name(ofAction: action.number), action.payload))
  }

  private func mutate(_ action: NumberedCase) -> Flow<NumberedCase> {
    guard let actions = declaration.actions else { return .just(action) }
    let steps = actions[action.number].body.steps
    if steps.isEmpty { return .empty }
    return .make { [unowned self] emitter in
      let frame = Frame(
        world: world, locals: [action.payload], part: state.part, own: state.slot)
      let source = MutationSource(of: action, reactor: self, emitter: emitter)
      let body = Body(steps, in: frame, for: source, bodies)
      emitter.detail = body
      emitter.onEnd { [unowned bodies, body] in bodies.cancel(body) }
      bodies.run(body)
    }
  }

  // MARK: States

  private func reduce(_ mutation: NumberedCase) throws(RunError) {
    let reducer = declaration.reducers[mutation.number]
    world.coverage?.note(.mutation(reactor: index, number: mutation.number))
    let cell = try world.cell(of: state)
    let frame = Frame(
      world: world, locals: [mutation.payload, base ?? cell.peek().value ?? .null])
    let changes = try world.untracked { () throws(RunError) in
      try world.changes(by: reducer, of: frame.locals[1], in: frame)
    }
    // The state must not be held while it is written, or all of it would be copied.
    frame.locals = []
    let pulses = pulses(in: changes)
    if let source = stateSource {
      let before = base ?? .null
      base = try changes.applied(to: before)
      noteReduced(changes, before)
      for pulse in pulses { assigned[pulse] &+= 1 }
      source.next(ReducedState(value: base ?? .null, assigned: assigned))
      return
    }
    let names = names(ofPulses: pulses)
    try world.write(changes, to: state, pulsing: names)
    emitted(cell, pulsing: names)
  }

  /// Tells what `reduce` made of the state: what of it will be seen, `transform.state` decides.
  private func noteReduced(_ changes: [StateChange], _ before: Value) {
    guard world.trail.isRecording else { return }
    for change in changes {
      let path = ([name] + change.properties).joined(separator: ".")
      let old = before.part(at: change.properties)
      world.trail.record(TraceEvent(.reduced, path, old: old, change.value))
    }
  }

  /// The pulses that are assigned by name, by their numbers.
  private func pulses(in changes: [StateChange]) -> [Int] {
    declaration.pulses.indices.filter { number in
      let name = declaration.pulses[number].text
      return changes.contains { $0.properties.first.map { Text.same($0, name) } == true }
    }
  }

  private func names(ofPulses numbers: [Int]) -> [String] {
    numbers.map { declaration.pulses[$0].text }
  }

  /// Makes a state the one that everyone sees. Its pulses are those that were assigned for it, or for one before it that
  /// nobody has seen.
  private func show(_ reduced: ReducedState) {
    guard let cell = state.cell else { return }
    let assigned = reduced.assigned ?? shown
    let pulses = names(ofPulses: shown.indices.filter { shown[$0] != assigned[$0] })
    let change = StateChange(properties: [], value: reduced.value, span: declaration.span)
    do throws(RunError) {
      try world.write([change], to: state, pulsing: pulses)
      world.note(pulses: pulses, of: name, in: reduced.value)
    } catch {
      pipeline.end(error, at: .transformState)
      transformation?.cancel()
      statesEnded()
      return
    }
    shown = assigned
    emitted(cell, pulsing: pulses)
  }

  /// A state is what everyone sees; that with which the reactor begins is none that it has emitted.
  private func emitted(_ cell: RecordCell, pulsing: [String]) {
    if !isStarting { world.note(state: cell.peek().value ?? .null, of: index) }
    world.tellHearers(of: state, pulsing: pulsing)
  }
}

/// A state on its way to where everyone sees it.
struct ReducedState {
  let value: Value
  /// How often each pulse of the reactor had been assigned when it was reduced, as ReactorKit's states count it; nil of what
  /// has come from elsewhere, for which nothing was assigned.
  let assigned: [UInt]?
}

/// Where the mutations of a body go.
final class MutationSource: BodyPurpose {
  private let action: NumberedCase
  let reactor: ReactorRun
  let emitter: Emitter<NumberedCase>

  init(of action: NumberedCase, reactor: ReactorRun, emitter: Emitter<NumberedCase>) {
    self.action = action
    self.reactor = reactor
    self.emitter = emitter
  }

  var purposeParts: [StatePart] { [.text(emitter.label)] }

  func completed(_ body: Body) { emitter.complete() }

  func failed(_ body: Body, _ error: RunError) {
    // What would cancel the body takes back what it has sent, so that its stream ends with that.
    if body.isAtWork { reactor.report(error, .mutate(action)) } else { emitter.fail(error) }
  }
}

extension ReactorDeclaration {
  /// Whether bodies of some action end others.
  fileprivate var overlaps: Bool {
    actions?.contains { $0.overlap.rule != .sideBySide || !$0.until.isEmpty } ?? false
  }

  func name(ofAction number: Int) -> String {
    actions?[number].body.name.text ?? reducers[number].name.text
  }

  /// The action of that spelling; nil where the reactor has none.
  func action(_ value: CaseValue) -> NumberedCase? {
    actionNumbers[value.name].map { NumberedCase(number: $0, payload: value.payload) }
  }

  func mutation(_ value: CaseValue) -> NumberedCase? {
    mutationNumbers[value.name].map { NumberedCase(number: $0, payload: value.payload) }
  }
}

extension ReactorDeclaration.Action.Overlap {
  /// What the engine calls it.
  fileprivate var rule: Reactor.Overlap.Rule {
    switch self {
    case .sideBySide: .sideBySide
    case .latest: .latest
    case .first: .first
    case .queue: .queue
    }
  }
}
