import Reactor
import Scenarios
import Values

/// A store of the file at work: the engine's dispatcher and presentation, with bodies and formulas
/// of the file.
final class StoreRun {
  let layout: StoreLayout
  let state: PartState
  unowned(unsafe) let world: World
  private unowned(unsafe) let bodies: Bodies
  private(set) var dispatcher: Dispatcher<CaseValue>!
  let shown: Presentation<Value>
  private var hearers: StoreHearers?
  /// What is on show up to each depth, as far as it has been read: each list shares what it can with the
  /// one before, so that a push or a pop costs who reads it no list of all.
  private var shownLists: [List] = []

  init(_ layout: StoreLayout, _ bodies: Bodies) {
    let world = bodies.world
    self.layout = layout
    self.world = world
    self.bodies = bodies
    shown = Presentation(world.graph, label: "\(layout.name).presented")
    state = world.storeStates[layout.index]
    state.completing = { [unowned self] value throws(RunError) in try completing(value) }
  }

  func start() {
    dispatcher = Dispatcher(
      world.graph, world.scheduler, label: layout.name, name: { $0.name },
      reduce: { [unowned self] in try reduce($0) },
      report: { [unowned self] in report($0) })
    dispatcher.begins = { [unowned self] in world.note($0, by: state) }
    hearers = layout.hearing.map { StoreHearers($0) }
    if hearers != nil {
      dispatcher.next = { [unowned self] in hearers?.next($0.name, from: $1) }
    }
    for link in layout.chain {
      switch link {
      case .gate(let place):
        dispatcher.add { [unowned self] in try pass($0, gate: place) }
      case .middleware(let middleware, let place):
        dispatcher.add { [unowned self] in try pass($0, middleware, at: place) }
      }
    }
  }

  /// What is on show, from the bottom; tracked.
  var presented: Value {
    let routes = shown.routes
    shownLists.removeSubrange(min(shown.takeUnchanged(), shownLists.count)...)
    for route in routes[shownLists.count...] {
      let below = shownLists.last ?? .empty
      guard let list = try? below.appending(List([route])) else { return .null }
      shownLists.append(list)
    }
    return .list(shownLists.last ?? .empty)
  }

  // MARK: Places

  /// Puts the parcels' states where nothing stands at their focus. A null there, or above, is something: the store's own
  /// state says so, or the scenario, and the parcel is absent.
  private func completing(_ value: Value) throws(RunError) -> Value {
    var value = value
    for place in layout.places {
      guard let datum = place.part.state, value.lacks(place.focus) else { continue }
      let part = try world.untracked { () throws(RunError) in
        try world.value(of: datum, in: world.bare)
      }
      value = try value.replacing(place.focus[...], by: part, making: true) { fault in
        RunError(
          .badFocus,
          "\(layout.name): \(place.part.name) cannot stand at \(place.focus.joined(separator: ".")): "
            + fault, at: datum.span)
      }
    }
    return value
  }

  /// The part that a place is about; null where there is none.
  func state(of place: Place) -> Value {
    guard case .found(let value)? = state.cell?.peek(place.focus) else { return .null }
    return value
  }

  /// What happens to a place's actions while its focus, or that of a parcel around it, is null.
  private func absence(of place: Place) -> ParcelPlace.Absence? {
    for place in place.optional {
      if let absence = place.absence, case .null = state(of: place) { return absence }
    }
    return nil
  }

  // MARK: Reducing

  /// Runs the one reducer for the action; false where there is none.
  private func reduce(_ action: CaseValue) throws -> Bool {
    guard let entries = layout.reducers[action.name] else { return false }
    for entry in entries.reversed() {
      switch absence(of: entry.place) {
      case .consume: return true
      case .passthrough: continue
      case nil:
        world.coverage?.note(.reducer(store: layout.index, name: action.name))
        try reduce(action, by: entry)
        return true
      }
    }
    return false
  }

  private func reduce(_ action: CaseValue, by entry: StoreLayout.Entry) throws(RunError) {
    let frame = Frame(world: world, locals: [action.payload, state(of: entry.place)])
    let changes = try world.changes(by: entry.reducer, of: frame.locals[1], in: frame)
    // The state must not be held while it is written, or all of it would be copied.
    frame.locals = []
    try world.write(changes, to: state, below: entry.place.focus)
  }

  // MARK: Middleware

  /// Ends a parcel's own actions where they are to be consumed.
  private func pass(
    _ action: CaseValue, gate place: Place
  ) throws -> Dispatcher<CaseValue>.Verdict {
    try world.takeStep()
    return place.owns(action.name) && absence(of: place) == .consume ? .consume : .pass
  }

