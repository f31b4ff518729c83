import Reactor
import Scenarios
import Values

/// The services of a world.
final class Services {
  let world: World
  private let bodies: Bodies
  private let calls: ScriptCalls
  let all: [ServiceRun]

  init(_ bodies: Bodies, _ calls: ScriptCalls) {
    self.bodies = bodies
    self.calls = calls
    let world = bodies.world
    self.world = world
    all = world.model.services.indices.map { ServiceRun($0, in: world) }
  }

  /// Has methods of the scenario play those of the model. What its row binds is in sight of them.
  func play(_ methods: [Scenario.Stand], row: [Value]) {
    for stand in methods {
      all[stand.service].methods[stand.number].play(stand.method, behind: row)
    }
  }

  func close() {
    for method in all.flatMap(\.methods) {
      for promise in method.open.all { promise.sever() }
    }
  }

  // MARK: Calling

  /// A body calls and waits for the answer.
  func begin(_ call: Verb.Call, _ step: Step, _ body: Body) throws(RunError) {
    let promise = try promise(of: call, step, by: body)
    bodies.wait(for: promise, at: step, body)
    try start(promise, call, step, in: body.frame)
  }

  /// One of several that are called at once.
  func call(
    _ call: Verb.Call, _ step: Step, for gathering: Gathering, in frame: Frame, by body: Body?
  ) throws(RunError) {
    let promise = try promise(of: call, step, by: body)
    gathering.add(promise)
    try start(promise, call, step, in: frame)
  }

  private func promise(
    of call: Verb.Call, _ step: Step, by body: Body?
  ) throws(RunError) -> Promise {
    guard let body else { return Promise(call.method.name.text, at: step) }
    let depth = (body.purpose(as: MethodBody.self)?.promise.depth ?? 0) + 1
    if depth > Services.callLimit {
      throw RunError(
        .tooDeep, "calls lead to each other more than \(Services.callLimit) deep",
        kind: .budget, at: step.keyword.span, help: ["end the chain by a condition"])
    }
    return Promise(call.method.name.text, at: step, depth: depth)
  }

  /// Calls that wait for each other hold each other, and those that do not wait nest.
  private static let callLimit = 1_000

  /// The script calls and goes on; the answer is a turn.
  func callFromScript(_ call: Verb.Call, _ step: Step, in frame: Frame) throws(RunError) {
    let promise = Promise(call.method.name.text, at: step)
    try calls.keep(promise, step, in: frame) { () throws(RunError) in
      try start(promise, call, step, in: frame)
    }
  }

  private func start(
    _ promise: Promise, _ call: Verb.Call, _ step: Step, in frame: Frame
  ) throws(RunError) {
    var arguments = Value.null
    if let datum = call.arguments { arguments = try world.value(of: datum, in: frame) }
    try world.limit(promise, by: call.timeout, step, in: frame)
    let service = all[call.method.service.number]
    let method = service.methods[call.method.method.number]
    promise.keeper = method
    promise.declaredName = method.declaration.fullName
    world.log.call(call.method, arguments)
    let mark = world.trail.begin(
      TraceEvent(.called, world.origin(of: frame), to: method.declaration.fullName, arguments))
    defer { world.trail.end(mark) }
    try world.checkDepth()
    try world.untracked { () throws(RunError) in
      guard let chooser = world.chooser else {
        return try answer(promise, method, of: service, with: arguments)
      }
      try choose(chooser, promise, method, of: service, with: arguments)
    }
  }

