import Reactor
import Scenarios
import Values

/// The reactors of a world.
final class Reactors {
  let world: World
  let all: [ReactorRun]

  init(_ bodies: Bodies) {
    world = bodies.world
    all = bodies.world.model.reactors.indices.map { ReactorRun($0, bodies) }
  }

  func start() throws(RunError) { for reactor in all { try reactor.start() } }

  func close() { for reactor in all { reactor.leave() } }

  /// Sends an action: handled now for the script and where its time has come, in a turn of its own
  /// for bodies.
  func send(
    _ reactor: Int, _ written: Case, isDue: Bool, in frame: Frame
  ) throws(RunError) {
    let run = all[reactor]
    let action = try numbered(written, in: frame, "action", of: run) { run.declaration.action($0) }
    let name = run.declaration.name(ofAction: action.number)
    let mark = world.trail.begin(
      TraceEvent(.sent, world.origin(of: frame), to: run.name, name: name, action.payload))
    defer { world.trail.end(mark) }
    if isDue || frame.isScript {
      run.pipeline.send(action)
    } else {
      world.noteSending("\(run.name).\(name)")
      run.pipeline.post(action)
    }
  }

  /// A mutation of the body under way: reduced at once.
  func emit(_ written: Case, of body: Body) throws(RunError) {
    guard let source = body.purpose(as: MutationSource.self) else {
      preconditionFailure("`mutation` outside a reactor passed the loader")
    }
    let reactor = source.reactor
    let mutation = try numbered(written, in: body.frame, "mutation", of: reactor) {
      reactor.declaration.mutation($0)
    }
    let name = reactor.declaration.reducers[mutation.number].name.text
    let mark = world.trail.begin(TraceEvent(.mutated, reactor.name, name: name, mutation.payload))
    defer { world.trail.end(mark) }
    source.emitter.next(mutation)
  }

  private func numbered(
    _ written: Case, in frame: Frame, _ kind: String, of reactor: ReactorRun,
    _ find: (CaseValue) -> NumberedCase?
  ) throws(RunError) -> NumberedCase {
    if case .named(let named) = written.content, let number = named.number {
      var value = Value.null
      if let payload = named.payload { value = try world.value(of: payload, in: frame) }
      return NumberedCase(number: number, payload: value)
    }
    let found = try world.value(of: written, in: frame, kind, of: reactor.name)
    guard let numbered = find(found) else {
      throw RunError(.unknownCase, "\(reactor.name) has no \(kind) \(found.name)", at: written.span)
    }
    return numbered
  }
}

extension ReactorRun {
  /// Something in the reactor failed.
  func report(_ error: any Error, _ place: PipelinePlace<NumberedCase, NumberedCase>) {
    let name = self.name
    if case .ended(let action) = place {
      return world.report(
        RunError(
          .reactorEnded, "\(name) has ended: \(declaration.name(ofAction: action.number))",
          at: nil))
    }
    let subject =
      switch place {
      case .mutate(let action): "\(name).\(declaration.name(ofAction: action.number))"
      case .reduce(let mutation):
        "\(name) reduce \(declaration.reducers[mutation.number].name.text)"
      case .transformAction: "\(name) transform.action"
      case .transformMutation: "\(name) transform.mutation"
      case .transformState, .ended: "\(name) transform.state"
      }
    world.report((error as? RunError ?? RunError(engine: error)).about(subject))
  }
}
