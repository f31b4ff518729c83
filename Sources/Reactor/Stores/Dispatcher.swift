/// Takes actions to their reducer: first the middleware, in order, each of which may pass an action
/// on, replace it or end it; then the one reducer for what comes out. Where the state is and what
/// it is are the client's affair. Nothing but `reduce` may change it, so that all middleware see
/// the state from before the action.
///
/// After Resin: `dispatch` is a turn of its own, as there it waits for the main queue; `dispatchNow`
/// acts at once, but never inside another action of the same dispatcher. So the way of one action is
/// finite, and what goes on for ever goes on in turns, which whoever drives them counts.
package final class Dispatcher<Action> {
  /// What a middleware makes of an action.
  package enum Verdict {
    /// The middleware behind sees the action as it is.
    case pass
    /// The middleware behind sees this one instead.
    case replace(Action)
    /// It ends here: nobody behind sees it, and no reducer.
    case consume
  }

  /// Sees an action on its way; what it throws is reported, and the action passes.
  package typealias Middleware = (Action) throws -> Verdict

  /// The action being handled, as it came in: from before the first middleware until `reduce` has
  /// returned, with all that its write set off at once.
  package private(set) var underWay: Action?

  /// Sees each action as it begins to be handled, before the middleware.
  package var begins: ((Action) -> Void)?

  /// The next middleware that may hear an action, from a place in their order on; without it each of them may.
  package var next: ((Action, Int) -> Int?)?

  private unowned let graph: Graph
  private let scheduler: Scheduler
  /// What an action's turn is called.
  private let title: (Action) -> String
  let label: String
  let name: (Action) -> String
  private let reduce: (Action) throws -> Bool
  private let report: (Fault) -> Void
  private var chain: [Middleware] = []

  /// The closures should not keep what keeps the dispatcher.
  /// - Parameters:
  ///   - label: names the store in messages.
  ///   - name: names an action in messages.
  ///   - reduce: runs the one reducer for the action and writes; false where there is none.
  ///   - report: takes all that goes wrong; nothing is thrown.
  package init(
    _ graph: Graph, _ scheduler: Scheduler, label: String, name: @escaping (Action) -> String,
    reduce: @escaping (Action) throws -> Bool, report: @escaping (Fault) -> Void
  ) {
    self.graph = graph
    self.scheduler = scheduler
    self.label = label
    self.name = name
    self.reduce = reduce
    title = { "\(label).\(name($0))" }
    self.report = report
  }

  /// Puts a middleware behind those there are. An action under way meets it too.
  package func add(_ middleware: @escaping Middleware) { chain.append(middleware) }

  /// Has the action handled in a turn of its own, behind all that is ready. It is dropped without a
  /// word if the dispatcher is gone by then.
  ///
  /// What is to be kept lives as long as the action waits; it is also what the turn is about.
  package func dispatch(_ action: Action, keeping kept: AnyObject? = nil) {
    let title = title
    scheduler.post(title(action), about: kept) { [weak self] in
      withExtendedLifetime(kept) { _ = self?.dispatchNow(action) }
    }
  }

  /// Has the action handled in a turn of its own, so many nanoseconds from now.
  @discardableResult
  package func dispatch(
    _ action: Action, after nanoseconds: Int64
  ) throws(TimerError) -> TimerID {
    let title = title
    return try scheduler.after(nanoseconds, title(action)) { [weak self] in
      self?.dispatchNow(action)
    }
  }

  /// Handles the action at once. Where another is being handled it is dropped and reported, and the
  /// answer is false.
  @discardableResult
  package func dispatchNow(_ action: Action) -> Bool {
    if let underWay {
      report(.dropped(action, during: underWay))
      return false
    }
    graph.nonreactive { pass(action) }
    return true
  }

  private func pass(_ action: Action) {
    underWay = action
    defer { underWay = nil }
    begins?(action)
    guard let last = filter(action) else { return }
    do {
      if try !reduce(last) { report(.unhandled(last)) }
    } catch {
      report(.reducer(last, error))
    }
  }

  /// What comes out of the middleware; nil where it was consumed.
  private func filter(_ action: Action) -> Action? {
    var action = action
    var index = 0
    while let place = next.map({ $0(action, index) }) ?? index, place < chain.count {
      index = place
      do {
        switch try chain[index](action) {
        case .pass: break
        case .replace(let other): action = other
        case .consume: return nil
        }
      } catch {
        report(.middleware(action, error))
      }
      index += 1
    }
    return action
  }
}