  /// The same where somebody chooses what becomes of the call.
  private func choose(
    _ chooser: any Chooser, _ promise: Promise, _ method: ServiceMethod, of service: ServiceRun,
    with arguments: Value
  ) throws(RunError) {
    var fates: [CallFate] = [.done]
    if chooser.allows(.duplicate, service: method.service, method: method.number) {
      fates.append(.doubled)
    }
    if chooser.allows(.reject, service: method.service, method: method.number) {
      fates.append(.rejected)
    }
    let name = method.declaration.fullName
    switch fates[world.pick(.call(name, fates), among: fates.count)] {
    case .done: try answer(promise, method, of: service, with: arguments)
    case .doubled:
      promise.isDoubled = true
      try answer(promise, method, of: service, with: arguments)
      try answer(promise, method, of: service, with: arguments)
    case .rejected:
      let error = RunError(.explicitFail, "\(name) is rejected", at: promise.step.keyword.span)
      world.settle(promise, .error(error))
    }
  }

  /// Plays the method, as far as it goes without waiting.
  private func answer(
    _ promise: Promise, _ method: ServiceMethod, of service: ServiceRun, with arguments: Value
  ) throws(RunError) {
    let frame = Frame(
      world: world, locals: method.locals(with: arguments), part: service.state.part,
      own: service.state.slot)
    switch method.declaration.body {
    case .steps(let steps):
      let body = Body(steps, in: frame, for: MethodBody(promise, of: method, self, bodies), bodies)
      promise.bonds.worker = body
      bodies.run(body)
    case .formula(let formula):
      reply(to: promise, method) { () throws(RunError) in
        try world.evaluate(formula, in: frame)
      }
    case .replies(let replies):
      let number = min(method.count, replies.count - 1)
      method.count += 1
      guard number >= 0 else { return reply(to: promise, method, .value(.null)) }
      reply(replies[number], to: promise, method, in: frame)
    case .pending: leaveOpen(promise, method)
    }
  }

  /// What is called twice waits once.
  private func leaveOpen(_ promise: Promise, _ method: ServiceMethod) {
    if promise.place == nil { method.open.append(promise) }
  }

  private func reply(
    _ reply: ServiceDeclaration.Reply, to promise: Promise, _ method: ServiceMethod,
    in frame: Frame
  ) {
    switch reply {
    case .value(let datum):
      self.reply(to: promise, method) { () throws(RunError) in
        try world.value(of: datum, in: frame)
      }
    case .failure(let datum):
      self.reply(to: promise, method) { () throws(RunError) in
        throw try world.failure(datum, in: frame)
      }
    case .pending: leaveOpen(promise, method)
    }
  }

  private func reply(
    to promise: Promise, _ method: ServiceMethod, _ answer: () throws(RunError) -> Value
  ) {
    do throws(RunError) {
      reply(to: promise, method, .value(try answer()))
    } catch {
      reply(to: promise, method, .error(error))
    }
  }

  /// A method answers. The answer may be lost, or kept back, where somebody chooses so.
  fileprivate func reply(
    to promise: Promise, _ method: ServiceMethod, _ outcome: Promise.Outcome
  ) {
    guard promise.isPending, let chooser = world.chooser else {
      return world.settle(promise, outcome)
    }
    var fates: [AnswerFate] = [.given]
    if chooser.allows(.drop, service: method.service, method: method.number) {
      fates.append(.lost)
    }
    if chooser.allows(.delay, service: method.service, method: method.number) {
      fates.append(.delayed)
    }
    let name = method.declaration.fullName
    let fate = fates[world.pick(.answer(name, fates), among: fates.count)]
    if fate == .given { return world.settle(promise, outcome) }
    method.open.remove(promise)
    bodies.unanswered.append(promise)
    if fate == .delayed {
      let parts = [.text("answers"), .named(promise)] + outcome.parts
      chooser.delay("the answer of \(name)", parts) { [world] in world.settle(promise, outcome) }
    }
  }

  /// As it is declared, whatever name it was called by.
  func name(of method: Verb.Method) -> String {
    all[method.service.number].methods[method.method.number].declaration.fullName
  }