  /// The body for the action's name, then the one for every action with what came out.
  private func pass(
    _ action: CaseValue, _ middleware: MiddlewareBodies, at place: Place
  ) throws -> Dispatcher<CaseValue>.Verdict {
    try world.takeStep()
    guard let name = place.inside(action.name), absence(of: place) == nil else { return .pass }
    var current = action
    if let steps = middleware.bodies[name] {
      guard let next = run(steps, current, at: place) else { return .consume }
      current = next
    }
    if let steps = middleware.anyAction, place.inside(current.name) != nil {
      guard let next = run(steps, current, at: place) else { return .consume }
      current = next
    }
    return .replace(current)
  }

  /// The action that comes out of a body: as it was where the body fails, and nil where it is
  /// caught.
  private func run(_ steps: [Step], _ action: CaseValue, at place: Place) -> CaseValue? {
    do throws(RunError) {
      guard let value = try result(of: steps, action, at: place) else { return action }
      if case .null = value {
        world.trail.record(TraceEvent(.caught, layout.name, name: action.name))
        return nil
      }
      guard let other = CaseValue(value) else {
        throw RunError(
          .badReturn, "a middleware returns an action or null, not \(value)", at: nil,
          help: ["write return: {name: payload}, or return: null to catch the action"])
      }
      let next = CaseValue(place.outside(other.name), other.payload)
      if !Text.same(next.name, action.name) || !next.payload.isIdentical(to: action.payload) {
        world.trail.record(
          TraceEvent(.replaced, layout.name, to: next.name, name: action.name, next.payload))
      }
      return next
    } catch {
      report(.middleware(action, error))
      return action
    }
  }

  /// What a body returns; nil where it returns nothing, or waits.
  private func result(
    of steps: [Step], _ action: CaseValue, at place: Place
  ) throws(RunError) -> Value? {
    let name = place.inside(action.name) ?? action.name
    let frame = Frame(
      world: world, locals: [.string(name), action.payload, state(of: place)], part: state.part,
      place: place)
    let run = MiddlewareRun(self, action: action.name)
    let body = Body(steps, in: frame, for: run, bodies)
    guard case .ended(let value) = try bodies.advance(body) else {
      run.hasPassed = true
      return nil
    }
    bodies.ended(body, nil)
    return value
  }

  private func report(_ fault: Dispatcher<CaseValue>.Fault) {
    let error: RunError
    switch fault {
    case .middleware(_, let cause), .reducer(_, let cause):
      error = cause as? RunError ?? RunError(engine: cause)
    case .unhandled: error = RunError(.unhandledAction, "", at: nil)
    case .dropped: error = RunError(.droppedDispatch, "", at: nil)
    }
    world.report(
      RunError(
        error.code, dispatcher.message(of: fault), kind: error.kind, at: error.span,
        help: error.help, parts: error.parts))
  }
}

extension Value {
  /// Whether a property on the way down a path is missing. What is null has none that could be, but for the whole: that
  /// is a store without a state of its own.
  fileprivate func lacks(_ path: [String]) -> Bool {
    var value = self
    for (depth, name) in path.enumerated() {
      switch value {
      case .map(let map):
        guard let next = map[name] else { return true }
        value = next
      case .null: return depth == 0
      case .bool, .int, .uint, .double, .string, .bytes, .list, .timestamp, .duration, .type,
        .optional, .opaque:
        return true
      }
    }
    return false
  }
}

/// One run of a middleware's body.
final class MiddlewareRun: BodyPurpose {
  private unowned let store: StoreRun
  /// The outside name of the action.
  private let action: String
  /// Whether the action has gone on, because the body waited.
  var hasPassed = false

  init(_ store: StoreRun, action: String) {
    self.store = store
    self.action = action
  }

  /// What reports call it.
  var subject: String { "\(store.layout.name) middleware \(action)" }

  var purposeParts: [StatePart] { [.text(subject)] }

  /// The steps are over.
  func ended(_ body: Body, _ value: Value?) {
    guard hasPassed, let value else { return }
    let isCaught = if case .null = value { true } else { false }
    store.world.report(
      RunError(
        .badReturn,
        "\(subject): returned \(isCaught ? "null" : "an action") after a wait, when \(action) had gone on",
        at: nil, help: [isCaught ? "return it before the wait" : "dispatch it instead"]))
  }

  func failed(_ body: Body, _ error: RunError) { store.world.report(error.about(subject)) }
}
