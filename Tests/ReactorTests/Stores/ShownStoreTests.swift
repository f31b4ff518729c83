import Reactor
import Testing

/// Screens that keep the store which shows them.
@Suite struct ShownStoreTests {
  private struct Page: PresentationIdentifier { var number: Int }

  private final class Screen {
    let store: Store<Home>

    init(_ store: Store<Home>) { self.store = store }
  }

  private static func shown(_ graph: Graph, _ scheduler: Scheduler) throws -> (Store<Home>, Screen)
  {
    let store = Store(Home(), graph, scheduler)
    store.add(Store<Home>.Route(Page.self) { _, store in Screen(store) })
    #expect(store.present(Page(number: 1)))
    return (store, try #require(store.presented.last?.screen as? Screen))
  }

  @Test func `what is on show goes with the last handle of the store, though it keeps one`() throws
  {
    let (graph, scheduler) = (Graph(), Scheduler())
    weak var left: Screen?
    do {
      let (store, screen) = try ShownStoreTests.shown(graph, scheduler)
      left = screen
      let focused = store.focused(by: \.title)
      #expect(focused.presented.count == 1)
    }
    #expect(left == nil)
  }

  @Test func `it goes also behind its graph`() throws {
    weak var left: Screen?
    do {
      var graph: Graph? = Graph()
      let held = try ShownStoreTests.shown(try #require(graph), Scheduler())
      left = held.1
      graph = nil
      withExtendedLifetime(held) {}
    }
    #expect(left == nil)
  }

  @Test func `a screen that somebody holds sees that nothing is on show any more`() throws {
    let (graph, scheduler) = (Graph(), Scheduler())
    var counts: [Int] = []
    let screen: Screen
    do {
      let (store, shown) = try ShownStoreTests.shown(graph, scheduler)
      screen = shown
      _ = try graph.computation { _ in counts.append(shown.store.presented.count) }
      withExtendedLifetime(store) {}
    }
    try graph.flush()
    #expect(counts == [1, 0])
    #expect(screen.store.state == Home())
  }

  @Test func `a daemon and a middleware may hand the store on`() throws {
    let (graph, scheduler) = (Graph(), Scheduler())
    var kept: Store<Home>?
    do {
      let (store, _) = try ShownStoreTests.shown(graph, scheduler)
      store.add(Store<Home>.Daemon { kept = $0 })
    }
    #expect(kept?.presented.count == 1)
    kept = nil
  }
}
