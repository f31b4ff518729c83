import Reactor
import Scenarios
import Values

/// A service of the file at work.
final class ServiceRun {
  let declaration: ServiceDeclaration
  let state: PartState
  /// How often each method was called, for its replies.
  var counts: [Int]
  /// The calls of each method that wait for the script, oldest first.
  var open: [PlacedList<Promise>]

  init(_ index: Int, in world: World) {
    declaration = world.model.services[index]
    state = PartState(
      declaration.name.text, .service(index), part: world.parts.number(.service, index),
      declaration.state)
    counts = Array(repeating: 0, count: declaration.methods.count)
    open = Array(repeating: PlacedList(), count: declaration.methods.count)
  }
}

extension World {
  // MARK: Calling

  /// A body calls and waits for the answer.
  func begin(_ call: Verb.Call, _ step: Step, _ body: Body) throws(RunError) {
    let depth = (body.answered?.depth ?? 0) + 1
    if depth > World.callLimit {
      throw RunError(
        .tooDeep, "calls lead to each other more than \(World.callLimit) deep",
        kind: .budget, at: step.keyword.span, help: ["end the chain by a condition"])
    }
    let promise = Promise(.method(call.method), at: step, depth: depth)
    promise.waiter = .body(body, step)
    body.wait = .answer(promise)
    try start(promise, call, step, in: body.frame)
  }

  /// Calls that wait for each other hold each other, and those that do not wait nest.
  private static let callLimit = 1_000

  /// The script calls and goes on; the answer is a turn.
  func callFromScript(_ call: Verb.Call, _ step: Step, in frame: Frame) throws(RunError) {
    let promise = Promise(.method(call.method), at: step)
    try keep(promise, step, in: frame) { () throws(RunError) in
      try start(promise, call, step, in: frame)
    }
  }

  private func start(
    _ promise: Promise, _ call: Verb.Call, _ step: Step, in frame: Frame
  ) throws(RunError) {
    var arguments = Value.null
    if let datum = call.arguments { arguments = try value(of: datum, in: frame) }
    try limit(promise, by: call.timeout, step, in: frame)
    let service = services[call.method.service.number]
    let method = service.declaration.methods[call.method.method.number]
    log.call(call.method, arguments)
    let mark = trail.begin(
      TraceEvent(.called, origin(of: frame), to: method.fullName, arguments))
    defer { trail.end(mark) }
    try checkDepth()
    try untracked { () throws(RunError) in
      try answer(promise, method, call.method.method.number, of: service, with: arguments)
    }
  }

  /// What is to be answered, as it is declared.
  func name(of subject: Promise.Subject) -> String {
    switch subject {
    case .method(let method): name(of: method)
    case .message(let name): name
    }
  }

  /// As it is declared, whatever name it was called by.
  func name(of method: Verb.Method) -> String {
    services[method.service.number].declaration.methods[method.method.number].fullName
  }

  /// Plays the method, as far as it goes without waiting.
  private func answer(
    _ promise: Promise, _ method: ServiceDeclaration.Method, _ index: Int, of service: ServiceRun,
    with arguments: Value
  ) throws(RunError) {
    let frame = Frame(
      world: self, locals: [arguments], part: service.state.part,
      own: service.state.slot)
    switch method.body {
    case .steps(let steps):
      let body = Body(steps, in: frame, for: .method(promise))
      promise.callee = body
      run(body)
    case .formula(let formula):
      settle(promise) { () throws(RunError) in try evaluate(formula, in: frame) }
    case .replies(let replies):
      let number = min(service.counts[index], replies.count - 1)
      service.counts[index] += 1
      guard number >= 0 else { return settle(promise, .value(.null)) }
      reply(replies[number], to: promise, index, of: service, in: frame)
    case .pending: service.open[index].append(promise)
    }
  }

  private func reply(
    _ reply: ServiceDeclaration.Reply, to promise: Promise, _ index: Int,
    of service: ServiceRun, in frame: Frame
  ) {
    switch reply {
    case .value(let datum):
      settle(promise) { () throws(RunError) in try value(of: datum, in: frame) }
    case .failure(let datum):
      settle(promise) { () throws(RunError) in throw try failure(datum, in: frame) }
    case .pending: service.open[index].append(promise)
    }
  }

  private func settle(_ promise: Promise, by answer: () throws(RunError) -> Value) {
    do throws(RunError) {
      settle(promise, .value(try answer()))
    } catch {
      settle(promise, .error(error))
    }
  }
}
