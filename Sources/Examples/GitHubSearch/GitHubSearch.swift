import Reactor

/// ReactorKit's tutorial, and the same search as one would want it: `swift run GitHubSearchExample`.
/// What comes out is what `github-search.yaml` and `live-search.yaml` expect of the same reactors
/// written as scenarios. `GitHubSearchExampleTests` holds what it prints against the text at the end.
@main
public enum GitHubSearch {
  static func main() throws { try run { print($0) } }

  public static func run(_ write: @escaping (String) -> Void) throws {
    tutorial(write)
    try typingFastAsksOnce(write)
    try aNewerQueryCancelsTheOlderAnswer(write)
    try aFailingServiceIsToldToTheUser(write)
  }

  /// An action becomes a mutation, which becomes the next state, before `send` returns.
  private static func tutorial(_ write: (String) -> Void) {
    let clock = VirtualClock(Graph())
    let search = LiveReactor(SearchReactor(), on: clock)
    write("at first: \(search.currentState.repos)")
    search.send(.updateQuery("swift"))
    write("swift: \(search.currentState.repos)")
    search.send(.updateQuery(nil))
    write("no query: \(search.currentState.repos)")
  }

  /// Nothing runs by itself: the clock moves when it is told to.
  private static func typingFastAsksOnce(_ write: @escaping (String) -> Void) throws {
    let world = World(write)
    world.search.send(.updateQuery("s"))
    try world.clock.advance(by: .milliseconds(50))
    world.search.send(.updateQuery("sw"))
    try world.clock.advance(by: .milliseconds(99))
    write("asked before the pause: \(world.github.asked)")
    try world.clock.advance(by: .milliseconds(1))
    write("asked after it: \(world.github.asked), loading: \(world.search.currentState.isLoading)")
    try world.clock.advance(by: .milliseconds(200))
    write("answered: \(world.search.currentState.repos)")
  }

  private static func aNewerQueryCancelsTheOlderAnswer(
    _ write: @escaping (String) -> Void
  ) throws {
    let world = World(write)
    world.search.send(.updateQuery("old"))
    try world.clock.advance(by: .milliseconds(100))
    world.search.observe { write("\($0.query) \($0.repos) \($0.isLoading ? "loading" : "done")") }
    world.search.send(.updateQuery("new"))
    try world.clock.advance(by: .seconds(1))
    write("asked: \(world.github.asked)")
  }

  private static func aFailingServiceIsToldToTheUser(_ write: @escaping (String) -> Void) throws {
    let world = World(write)
    let search = world.search
    // Reads one property, and runs again for that one alone.
    let spinner = try world.graph.computation { [unowned search] computation in
      let isLoading = search[\.isLoading]
      if !computation.isFirstRun { write(isLoading ? "spin" : "rest") }
    }
    search.send(.updateQuery("boom"))
    try world.clock.advance(by: .milliseconds(500))
    spinner.stop()
  }

  /// A live search of its own for each story.
  private struct World {
    let graph = Graph()
    let clock: VirtualClock
    let github = SlowGitHub()
    let search: LiveReactor<LiveSearchReactor>

    init(_ write: @escaping (String) -> Void) {
      clock = VirtualClock(graph)
      let reactor = LiveSearchReactor(github: github) { write("alert: \($0)") }
      search = LiveReactor(reactor, on: clock, label: "search")
    }
  }
}

// at first: []
// swift: ["swift1", "swift2", "swift3"]
// no query: []
// asked before the pause: []
// asked after it: ["sw"], loading: true
// answered: ["sw/1", "sw/2"]
// old [] loading
// new [] loading
// new [] loading
// new ["new/1", "new/2"] loading
// new ["new/1", "new/2"] done
// asked: ["old", "new"]
// spin
// alert: rate limited
// rest
