/// What is on show: a stack of routes, the top last. It stands beside a store's state, not in it,
/// and is read like a cell. What cannot be done changes nothing and throws the reason.
///
/// After Resin's `PresentationAction`, with what that prints as an error to catch.
public final class Presentation<Route> {
  private var stack: [Route] = []
  private let changes: Dependency
  private let limit: Int
  private var unchanged = 0

  /// `limit` is the most routes that can be on show at once.
  public init(_ graph: Graph, label: String? = nil, limit: Int = 10_000) {
    changes = graph.dependency(label: label)
    self.limit = limit
  }

  /// All that is on show. Tracked.
  public var routes: [Route] {
    changes.depend()
    return stack
  }

  /// All that is on show, without depending on it.
  public func peek() -> [Route] { stack }

  /// How many routes at the bottom have stayed since this was asked last, for who keeps something about
  /// them; none at first. Constant time.
  package func takeUnchanged() -> Int {
    defer { unchanged = stack.count }
    return unchanged
  }

  /// The last route shown, without depending on it.
  public var top: Route? { stack.last }

  /// Shows a route on top of what is on show. Throws `full` where there is no room.
  public func push(_ route: Route) throws(PresentationFault) {
    guard stack.count < limit else { throw .full(limit: limit) }
    change(from: stack.count, to: [route])
  }

  /// Takes the top away.
  public func pop() throws(PresentationFault) {
    guard !stack.isEmpty else { throw .nothingToDismiss }
    change(from: stack.count - 1, to: [])
  }

  /// Takes the top away if it is the route meant. `name` is for the fault's message.
  public func pop(
    _ name: @autoclosure () -> String, where isMeant: (Route) -> Bool
  ) throws(PresentationFault) {
    guard let top = stack.last else { throw .nothingToDismiss }
    guard isMeant(top) else { throw .notOnTop(name()) }
    try pop()
  }

  /// Takes away from the top until so many are left. To as many as there are is no change.
  public func pop(to count: Int) throws(PresentationFault) {
    guard count >= 0, count <= stack.count else {
      throw .tooFew(present: stack.count, wanted: count)
    }
    guard count < stack.count else { return }
    change(from: count, to: [])
  }

  /// Puts a route in the place of the top.
  public func replace(_ route: Route) throws(PresentationFault) {
    guard !stack.isEmpty else { throw .nothingToReplace }
    change(from: stack.count - 1, to: [route])
  }

  /// Shows these and nothing else.
  public func force(_ routes: [Route]) throws(PresentationFault) {
    guard routes.count <= limit else { throw .full(limit: limit) }
    change(from: 0, to: routes)
  }

  /// Shows nothing any more.
  /// - Parameter isHeard: whether the graph is there still, to tell who depends on it.
  func letGo(isHeard: Bool) {
    guard !stack.isEmpty else { return }
    let gone = stack
    stack = []
    unchanged = 0
    if isHeard { changes.changed() }
    withExtendedLifetime(gone) {}
  }

  /// Puts these in the place of what stands from a depth on. What goes may run code that looks here: it is held until the
  /// stack is whole again.
  private func change(from depth: Int, to routes: [Route]) {
    let gone = Array(stack[depth...])
    stack.replaceSubrange(depth..., with: routes)
    unchanged = min(unchanged, depth)
    changes.changed()
    withExtendedLifetime(gone) {}
  }
}
