import CEL
import Reactor
import Scenarios
import Values

/// The stores of a world.
final class Stores {
  let world: World
  let all: [StoreRun]

  init(_ bodies: Bodies) {
    world = bodies.world
    all = bodies.world.tables.stores.map { StoreRun($0, bodies) }
  }

  func start() { for store in all { store.start() } }

  /// A store's state; where it has no property `presented`, that is the list of what is on show.
  func read(_ index: Int, _ path: [String]) -> Resolution {
    let store = all[index]
    guard path.first == "presented", let cell = store.state.cell,
      case .missing(0, _) = cell.peek(path)
    else { return world.read(store.state, path) }
    return Resolution.walk(store.presented, Array(path.dropFirst()))
  }

  /// Dispatches an action: handled now for the script and where it says so, else in a turn of
  /// its own.
  func dispatch(
    _ store: Int, _ written: Case, isSync: Bool, in frame: Frame
  ) throws(RunError) {
    let run = all[store]
    let written = try world.value(of: written, in: frame, "action", of: run.layout.name)
    let action = CaseValue(frame.outside(written.name, of: store), written.payload)
    let mark = world.trail.begin(
      TraceEvent(
        .sent, world.origin(of: frame), to: run.layout.name, name: action.name, action.payload))
    defer { world.trail.end(mark) }
    if isSync || frame.isScript {
      run.dispatcher.dispatchNow(action)
    } else {
      world.noteSending("\(run.layout.name).\(action.name)")
      run.dispatcher.dispatch(action, keeping: KeptValues([action.payload], in: world.kept))
    }
  }

  /// Puts a route on show, on top or in the place of the top.
  func present(
    _ presentation: Verb.Presentation, replacing: Bool, in frame: Frame
  ) throws(RunError) {
    let store = all[presentation.store.number]
    let name = frame.outside(presentation.route.text, of: presentation.store.number)
    guard let route = store.layout.routes[name] else {
      preconditionFailure("route \(name) passed the loader unknown")
    }
    var arguments = Value.null
    if let datum = presentation.arguments { arguments = try world.value(of: datum, in: frame) }
    let shown = try world.untracked { () throws(RunError) -> Value in
      try self.shown(route, arguments, in: store)
    }
    tryPresenting(store, route.name) { () throws(PresentationFault) in
      if replacing { try store.shown.replace(shown) } else { try store.shown.push(shown) }
      world.trail.add(
        TraceEvent(
          .presented, store.layout.name, name: route.name, shown, isReplacing: replacing))
    }
  }

  private func shown(
    _ entry: StoreLayout.ShownRoute, _ arguments: Value, in store: StoreRun
  ) throws(RunError) -> Value {
    let route = entry.route
    let frame = Frame(world: world, locals: [arguments, store.state(of: entry.place)])
    do throws(RunError) {
      let screen = try world.value(of: route.screen, in: frame)
      var modal = Value.bool(false)
      if let datum = route.modal { modal = try world.value(of: datum, in: frame) }
      let record = try? Value.record([
        ("route", .string(entry.name)), ("args", arguments), ("screen", screen),
        ("modal", modal),
      ])
      guard let record else {
        throw RunError(.tooLarge, "too large to be shown", at: route.screen.span)
      }
      return record
    } catch {
      throw error.about("\(store.layout.name) route \(entry.name)")
    }
  }

  func dismiss(_ index: Int, _ dismissal: Verb.Dismissal, in frame: Frame) throws(RunError) {
    let store = all[index]
    switch dismissal {
    case .top:
      tryDismissing(store) { () throws(PresentationFault) in try store.shown.pop() }
    case .route(let written):
      let name = frame.outside(written.text, of: index)
      tryDismissing(store, name) { () throws(PresentationFault) in
        try store.shown.pop(name) { $0.isShown(name) }
      }
    case .count(let datum):
      let value = try world.value(of: datum, in: frame)
      guard case .int(let int) = value, let count = Int(exactly: int) else {
        throw RunError(
          .notACount, "`dismiss` needs a route or a whole number, not \(value)", at: datum.span)
      }
      tryDismissing(store) { () throws(PresentationFault) in try store.shown.pop(to: count) }
    }
  }

  private func tryDismissing(
    _ store: StoreRun, _ route: String? = nil, _ change: () throws(PresentationFault) -> Void
  ) {
    tryPresenting(store, route) { () throws(PresentationFault) in
      try change()
      world.trail.record(
        TraceEvent(.dismissed, store.layout.name, count: store.shown.peek().count))
    }
  }

  /// What cannot be done changes nothing and is reported, with the route that the step names.
  private func tryPresenting(
    _ store: StoreRun, _ route: String?, _ change: () throws(PresentationFault) -> Void
  ) {
    world.touches.add(.store(store.layout.index))
    do {
      try change()
    } catch {
      var place = store.layout.name
      switch error {
      case .nothingToDismiss, .nothingToReplace, .full:
        if let route { place += " route \(route)" }
      // Its message names the route.
      case .notOnTop: break
      // No route is named where a number is.
      case .tooFew: break
      }
      world.report(RunError(.cannotPresent, "\(place): \(error.message)", at: nil))
    }
  }
}

extension Value {
  fileprivate func isShown(_ route: String) -> Bool {
    guard case .map(let map) = self, case .string(let name)? = map["route"] else { return false }
    return Text.same(name, route)
  }
}
