import Reactor
import Testing

/// Stores: Rs-1 to Rs-10 of Resin.
struct StoreTests {
  @Test func `Rs-1 an action is a value that tells the store to do something`() {
    let world = HomeWorld(reducers: [.rename])
    world.store.dispatchNow(Rename(title: "away"))
    #expect(world.store.state.title == "away")
  }

  @Test func `Rs-2 dispatch is never synchronous, and in order`() throws {
    let world = HomeWorld(reducers: [.rename])
    world.store.dispatch(Rename(title: "a"))
    world.store.dispatch(Rename(title: "b"))
    #expect(world.store.state.title == "home")
    #expect(world.scheduler.step())
    #expect(world.store.state.title == "a")
    try world.settle()
    #expect(world.store.state.title == "b")
  }

  @Test func `Rs-3 a synchronous dispatch is handled in the same turn`() {
    let world = HomeWorld(reducers: [.rename])
    world.scheduler.turn("event") { _ = world.store.dispatchNow(Rename(title: "a")) }
    #expect(world.store.state.title == "a")
    #expect(world.scheduler.turnCount == 1)
  }

  @Test func `Rs-4 a synchronous dispatch inside an action is dropped`() throws {
    let world = HomeWorld(reducers: [.rename])
    world.store.add(
      Store<Home>.Middleware { action, store in
        #expect(!store.dispatchNow(Unknown()))
        return action
      })
    let line = #line - 3
    world.store.dispatchNow(Rename(title: "a"))
    #expect(
      world.log.take() == [
        "dispatch of Unknown at ReactorTests/StoreTests.swift:\(line) dropped:"
          + " Rename is being handled"
      ])
    #expect(world.store.state.title == "a")
  }

  @Test func `Rs-4 also from who is told of the change at once`() throws {
    let world = HomeWorld(reducers: [.rename])
    let store = world.store
    try world.graph.computation { computation in
      _ = store.isPresent
      computation.onInvalidate { store.dispatchNow(Rename(title: "b")) }
    }
    store.dispatchNow(Rename(title: "a"))
    #expect(store.state.title == "a")
    #expect(world.log.take().count == 1)
  }

  @Test func `after the write a computation may dispatch at once`() throws {
    let world = HomeWorld(reducers: [.rename])
    let store = world.store
    try world.graph.computation { _ in
      if store[\.title] == "a" { store.dispatchNow(Rename(title: "b")) }
    }
    try world.graph.batch { _ = store.dispatchNow(Rename(title: "a")) }
    #expect(store.state.title == "b")
    #expect(world.log.take() == [])
  }

  @Test func `Rs-5 all middleware see the state from before the action`() {
    let world = HomeWorld(reducers: [.rename])
    for name in ["x", "y"] {
      world.store.add(
        Store<Home>.Middleware { [log = world.log] action, store in
          log("\(name) \(type(of: action)) \(store.state.title)")
          return name == "x" ? Rename(title: "from x") : action
        })
    }
    world.store.dispatchNow(Add(amount: 1))
    #expect(world.log.take() == ["x Add home", "y Rename home"])
    #expect(world.store.state.title == "from x")
  }

  @Test func `Rs-5 nil ends an action`() {
    let world = HomeWorld(reducers: [.rename])
    world.store.add(Store<Home>.Middleware { _, _ in nil })
    world.store.dispatchNow(Rename(title: "a"))
    world.store.dispatchNow(Unknown())
    #expect(world.store.state == Home())
    #expect(world.log.take() == [])
  }

  @Test func `Rs-5 what a middleware throws is reported and the action goes on`() {
    let world = HomeWorld(reducers: [.rename])
    world.store.add(Store<Home>.Middleware { _, _ in throw Oops(text: "no") })
    world.store.dispatchNow(Rename(title: "a"))
    #expect(world.log.take() == ["middleware Rename: \(Oops(text: "no"))"])
    #expect(world.store.state.title == "a")
  }

  @Test func `Rs-6 a typed middleware sees its own actions only`() {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    world.store.add(
      Store<Home>.Middleware(Add.self) { action, _ in Add(amount: action.amount * 10) })
    world.store.dispatchNow(Add(amount: 2))
    world.store.dispatchNow(Rename(title: "a"))
    #expect(world.store.state.left.count == 20)
    #expect(world.store.state.title == "a")
  }

  @Test func `Rs-7 the reducer is chosen by the type that leaves the middleware`() {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    world.store.add(Store<Home>.Middleware(Rename.self) { _, _ in Add(amount: 5) })
    world.store.dispatchNow(Rename(title: "a"))
    #expect(world.store.state.title == "home")
    #expect(world.store.state.left.count == 5)
  }

  @Test func `Rs-7 of two reducers for a type the later counts, with a warning`() {
    let world = HomeWorld(left: [.add], right: [.add])
    #expect(world.store.warnings == ["home: two reducers for Add; the later counts"])
    world.store.dispatchNow(Add(amount: 1))
    #expect(world.store.state.left.count == 0)
    #expect(world.store.state.right.count == 1)
  }

  @Test func `Rs-8 an unhandled action is reported with its place and changes nothing`() throws {
    let world = HomeWorld()
    let store = world.store
    try world.graph.computation { [log = world.log] _ in log(store.state.title) }
    _ = world.log.take()
    let line = #line + 1
    try world.graph.batch { _ = store.dispatchNow(Unknown()) }
    #expect(
      world.log.take() == [
        "no reducer for Unknown, dispatched at ReactorTests/StoreTests.swift:\(line)"
      ])
  }

  @Test func `Rs-9 an equal state tells nobody`() throws {
    let world = HomeWorld(reducers: [.rename])
    let store = world.store
    try world.graph.computation { [log = world.log] _ in log(store.state.title) }
    for title in ["home", "a", "a", "b"] {
      try world.graph.batch { _ = store.dispatchNow(Rename(title: title)) }
    }
    #expect(world.log.take() == ["home", "a", "b"])
  }

  @Test func `Rs-10 a focused store sees its part and reaches the whole store`() {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    let left = world.store.focused(by: \.left)
    let count = left.focused(by: \.count)
    count.dispatchNow(Add(amount: 2))
    left.dispatchNow(Rename(title: "from left"))
    #expect(left.state.count == 2)
    #expect(count.state == 2)
    #expect(world.store.state.title == "from left")
  }

  @Test func `Rs-10 what a focused store adds works on its part`() {
    let world = HomeWorld()
    world.store.focused(by: \.right).add(.add)
    world.store.dispatchNow(Add(amount: 3))
    #expect(world.store.state.right.count == 3)
  }

  @Test func `who reads a property runs again for that property alone`() throws {
    let world = HomeWorld(reducers: [.rename], left: [.add, .note])
    let store = world.store
    let left = store.focused(by: \.left)
    try world.graph.computation { [log = world.log] _ in log("title \(store[\.title])") }
    try world.graph.computation { [log = world.log] _ in log("count \(left[\.count])") }
    _ = world.log.take()
    for action in [Rename(title: "a"), Note(text: "n"), Add(amount: 1), Add(amount: 0)]
      as [any Action]
    {
      try world.graph.batch { _ = store.dispatchNow(action) }
      world.log("-")
    }
    #expect(world.log.take() == ["title a", "-", "-", "count 1", "-", "-"])
  }

  @Test func `a reducer changes the state in place and copies nothing`() throws {
    let graph = Graph()
    let log = Log()
    let store = Store(Shelf(list: Watched(log: log)), graph, Scheduler())
    store.add(.init { (action: Add, shelf: inout Shelf) in shelf.count += action.amount })
    store.add(
      Store<Watched>.Reducer { (action: Note, list: inout Watched) in list.append(action.text) }
        .unfocused(by: \.list))
    store.add(Store<Shelf>.Middleware { action, store in store[\.count] < 0 ? nil : action })
    try graph.computation { _ in _ = (store[\.count], store[\.list.count]) }
    for index in 0..<10 {
      try graph.batch {
        store.dispatchNow(Add(amount: 1))
        store.dispatchNow(Note(text: "\(index)"))
      }
    }
    #expect(store[\.list.count] == 10)
    #expect(log.take() == [])
    // Who holds a copy of the state has it copied once when it changes.
    let kept = store.peek()
    store.dispatchNow(Note(text: "more"))
    #expect(log.take() == ["copied"])
    #expect(kept.list.count == 10)
  }

  /// Counts things, one of which is there as long as the state is.
  private struct Stock: Equatable {
    final class Item: Equatable {
      let atEnd: () -> Void
      init(_ atEnd: @escaping () -> Void = {}) { self.atEnd = atEnd }
      deinit { atEnd() }
      static func == (left: Item, right: Item) -> Bool { left === right }
    }

    var count = 0
    var item: Item?
  }

  @Test func `the state goes with the store, whatever cells and daemons read of it`() throws {
    let world = HomeWorld()
    let (graph, log) = (world.graph, world.log)
    weak var item: Stock.Item?
    let count: Derived<Int?>
    let model: Derived<ViewModel<Int>>
    let unread: Derived<Int?>
    do {
      let store = Store(Stock(item: Stock.Item()), graph, world.scheduler)
      item = store.state.item
      store.add(
        Store<Stock>.Reducer { (action: Add, stock: inout Stock) in stock.count += action.amount })
      store.add(Store<Stock>.Daemon { log("count \($0[\.count])") })
      (count, unread) = (store.property(\.count), store.focused(by: \.count).property(\.self))
      model = store.viewModel { $0.count }
      #expect(try count.value == 0 && model.value == .fresh(0))
      store.dispatchNow(Add(amount: 1))
      #expect(item != nil)
    }
    #expect(item == nil)
    try graph.flush()
    #expect(log.take() == ["count 0"])
    #expect(try count.value == 1 && unread.value == 1 && model.value == .fresh(1))
  }

  @Test func `what a reducer lets go of must not read the store`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let world = HomeWorld()
      let store = Store(Stock(), world.graph, world.scheduler)
      store.add(
        Store<Stock>.Reducer { (_: Add, stock: inout Stock) in
          stock.item = Stock.Item { _ = store[\.count] }
        })
      store.add(Store<Stock>.Reducer { (_: Unknown, stock: inout Stock) in stock.item = nil })
      store.dispatchNow(Add(amount: 1))
      store.dispatchNow(Unknown())
      withExtendedLifetime(world) {}
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(told.contains("the state of a store is read while a reducer changes it"))
  }
}

private struct Shelf: Equatable {
  var count = 0
  var list: Watched
}

/// A list that says when it is copied.
private struct Watched: Equatable {
  private final class Storage { var texts: [String] = [] }

  private var storage = Storage()
  private let log: Log

  init(log: Log) { self.log = log }

  var count: Int { storage.texts.count }

  mutating func append(_ text: String) {
    if !isKnownUniquelyReferenced(&storage) {
      log("copied")
      let copy = Storage()
      copy.texts = storage.texts
      storage = copy
    }
    storage.texts.append(text)
  }

  static func == (left: Watched, right: Watched) -> Bool {
    left.storage.texts == right.storage.texts
  }
}
