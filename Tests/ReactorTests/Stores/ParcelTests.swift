import Reactor
import Testing

/// Parcels, daemons and routes: Rs-11 to Rs-22 of Resin.
struct ParcelTests {
  private let tally = Parcel<Tally>(
    reducers: [.add, .note],
    middleware: [
      .init(Note.self) { action, store in
        store[\.notes].contains(action.text) ? nil : action
      }
    ],
    routes: [
      .init(Sheet.self, isModal: { $0.isModal }) { sheet, store in
        "\(sheet.name): \(store[\.count])"
      }
    ])

  private struct Sheet: PresentationIdentifier {
    let name: String
    var isModal = false
  }

  @Test func `Rs-11 a lifted reducer reads its part, runs and writes it back`() {
    let world = HomeWorld()
    world.store.add(Store<Tally>.Reducer.add.unfocused(by: \.right))
    world.store.dispatchNow(Add(amount: 2))
    #expect(world.store.state == Home(right: Tally(count: 2)))
  }

  @Test func `Rs-11 lifting composes`() {
    struct Street: Equatable { var home = Home() }
    let graph = Graph()
    let store = Store(Street(), graph, Scheduler())
    store.add(tally.unfocused(by: \Home.left).unfocused(by: \Street.home))
    store.dispatchNow(Add(amount: 2))
    #expect(store.state.home.left.count == 2)
  }