  /// The script settles the oldest open call of a method.
  func settleOpen(
    _ named: Verb.Method, _ verb: String, at span: SourceSpan, _ outcome: Promise.Outcome
  ) throws(RunError) {
    let method = all[named.service.number].methods[named.method.number]
    guard let promise = method.open.first else {
      throw RunError(
        .noOpenCall, "\(named.name.text) has no open call to \(verb)", at: span,
        help: ["a call stays open where the method is `pending` and nobody has settled it"])
    }
    reply(to: promise, method, outcome)
  }

  /// The script settles one call, by the name of its promise.
  func settle(
    _ promise: Promise, _ name: String, _ verb: String, at span: SourceSpan,
    _ outcome: Promise.Outcome
  ) throws(RunError) {
    guard promise.isPending else {
      throw RunError(
        .noOpenCall, "\(name) is \(promise.status.rawValue), so there is nothing to \(verb)",
        at: span)
    }
    guard promise.place != nil else {
      throw RunError(
        .noOpenCall, "\(name) is no open call to \(verb): \(promise.name) will answer", at: span,
        help: ["the script settles calls of methods that are `pending`"])
    }
    world.settle(promise, outcome)
  }
}

/// A service of the file at work.
final class ServiceRun {
  let state: PartState
  let methods: [ServiceMethod]

  init(_ index: Int, in world: World) {
    state = world.serviceStates[index]
    methods = world.model.services[index].methods.enumerated().map {
      ServiceMethod($0.element, $0.offset, of: index)
    }
  }
}

/// A method of a service at work.
final class ServiceMethod: PromiseKeeper {
  private(set) var declaration: ServiceDeclaration.Method
  /// What is in sight before its argument: the scenario's row.
  private var row: [Value] = []
  /// How often it was called, for its replies.
  fileprivate(set) var count = 0
  /// The calls that wait for the script, oldest first.
  fileprivate(set) var open = PlacedList<Promise>()

  /// Among those of its service, and the number of that.
  let number: Int
  let service: Int

  init(_ declaration: ServiceDeclaration.Method, _ number: Int, of service: Int) {
    self.declaration = declaration
    self.number = number
    self.service = service
  }

  fileprivate func play(_ method: ServiceDeclaration.Method, behind row: [Value]) {
    (declaration, self.row) = (method, row)
  }

  fileprivate func locals(with arguments: Value) -> LocalValues {
    row.isEmpty ? [arguments] : LocalValues(row + [arguments])
  }

  func settled(_ promise: Promise) { open.remove(promise) }
}

/// The body that answers a call.
final class MethodBody: BodyPurpose {
  let promise: Promise
  private let method: ServiceMethod
  private unowned(unsafe) let services: Services
  private let isDetached: Bool
  /// Whether its steps are over; its timers may still run.
  private var isOver = false
  private unowned(unsafe) let bodies: Bodies

  init(
    _ promise: Promise, of method: ServiceMethod, _ services: Services, _ bodies: Bodies
  ) {
    self.promise = promise
    self.method = method
    self.services = services
    isDetached = method.declaration.isDetached ?? false
    self.bodies = bodies
  }

  func ended(_ body: Body, _ value: Value?) {
    isOver = true
    services.reply(to: promise, method, .value(value ?? .null))
  }

  func failed(_ body: Body, _ error: RunError) {
    // Nobody waits for what it has left running.
    if isOver { return bodies.world.report(error.about(name)) }
    isOver = true
    // A spent budget is no answer, which the caller could take care of: it ends the scenario.
    if error.kind == .budget {
      bodies.unanswered.append(promise)
      return bodies.world.report(error.about(name))
    }
    services.reply(to: promise, method, .error(error))
  }

  var caller: Body? { promise.waiter as? Body }

  private var name: String { promise.declaredName ?? promise.subject }

  var purposeParts: [StatePart] {
    if promise.isPending { return [.text(name), .text("for"), .named(promise)] }
    return [.text("\(name), answered")]
  }

  func cancel(_ body: Body) {
    if isDetached { return }
    bodies.drop(body)
    bodies.world.settle(promise, .cancelled)
  }

  func letGo() { promise.sever() }
}
