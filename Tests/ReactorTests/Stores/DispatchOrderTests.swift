import Reactor
import Testing

/// What users of such stores complained about: ReSwift #74, #106, #271, #282, #342, #408 and
/// Recombine #12.
struct DispatchOrderTests {
  @Test func `a middleware's dispatch is handled after the action, in order of dispatch`() throws {
    let world = HomeWorld(reducers: [.rename], left: [.note])
    world.store.onAction = { [log = world.log] in log("\(type(of: $0))") }
    world.store.add(
      Store<Home>.Middleware(Rename.self) { action, store in
        for text in ["1", "2"] { store.dispatch(Note(text: action.title + text)) }
        return action
      })
    world.store.dispatch(Rename(title: "a"))
    world.store.dispatch(Rename(title: "b"))
    try world.settle()
    #expect(world.log.take() == ["Rename", "Rename", "Note", "Note", "Note", "Note"])
    #expect(world.store.state.left.notes == ["a1", "a2", "b1", "b2"])
  }

  @Test func `a middleware that dispatches for ever is named when the turns run out`() throws {
    let world = HomeWorld(left: [.add])
    world.store.add(
      Store<Home>.Middleware(Add.self) { action, store in
        store.dispatch(Add(amount: action.amount))
        return action
      })
    world.store.dispatch(Add(amount: 1))
    let error = #expect(throws: TurnLimitError.self) { try world.settle() }
    #expect(error?.turning == ["home.Add"])
    #expect(world.store.state.left.count == 1000)
  }

  @Test func `middleware that replace each other's actions end after one pass`() {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    world.store.add(Store<Home>.Middleware(Add.self) { _, _ in Rename(title: "was add") })
    world.store.add(Store<Home>.Middleware(Rename.self) { _, _ in Add(amount: 1) })
    world.store.dispatchNow(Add(amount: 5))
    #expect(world.store.state == Home(left: Tally(count: 1)))
  }

  @Test func `one reducer sees an action, and no other the state between`() {
    let world = HomeWorld(left: [.add], right: [.add])
    world.store.dispatchNow(Add(amount: 1))
    #expect(world.store.state == Home(right: Tally(count: 1)))
  }

  @Test func `a computation's dispatch is a turn after its flush`() throws {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    let store = world.store
    try world.graph.computation { [log = world.log] _ in
      log("\(store[\.left.count]) \(store[\.title])")
      if store[\.left.count] == 1 { store.dispatch(Rename(title: "one")) }
    }
    store.dispatch(Add(amount: 1))
    try world.settle()
    #expect(world.log.take() == ["0 home", "1 home", "1 one"])
  }

  @Test func `a store goes when nobody uses it`() throws {
    let graph = Graph()
    let scheduler = Scheduler()
    let token = Log()
    weak let kept = token
    func make(_ token: Log) {
      let store = Store(Home(), graph, scheduler)
      store.add(
        Store<Tally>.Middleware { action, _ in
          token("seen")
          return action
        }.unfocused(by: \.left))
      store.add(Store<Home>.Daemon { store in _ = store[\.title] })
      store.dispatch(Unknown())
    }
    make(token)
    while scheduler.step() {}
    #expect(token.take() == [])
    _ = consume token
    withExtendedLifetime(graph) { #expect(kept == nil) }
  }
}