  @Test func `Rs-12 a reducer of a state that is nil does nothing and is reported`() {
    let world = HomeWorld()
    world.store.focused(by: \.guest).add(Store<Tally>.Reducer.add.optional())
    let line = #line + 1
    world.store.dispatchNow(Add(amount: 2))
    #expect(
      world.log.take() == [
        "Add, dispatched at ReactorTests/ParcelTests.swift:\(line), works on a state that is nil"
      ])
    #expect(world.store.state == Home())
  }

  @Test(arguments: [Absence.consume, .passthrough])
  func `Rs-12 middleware of a state that is nil consumes or passes`(_ absence: Absence) {
    let world = HomeWorld(left: [.add])
    world.store.focused(by: \.guest).add(
      Store<Tally>.Middleware(Add.self) { action, store in Add(amount: store[\.count]) }
        .optional(absence))
    world.store.dispatchNow(Add(amount: 2))
    #expect(world.store.state.left.count == (absence == .consume ? 0 : 2))
    world.store.dispatchNow(Rename(title: "not its own"))
    #expect(world.log.take().count == 1)
  }

  @Test func `optional consume ends the parcel's own actions at its place`() {
    let world = HomeWorld(left: [.add])
    world.store.add(tally.optional(.consume).unfocused(by: \.guest))
    world.store.add(
      Store<Home>.Middleware { [log = world.log] action, _ in
        log("behind: \(type(of: action))")
        return action
      })
    world.store.dispatchNow(Add(amount: 2))
    world.store.dispatchNow(Note(text: "n"))
    world.store.dispatchNow(Unknown())
    #expect(world.store.state == Home())
    #expect(world.log.take().first == "behind: Unknown")
  }

  @Test func `optional consume ends what later middleware makes of an action, too`() {
    let world = HomeWorld(left: [.add])
    world.store.add(tally.optional(.consume).unfocused(by: \.guest))
    world.store.add(Store<Home>.Middleware(Rename.self) { _, _ in Add(amount: 1) })
    world.store.dispatchNow(Rename(title: "a"))
    #expect(world.store.state == Home())
    #expect(world.log.take() == [])
  }

  @Test func `optional passthrough leaves the actions to who took them before`() {
    let world = HomeWorld(left: [.add])
    world.store.add(tally.optional(.passthrough).unfocused(by: \.guest))
    world.store.dispatchNow(Add(amount: 2))
    #expect(world.store.state.left.count == 2)
    world.store.dispatchNow(Note(text: "n"))
    #expect(world.log.take().count == 1)
  }

  @Test func `an optional parcel works as soon as its state is there`() {
    let world = HomeWorld(Home(guest: Tally()), left: [.add])
    world.store.add(tally.optional(.consume).unfocused(by: \.guest))
    world.store.dispatchNow(Add(amount: 2))
    world.store.dispatchNow(Note(text: "n"))
    world.store.dispatchNow(Note(text: "n"))
    #expect(world.store.state.guest == Tally(count: 2, notes: ["n"]))
    #expect(world.store.state.left.count == 0)
  }

  @Test func `Rs-13 a part that sees no state fits every store and is told of nothing`() throws {
    let world = HomeWorld(reducers: [.rename])
    let parcel = Parcel<ArbitraryState>(
      middleware: [.init(Add.self) { _, _ in Rename(title: "a") }])
    world.store.add(parcel.unfocused())
    let blind = world.store.unseeing()
    try world.graph.computation { [log = world.log] _ in log("\(blind.state)") }
    try world.graph.batch { _ = blind.dispatchNow(Add(amount: 1)) }
    #expect(world.store.state.title == "a")
    #expect(world.log.take().count == 1)
  }

  @Test func `Rs-14 a parcel is built with a store that sees its state`() {
    let world = HomeWorld(Home(left: Tally(count: 7)))
    let parcel = Parcel<Tally> { [log = world.log] store in
      log("built with \(store[\.count])")
      return .init(reducers: [.add])
    }
    world.store.add(parcel.unfocused(by: \.left))
    #expect(world.log.take() == ["built with 7"])
  }

  @Test func `Rs-14 combining delivers one parcel's things, then the other's`() {
    func parcel(_ name: String, _ log: Log) -> Parcel<Home> {
      Parcel(
        reducers: [.init { (_: Unknown, home: inout Home) in home.title = name }],
        middleware: [
          .init { action, _ in
            log(name)
            return action
          }
        ])
    }
    let world = HomeWorld()
    world.store.add(parcel("one", world.log).combining(parcel("two", world.log)))
    world.store.dispatchNow(Unknown())
    #expect(world.log.take() == ["one", "two"])
    #expect(world.store.state.title == "two")
    #expect(world.store.warnings == ["home: two reducers for Unknown; the later counts"])
  }

  @Test func `Rs-15 a daemon watches from when it is added until daemons are stopped`() throws {
    let world = HomeWorld(reducers: [.rename], left: [.add])
    world.store.focused(by: \.left).add(
      Store<Tally>.Daemon { [log = world.log] store in log("\(store[\.count])") })
    for amount in [0, 1, 2] {
      try world.graph.batch { _ = world.store.dispatchNow(Add(amount: amount)) }
    }
    try world.graph.batch { _ = world.store.dispatchNow(Rename(title: "a")) }
    #expect(world.log.take() == ["0", "1", "3"])
    world.store.stopDaemons()
    try world.graph.batch { _ = world.store.dispatchNow(Add(amount: 1)) }
    #expect(world.log.take() == [])
    world.store.startDaemons()
    #expect(world.log.take() == ["4"])
  }

  @Test func `Rs-15 a daemon of an optional state waits until it is there`() throws {
    struct Come: Action {}
    struct Leave: Action {}
    let world = HomeWorld()
    let store = world.store
    store.add(.init { (_: Come, home: inout Home) in home.guest = Tally(count: 1) })
    store.add(.init { (_: Leave, home: inout Home) in home.guest = nil })
    store.add(
      Parcel<Tally>(daemons: [.init { [log = world.log] in log("\($0[\.count])") }])
        .optional().unfocused(by: \.guest))
    for action in [Come(), Leave(), Come()] as [any Action] {
      try world.graph.batch { _ = store.dispatchNow(action) }
    }
    #expect(world.log.take() == ["1", "1"])
  }

  @Test func `Rs-16 a route makes the screen for its type of identifier`() {
    let world = HomeWorld(Home(left: Tally(count: 3)))
    world.store.add(tally.unfocused(by: \.left))
    #expect(world.store.present(Sheet(name: "first")))
    // The lifted route keeps what it says about being modal; Resin's loses it.
    #expect(world.store.present(Sheet(name: "second", isModal: true)))
    #expect(world.store.presented.map { $0.screen as? String } == ["first: 3", "second: 3"])
    #expect(world.store.presented.map(\.isModal) == [false, true])
  }

  @Test func `Rs-16 of two routes for a type the later counts, with a warning`() {
    let world = HomeWorld()
    world.store.add(tally.unfocused(by: \.left))
    world.store.add(Store<Home>.Route(Sheet.self) { sheet, _ in "later \(sheet.name)" })
    world.store.present(Sheet(name: "a"))
    #expect(world.store.presented.map { $0.screen as? String } == ["later a"])
    #expect(world.store.warnings == ["home: two routes for Sheet; the later counts"])
  }

  @Test func `Rs-16 an identifier without a route is reported`() {
    let world = HomeWorld()
    #expect(!world.store.present(Sheet(name: "a")))
    #expect(world.log.take() == ["no route for Sheet"])
  }

  @Test func `Rs-16 a route of a state that is nil is reported`() {
    let world = HomeWorld()
    world.store.add(tally.optional(.consume).unfocused(by: \.guest))
    #expect(!world.store.present(Sheet(name: "a")))
    #expect(world.log.take() == ["Sheet shows a state that is nil"])
  }

  @Test func `Rs-17 what cannot be dismissed or replaced is reported and changes nothing`() {
    let world = HomeWorld()
    let store = world.store
    store.add(tally.unfocused(by: \.left))
    #expect(!store.dismiss())
    #expect(!store.replace(with: Sheet(name: "x")))
    store.present(Sheet(name: "a"))
    store.present(Sheet(name: "b"))
    #expect(!store.dismiss(Sheet(name: "a")))
    #expect(!store.dismiss(to: 3))
    #expect(
      world.log.take() == [
        "nothing to dismiss", "nothing to replace", "Sheet is not on top",
        "only 2 presented, cannot dismiss down to 3",
      ])
    #expect(store.replace(with: Sheet(name: "c")))
    #expect(store.dismiss(Sheet(name: "c")))
    #expect(store.dismiss(to: 0))
    #expect(store.presented.isEmpty)
  }

  @Test func `Rs-18 a middleware may present on behalf of an action and end it`() throws {
    struct Show: Action {}
    let world = HomeWorld()
    world.store.add(tally.unfocused(by: \.left))
    world.store.add(
      Store<Home>.Middleware(Show.self) { _, store in
        store.present(Sheet(name: "shown"))
        return nil
      })
    world.store.dispatch(Show())
    try world.settle()
    #expect(world.store.presented.map { $0.screen as? String } == ["shown: 0"])
    #expect(world.log.take() == [])
  }

  @Test func `Rs-19 a view model falls back on what was there`() throws {
    struct Guest: Action { let tally: Tally? }
    let world = HomeWorld()
    let store = world.store
    store.add(.init { (action: Guest, home: inout Home) in home.guest = action.tally })
    let model = store.viewModel { $0.guest?.count }
    #expect(try model.value == .empty)
    try world.graph.computation { [log = world.log] _ in log("\(try model.value)") }
    for tally in [Tally(count: 1), nil, nil, Tally(count: 1)] {
      try world.graph.batch { _ = store.dispatchNow(Guest(tally: tally)) }
    }
    #expect(world.log.take() == ["empty", "fresh(1)", "stale(1)", "fresh(1)"])
    #expect(try model.value.content == 1)
    #expect(try !model.value.isStale)
  }

  @Test func `Rs-20 bindings run from start to stop, as often as that is asked`() throws {
    let world = HomeWorld(left: [.add])
    let store = world.store
    let lifecycle = Lifecycle(world.graph) { [log = world.log] in log("\($0)") }
    func bind(_ name: String) {
      lifecycle.add { [log = world.log] _ in log("\(name)\(store[\.left.count])") }
    }
    bind("a")
    #expect(world.log.take() == [])
    lifecycle.start()
    lifecycle.start()
    #expect(world.log.take() == ["a0"])
    bind("b")
    #expect(world.log.take() == ["b0"])
    try world.graph.batch { _ = store.dispatchNow(Add(amount: 1)) }
    #expect(world.log.take() == ["a1", "b1"])
    lifecycle.stop()
    lifecycle.stop()
    try world.graph.batch { _ = store.dispatchNow(Add(amount: 1)) }
    #expect(world.log.take() == [])
    lifecycle.start()
    #expect(world.log.take() == ["a2", "b2"])
  }

  @Test func `Rs-20 bindings stop where what they belong to goes`() throws {
    let log = Log()
    var graph: Graph? = Graph()
    let cell = try #require(graph).cell(0)
    func bind() throws -> Lifecycle {
      let lifecycle = Lifecycle(try #require(graph)) { _ in }
      lifecycle.add { _ in log("\(cell.value)") }
      lifecycle.start()
      return lifecycle
    }
    var lifecycle: Lifecycle? = try bind()
    cell.value = 1
    try graph?.flush()
    lifecycle = nil
    cell.value = 2
    try graph?.flush()
    #expect(log.take() == ["0", "1"])
    // One whose graph is gone has nothing to stop.
    lifecycle = try bind()
    graph = nil
    lifecycle = nil
    #expect(lifecycle == nil)
  }

  @Test func `Rs-20 a binding that stops and starts all has each of them run once`() throws {
    let world = HomeWorld()
    let cell = world.graph.cell(0)
    let lifecycle = Lifecycle(world.graph) { [log = world.log] in log("\($0)") }
    var isFirst = true
    lifecycle.add { [unowned lifecycle, log = world.log] _ in
      log("a\(cell.value)")
      guard isFirst else { return }
      isFirst = false
      world.graph.nonreactive {
        lifecycle.stop()
        lifecycle.start()
      }
    }
    lifecycle.add { [log = world.log] _ in log("b\(cell.value)") }
    lifecycle.start()
    #expect(world.log.take() == ["a0", "a0", "b0"])
    cell.value = 1
    try world.graph.flush()
    #expect(world.log.take() == ["a1", "b1"])
    lifecycle.stop()
    cell.value = 2
    try world.graph.flush()
    #expect(world.log.take() == [])
  }

  @Test func `Rs-21 a middleware starts work, passes loading on and dispatches the result`() throws
  {
    enum Load: Action {
      case start, loading
      case done(String?)
    }
    let world = HomeWorld(Home(title: "old"))
    let store = world.store
    store.add(
      .init { (action: Load, home: inout Home) in
        switch action {
        case .start: home.left.notes.append("never")
        case .loading: home.left.notes.append("loading")
        case .done(let title):
          home.left.notes.append("done")
          home.title = title ?? home.title
        }
      })
    var answers: [String?] = ["new", nil]
    store.add(
      Store<Home>.Middleware(Load.self) { [scheduler = world.scheduler] action, store in
        guard case .start = action else { return action }
        let answer = answers.removeFirst()
        _ = try scheduler.after(200_000_000, "load") { store.dispatch(Load.done(answer)) }
        return Load.loading
      })
    for _ in 0..<2 {
      store.dispatch(Load.start)
      try world.settle()
      _ = world.scheduler.moveToNextDue(upTo: Instant(nanoseconds: 1_000_000_000))
      try world.settle()
    }
    // The second load failed and left the last good title.
    #expect(store.state.title == "new")
    #expect(store.state.left.notes == ["loading", "done", "loading", "done"])
  }

  @Test func `Rs-22 a parcel is made of an environment by who makes it`() {
    func parcel(clock: @escaping () -> Int) -> Parcel<Tally> {
      Parcel(middleware: [.init(Add.self) { _, _ in Add(amount: clock()) }])
    }
    let world = HomeWorld(left: [.add])
    world.store.add(parcel(clock: { 42 }).unfocused(by: \.left))
    world.store.dispatchNow(Add(amount: 1))
    #expect(world.store.state.left.count == 42)
  }
}
